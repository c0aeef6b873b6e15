"""Weights by rule name: changed, switched off, and refused where no rule has the name."""

from __future__ import annotations

import inspect
from pathlib import Path

import pytest
from hand_made import consume, planner, produce, tool

from graph_tool_call.plan import Weights
from graph_tool_call.plan.rules.table import PICK, RULES, TAKE

GET = tool("getOrder", [consume("orderNo", "order_no", location="path")], path="/orders/{orderNo}")
LIST = tool("listOrders", [], [produce("$[*].orderNo", "order_no")])


def test_the_usual_weights_are_the_rules_own() -> None:
    """Each rule weighs what it says of itself, unless a caller says otherwise."""
    changed = Weights({"unscoped": 3.0})

    assert {name: rule.weight for name, rule in RULES.items()}.items() <= dict(Weights()).items()
    assert {"unscoped": (2.0, 3.0)} == {n: (w, changed[n]) for n, w in Weights().items() if w != changed[n]}


def test_a_rule_is_switched_off_by_its_name() -> None:
    """`without` leaves the other weights alone."""
    less = Weights({"read": 2.0}).without("unscoped", "name")

    assert (0.0, 0.0, 2.0) == (less["unscoped"], less["name"], less["read"])


def test_a_name_that_no_rule_has_is_refused_with_near_ones() -> None:
    """A misspelt rule is never silently ignored."""
    with pytest.raises(ValueError, match="unscoped"):
        Weights({"unscope": 3.0})
    with pytest.raises(ValueError, match="no rule of planning"):
        planner(GET, policy={"zeal": 1.0})


def test_a_mapping_weighs_a_plan_anew() -> None:
    """`policy=` takes rule names: where questions cost nothing to speak of, a person is asked."""
    made = {asks: planner(GET, LIST, policy={"ask_opaque": asks}).synthesize(target="getOrder") for asks in (8.0, 0.1)}

    assert [["listOrders", "getOrder"], ["getOrder"]] == [[s.tool for s in plan.steps] for plan in made.values()]


def test_what_no_bound_counts_on_is_never_below_zero() -> None:
    """A search leaves aside what costs too much before the element is chosen: choosing must not make it cheaper."""
    assert all(rule.least >= 0 for rule in (*TAKE, *PICK))


@pytest.mark.parametrize("rule", RULES.values(), ids=list(RULES))
def test_a_rule_is_a_file_to_be_read_in_one_go(rule: object) -> None:
    """At most eighty lines, and one sentence that says what the rule is for."""
    source = inspect.getsourcefile(type(rule))

    assert source is not None
    assert len(Path(source).read_text(encoding="utf-8").splitlines()) <= 80
    assert 0 < len(type(rule).reason) <= 120  # type: ignore[attr-defined]
