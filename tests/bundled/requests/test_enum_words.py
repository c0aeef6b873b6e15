"""Values for enums and switches are read by their words; what is no member stays where it is."""

from __future__ import annotations

from typing import Any

import pytest
from readings import frame, readings

from graph_tool_call.hooks import Placement
from graph_tool_call_bundled.requests import enum_words

pytestmark = pytest.mark.bundled

TASK = frame(
    "PATCH /tasks/{task_id}",
    {
        "status_type": {"enum": ("on_track", "at_risk", "off_track")},
        "role": {"enum": ("admin", "viewer")},
        "restart_policy.name": {"enum": ("always", "never"), "path": "$.restart_policy.name"},
        "days": {"enum": ("mon", "tue", "wed"), "many": True},
        "is_private": {"type": "boolean"},
        "active": {"type": "boolean"},
        "bank": {"enum": ("A1", "A2"), "labels": ("신한은행", "국민은행")},
        "title": {"type": "string"},
    },
    resource="task",
)


def placed(given: dict[str, Any], question: str = "") -> dict[str, Any]:
    """What the given values become, by place."""
    found = readings(enum_words, TASK, question, given)
    assert all(isinstance(one, Placement) for one in found)
    return {TASK.slots[one.slot].place: one.value for one in found}


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({"status": "on track"}, {"status_type": "on_track"}),
        ({"task status": "At risk"}, {"status_type": "at_risk"}),
        ({"access": "viewer"}, {"role": "viewer"}),
        ({"restart policy": "always"}, {"restart_policy.name": "always"}),
        ({"days": ["Mon", "wed"]}, {"days": ["mon", "wed"]}),
        ({"day": "Tue"}, {"days": ["tue"]}),
        ({"private": "yes"}, {"is_private": True}),
        ({"private": False}, {"is_private": False}),
        ({"archived": True}, {"active": False}),
        ({"inactive": "yes"}, {"active": False}),
        ({"bank": "국민은행"}, {"bank": "A2"}),
        ({"역할": "viewer"}, {"role": "viewer"}),
        ({"활성 여부": False}, {"active": False}),
    ],
)
def test_a_word_for_a_member_becomes_the_member(given: dict[str, Any], expected: dict[str, Any]) -> None:
    """By spelling, label or meaning, under words that name the input."""
    assert placed(given) == expected


@pytest.mark.parametrize(
    "given",
    [
        {"status": "cancelled"},
        {"days": ["mon", "someday"]},
        {"title": "always"},
        {"comment": "on track"},
        {"private": "maybe"},
        {"assignee": "viewer"},
        {"active": 3},
    ],
)
def test_what_is_no_member_is_not_placed(given: dict[str, Any]) -> None:
    """Neither unknown members, nor members under the words of something else."""
    assert placed(given) == {}


def test_a_value_that_stands_alone_goes_to_its_only_member() -> None:
    """A vague word says nothing of which input is meant; the only one that has such a member is."""
    assert placed({"setting": "at risk"}) == {"status_type": "at_risk"}


def test_a_lone_value_of_two_enums_is_not_placed() -> None:
    """Both have a member of that spelling."""
    two = frame("PATCH /tasks/{id}", {"front": {"enum": ("red", "blue")}, "rear": {"enum": ("red", "green")}})

    assert readings(enum_words, two, "", {"value": "red"}) == []


def test_reading_takes_what_means_about_the_same_and_a_change_does_not() -> None:
    """A filter may be near; a change must be right."""
    slots = {"status": {"enum": ("order_cancelled", "order_paid_in_full"), "location": "query"}}
    given = {"status": "paid in part"}

    assert readings(enum_words, frame("PATCH /orders/{id}", slots), "", given) == []
    assert [one.value for one in readings(enum_words, frame("GET /orders", slots), "", {"status": "cancelled"})] == [
        "order_cancelled"
    ]


def test_a_lone_value_of_a_path() -> None:
    """/users/list/{flag} takes the state that users are in, whatever the parameter is called."""
    users = frame(
        "GET /users/list/{flag}",
        {"flag": {"enum": ("active", "suspended"), "location": "path"}, "order": {"enum": ("created", "email")}},
        resource="user",
    )

    found = readings(enum_words, users, "", {"status": "suspended"})

    assert [(users.slots[one.slot].place, one.value) for one in found] == [("flag", "suspended")]


def test_options_that_a_description_lists_are_members() -> None:
    """Many documents write the values of a text into its description only."""
    text = "Update the status (Possible values: NotStarted, InProgress, OnHold)"
    slots = {"project_status_code": {"type": "string", "description": text}}
    target = frame("PUT /projects/{project_id}", slots, resource="project")

    assert [one.value for one in readings(enum_words, target, "", {"status": "on hold"})] == ["OnHold"]
