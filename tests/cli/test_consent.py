"""What a person is shown before anything is changed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from graph_tool_call.cli import asking

pytestmark = pytest.mark.bundled

TEXT = {"type": "string"}


def pool(**body):
    row = {"type": "object", "properties": {"id": TEXT, "kind": TEXT}}
    listed = {
        "200": {"description": "ok", "content": {"application/json": {"schema": {"type": "array", "items": row}}}}
    }
    slot = {"name": "id", "in": "path", "required": True, "schema": TEXT}
    paths = {
        "/pools": {"get": {"operationId": "listPools", "responses": listed}},
        "/pools/{id}": {
            "delete": {
                "operationId": "deletePool",
                "parameters": [slot],
                "responses": {"204": {"description": "gone"}},
            },
            "patch": {
                "operationId": "updatePool",
                "parameters": [slot],
                "requestBody": {"content": {"application/json": {"schema": {"type": "object", "properties": body}}}},
                "responses": {"200": {"description": "ok"}},
            },
        },
    }
    return {"openapi": "3.0.3", "info": {"title": "Pools", "version": "1"}, "paths": paths}


@pytest.fixture(name="pools")
def _pools(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("pools.json").write_text(json.dumps(pool(note=TEXT)), encoding="utf-8")
    rows = [{"id": "p1", "kind": "process"}, {"id": "p2", "kind": "process"}, {"id": "p3", "kind": "thread"}]
    answers = [
        {"tool": "listPools", "body": rows},
        {"tool": "deletePool", "body": None},
        {"tool": "updatePool", "body": {}},
    ]
    Path("answers.json").write_text(json.dumps(answers), encoding="utf-8")
    return "pools.json"


REPLAY = ("--executor", "replay", "--option", "responses=@answers.json")
DELETE = ("--target", "deletePool")
LOOKUP = "s1[?kind == 'process']="


@pytest.fixture(name="says_no")
def _says_no(monkeypatch):
    """A person who declines, and what that person was asked."""
    asked = []
    monkeypatch.setattr(asking, "interactive", lambda: True)
    monkeypatch.setattr("click.confirm", lambda text, **_: asked.append(text))
    return asked


def test_a_person_sees_the_whole_change(cli, pools, says_no):
    """Method, filled path, each argument with its origin, and that nothing given was left out."""
    result = cli("run", pools, "--target", "updatePool", "-e", "id=p2", "-e", "note=on fire", *REPLAY)

    assert (5, ["Go on?"]) == (result.code, says_no)
    assert [
        "Changes something: updatePool",
        "  PATCH /pools/p2",
        "    id = p2 (given as id)",
        "    note = on fire (given as note)",
        "Nothing that was given is left unread.",
    ] == result.err.splitlines()[:5]


def test_what_is_looked_up_is_told_as_such(cli, pools, says_no):
    """A key that only a call will give is not made up; what destroys says so."""
    result = cli("run", pools, *DELETE, "-e", "kind=thread", *REPLAY)

    assert "Destroys data: deletePool\n  DELETE /pools/{id: from s1}\n" in result.err
    assert "    id = pool · kind 'thread' (s1 listPools: the one whose kind is 'thread' → id)\n" in result.err


def test_what_is_left_unread_is_told(cli, pools, says_no):
    """A value that the caller allowed to be dropped stands in the question."""
    result = cli("run", pools, *DELETE, "-e", "id=p1", "-e", "colour=red", "--allow-unread", *REPLAY)

    assert "Given and not read: colour" in result.err


def test_yes_tells_the_same(cli, pools):
    """--yes needs no answer, and still leaves a record of what was done; --json stays one document."""
    told = cli("run", pools, *DELETE, "-e", "id=p1", "--yes", *REPLAY)
    silent = cli("run", pools, *DELETE, "-e", "id=p1", "--yes", "--json", *REPLAY)

    assert "Destroys data: deletePool\n  DELETE /pools/p1\n    id = p1 (given as id)\n" in told.out
    assert ("", True) == (silent.err, silent.json["ok"])


def test_a_script_gets_the_change_as_data(cli, pools):
    """Without a person the error has the calls, filled as far as is known."""
    error = cli("run", pools, *DELETE, "-e", "id=p1", *REPLAY, "--json").error

    assert "this destroys data: deletePool (DELETE /pools/p1)" in error["message"]
    assert [{"name": "id", "value": "p1", "known": True, "how": "given as id"}] == error["calls"][0]["arguments"]


# --- several that fit -----------------------------------------------------------------


def test_several_that_fit_are_no_guess(cli, pools):
    """Two pools of a kind: nothing is deleted, exit 5, and the option that says which is written out."""
    result = cli("run", pools, *DELETE, "-e", "kind=process", "--yes", *REPLAY)
    error = cli("run", pools, *DELETE, "-e", "kind=process", "--yes", "--json", *REPLAY).error

    assert (5, "choice_required") == (result.code, error["code"])
    assert [{"id": "p1"}, {"id": "p2"}] == [row["answer"] for row in error["choices"][0]["rows"]]
    assert "--pick" in result.err


@pytest.mark.parametrize("answer", ['{"id": "p2"}', "1"])
def test_the_one_that_is_picked(cli, pools, answer):
    """--pick says which, by fields that only it has, or by its position."""
    result = cli("run", pools, *DELETE, "-e", "kind=process", "--yes", "--json", *REPLAY, "--pick", LOOKUP + answer)

    started = [event["args_preview"] for event in result.json["events"] if event["type"] == "step.started"]
    assert {"id": "p2"} == started[-1]


def test_a_person_picks(cli, pools, monkeypatch):
    """At a terminal the elements are offered by number."""
    monkeypatch.setattr(asking, "interactive", lambda: True)
    monkeypatch.setattr("click.termui.visible_prompt_func", lambda _text: "2")

    result = cli("run", pools, *DELETE, "-e", "kind=process", "--yes", *REPLAY)

    assert 0 == result.code
    assert 'deletePool {"id": "p2"}' in result.out


def test_a_reading_run_tells_what_was_not_read(cli, pools):
    """A value that a reading target has no place for stands in the answer of `run --json`, and in the text."""
    told = cli("run", pools, "--target", "listPools", "-e", "colour=red", *REPLAY)
    data = cli("run", pools, "--target", "listPools", "-e", "colour=red", *REPLAY, "--json").json

    assert ["colour"] == [row["key"] for row in data["unread"]]
    assert [] == data["assumptions"]
    assert "colour" in told.out
