"""Passwords and tokens: given, planned, saved, run, and never printed."""

from __future__ import annotations

import json
from importlib.util import find_spec
from pathlib import Path

import pytest

from graph_tool_call.cli import asking

pytestmark = pytest.mark.bundled

PASSWORD = "pw-Hidden-5"
TEXT = {"type": "string"}


def body(required, **properties):
    schema = {"type": "object", "required": required, "properties": properties}
    return {"required": True, "content": {"application/json": {"schema": schema}}}


def answer(**properties):
    schema = {"type": "object", "properties": properties}
    return {"200": {"description": "ok", "content": {"application/json": {"schema": schema}}}}


@pytest.fixture(name="login")
def _login(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    owner = {"type": "object", "properties": {"new_password": TEXT, "pin": {"type": "integer"}}}
    paths = {
        "/login": {
            "post": {
                "operationId": "login",
                "summary": "Log a user in",
                "requestBody": body(["user", "password"], user=TEXT, password=TEXT, owner=owner),
                "responses": answer(access_token=TEXT, user=TEXT),
            }
        }
    }
    document = {"openapi": "3.0.3", "info": {"title": "Door", "version": "1"}, "paths": paths}
    Path("door.json").write_text(json.dumps(document), encoding="utf-8")
    records = [{"tool": "login", "body": {"access_token": "tok-1234567", "user": "kim"}}]
    Path("answers.json").write_text(json.dumps(records), encoding="utf-8")
    return "door.json"


GIVEN = ("-e", "user=kim", "-e", f"password={PASSWORD}")
REPLAY = ("--executor", "replay", "--option", "responses=@answers.json")
TARGET = ("--target", "login")
ASK = ("--ask", f"log the user kim in with {PASSWORD}")
#: The distribution graph-tool-call-arazzo need not be installed.
WITH_ARAZZO = pytest.mark.skipif(find_spec("graph_tool_call_arazzo") is None, reason="no graph-tool-call-arazzo")


@pytest.mark.parametrize(
    "command",
    [
        ("plan", *TARGET),
        ("plan", *TARGET, "--json"),
        ("plan", *ASK, "--json"),
        ("plan", *TARGET, "--alternatives", "2", "--json"),
        ("plan", *TARGET, "--mermaid"),
        pytest.param(("plan", *TARGET, "--arazzo"), marks=WITH_ARAZZO),
        ("run", *TARGET, *REPLAY),
        ("run", *TARGET, *REPLAY, "--yes"),
        ("run", *TARGET, *REPLAY, "--yes", "--json"),
        ("run", *ASK, *REPLAY, "--yes", "--json"),
        ("run", *TARGET, *REPLAY, "--yes", "--store", "runs.sqlite"),
    ],
    ids=lambda command: " ".join(word for word in command if len(word) < 12),
)
def test_a_password_is_never_printed(cli, login, command):
    """Neither in tables nor in JSON, not in the plan part of either, not in the words of a question."""
    name, *more = command

    result = cli(name, login, *GIVEN, *more)

    assert result.code in (0, 5)
    assert PASSWORD.lower() not in (result.out + result.err).lower()
    assert all(PASSWORD.encode() not in file.read_bytes() for file in Path().glob("runs.sqlite*"))


def test_a_saved_plan_asks_for_it_again(cli, login, monkeypatch):
    """A plan on disk has a question in place of the password; a run takes that from -e, or asks unseen."""
    cli("plan", login, *TARGET, *GIVEN, "-o", "plan.json")
    saved = Path("plan.json").read_text(encoding="utf-8")
    sent = ("run", login, "--plan", "plan.json", *REPLAY, "--yes", "--json")

    without, given = cli(*sent), cli(*sent, "-e", f"password={PASSWORD}")
    monkeypatch.setattr(asking, "interactive", lambda: True)
    asked = []
    monkeypatch.setattr("click.prompt", lambda text, **options: asked.append((text, options["hide_input"])) or "typed")
    typed = cli(*sent)

    assert PASSWORD not in saved
    assert (5, "input_required") == (without.code, without.error["code"])
    assert (0, 0, [("password for login", True)]) == (given.code, typed.code, asked)


def test_what_is_sent_is_the_password(cli, login):
    """What stands for it in the plan is filled when the call is made, nested and typed as given."""
    Path("echo.json").write_text(json.dumps([{"tool": "login", "body": {"user": "kim"}}]), encoding="utf-8")
    nested = ("-e", 'owner={"new_password": "n-12345", "pin": 4711}')

    result = cli("run", login, *TARGET, *GIVEN, *nested, "--yes", "--json", "--executor", "replay", "--option",
                 "responses=@echo.json")  # fmt: skip

    assert 0 == result.code
    step = result.json["plan"]["steps"][0]["args"]
    assert ["${user_input.password}", "kim"] == [step["password"], step["user"]]
    assert {"n-12345", 4711}.isdisjoint(step["owner"].values())
    assert "4711" not in result.out
    preview = next(event for event in result.json["events"] if event["type"] == "step.started")["args_preview"]
    assert {"new_password": "[redacted]", "pin": "[redacted]"} == preview["owner"]


def test_a_token_is_shown_on_request(cli, login):
    """The result of a login is masked, unless --show-secrets asks for it; events stay masked."""
    run = ("run", login, *TARGET, *GIVEN, *REPLAY, "--yes", "--json")

    masked, shown = cli(*run, "--save", "masked.json").json, cli(*run, "--show-secrets", "--save", "whole.json").json

    assert ["[redacted]", "tok-1234567"] == [told["output"]["access_token"] for told in (masked, shown)]
    assert "tok-1234567" not in json.dumps(shown["events"])
    kept = [json.loads(Path(name).read_text(encoding="utf-8")) for name in ("masked.json", "whole.json")]
    assert [masked["output"], shown["output"]] == kept


def test_headers_are_masked_where_an_answer_echoes_them(cli, login, monkeypatch):
    """What -H sends is a secret whatever the header is called."""
    monkeypatch.setenv("ROOM", "blue-room-77")
    Path("echo.json").write_text(json.dumps([{"tool": "login", "body": {"user": "blue-room-77"}}]), encoding="utf-8")

    result = cli("run", login, *TARGET, *GIVEN, "-H", "X-Room=ROOM", "--yes", "--executor", "replay", "--option",
                 "responses=@echo.json")  # fmt: skip

    assert 0 == result.code
    assert "blue-room-77" not in result.out + result.err


def test_an_error_does_not_repeat_it(cli, login):
    """Neither what is no JSON nor what has the wrong type is echoed under the name of a secret."""
    broken = cli("plan", login, *TARGET, "-e", 'password={"x')
    wrong = cli("plan", login, *TARGET, "-e", "user=kim", "-e", 'password=["abc-999"]')

    assert [2, 2] == [broken.code, wrong.code]
    assert '{"x' not in broken.err
    assert "abc-999" not in wrong.err


def test_a_lookup_by_a_secret_asks_for_it(cli, tmp_path, monkeypatch):
    """A plan compares with the answer to a question, never with the secret; a run takes it from -e."""
    monkeypatch.chdir(tmp_path)
    row = {"type": "object", "properties": {"id": TEXT, "password": TEXT}}
    listed = {
        "200": {"description": "ok", "content": {"application/json": {"schema": {"type": "array", "items": row}}}}
    }
    slot = {"name": "user_id", "in": "path", "required": True, "schema": TEXT}
    paths = {
        "/users": {"get": {"operationId": "listUsers", "responses": listed}},
        "/users/{user_id}": {"get": {"operationId": "getUser", "parameters": [slot], "responses": answer(name=TEXT)}},
    }
    document = {"openapi": "3.0.3", "info": {"title": "Users", "version": "1"}, "paths": paths}
    Path("users.json").write_text(json.dumps(document), encoding="utf-8")
    rows = [{"id": "u1", "password": "another-1"}, {"id": "u2", "password": PASSWORD}]
    answers = [{"tool": "listUsers", "body": rows}, {"tool": "getUser", "body": {"name": "Ada"}}]
    Path("answers.json").write_text(json.dumps(answers), encoding="utf-8")
    given = ("users.json", "--target", "getUser", "-e", f"password={PASSWORD}", "--json")

    planned = cli("plan", *given)
    ran = cli("run", *given, "--executor", "replay", "--option", "responses=@answers.json")

    assert {"user_id": "${s1[?password == user_input.password].id}"} == planned.json["plan"]["steps"][1]["args"]
    assert ["password"] == [asked["field_name"] for asked in planned.json["asked"]]
    sent = [event["args_preview"] for event in ran.json["events"] if "args_preview" in event]
    assert {"user_id": "u2"} == sent[-1]
    assert PASSWORD not in planned.out + planned.err + ran.out + ran.err
