"""Given values without a place, and the optional input that a producer fills from them."""

from __future__ import annotations

from typing import Any

import pytest
from hand_made import consume, planner, produce, tool
from reading import only_reading

from graph_tool_call import PluginSet

ORDERS = tool(
    "listOrders",
    [consume("customerId", "customer_id", required=False), consume("storeId", "store_id", required=False)],
)
CUSTOMERS = tool("listCustomers", [], [produce("$[*].id", "customer_id"), produce("$[*].name")])
FIND = tool("findCustomer", [consume("email")], [produce("$.id", "customer_id")])


def plan(*tools: dict[str, Any], entities: Any, **options: Any) -> list[tuple[str, Any]]:
    made = planner(*tools, **options).synthesize(target="listOrders", entities=entities)
    return [(step.tool, step.args) for step in made.steps]


def test_an_optional_filter_takes_what_was_said() -> None:
    """The customer's name has no place in the orders; their id has, and customers are found by name."""
    assert [
        ("listCustomers", {}),
        ("listOrders", {"customerId": "${s1[?name == 'Kim'].id}"}),
    ] == plan(ORDERS, CUSTOMERS, entities={"name": "Kim"})
    assert [
        ("findCustomer", {"email": "k@example.test"}),
        ("listOrders", {"customerId": "${s1.id}"}),
    ] == plan(ORDERS, FIND, entities={"email": "k@example.test"})


@pytest.mark.parametrize("entities", [{}, {"unheard": "x"}, {"customerId": "7", "name": "Kim"}])
def test_other_optional_inputs_stay_out(entities: Any) -> None:
    """Nothing given, nothing that leads anywhere, or the identifier itself: no call for an optional input."""
    assert ["listOrders"] == [name for name, _ in plan(ORDERS, CUSTOMERS, entities=entities)]


def test_a_value_with_a_place_needs_no_other() -> None:
    """What the target takes itself is not looked for elsewhere."""
    orders = tool("listOrders", [*ORDERS["metadata"]["api_contract"]["consumes"], consume("name", required=False)])

    assert [("listOrders", {"name": "Kim"})] == plan(orders, CUSTOMERS, entities={"name": "Kim"})


def test_nobody_is_asked_for_an_optional_input() -> None:
    """A producer that would need a question is used only for what was given."""
    deep = tool("findCustomer", [consume("email"), consume("pin")], [produce("$.id", "customer_id")])

    assert ["listOrders"] == [name for name, _ in plan(ORDERS, deep, entities={"email": "k"})]


def test_excluded_and_changing_producers_stay_out() -> None:
    """No call that changes something, and none that the caller excluded."""
    create = tool("findCustomer", [consume("email")], [produce("$.id", "customer_id")], method="post")

    assert ["listOrders"] == [name for name, _ in plan(ORDERS, create, entities={"email": "k"})]
    made = planner(ORDERS, FIND).synthesize(
        target="listOrders", entities={"email": "k"}, exclude_tools={"findCustomer"}
    )
    assert ["listOrders"] == [step.tool for step in made.steps]


@pytest.mark.bundled
def test_signals_speak_of_optional_inputs_too() -> None:
    """Customers are found among customers, not by a ticket that shows one, for an optional input as for a required."""
    customers = tool("listCustomers", [], [produce("$[*].id", "customer_id"), produce("$[*].city")], path="/customers")
    tickets = tool("aTickets", [], [produce("$[*].customer", "customer_id"), produce("$[*].city")], path="/tickets")
    for made, resource in ((customers, "customer"), (tickets, "ticket")):
        made["metadata"]["ai_metadata"] = {"primary_resource": resource}
    orders = tool("listOrders", [consume("customerId", "customer_id", required=False, resource="customer")])
    plain, weighed = (
        plan(orders, customers, tickets, entities={"city": "Oslo"}, plugins=plugins)
        for plugins in (only_reading(), PluginSet.installed().only("producers"))
    )

    assert ["aTickets", "listCustomers"] == [plain[0][0], weighed[0][0]]
