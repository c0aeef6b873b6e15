"""Adjectives of a question filter what a reading target lists, where one input only can hold them."""

from __future__ import annotations

from typing import Any

import pytest
from readings import frame, settings

from graph_tool_call_bundled.requests import adjectives

pytestmark = pytest.mark.bundled

QUERY = {"location": "query"}
ISSUES = frame(
    "GET /repos/{repo}/issues",
    {
        "state": {**QUERY, "enum": ("open", "closed", "all")},
        "kind": {**QUERY, "enum": ("bug", "task")},
        "is_locked": {**QUERY, "type": "boolean"},
        "sort": {**QUERY, "enum": ("created", "updated"), "role": "sort"},
        "front": {**QUERY, "enum": ("red", "blue")},
        "rear": {**QUERY, "enum": ("red", "green")},
    },
    resource="issue",
)


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Which issues are open in octo/hello?", {"state": "open"}),
        ("Show all closed issues", {"state": "closed"}),
        ("Which issues are still open?", {"state": "open"}),
        ("Get the issues, so that only closed ones are left", {"state": "closed"}),
        ("List the open bug issues", {"state": "open", "kind": "bug"}),
        ("Which issues are locked?", {"is_locked": True}),
        ("Which issues are not locked?", {"is_locked": False}),
        ("잠금된 issue 보여줘", {"is_locked": True}),
    ],
)
def test_an_adjective_is_a_filter(question: str, expected: dict[str, Any]) -> None:
    """Before the noun, or after "are"."""
    assert settings(adjectives, ISSUES, question) == expected


@pytest.mark.parametrize(
    "question",
    [
        "Show the issues that mona closed",
        "Which issues are open to mona?",
        "Show the recently updated issues",
        "Show the red issues",
        "Show the issues of the open team",
        'Show the issues called "open issues"',
        "Which open and closed issues are there?",
        "Which issues are not open?",
    ],
)
def test_other_words_filter_nothing(question: str) -> None:
    """Participles, orders, members of two enums, other nouns, names, both of two states."""
    assert settings(adjectives, ISSUES, question) == {}


def test_a_given_value_holds() -> None:
    """The caller's own word."""
    assert settings(adjectives, ISSUES, "Which issues are open?", {"state": "closed"}) == {}


def test_a_change_is_not_filtered() -> None:
    """Of "close the open issues": it does not set the state to open."""
    update = frame("PATCH /issues/{id}", {"state": {"enum": ("open", "closed")}}, resource="issue")

    assert settings(adjectives, update, "Close the open issues") == {}


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Who are the owners of the team?", {"role": "OWNER"}),
        ("Who are the people of the team?", {}),
        ("Which scheduled members are there?", {"states": ["scheduled"]}),
    ],
)
def test_roles_and_documented_options(question: str, expected: dict[str, Any]) -> None:
    """A noun says a role after "who are the"; options may stand in a description."""
    described = {**QUERY, "type": "array", "many": True, "description": "Valid states include: ['scheduled', 'done']."}
    members = frame(
        "GET /members", {"role": {**QUERY, "enum": ("OWNER", "VIEWER")}, "states": described}, resource="member"
    )

    assert settings(adjectives, members, question) == expected
