from __future__ import annotations

import sys
from types import FrameType
from typing import Any

import attrs
import pytest
from hypothesis import given, strategies as st
from sample_plugins import COLLECTION, FIELDS, OPERATION, host, plugin

from graph_tool_call.hooks import FieldVerdict, Term
from graph_tool_call.hooks.answers import Decided
from graph_tool_call.model import Opinion
from graph_tool_call.pluginset.rules import opinion, same_value, settle, unite


def verdict(confidence: float) -> FieldVerdict:
    return FieldVerdict(field=1, confidence=confidence, reason="test")


def test_quick_values_are_like_others() -> None:
    """Opinions and decisions that the host makes quickly are whole: every field is set, and they compare and hash."""
    quick, plain = opinion("a", verdict(0.5)), Opinion("a", verdict(0.5))

    assert quick == plain
    assert hash(quick) == hash(plain)
    assert attrs.asdict(quick) == attrs.asdict(plain)
    assert Decided((plain,)) == settle([quick])
    assert ["opinions"] == [field.name for field in attrs.fields(Decided)]
    assert ["plugin", "value"] == [field.name for field in attrs.fields(Opinion)]
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        quick.plugin = "b"


@given(st.lists(st.sampled_from([0.0, 0.25, 0.5, 1.0]), max_size=8))
def test_settling_orders_by_confidence_and_keeps_ties(confidences: list[float]) -> None:
    """The result is a stable sort by falling confidence."""
    opinions = [opinion(str(at), verdict(confidence)) for at, confidence in enumerate(confidences)]
    expected = tuple(sorted(opinions, key=lambda one: (-one.value.confidence, int(one.plugin))))

    assert expected == settle(opinions).opinions


TERMS = st.builds(
    Term, value=st.sampled_from("ab"), weight=st.sampled_from([0.25, 0.5, 1.0]), kind=st.sampled_from(["word", "verb"])
)


@given(st.lists(st.lists(TERMS, max_size=4), max_size=4))
def test_union_has_each_term_once_with_its_greatest_weight(answers: list[list[Term]]) -> None:
    """Whatever the plugins say, each (value, kind) is there once, where it came first, with its greatest weight."""
    every = [term for terms in answers for term in terms]

    united = unite(answers)

    keys = [(term.value, term.kind) for term in united]
    assert list(dict.fromkeys((term.value, term.kind) for term in every)) == keys
    for term in united:
        assert term.weight == max(one.weight for one in every if (one.value, one.kind) == (term.value, term.kind))


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [(1, 1, True), (1, 1.0, True), (1, True, False), (0, False, False), ("1", 1, False), (None, None, True)],
)
def test_values_are_compared_as_json(one: Any, other: Any, same: bool) -> None:
    """`true` is not 1, and 1.0 is."""
    assert same is same_value(one, other)


def test_no_pluggy_call_stands_between_fields_and_plugins() -> None:
    """Classifying goes through compiled tables: pluggy is not entered, however many fields there are."""
    session = host(a=plugin(gtc_classify_fields=lambda fields: [verdict(0.5)])).build_session(COLLECTION)
    entered: list[str] = []

    def watch(frame: FrameType, event: str, _argument: object) -> None:
        if event == "call":
            entered.append(frame.f_code.co_filename)

    before = sys.getprofile()
    sys.setprofile(watch)
    try:
        session.classify(OPERATION, FIELDS)
    finally:
        sys.setprofile(before)

    assert entered
    assert [] == [name for name in entered if "pluggy" in name]
