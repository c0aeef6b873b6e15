"""Taking away is no deleting: where the target deletes the thing itself, the words are asked about."""

from __future__ import annotations

import pytest

from graph_tool_call.hooks import Frame, Slot, ToolFacts
from graph_tool_call.request.text import request_text
from graph_tool_call_bundled.requests import removals

pytestmark = pytest.mark.bundled

PERSON = Slot(ref=0, place="id", name="id", path="id", location="path", tag="person_id", resource="person")
TEAM = Slot(ref=1, place="teamId", name="teamId", path="teamId", location="path", tag="team_id", resource="team")


def read(question: str, *slots: Slot, method: str = "delete") -> list[str]:
    """The values that are read out of *question* beside the given person and team."""
    action = "delete" if method == "delete" else "update"
    tool = ToolFacts(name="t", method=method, path="/x", resource="person", action=action, changes_state=True)
    text = request_text(question, {"person": "Ann", "team": "Blue"})
    return [m.value for m in removals.gtc_read_request(text, Frame(tool=tool, slots=slots), None)]


@pytest.mark.parametrize(
    "question", ["Take Ann off the team Blue", "Remove Ann from Blue", "Take Ann out of the team Blue"]
)
def test_what_is_taken_off_something_is_not_deleted(question: str) -> None:
    """DELETE /people/{id} would delete the person."""
    (value,) = read(question, PERSON)

    assert value.endswith("Blue")


def test_where_the_path_has_it_the_target_takes_away() -> None:
    """DELETE /teams/{teamId}/people/{id} is what is meant."""
    assert read("Take Ann off the team Blue", PERSON, TEAM) == []


@pytest.mark.parametrize("question", ["Delete Ann from the team Blue", "Show Ann of the team Blue"])
def test_other_verbs_say_otherwise(question: str) -> None:
    """Who says delete means it."""
    assert read(question, PERSON) == []


def test_an_update_takes_nothing_away() -> None:
    """Only a deletion could be the wrong one."""
    assert read("Take Ann off the team Blue", PERSON, method="patch") == []
