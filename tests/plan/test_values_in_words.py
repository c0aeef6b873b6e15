"""What only the question says has a place in the plan for a change, or stops it."""

from __future__ import annotations

import pytest
from tiny_api import TEXT, build, op, param, thing

from graph_tool_call.plan import PathSynthesizer, PlanSynthesisError

pytestmark = pytest.mark.bundled

PAYMENTS = {
    "POST /payments/{payment}/capture": op(
        TEXT,
        param("payment", "path"),
        operationId="capture",
        summary="Capture a payment",
        body=thing(amount_to_capture="integer"),
    ),
}


def test_value_of_the_question_without_a_place_stops_a_change() -> None:
    """15 euros are not captured as all of them, nor as 15 cents."""
    synthesizer = PathSynthesizer(build(PAYMENTS))

    with pytest.raises(PlanSynthesisError) as caught:
        synthesizer.synthesize(target="capture", goal="Capture 15 euros of the payment pay_3Nx7")

    assert ("unread_value", ["15 euros"]) == (
        caught.value.to_dict()["reason"],
        [row["key"] for row in caught.value.to_dict()["unread"]],
    )


def test_change_that_is_understood_whole_is_planned() -> None:
    """Nothing is asked where every word has its place."""
    plan = PathSynthesizer(build(PAYMENTS)).synthesize(target="capture", goal="Capture the payment pay_3Nx7")

    assert [{"payment": "pay_3Nx7"}] == [step.args for step in plan.steps]


def test_word_that_limits_a_change_stops_it() -> None:
    """Small words that nobody reads, such as "only if", are no small matter."""
    with pytest.raises(PlanSynthesisError) as caught:
        PathSynthesizer(build(PAYMENTS)).synthesize(
            target="capture", goal="Capture the payment pay_3Nx7 only if it is older"
        )

    assert "unread_value" == caught.value.to_dict()["reason"]
