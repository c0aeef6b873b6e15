"""The joint assignment: one place a value, one value a slot, and nothing decided by what is less sure."""

from __future__ import annotations

from graph_tool_call.hooks import Frame, Placement, RequestText as Text, Said, Setting, Slot
from graph_tool_call.model import Opinion
from graph_tool_call.request.assign import assign

FROM, TO = 0, 1
FRAME = Frame(
    slots=tuple(
        Slot(ref=ref, place=place, name=place, path=f"$.{place}", location="body", resource="account", tag="account_id")
        for ref, place in enumerate(("from", "to", "via"))
    )
)


def understood(*placements, settings=(), words="ab"):
    """The request that values said under *words* make with these opinions."""
    said = tuple(Said(ref=ref, word=word, value=word.upper()) for ref, word in enumerate(words))
    opinions = [Opinion("mine", one) for one in (*placements, *settings)]
    return assign(Text(question="", said=said), FRAME, opinions)


def place(said, slot, score, attribute=None, noun=""):
    """An opinion."""
    return Placement(said=said, slot=slot, score=score, attribute=attribute, noun=noun, reason="")


def test_the_surer_value_has_the_slot() -> None:
    """The other one is unread: a slot takes one value."""
    request = understood(place(0, FROM, 0.8), place(1, FROM, 0.9))

    assert {one.input: one.value for one in request.settings} == {"from": "B"}
    assert [(one.word, one.reason) for one in request.unread] == [("a", "no_place")]


def test_two_places_that_are_as_good_are_a_question() -> None:
    """Whichever comes first has no right."""
    request = understood(place(0, FROM, 0.9), place(0, TO, 0.88), words="a")

    assert request.settings == ()
    assert [(one.word, one.reason, set(one.considered)) for one in request.unread] == [
        ("a", "ambiguous", {"from", "to"})
    ]


def test_what_others_leave_is_no_question() -> None:
    """Where the other value can only be the one end, this one is the other."""
    request = understood(place(0, FROM, 0.9), place(0, TO, 0.9), place(1, TO, 0.89))

    assert {one.input: one.value for one in request.settings} == {"from": "A", "to": "B"}
    assert request.unread == ()


def test_what_is_weaker_decides_for_no_other() -> None:
    """A guess about one value settles nothing about a surer one."""
    request = understood(place(0, FROM, 0.9), place(0, TO, 0.9), place(1, TO, 0.5))

    assert [(one.word, one.reason) for one in request.unread] == [("a", "ambiguous")]


def test_conditions_of_one_slot_are_one_thing() -> None:
    """Two readers may call it differently; it is still what the input refers to."""
    request = understood(place(0, FROM, 0.9, ""), place(1, FROM, 0.8, "city", noun="bank_account"))

    (thing,) = request.things
    assert thing.roles == ("from",)
    assert thing.noun == "bank_account"
    assert {one.attribute: one.value for one in thing.where} == {"": "A", "city": "B"}


def test_a_thing_has_one_value_for_an_attribute() -> None:
    """Two names are two things, and one of them has no place here."""
    request = understood(place(0, FROM, 0.9, "name"), place(1, FROM, 0.8, "name"))

    assert [one.word for one in request.unread] == ["b"]


def test_a_value_that_is_given_is_stronger_than_what_a_verb_says() -> None:
    """A verb sets only what nothing else says."""
    setting = Setting(slot=FROM, value="verb", term="close", score=0.99, reason="")

    assert understood(place(0, FROM, 0.5), settings=[setting], words="a").settings[0].value == "A"
    assert understood(settings=[setting], words="a").settings[0].value == "verb"
