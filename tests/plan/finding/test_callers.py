"""Whoever asks: their key, where lists and new things lie below a user that nobody named."""

from __future__ import annotations

from typing import Any

import pytest
from small_documents import OK, document

from graph_tool_call import ToolGraph
from graph_tool_call.plan import PathSynthesizer, PlanSynthesisError

pytestmark = pytest.mark.bundled

TEXT, NUMBER = {"type": "string"}, {"type": "integer"}
USER = {"$ref": "#/components/schemas/User"}
SCHEMAS = {"User": {"type": "object", "properties": {"id": NUMBER, "name": TEXT}}}
CATEGORY = {"type": "object", "properties": {"id": NUMBER, "title": TEXT, "parent_id": NUMBER}}


def answer(schema: dict[str, Any], *, many: bool = False) -> dict[str, Any]:
    """Responses with such a thing, or a list of them."""
    shown = {"type": "array", "items": schema} if many else schema
    return {"200": {"description": "ok", "content": {"application/json": {"schema": shown}}}}


def key(name: str) -> list[dict[str, Any]]:
    """A path parameter."""
    return [{"name": name, "in": "path", "required": True, "schema": NUMBER}]


def body(**fields: Any) -> dict[str, Any]:
    """A request body."""
    return {"content": {"application/json": {"schema": {"type": "object", "properties": fields}}}}


def api(*, who: str = "/me", users: bool = False) -> PathSynthesizer:
    """Categories below a user, changed by their own key; *who* answers for the caller."""
    own = {"operationId": "who", "responses": answer(USER)}
    paths: dict[str, Any] = {
        who: {"get": own},
        "/users/{id}": {
            "get": {"operationId": "user", "parameters": key("id"), "responses": answer(USER)},
            "put": {"operationId": "change", "parameters": key("id"), "requestBody": body(name=TEXT), "responses": OK},
        },
        "/users/{id}/categories": {
            "get": {"operationId": "list", "parameters": key("id"), "responses": answer(CATEGORY, many=True)},
            "post": {
                "operationId": "create",
                "parameters": key("id"),
                "requestBody": body(title=TEXT, parent_id=NUMBER),
                "responses": answer(CATEGORY),
            },
        },
        "/categories/{id}": {"delete": {"operationId": "delete", "parameters": key("id"), "responses": OK}},
    }
    if users:
        paths["/users"] = {"get": {"operationId": "users", "responses": answer(USER, many=True)}}
    return PathSynthesizer(ToolGraph.from_openapi(document(paths) | {"components": {"schemas": SCHEMAS}}))


def steps(planner: PathSynthesizer, target: str, **entities: Any) -> list[tuple[str, dict[str, Any]]]:
    """Tools and arguments of the plan."""
    plan = planner.synthesize(target=target, entities={k.replace("_", " "): v for k, v in entities.items()})
    return [(step.tool, step.args) for step in plan.steps]


def test_a_list_two_steps_up_is_that_of_whoever_asks() -> None:
    """What is deleted is looked up in the caller's own list, whose key nobody gave."""
    assert steps(api(), "delete", category="Travel") == [
        ("who", {}),
        ("list", {"id": "${s1.id}"}),
        ("delete", {"id": "${s2[?title == 'Travel'].id}"}),
    ]


def test_a_new_thing_lies_below_whoever_asks() -> None:
    """Where the API shows no other user, a new category is the caller's."""
    assert steps(api(), "create", title="Pets") == [("who", {}), ("create", {"id": "${s1.id}", "title": "Pets"})]


def test_a_parent_is_the_thing_itself_and_not_its_own_parent() -> None:
    """Below Household: the key of Household, not that of what Household lies in."""
    _, _, (_, args) = steps(api(), "create", title="Pets", parent_category="Household")

    assert args["parent_id"] == "${s2[?title == 'Household'].id}"


def test_a_user_who_was_named_is_not_whoever_asks() -> None:
    """A user's key that was given is taken."""
    assert steps(api(), "create", title="Pets", user_id=7) == [("create", {"id": 7, "title": "Pets"})]


def test_where_there_are_other_users_a_change_asks() -> None:
    """A list shows others: which user gets the new category is a question."""
    with pytest.raises(PlanSynthesisError) as caught:
        steps(api(users=True), "create", title="Pets")

    assert caught.value.to_dict()["producer_name"] == "users"


def test_what_a_change_is_about_is_not_whoever_asks() -> None:
    """A user is not renamed because nobody was named."""
    with pytest.raises(PlanSynthesisError) as caught:
        steps(api(), "change", **{"body.name": "Ada"})

    assert caught.value.to_dict()["producer_name"] == "who"


def test_an_operation_that_answers_for_somebody_is_not_the_caller() -> None:
    """The user of the week gets nothing that was not meant for them."""
    with pytest.raises(PlanSynthesisError) as caught:
        steps(api(who="/featured-user"), "create", title="Pets")

    assert caught.value.to_dict()["producer_name"] == "who"
