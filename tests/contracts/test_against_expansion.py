"""Rows against a plain expansion of the schema: small random schemas, read naively."""

from __future__ import annotations

from typing import Any

import pytest
from contractkit import consumed, produced, takes
from hypothesis import given, settings, strategies as st

from graph_tool_call.contracts import Budget

WIDE = Budget(rows=5000, depth=12, repeat=5000, visits=5000, fields=5000)
NAMES = ("id", "name", "orderNo", "note", "lines", "owner")
PLAIN = st.sampled_from([{"type": "string"}, {"type": "integer"}, {"type": "boolean"}])


def _objects(children: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    def made(properties: dict[str, Any], wanted: set[str]) -> dict[str, Any]:
        return {"type": "object", "properties": properties, "required": sorted(wanted & set(properties))}

    return st.builds(
        made, st.dictionaries(st.sampled_from(NAMES), children, min_size=1, max_size=4), st.sets(st.sampled_from(NAMES))
    )


SCHEMAS = _objects(
    st.recursive(
        PLAIN,
        lambda children: st.one_of(
            _objects(children), st.builds(lambda items: {"type": "array", "items": items}, children)
        ),
        max_leaves=12,
    )
)


def outputs(schema: dict[str, Any], path: str) -> set[str]:
    """Paths of all plain values."""
    if schema["type"] == "object":
        return {p for name, inner in schema["properties"].items() for p in outputs(inner, f"{path}.{name}")}
    if schema["type"] == "array":
        return outputs(schema["items"], f"{path}[*]")
    return {path}


def inputs(schema: dict[str, Any], path: str, needed: bool) -> dict[str, bool]:
    """Paths of all properties, and whether the call needs them."""
    found: dict[str, bool] = {}
    for name, inner in schema["properties"].items():
        at, wanted = f"{path}.{name}", needed and name in schema["required"]
        found[at] = wanted
        element, tail = inner, ""
        while element["type"] == "array":
            element, tail = element["items"], tail + "[*]"
        if element["type"] == "object":
            found.update(inputs(element, at + tail, wanted and not tail))
    return found


@pytest.mark.slow
@settings(max_examples=60, deadline=None, derandomize=True)
@given(SCHEMAS)
def test_every_plain_value_is_produced(schema: dict[str, Any]) -> None:
    """With room for all, the rows are the leaves of the expanded schema."""
    assert outputs(schema, "$") == set(produced(schema, response_budget=WIDE))


@pytest.mark.slow
@settings(max_examples=60, deadline=None, derandomize=True)
@given(SCHEMAS)
def test_every_property_is_consumed_and_required_when_all_above_it_is(schema: dict[str, Any]) -> None:
    """Required for the call means required at every step from the root, with no list between."""
    rows = consumed(takes(schema), request_budget=WIDE)

    assert inputs(schema, "$", needed=True) == {path: row.get("required", False) for path, row in rows.items()}


@pytest.mark.slow
@settings(max_examples=60, deadline=None, derandomize=True)
@given(SCHEMAS, st.integers(1, 8))
def test_small_budgets_only_leave_out(schema: dict[str, Any], rows: int) -> None:
    """What is there under a small budget is the same as without one, and what the call needs is there."""
    few = consumed(takes(schema), request_budget=Budget(rows=rows))
    all_rows = consumed(takes(schema), request_budget=WIDE)

    assert few.items() <= all_rows.items()
    assert {path for path, row in all_rows.items() if row.get("required")} <= set(few)
