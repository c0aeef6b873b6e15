"""How many things a request means, and which; numbers and words of another use are none of it."""

from __future__ import annotations

from typing import Any

import pytest
from readings import frame, readings, settings

from graph_tool_call.hooks import Frame, Kind
from graph_tool_call_bundled.requests import page_size, quantity

pytestmark = pytest.mark.bundled

ISSUES = (
    Kind(noun="label", attributes=("name", "color")),
    Kind(noun="release", attributes=("id", "createdAt", "published_at")),
    Kind(noun="pull_request", attributes=("number",)),
)
TARGET = frame("PATCH /repos/{repo}/issues/{issue_id}", {}, resource="issue")
FRAME = Frame(tool=TARGET.tool, kinds=ISSUES)


def counted(question: str, given: dict[str, Any] | None = None) -> list[tuple[str, int, str]]:
    """(quantity, count, noun) of what is read."""
    return [(one.quantity, one.count, one.noun) for one in readings(quantity, FRAME, question, given)]


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Close all issues", ("all", 0, "")),
        ("Close all my open issues", ("all", 0, "")),
        ("Close every issue of the repo", ("all", 0, "")),
        ("Remove each label", ("all", 0, "label")),
        ("Close the first two issues", ("first", 2, "")),
        ("Close the two oldest issues", ("first", 2, "")),
        ("Close three issues", ("some", 3, "")),
        ("Close the last issue", ("last", 0, "")),
        ("Take the latest release", ("last", 0, "release")),
        ("Merge the most recent pull request", ("last", 0, "pull_request")),
        ("Close all of them", ("all", 0, "")),
        ("Close them all", ("all", 0, "")),
        ("Delete everything", ("all", 0, "")),
        ("모든 이슈를 닫아줘", ("all", 0, "")),
        ("이슈 전부 닫아줘", ("all", 0, "")),
        ("마지막 릴리스를 지워줘", ("last", 0, "release")),
    ],
)
def test_how_many_are_meant(question: str, expected: tuple[str, int, str]) -> None:
    """The noun is a kind of the API, or "" for what the target acts on."""
    assert counted(question) == [expected]


@pytest.mark.parametrize(
    "question",
    [
        "Close issue 12",
        "Close an issue",
        "Set the first name to Ada",
        "Close the issue of last week",
        "Close the issue after all",
        "Refund 15 euros",
        "Remove the label all",
        "Give it to everyone",
        "Remind me every day",
        "Close the issue with everything in it",
        'Comment "all good" on the issue',
        "Rename the issue to last call",
    ],
)
def test_other_uses_are_no_quantity(question: str) -> None:
    """Keys, names, times, money, texts."""
    assert counted(question, {"name": "last call"}) == []


@pytest.mark.parametrize("word", ["latest", "last", "oldest", "first"])
def test_the_ends_of_an_order_go_by_time(word: str) -> None:
    """The attribute that tells when a thing came to be is one of its own."""
    (read,) = readings(quantity, FRAME, f"Delete the {word} release")

    assert read.by == "createdAt"


@pytest.mark.parametrize(
    ("operation", "question", "expected"),
    [
        ("DELETE /carts/{id}/line-items/{line_id}", "Empty the cart", [("all", "")]),
        ("DELETE /carts/{id}/line-items/{line_id}", "Don't empty the cart", []),
        ("DELETE /carts/{id}/line-items/{line_id}", "Clear the line item", []),
        ("DELETE /carts/{id}", "Empty the cart", []),
        ("PATCH /carts/{id}/line-items/{line_id}", "Empty the cart", []),
    ],
)
def test_what_is_emptied_loses_all_that_it_holds(
    operation: str, question: str, expected: list[tuple[str, str]]
) -> None:
    """Of a target that deletes one thing of what it holds."""
    found = readings(quantity, frame(operation, {}, resource="line_item"), question)

    assert [(one.quantity, one.noun) for one in found] == expected


def listing(*names: str, **facts: Any) -> Frame:
    """A list with query parameters of these names."""
    slots = {name: {"location": "query", "type": "integer", **facts} for name in names}
    return frame("GET /messages", slots, resource="message")


@pytest.mark.parametrize(
    ("names", "question", "expected"),
    [
        (("limit",), "Show the latest 10 messages", {"limit": 10}),
        (("per_page", "page"), "List 5 messages", {"per_page": 5}),
        (("tail_lines", "limit_bytes"), "Show me the last 50 lines of the log", {"tail_lines": 50}),
        (("limit",), "Show the last two messages", {"limit": 2}),
        (("limit",), "Show the messages of the last 10 days", {}),
        (("limit",), "Show message 10", {}),
        (("offset",), "Show the first 10 messages", {}),
        (("limit", "count"), "Show the first 10 messages", {}),
    ],
)
def test_a_number_before_what_is_listed_is_the_page_size(
    names: tuple[str, ...], question: str, expected: dict[str, int]
) -> None:
    """Where one input only can be it."""
    assert settings(page_size, listing(*names), question) == expected


def test_a_given_number_is_not_said_twice() -> None:
    """The caller's own word holds."""
    assert settings(page_size, listing("limit"), "Show the last 10 messages", {"limit": 10}) == {}


def test_a_change_has_no_page_size() -> None:
    """A number of things to change is no page size."""
    delete = frame("DELETE /messages", {"limit": {"location": "query", "type": "integer"}}, resource="message")

    assert settings(page_size, delete, "Delete the last 10 messages") == {}
