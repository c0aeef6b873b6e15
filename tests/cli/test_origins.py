"""What the commands say of where a value comes from, on plans that were just made and on saved ones."""

from __future__ import annotations

import json

import pytest
from small_documents import OK, document

pytestmark = pytest.mark.bundled


def param(name, place="path", kind="string"):
    return {"name": name, "in": place, "required": True, "schema": {"type": kind}}


def answers(schema):
    return {"responses": {"200": {"description": "fine", "content": {"application/json": {"schema": schema}}}}}


ID = {"type": "object", "properties": {"id": {"type": "string"}}}
PLACES = document(
    {
        "/places/lookup": {
            "get": {"operationId": "lookupPlace", "parameters": [param("name", "query")], **answers(ID)}
        },
        "/places/{placeId}/weather": {
            "get": {"operationId": "getWeather", "parameters": [param("placeId")], "responses": OK}
        },
    }
)
SHOW = document(
    {
        "/shows": {
            "get": {
                "operationId": "listShows",
                **answers(
                    {
                        "type": "array",
                        "items": {
                            "type": "object",
                            "properties": {"id": {"type": "integer"}, "name": {"type": "string"}},
                        },
                    }
                ),
            }
        },
        "/shows/{show_id}/seasons/{season_number}": {
            "get": {
                "operationId": "getSeason",
                "summary": "A season of a show",
                "parameters": [param("show_id", kind="integer"), param("season_number", kind="integer")],
                "responses": OK,
            }
        },
    }
)
ORDERS = document(
    {"/orders/{orderId}": {"delete": {"operationId": "deleteOrder", "parameters": [param("orderId")], "responses": OK}}}
)


@pytest.fixture
def save(tmp_path):
    def write(data, name="doc.json"):
        path = tmp_path / name
        path.write_text(json.dumps(data), encoding="utf-8")
        return str(path)

    return write


def test_what_a_call_on_the_way_takes_is_given(cli, save):
    """A name that a lookup on the way takes was given, and is not among what was not used."""
    words = cli("plan", save(PLACES), "--target", "getWeather", "-e", "name=Paris").words

    assert "name Paris (given as name)" in words
    assert "Given and not used" not in words


def test_what_was_read_in_the_goal(cli, save):
    """A number that the question names is no choice of the contract."""
    question = "show the second season of a show"
    words = cli("plan", save(SHOW), "--target", "getSeason", "--ask", question).words

    assert "season_number 2 (said in the goal: season_number)" in words


def test_consent_to_a_saved_plan(cli, save, tmp_path):
    """Before a saved plan destroys something, the value it was made with is told as given."""
    document, plan = save(ORDERS), str(tmp_path / "p.json")
    cli("plan", document, "--target", "deleteOrder", "-e", "orderId=A-17", "-o", plan)

    shown = cli("run", document, "--plan", plan, "--base-url", "http://127.0.0.1:9")

    assert "orderId A-17 (given as orderId)" in shown.words
    assert "destroys data" in shown.words


def test_a_plan_without_origins_is_shown_as_it_stands(cli, save):
    """A plan that was written by hand has values, and no word on where they come from."""
    steps = [{"id": "s1", "tool": "deleteOrder", "args": {"orderId": "A-17"}}]
    plan = save({"id": "p", "steps": steps}, "hand.json")

    shown = cli("run", save(ORDERS), "--plan", plan, "--base-url", "http://127.0.0.1:9")

    assert "orderId A-17" in shown.words
    assert "(given" not in shown.words
    assert "contract" not in shown.words
