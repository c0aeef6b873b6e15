"""Edges lead to the nearest producers: of the resource itself, below the same parents."""

from __future__ import annotations

from typing import Any

import pytest

from graph_tool_call.graph import ProducerIndex, relation_edges


def tool(key: str, produces: Any = (), *, takes: Any = (), resource: str = "", action: str = "") -> dict[str, Any]:
    """The tool of "METHOD /path", with its path parameters and the body fields *takes* tagged."""
    method, path = key.split(" ")
    slots = [part.partition("}")[0] for part in path.split("{")[1:]]
    consumes = [
        {"name": slot, "path": slot, "location": "path", "required": True, "kind": "data",
         "semantic_tag": f"{slot}_id", "resource": slot}
        for slot in slots
    ] + [
        {"name": at.rpartition(".")[2], "path": at, "location": "body", "required": True, "kind": "data",
         "semantic_tag": tag, "resource": tag.removesuffix("_id")}
        for at, tag in takes
    ]  # fmt: skip
    given = [{"name": at.rpartition(".")[2], "path": at, "semantic_tag": tag, "resource": tag.removesuffix("_id")}
             for at, tag in produces]  # fmt: skip
    facts = {"primary_resource": resource, "changes_state": method != "GET", "canonical_action": action}
    contract = {"consumes": consumes, "produces": given, "links": []}
    return {"name": key, "metadata": {"method": method.lower(), "path": path, "ai_metadata": facts,
                                      "api_contract": contract}}  # fmt: skip


def sources(consumer: dict[str, Any], *others: dict[str, Any], field: str) -> set[str]:
    """Producers that edges lead to for one field of *consumer*."""
    edges = relation_edges(ProducerIndex({made["name"]: made for made in (consumer, *others)}))
    return {
        edge["target"]
        for edge in edges
        if edge["relation"] == "requires" and edge["source"] == consumer["name"]
        for flow in edge["data"]
        if flow["to"] == field
    }


NOTES = [("$[*].id", "note_id")]


def test_the_collection_before_the_parameter_is_nearest():
    """A note of an invoice is none of an order's."""
    consumer = tool("GET /invoices/{invoice}/notes/{note}")
    own = tool("GET /invoices/{invoice}/notes", NOTES, resource="note")
    other = tool("GET /orders/{order}/notes", NOTES, resource="note")

    assert {own["name"]} == sources(consumer, other, own, field="note")


def test_what_asks_for_no_further_parent_is_nearer():
    """All pets, before the pets of one owner; where nothing else lists them, those."""
    consumer = tool("DELETE /toys/{toy}", takes=[("$.pet", "pet_id")])
    every = tool("GET /pets", [("$[*].id", "pet_id")], resource="pet")
    owned = tool("GET /owners/{owner}/pets", [("$[*].id", "pet_id")], resource="pet")

    assert {every["name"]} == sources(consumer, owned, every, field="pet")
    assert {owned["name"]} == sources(consumer, owned, field="pet")


def test_below_a_parent_its_own_twin_is_nearer():
    """In the guests' part of an API, the guests' list, and not the one for everybody."""
    guests = tool("GET /guest/{space}/apps", [("$[*].id", "app_id")], resource="app")
    everybody = tool("GET /apps", [("$[*].id", "app_id")], resource="app")
    consumer = tool("PUT /guest/{space}/views", takes=[("$.app", "app_id")])

    assert {guests["name"]} == sources(consumer, everybody, guests, field="app")


def test_the_resources_own_operations_are_nearer_than_sightings():
    """A customer is looked up among customers, not among orders, if there is a list of them."""
    consumer = tool("POST /letters", takes=[("$.customer", "customer_id")])
    own = tool("GET /customers", [("$[*].id", "customer_id")], resource="customer")
    seen = tool("GET /orders", [("$[*].customerId", "customer_id")], resource="order")

    assert {own["name"]} == sources(consumer, seen, own, field="customer")
    assert {seen["name"]} == sources(consumer, seen, field="customer")


@pytest.mark.parametrize(
    ("path", "resource", "action", "found"),
    [
        ("$[*].spec.disk.ref", "machine", "update", True),
        ("$[*].spec.tape.ref", "machine", "update", False),
        ("$[*].spec.disk.ref", "cluster", "update", False),
        ("$[*].spec.disk.ref", "machine", "create", False),
    ],
)
def test_deep_in_a_body_only_the_same_place_of_what_is_updated_counts(path, resource, action, found):
    """A part that has no operations of its own is taken from where it stands, and has no key before it is made."""
    consumer = tool(
        "PUT /machines/{machine}", takes=[("$.spec.disk.ref", "disk_id")], resource="machine", action=action
    )
    seen = tool("GET /things", [(path, "disk_id")], resource=resource)

    assert found is (seen["name"] in sources(consumer, seen, field="ref"))
