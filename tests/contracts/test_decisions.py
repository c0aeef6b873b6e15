"""Kinds, roles and tags: plugins, the caller, and who decided what."""

from __future__ import annotations

from typing import Any

import pytest
from contractkit import answers, collection, contract, contracts, document, query, saying, thing

from graph_tool_call.contracts import ContractOptions, build_tools
from graph_tool_call.hooks import FieldVerdict, OperationVerdict
from graph_tool_call.hooks.answers import Classification, Decided
from graph_tool_call.model import Opinion

pytestmark = pytest.mark.bundled

PATHS = {
    "/orders/{orderNo}": {
        "get": {
            "operationId": "getOrder",
            "parameters": [query("orderNo", location="path"), query("size", required=True)],
            **answers(thing(orderNo="string")),
        }
    }
}


def tag_orders(_operation: Any, field: Any) -> FieldVerdict | None:
    if field.name != "orderNo":
        return None
    return FieldVerdict(
        field=field.ref, role="identifier", semantic_tag="order_no", resource="order", confidence=0.8, reason="named so"
    )


def test_verdict_becomes_part_of_the_row() -> None:
    """Inputs and outputs carry the decided parts, and where to read why."""
    built = contracts(document(PATHS), saying(tag_orders))
    found = built.tools["getOrder"]["metadata"]["api_contract"]

    for row in (found["consumes"][0], found["produces"][0]):
        assert ("identifier", "order_no", "order") == (row["role"], row["semantic_tag"], row["resource"])
        (why,) = row["why"]
        assert built.provenance[why] == {
            "plugin": "sample",
            "parts": ["role", "semantic_tag", "resource"],
            "rule": "only",
            "reason": "named so",
            "confidence": 0.8,
        }


def test_equal_reasons_are_stored_once() -> None:
    """The table has one row for all fields that were decided alike."""
    assert 1 == len(contracts(document(PATHS), saying(tag_orders)).provenance)


def test_nothing_is_invented_where_nobody_answers() -> None:
    """Inputs are business data; there is no role, no tag, no reason and no action."""
    built = contracts(document(PATHS))
    tool = built.tools["getOrder"]

    assert ["data", "data"] == [row["kind"] for row in tool["metadata"]["api_contract"]["consumes"]]
    rows = [row for surface in ("consumes", "produces") for row in tool["metadata"]["api_contract"][surface]]
    assert not any(set(row) & {"role", "semantic_tag", "resource", "why"} for row in rows)
    assert ([], {}) == (built.provenance, tool["metadata"]["ai_metadata"])


def test_parts_of_several_plugins_are_told_apart() -> None:
    """Each part names the plugin that decided it."""

    def classify(_operation: Any, fields: Any) -> Classification:
        ref = next(field.ref for field in fields if field.location == "path")
        strong = FieldVerdict(field=ref, semantic_tag="order_no", confidence=0.9, reason="strong")
        weak = FieldVerdict(
            field=ref, semantic_tag="number", kind="data", role="identifier", confidence=0.4, reason="weak"
        )
        return Classification(fields={ref: Decided((Opinion("one", strong), Opinion("two", weak)))})

    built = contracts(document(PATHS), classify)
    row = built.tools["getOrder"]["metadata"]["api_contract"]["consumes"][0]

    assert ("order_no", "identifier") == (row["semantic_tag"], row["role"])
    told = {part: why["plugin"] for why in (built.provenance[i] for i in row["why"]) for part in why["parts"]}
    assert {"semantic_tag": "one", "kind": "two", "role": "two"} == told


@pytest.mark.parametrize("spelling", ["orderNo", "order_no", "ORDERNO", "order-no"])
def test_caller_names_fields_in_any_spelling(spelling: str) -> None:
    """Names match without case and separators."""
    rows = contract(document(PATHS), context_field_names={spelling})["consumes"]

    assert ["context", "data"] == [row["kind"] for row in rows]


def test_caller_wins_over_plugins_and_is_named() -> None:
    """The caller's word decides its part; the other parts stay the plugin's."""
    built = contracts(document(PATHS), saying(tag_orders), auth_field_names={"orderNo"})
    row = built.tools["getOrder"]["metadata"]["api_contract"]["consumes"][0]

    assert ("auth", "order_no") == (row["kind"], row["semantic_tag"])
    assert ["sample", "caller"] == [built.provenance[i]["plugin"] for i in row["why"]]


def test_paging_fields_stay_required_where_the_document_requires_them() -> None:
    """A call that lacks what the document demands is refused, whatever the parameter is for."""
    row = contract(document(PATHS), paging_field_names={"size"})["consumes"][1]

    assert ("size", "paging", True) == (row["name"], row["role"], row["required"])


def test_search_and_user_input_fields_have_their_roles() -> None:
    """The caller can say what is searched with, and what only a person knows."""
    searched = contract(document(PATHS), search_filter_field_names=["size"])["consumes"][1]
    asked = contract(document(PATHS), user_input_field_names=["size"])["consumes"][1]

    assert ("search", True) == (searched["role"], searched["required"])
    assert ("user_input", "data") == (asked["role"], asked["kind"])


def test_operation_verdict_becomes_ai_metadata() -> None:
    """What the operation does is what the plugins say, and they are named."""
    verdict = OperationVerdict(
        action="read", resource="order", shape="single", changes_state=False, confidence=0.7, reason="GET by key"
    )

    facts = contracts(document(PATHS), saying(tag_orders, verdict)).tools["getOrder"]["metadata"]["ai_metadata"]

    assert facts == {
        "canonical_action": "read",
        "primary_resource": "order",
        "result_shape": "single",
        "changes_state": False,
        "source": "sample",
        "confidence": 0.7,
    }


def test_classification_is_asked_once_for_each_operation() -> None:
    """All inputs and outputs of an operation come in one batch, with refs that tell them apart."""
    asked = []

    def classify(operation: Any, fields: Any) -> Classification:
        asked.append(
            (operation.key, [field.ref for field in fields], [(field.direction, field.name) for field in fields])
        )
        return Classification(fields={})

    build_tools(collection(document(PATHS)), classify, ContractOptions())

    ((key, refs, names),) = asked
    assert "GET /orders/{orderNo}" == key
    assert len(refs) == len(set(refs))
    assert [("consumes", "orderNo"), ("consumes", "size"), ("produces", "orderNo")] == names


def test_fields_know_their_owners() -> None:
    """A classifier sees which schema has the field, and by which properties it was reached."""
    seen = {}

    def say(_operation: Any, field: Any) -> None:
        seen[field.path] = (field.owner, field.parents, field.owners, field.many)

    schemas = {
        "Order": thing(id="integer", buyer={"$ref": "#/components/schemas/Person"}),
        "Person": thing(id="integer"),
    }
    page = thing(total="integer", items={"type": "array", "items": {"$ref": "#/components/schemas/Order"}})
    contracts(document({"/orders": {"get": answers(page)}}, schemas), saying(say))

    assert seen == {
        "$.total": ("", (), ("",), False),
        "$.items[*].id": ("Order", ("items",), ("", "Order"), True),
        "$.items[*].buyer.id": ("Person", ("items", "buyer"), ("", "Order", "Person"), True),
    }
