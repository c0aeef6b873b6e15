"""Dates go where their form is wanted, and words for a time only into a text."""

from __future__ import annotations

from typing import Any

import pytest
from reading import only_reading
from readings import frame, readings

from graph_tool_call.hooks import Mention, Placement
from graph_tool_call.pluginset import PluginHost
from graph_tool_call.request.text import request_text, with_mentions
from graph_tool_call_bundled.requests import dates

pytestmark = pytest.mark.bundled

TASK = {
    "due_on": {"type": "string", "format": "date"},
    "due_at": {"type": "string", "format": "date-time"},
    "start_on": {"type": "string", "format": "date"},
    "notes": {"type": "string"},
}


def best(slots: dict[str, Any], given: dict[str, Any]) -> list[str]:
    """Places that are sure enough, the surest first."""
    target = frame("PATCH /tasks/{task_id}", slots, resource="task")
    found = sorted(readings(dates, target, "", given), key=lambda one: -one.score)
    return [target.slots[one.slot].place for one in found if one.score >= 0.3]


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({"due date": "2025-07-01"}, ["due_on"]),
        ({"due": "2025-07-01T09:00:00Z"}, ["due_at"]),
        ({"start date": "2025-07-01"}, ["start_on"]),
        ({"task due date": "2025-07-01"}, ["due_on"]),
        ({"birth date": "2025-07-01"}, []),
        ({"due date": "tomorrow"}, []),
        ({"date": "2025-07-01"}, []),
    ],
)
def test_a_date_goes_where_its_form_is_wanted(given: dict[str, Any], expected: list[str]) -> None:
    """A date alone is no time of day, and a date in words is no date."""
    assert best(TASK, given) == expected


@pytest.mark.parametrize(
    ("name", "given", "expected"),
    [
        ("birthDate", {"birth date": "2024-02-01"}, ["birthDate"]),
        ("expires_at", {"expires": "2024-02-01T00:00:00Z"}, ["expires_at"]),
        ("time", {"when": "tomorrow at 9am"}, ["time"]),
        ("deadline", {"when": "tomorrow"}, []),
    ],
)
def test_inputs_without_a_form(name: str, given: dict[str, Any], expected: list[str]) -> None:
    """A plain text that is called a date takes one; one that is called a time takes words."""
    assert best({name: {"type": "string"}}, given) == expected


def test_the_only_date_is_meant() -> None:
    """A word that only says that it is a date."""
    assert best({"visited": {"type": "string", "format": "date"}}, {"date": "2025-03-10"}) == ["visited"]


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Move the due date of the task to 2025-07-01", ["due_on"]),
        ("The task starts on 2025-07-01, set its start", ["start_on"]),
        ("Move the task to 2025-07-01", []),
    ],
)
def test_the_question_names_the_date(question: str, expected: list[str]) -> None:
    """Of a value without a label: the only date whose words the question has."""
    start = question.index("2025")
    mention = Mention(word="", value="2025-07-01", start=start, end=start + len("2025-07-01"))
    text = with_mentions(request_text(question), [mention])
    target = frame("PATCH /tasks/{task_id}", TASK, resource="task")
    session = PluginHost(only_reading().with_(dates, id="mine")).request_session({})
    found = [one.value for one in session.read(text, target) if isinstance(one.value, Placement)]

    assert [target.slots[one.slot].place for one in found] == expected


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Move it to 12 March 2026", ["2026-03-12"]),
        ("Due March 1st, 2026", ["2026-03-01"]),
        ("From 1 Feb 2026 to 3 Feb 2026", ["2026-02-01", "2026-02-03"]),
        ("Move it to 31 February 2026", []),
        ("Move it to 12 March", []),
        ("In room 12 Hall 2026", []),
    ],
)
def test_a_full_date_in_words_is_written_as_one(question: str, expected: list[str]) -> None:
    """Day, month and year are said; a date without its year is not computed."""
    found = readings(dates, frame("PATCH /tasks/{id}", TASK, resource="task"), question)

    assert [one.value for one in found if isinstance(one, Mention)] == expected


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Remind Tom tomorrow at 9am to send it", ["tomorrow at 9am"]),
        ("Remind me on Friday", ["on Friday"]),
        ("Remind me at 14:30 today", ["at 14:30 today"]),
        ("Remind me in 20 minutes", ["in 20 minutes"]),
        ("Remind me of the 9 items in room 5", []),
        ('Remind me of "lunch at 9am"', []),
    ],
)
def test_times_in_words_are_read_where_a_text_takes_them(question: str, expected: list[str]) -> None:
    """As they are said; a target without such a text has none."""
    reminder = frame("POST /reminders", {"time": {"type": "string"}, "text": {"type": "string"}}, resource="reminder")

    assert [one.value for one in readings(dates, reminder, question)] == expected
    assert readings(dates, frame("POST /tasks", TASK, resource="task"), question) == []


HOURS = {
    "entry_date_from": {"type": "string", "format": "date-time"},
    "entry_date_to": {"type": "string", "format": "date-time"},
    "updated_after": {"type": "string", "format": "date-time"},
}


@pytest.mark.parametrize(("word", "expected"), [("from", ["entry_date_from"]), ("to", ["entry_date_to"]), ("date", [])])
def test_a_part_of_a_name_that_no_other_date_has(word: str, expected: list[str]) -> None:
    """`from` is the one date whose name has that word; a day goes where a time is wanted, if nothing takes days."""
    assert best(HOURS, {word: "2026-04-01"}) == expected
