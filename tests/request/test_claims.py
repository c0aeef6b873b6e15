"""What a model says of a request: nothing of it is taken on trust."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from graph_tool_call.hooks import Frame, Kind, Placement, Setting, Slot
from graph_tool_call.request.claims import claims_of
from graph_tool_call.request.text import request_text

ISSUE = Kind(noun="issue", tags=("issue_number",), naming=("title",), attributes=("title", "state", "user.login"))
USER = Kind(noun="user", tags=("user_login",), naming=("login",), attributes=("login", "name"))
NUMBER, STATE, TITLE, LOCKED, OWNER, COUNT = range(6)
FRAME = Frame(
    kinds=(ISSUE, USER),
    slots=(
        Slot(
            ref=NUMBER,
            place="issue_number",
            name="issue_number",
            path="issue_number",
            location="path",
            tag="issue_number",
            resource="issue",
        ),
        Slot(ref=STATE, place="state", name="state", path="$.state", location="body", enum=("open", "closed")),
        Slot(ref=TITLE, place="title", name="title", path="$.title", location="body", type="string", nullable=True),
        Slot(ref=LOCKED, place="locked", name="locked", path="$.locked", location="body", type="boolean"),
        Slot(
            ref=OWNER,
            place="owner",
            name="owner",
            path="$.owner",
            location="body",
            tag="user_login",
            resource="user",
        ),
        Slot(ref=COUNT, place="count", name="count", path="$.count", location="body", type="integer"),
    ),
)
QUESTION = "close the issue Crash on start of mona and call it Boot crash"


def claims(question=QUESTION, **answer):
    """What stands of *answer*."""
    return claims_of(answer, request_text(question), FRAME)


def thing(value, attribute="title", noun="issue", roles=("issue_number",), **more):
    return {"noun": noun, "where": [{"attribute": attribute, "value": value}], "roles": list(roles), **more}


def said(found):
    return {one.ref: one.value for one in found.text.said}


# --- what stands ---


def test_a_described_thing_is_an_opinion_of_the_model():
    """Noun, attribute and role exist, and the value is a word of the question."""
    found = claims(things=[thing("Crash on start")])

    (opinion,) = found.opinions
    assert isinstance(opinion.value, Placement)
    assert ("model", NUMBER, "title") == (opinion.plugin, opinion.value.slot, opinion.value.attribute)
    assert ("Crash on start", ()) == (said(found)[opinion.value.said], found.dropped)


@pytest.mark.parametrize(
    ("noun", "attribute", "kept"),
    [("Issue", "Title", "title"), ("issue", "", ""), ("", "user_login", "user.login")],
)
def test_spelling_of_names_does_not_matter(noun, attribute, kept):
    """Case and separators differ from model to model."""
    (opinion,) = claims(things=[thing("mona", attribute, noun)]).opinions

    assert kept == opinion.value.attribute


def test_a_thing_that_only_describes_another_has_no_role():
    """It is of a kind that is listed, and fills nothing."""
    (opinion,) = claims(things=[thing("mona", "login", "user", ())]).opinions

    assert (None, "user", "login") == (opinion.value.slot, opinion.value.noun, opinion.value.attribute)


def test_a_setting_whose_value_is_said():
    """The text of the question goes into the input."""
    found = claims(settings=[{"input": "title", "value": "Boot crash"}])

    (opinion,) = found.opinions
    assert (TITLE, None, "Boot crash") == (
        opinion.value.slot,
        opinion.value.attribute,
        said(found)[opinion.value.said],
    )


@pytest.mark.parametrize(
    ("setting", "slot", "value"),
    [
        ({"input": "state", "value": "CLOSED", "term": "close"}, STATE, "closed"),
        ({"input": "locked", "value": True, "term": "close"}, LOCKED, True),
        ({"input": "title", "value": None, "term": "close"}, TITLE, None),
    ],
)
def test_members_booleans_and_null_are_said_by_words(setting, slot, value):
    """What cannot stand in a question is implied by words that do; a member is spelled as in the contract."""
    (opinion,) = claims(settings=[setting]).opinions

    assert isinstance(opinion.value, Setting)
    assert (slot, value, "close") == (opinion.value.slot, opinion.value.value, opinion.value.term)


def test_keys_are_for_those_who_know_their_form():
    """A value for a reference is only said under the input's name: whether it can be a key is a plugin's word."""
    found = claims("close issue 12", settings=[{"input": "issue_number", "value": 12}])

    assert () == found.opinions
    assert [("issue_number", 12)] == [(one.word, one.value) for one in found.text.said]


# --- what does not ---


@pytest.mark.parametrize(
    ("answer", "place", "reason"),
    [
        ({"settings": [{"input": "title", "value": "Invented"}]}, "settings[0]", "does not stand in the question"),
        ({"settings": [{"input": "state", "value": "closed"}]}, "settings[0]", "neither the value nor the words"),
        (
            {"settings": [{"input": "state", "value": "closed", "term": "shut"}]},
            "settings[0]",
            "neither the value nor the words",
        ),
        ({"settings": [{"input": "count", "value": None, "term": "close"}]}, "settings[0]", "does not stand"),
        ({"settings": [{"input": "state"}]}, "settings[0]", "no value"),
        ({"settings": "all of them"}, "settings", "expected a list"),
        ({"settings": ["state"]}, "settings[0]", "expected an object"),
        ({"things": [thing("Somebody else")]}, "things[0].where[0]", "does not stand in the question"),
        ({"things": [thing("mona", quantity="all")]}, "things[0].quantity", "read from the words alone"),
        ({"things": {"noun": "issue"}}, "things", "expected a list"),
        ({"things": [{"noun": "issue", "where": "mona"}]}, "things[0].where", "expected a list"),
        ({"entities": ["mona"]}, "entities", "expected an object"),
        ({"entities": {"issue.title": "Invented"}}, "entities.issue.title", "does not stand in the question"),
    ],
)
def test_nonsense_is_dropped_with_its_place_and_reason(answer, place, reason):
    """Nothing that the question does not say becomes a value."""
    found = claims(**answer)

    assert place in [one.place for one in found.dropped]
    assert any(reason in one.reason for one in found.dropped if one.place == place)
    assert all(str(value) in QUESTION for value in said(found).values())


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        ({"settings": [{"input": "titel", "value": "Boot crash"}]}, "the target has no input 'titel'"),
        ({"things": [thing("Boot crash", noun="label", roles=())]}, "nothing that is listed is called 'label'"),
        ({"things": [thing("Boot crash", attribute="mood")]}, "'issue' has no attribute 'mood'"),
        ({"things": [thing("Boot crash", roles=["owner"])]}, "owner is for 'user', not for 'issue'"),
        ({"things": [thing("Boot crash", roles=["title"])]}, "title refers to nothing that is listed"),
        ({"things": [thing("Boot crash", roles=["nobody"])]}, "the target has no input 'nobody'"),
        (
            {"things": [thing("Boot crash", roles=["issue_number", "owner"])]},
            "one thing stands for several inputs: issue_number, owner",
        ),
    ],
)
def test_a_value_under_a_wrong_place_is_not_lost(answer, reason):
    """The place is dropped with the reason; the value was said, and is unread unless a plugin reads it."""
    found = claims(**answer)

    assert () == found.opinions
    assert ["Boot crash"] == list(said(found).values())
    assert [reason] == [one.reason for one in found.dropped]


def test_one_value_fills_one_place():
    """The same words are not taken twice."""
    found = claims(
        things=[thing("Crash on start")],
        settings=[{"input": "title", "value": "Crash on start"}],
    )

    assert 1 == len(found.opinions)
    assert ["settings[0]"] == [one.place for one in found.dropped]


WORDS = st.text("ab ", max_size=4) | st.sampled_from(["issue", "title", "mona"])
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | WORDS,
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["input", "value", "term", "noun", "where", "attribute", "roles", "quantity", "x"]),
            inner,
            max_size=4,
        )
    ),
    max_leaves=12,
)


# The first draw loads hypothesis' own tables, which a busy machine takes seconds for.
@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.fixed_dictionaries({}, optional={"settings": JSON, "things": JSON, "entities": JSON}))
def test_any_answer_is_read_and_adds_no_value(answer):
    """Whatever a model answers, every value that is said afterwards stands in the question."""
    found = claims(**answer)

    assert all(str(value).casefold() in QUESTION.casefold() for value in said(found).values())
    for opinion in found.opinions:
        value = opinion.value
        assert isinstance(value, (Placement, Setting))
        assert not isinstance(value, Setting) or value.term.casefold() in QUESTION.casefold()
