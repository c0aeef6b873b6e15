"""Other plans: distinct, in order of cost, each with its differences and what they cost."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hand_made import consume, planner, produce, tool

from graph_tool_call.plan import PathSynthesizer, PlanSynthesisError, Weights

GET = tool("getOrder", [consume("orderNo", "order_no", location="path")], path="/orders/{orderNo}")
LIST = tool("listOrders", [], [produce("$.items[*].orderNo", "order_no"), produce("$.items[*].buyer")])
OF_CUSTOMER = tool(
    "ordersOfCustomer",
    [consume("customerId", "customer_id", location="path")],
    [produce("$[*].orderNo", "order_no")],
    path="/customers/{customerId}/orders",
)
CUSTOMERS = tool("listCustomers", [], [produce("$[*].customerId", "customer_id"), produce("$[*].name")])
SHOP = (GET, LIST, OF_CUSTOMER, CUSTOMERS)


def all_plans(*tools: dict[str, Any], k: int = 9, entities: Any = None, **options: Any) -> Any:
    return planner(*tools, **options).synthesize_all(target="getOrder", entities=entities, k=k)


def test_the_first_is_the_plan_of_synthesize() -> None:
    """Rank 1 is the best plan, with no difference and no extra cost."""
    first = all_plans(*SHOP)[0]

    assert planner(*SHOP).synthesize(target="getOrder").to_dict() == first.plan.to_dict()
    assert (1, 0.0, (), ()) == (first.rank, first.extra_cost, first.differences, first.costs)


def test_all_ways_are_found_in_order_of_cost() -> None:
    """From the list, from the customer's list, by asking for the order, by asking for the customer."""
    found = all_plans(*SHOP)

    calls = [[step.tool for step in a.plan.steps] for a in found]
    asked = [[s["field_name"] for s in a.plan.metadata["synthesis"]["user_input_slots"]] for a in found]
    assert ["listOrders", "getOrder"] == calls[0]
    assert ["listCustomers", "ordersOfCustomer", "getOrder"] in calls
    assert [["orderNo"], ["customerId"]] == [names for names in asked if names]
    assert [1, 2, 3, 4] == [a.rank for a in found]
    assert sorted(a.cost for a in found) == [a.cost for a in found]


@pytest.mark.parametrize("entities", [None, {"name": "Kim"}, {"buyer": "Kim"}, {"customerId": "C-1"}])
def test_costs_sum_to_the_difference(entities: Any) -> None:
    """What an alternative costs more is the sum of its parts, and its cost is that above the best."""
    best, *others = all_plans(*SHOP, entities=entities)

    assert others
    for other in others:
        assert other.extra_cost == pytest.approx(sum(part.amount for part in other.costs))
        assert other.extra_cost == pytest.approx(other.cost - best.cost)


def test_costs_are_those_of_the_policy() -> None:
    """Asking for an identifier instead of one read call and one unguided pick, in the policy's own numbers."""
    policy = Weights({"read": 2.0, "pick_unguided": 3.0, "ask_opaque": 50.0})
    _, other = planner(GET, LIST, policy=policy).synthesize_all(target="getOrder")

    assert {("ask", 50.0), ("call", -2.0), ("pick", -3.0)} == {(part.code, part.amount) for part in other.costs}
    assert 45.0 == other.extra_cost


def test_differences_name_the_input_and_both_sources() -> None:
    """As data and in words; a difference below a common producer is told there."""
    by_key = {tuple(step.tool for step in a.plan.steps): a for a in all_plans(*SHOP)}
    (difference,) = by_key["listCustomers", "ordersOfCustomer", "getOrder"].differences

    assert ("getOrder", "orderNo") == (difference.tool, difference.field)
    assert ("listOrders", "$.items[*].orderNo") == (difference.best["producer"], difference.best["path"])
    assert ("ordersOfCustomer", "produced") == (difference.other["producer"], difference.other["how"])
    assert difference.message in by_key["listCustomers", "ordersOfCustomer", "getOrder"].summary

    chain = all_plans(GET, OF_CUSTOMER, CUSTOMERS)
    assert [("ordersOfCustomer", "customerId")] == [(d.tool, d.field) for d in chain[2].differences]


def test_nothing_but_names_is_told() -> None:
    """Values of entities stand in arguments alone, never in differences, costs or metadata."""
    found = all_plans(*SHOP, entities={"name": "S-SECRET"})
    told = [(a.to_dict() | {"plan": a.plan.metadata}) for a in found]
    for one in told:
        # What was said is the one place that tells it again.
        del one["plan"]["synthesis"]["request"]

    assert len(found) > 1
    assert "SECRET" not in json.dumps(told)


def test_k_bounds_the_number_and_the_best_stay() -> None:
    """The first two of nine are the same as the first two of two."""
    many, few = all_plans(*SHOP), all_plans(*SHOP, k=2)

    assert [a.to_dict() for a in many[:2]] == [a.to_dict() for a in few]
    with pytest.raises(ValueError, match="at least 1"):
        all_plans(*SHOP, k=0)


def test_what_was_given_leaves_no_alternative() -> None:
    """A given value is used; another source for it is no alternative."""
    assert [["getOrder"]] == [[s.tool for s in a.plan.steps] for a in all_plans(*SHOP, entities={"orderNo": "A-1"})]


def test_alternatives_that_demand_a_choice_are_left_out() -> None:
    """A changing target takes no first element, and what was given has a place in each plan that is offered."""
    cancel = tool("getOrder", [consume("orderNo", "order_no", location="path")], method="post", path="/o/{orderNo}")
    found = all_plans(cancel, LIST, entities={"buyer": "Kim"})

    assert ["${s1.items[?buyer == 'Kim'].orderNo}"] == [a.plan.steps[-1].args["orderNo"] for a in found]
    with pytest.raises(PlanSynthesisError) as caught:
        all_plans(cancel, LIST)
    assert "dynamic_option_required" == caught.value.reason


def test_failures_are_those_of_synthesize() -> None:
    """Without any plan there is no alternative either."""
    with pytest.raises(PlanSynthesisError) as caught:
        PathSynthesizer({"tools": {}, "edges": []}).synthesize_all(target="getOrder")

    assert "unknown_target" == caught.value.reason


def test_deep_compositions_have_one_plan() -> None:
    """Beyond a dozen layers the plan comes from closure; variants of it are looked for no deeper than layers go."""
    links = [
        tool(f"t{n}", [consume(f"f{n}", f"f{n}_id")], [produce(f"$.f{n - 1}", f"f{n - 1}_id")]) for n in range(1, 20)
    ]
    chain = [tool("getOrder", [consume("f0", "f0_id")]), *links]
    synthesizer = planner(*chain, max_depth=30)
    found = synthesizer.synthesize_all(target="getOrder", entities={"f19_id": "x"})

    assert [20] == [len(alternative.plan.steps) for alternative in found]
    assert "chosen" == synthesizer.explain("getOrder", "f0", "t1", entities={"f19_id": "x"}).verdict
