"""An ambiguous question never leads to a change by itself."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from graph_tool_call.cli import asking

pytestmark = pytest.mark.bundled

FINE = {"200": {"description": "fine"}}


def one(name, summary):
    slot = {"name": "thing_id", "in": "path", "required": True, "schema": {"type": "string"}}
    return {"operationId": name, "summary": summary, "parameters": [slot], "responses": FINE}


@pytest.fixture(name="twins")
def _twins(tmp_path, monkeypatch):
    """Two operations that no question tells apart, and two reads of that kind."""
    monkeypatch.chdir(tmp_path)
    paths = {
        "/east/things/{thing_id}/lock": {"post": one("lockThing", "Lock a thing")},
        "/west/things/{thing_id}/lock": {"post": one("thingLock", "Lock a thing")},
        "/east/things/{thing_id}": {"get": one("getThing", "Get a thing")},
        "/west/things/{thing_id}": {"get": one("thingGet", "Get a thing")},
    }
    document = {"openapi": "3.0.3", "info": {"title": "Things", "version": "1"}, "paths": paths}
    Path("twins.json").write_text(json.dumps(document), encoding="utf-8")
    Path("answers.json").write_text(
        json.dumps(
            [{"tool": name, "body": {"by": name}} for name in ("lockThing", "thingLock", "getThing", "thingGet")]
        ),
        encoding="utf-8",
    )
    return "twins.json"


GIVEN = ("-e", "thing_id=t1")
REPLAY = ("--executor", "replay", "--option", "responses=@answers.json")


@pytest.mark.parametrize("command", [("plan",), ("run", *REPLAY), ("run", *REPLAY, "--yes")])
def test_nothing_is_changed_on_a_guess(cli, twins, command):
    """Where nobody can be asked that is exit 5, with the candidates; --yes consents and does not choose."""
    name, *more = command

    result = cli(name, twins, "--ask", "lock the thing", *GIVEN, *more, "--json")

    assert (5, "ambiguous_target") == (result.code, result.error["code"])
    assert {"lockThing", "thingLock"} <= {row["name"] for row in result.error["selection"]["candidates"]}
    assert "--target" in result.error["message"]


def test_a_person_chooses(cli, twins, monkeypatch):
    """At a terminal the candidates are offered by number, and the chosen one is run."""
    monkeypatch.setattr(asking, "interactive", lambda: True)
    monkeypatch.setattr("click.termui.visible_prompt_func", lambda _text: "2")

    result = cli("run", twins, "--ask", "lock the thing", *GIVEN, *REPLAY, "--yes")

    offered = [line.split()[1] for line in result.err.splitlines() if line.strip().startswith(("1.", "2."))]
    assert {"lockThing", "thingLock"} == set(offered)
    assert f'"by": "{offered[1]}"' in result.out


@pytest.mark.parametrize("command", [("plan",), ("run", *REPLAY)])
def test_a_read_goes_on_and_says_so(cli, twins, command):
    """To read the wrong thing harms nobody; that the choice was close is told."""
    name, *more = command

    result = cli(name, twins, "--ask", "get the thing", *GIVEN, *more)

    assert 0 == result.code
    assert "ambiguous" in result.words


def test_a_named_operation_is_not_doubted(cli, twins):
    """--target has already decided."""
    assert 0 == cli("run", twins, "--target", "lockThing", *GIVEN, *REPLAY, "--yes").code


def test_an_ambiguous_question_is_told_without_its_secret(cli, twins):
    """The question may have the password in it; the error names what was asked all the same."""
    question = ("--ask", "lock the thing, my password is hunter22", "-e", "password=hunter22")

    result = cli("run", twins, *question, *GIVEN, *REPLAY, "--json")

    assert (5, "ambiguous_target") == (result.code, result.error["code"])
    assert "lock the thing" in result.error["message"]
    assert "hunter22" not in result.out + result.err
