"""Conditions, delays and denials are values of their own: no change is made as if they were not there."""

from __future__ import annotations

import pytest
from reading import only_reading
from readings import frame, readings

from graph_tool_call.pluginset import PluginHost
from graph_tool_call.request.read import read_request
from graph_tool_call.request.text import request_text
from graph_tool_call_bundled.requests import provisos, verbs

pytestmark = pytest.mark.bundled

DELETE = frame("DELETE /repos/{repo}", {}, resource="repo")


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Delete the repo tomorrow", ["tomorrow"]),
        ("Delete the repo if it is empty", ["if it is empty"]),
        ("Delete the repo as soon as it is merged.", ["as soon as it is merged"]),
        ("Don't delete the repo", ["Don't delete the repo"]),
        ("Delete the repo, but not its packages", ["not its packages"]),
        ("Delete the repo without its packages", ["without its packages"]),
    ],
)
def test_what_changes_a_command_is_said(question: str, expected: list[str]) -> None:
    """The value is all of it."""
    assert [one.value for one in readings(provisos, DELETE, question)] == expected


@pytest.mark.parametrize(
    "question",
    [
        "Delete the repo",
        'Comment "not now, tomorrow" on the issue',
        "Mark it as not done",
        "Delete the repo now",
        "Move it before issue 4",
    ],
)
def test_plain_commands_have_none(question: str) -> None:
    """Texts, denied states, and words of place."""
    assert readings(provisos, DELETE, question) == []


def test_a_reading_target_needs_none() -> None:
    """Nothing is changed by it."""
    assert readings(provisos, frame("GET /repos", {}), "Show the repo if it is there") == []


def test_a_proviso_stays_unread() -> None:
    """It finds no place, and is asked about."""
    session = PluginHost(only_reading().with_(provisos, id="mine")).request_session({})

    request = read_request(request_text("Delete the repo tomorrow"), DELETE, session.read)

    assert [(one.value, one.reason) for one in request.unread] == [("tomorrow", "no_place")]


@pytest.mark.parametrize(
    "question", ["Lock the repo unless it is empty", "Lock the repo tomorrow", "Don't lock the repo"]
)
def test_a_proviso_that_is_read_still_holds(question: str) -> None:
    """The verb sets nothing, though the word that denies it has become a value."""
    update = frame("PATCH /repos/{repo}", {"locked": {"type": "boolean"}}, resource="repo")
    plugins = only_reading().with_(provisos, id="provisos").with_(verbs, id="verbs")

    request = read_request(request_text(question), update, PluginHost(plugins).request_session({}).read)

    assert request.settings == ()
    assert len(request.unread) == 1
