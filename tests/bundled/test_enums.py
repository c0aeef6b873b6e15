"""Which member of an enum a word means: by spelling, by label, by meaning, or none where it is not clear."""

from __future__ import annotations

import pytest

from graph_tool_call.hooks import EnumRequest
from graph_tool_call.model import ToolFacts
from graph_tool_call.pluginset import PluginHost, PluginSet

pytestmark = pytest.mark.bundled

TOOL = ToolFacts(name="list_orders", method="get", path="/orders")
STATES = ("PENDING", "IN_PROGRESS", "COMPLETE", "CANCELED")


@pytest.fixture(scope="module")
def session():
    return PluginHost(PluginSet.installed().only("enums")).plan_session({TOOL.name: TOOL})


def meant(session, word, choices=STATES, labels=()):
    request = EnumRequest(tool=TOOL, field="state", choices=choices, labels=labels, word=word)
    opinion = session.resolve_enum(request)
    return None if opinion is None else opinion.value.value


@pytest.mark.parametrize("word", ["complete", "Complete", "COMPLETE", " complete "])
def test_spelling_does_not_matter(session, word):
    """Case and spaces are no part of a member's name."""
    assert "COMPLETE" == meant(session, word)


@pytest.mark.parametrize("word", ["in progress", "in-progress", "InProgress"])
def test_separators_do_not_matter(session, word):
    """in progress, in-progress and IN_PROGRESS are one name."""
    assert "IN_PROGRESS" == meant(session, word)


@pytest.mark.parametrize(
    ("word", "member"),
    [
        ("completed", "COMPLETE"),
        ("finished", "COMPLETE"),
        ("cancelled", "CANCELED"),
        ("waiting", "PENDING"),
        ("running", "IN_PROGRESS"),
        ("완료", "COMPLETE"),
        ("취소", "CANCELED"),
        ("대기중", "PENDING"),
    ],
)
def test_words_that_mean_a_member(session, word, member):
    """Other forms and synonyms, in English and Korean."""
    assert member == meant(session, word)


def test_a_label_names_its_member(session):
    """Codes are chosen by what people read: "Express" is 02."""
    assert "02" == meant(session, "express", ("01", "02"), ("Standard", "Express"))


@pytest.mark.parametrize(("word", "choices"), [("미완료", STATES), ("not complete", STATES), ("incomplete", STATES)])
def test_a_denied_word_is_not_its_opposite(session, word, choices):
    """What is not complete is anything but COMPLETE."""
    assert "COMPLETE" != meant(session, word, choices)


@pytest.mark.parametrize("word", ["purple", "", "  ", "!?"])
def test_a_word_that_means_none_gets_none(session, word):
    """No member is taken for want of a better one."""
    assert meant(session, word) is None


def test_two_members_that_fit_equally_are_left_open(session):
    """DONE and COMPLETED both mean "finished": the user is asked."""
    assert meant(session, "finished", ("DONE", "COMPLETED", "NEW")) is None


def test_members_keep_their_type(session):
    """A number stays a number."""
    assert 7 == meant(session, "7", (5, 7))
