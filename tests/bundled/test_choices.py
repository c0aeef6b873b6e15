"""Choices in a small document cost what the document is long, not what it unfolds to."""

from __future__ import annotations

from typing import Any

import pytest
from tiny_api import TEXT, array, build, given, op, thing, tool

LEVELS = 60
#: What one level offers of the next, twice: an enumeration of all ways would have 2 ** 60 members.
TWICE = {
    "as it is": lambda inner: [inner, inner],
    "with remarks": lambda inner: [{"allOf": [inner, {"description": d}]} for d in ("one", "other")],
    "beside properties": lambda inner: [{**thing(n), "anyOf": [inner, TEXT]} for n in ("left", "right")],
    "in lists and maps": lambda inner: [array(inner), {"type": "object", "additionalProperties": inner}],
}


def to(name: str) -> dict[str, str]:
    return {"$ref": f"#/components/schemas/{name}"}


@pytest.mark.parametrize("way", sorted(TWICE))
@pytest.mark.parametrize("choice", ["anyOf", "oneOf"])
def test_a_choice_that_doubles_with_each_level_is_built(choice: str, way: str) -> None:
    """Sixty levels are built: an answer that walked every way would never come."""
    schemas: dict[str, Any] = {f"A{i}": {choice: TWICE[way](to(f"A{i + 1}"))} for i in range(LEVELS)}
    schemas[f"A{LEVELS}"] = thing("id")

    artifact = build({"GET /things": op(to("A0")), "POST /things": op(body=to("A0"))}, components={"schemas": schemas})

    assert 2 == len(artifact["tools"])


@pytest.mark.parametrize("choice", ["anyOf", "oneOf"])
def test_a_choice_of_itself_costs_no_operation(choice: str) -> None:
    """The fields of the other alternative are typed as ever."""
    schemas = {"Thing": {choice: [to("Thing"), thing("id", "title")]}}
    operations = {"GET /things": op(array(to("Thing"))), "GET /things/{thingId}": op(to("Thing"))}

    artifact = build(operations, components={"schemas": schemas})

    assert given(artifact, "GET /things", "$[*].id")
    assert "schema_cycle" in {row["code"] for row in artifact["diagnostics"]}


def test_a_long_chain_of_choices_is_built() -> None:
    """Three thousand choices, each in the one before, are no deep recursion."""
    schemas: dict[str, Any] = {f"A{i}": {"anyOf": [to(f"A{i + 1}"), thing(f"x{i}")]} for i in range(3_000)}
    schemas["A3000"] = TEXT

    assert tool(build({"GET /things": op(to("A0"))}, components={"schemas": schemas}), "GET /things")


def test_a_path_of_a_thousand_variables_is_built() -> None:
    """Each is an input; what lies beyond any real path is not looked at for resources."""
    path = "/things" + "".join(f"/{{v{i}}}" for i in range(1_000))

    rows = tool(build({f"GET {path}": op()}), f"GET {path}")["metadata"]["api_contract"]["consumes"]

    assert 1_000 == sum(row["location"] == "path" and row["required"] for row in rows)


def test_elements_of_which_nothing_is_said_are_no_keys() -> None:
    """What `rows: [{}]` holds may be whole objects: no path takes one of them."""
    operations = {"GET /users": op(thing("total", rows=array({}))), "GET /users/{userId}": op(thing("id"))}

    assert not given(build(operations), "GET /users", "$.rows[*]")


def test_elements_that_are_texts_are_keys() -> None:
    """A collection that lists plain values lists what its path parameter takes."""
    operations = {"GET /users": op(thing("total", rows=array(TEXT))), "GET /users/{userId}": op(thing("id"))}

    assert given(build(operations), "GET /users", "$.rows[*]")
