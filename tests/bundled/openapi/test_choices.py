"""Choices that contain themselves or multiply: read to an end, and told."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest
from reading import read_collection
from small_documents import codes, read, read_schema

from graph_tool_call.hooks import Limits
from graph_tool_call.model import Schema


def to(name: str) -> dict[str, str]:
    return {"$ref": f"#/components/schemas/{name}"}


def types(nodes: Iterable[Schema]) -> set[str]:
    return {node.type for node in nodes}


@pytest.mark.parametrize("choice", ["anyOf", "oneOf"])
def test_a_choice_that_is_one_of_its_own_members_is_what_else_it_offers(choice: str) -> None:
    """`A: anyOf [A, B]` is a B, and the document says so in a diagnostic."""
    collection = read({}, components={"schemas": {"A": {choice: [to("A"), {"type": "object"}, {"type": "string"}]}}})

    assert {"object", "string"} == types(collection.schemas["A"].alternatives)
    assert ["schema_cycle"] == codes(collection)


def test_choices_that_lead_to_each_other_offer_the_same() -> None:
    """Whichever of them is read first: each offers what any of them does."""
    schemas = {
        "A": {"anyOf": [to("B"), {"type": "string"}]},
        "B": {"anyOf": [to("C"), {"type": "integer"}]},
        "C": {"anyOf": [to("A"), {"type": "boolean"}]},
    }
    collection = read({}, components={"schemas": schemas})

    assert [{"string", "integer", "boolean"}] * 3 == [types(collection.schemas[name].alternatives) for name in "ABC"]


def test_a_choice_below_a_property_may_lead_back() -> None:
    """A tree whose nodes are a tree or a text is no circular choice."""
    tree = {"type": "object", "properties": {"child": {"oneOf": [to("Tree"), {"type": "string"}]}}}
    node = read_schema(to("Tree"), Tree=tree)

    assert node is node.properties["child"].alternatives[0]


def test_an_empty_enum_says_nothing() -> None:
    """`enum: []` would forbid every value; it is a list that nobody filled."""
    assert read_schema({"type": "string", "enum": []}).enum is None


def test_schemas_put_together_from_several_are_bounded() -> None:
    """Bases that join each other's properties in ever new ways end at a bound, with a diagnostic."""
    schemas: dict[str, Any] = {
        f"A{i}": {"properties": {"l": to(f"A{i + 1}"), "r": {"allOf": [to(f"A{i + 1}"), to(f"A{(i + 2) % 40}")]}}}
        for i in range(40)
    }
    schemas["A40"] = {"type": "string"}
    source = {"openapi": "3.0.3", "info": {}, "paths": {}, "components": {"schemas": schemas}}

    collection = read_collection(source, validate="off", limits=Limits(max_joined=1_000))

    assert "too_many_schemas" in codes(collection)
    assert "object" == collection.schemas["A39"].type


def test_what_a_large_cycle_of_choices_offers_is_bounded() -> None:
    """A ring of thousands of choices offers each of them some of the others, never all to all."""
    ring: dict[str, Any] = {f"C{i}": {"anyOf": [to(f"C{(i + 1) % 2_500}"), to(f"L{i}")]} for i in range(2_500)}
    leaves = {f"L{i}": {"type": "object", "properties": {f"p{i}": {"type": "string"}}} for i in range(2_500)}
    source = {"openapi": "3.0.3", "info": {}, "paths": {}, "components": {"schemas": {**ring, **leaves}}}

    schemas = read_collection(source, validate="off").schemas

    assert sum(len(schemas[name].alternatives) for name in ring) <= 1_000_000
    assert all(schemas[name].alternatives for name in ring)


RESULT = {"anyOf": [{"type": "object"}, {"type": "array", "items": {}}, {"type": "string"}]}
ACCOUNT = {"type": "object", "properties": {"login": {"type": "string"}}}


@pytest.mark.parametrize("base_first", [True, False])
@pytest.mark.parametrize(
    ("override", "way"),
    [
        ({"type": "array", "items": to("Account")}, ("items",)),
        ({"items": to("Account")}, ("items",)),
        (to("Account"), ()),
        ({"type": "object", "properties": {"login": {"type": "string"}}}, ()),
    ],
)
def test_an_override_narrows_the_alternatives_of_its_base(
    override: dict[str, Any], way: tuple[str, ...], base_first: bool
) -> None:
    """What a base leaves open, what extends it decides, in whatever order they stand."""
    base, own = to("Base"), {"properties": {"result": override}}
    extended = {"allOf": [base, own] if base_first else [own, base]}
    node = read_schema(extended, Base={"properties": {"result": RESULT}}, Account=ACCOUNT).properties["result"]

    assert () == node.alternatives
    for step in way:
        node = getattr(node, step)
    assert {"login"} == set(node.properties)


def test_alternatives_that_add_to_what_is_beside_them_stay() -> None:
    """An object with properties that is one of two more."""
    one, two = ({"type": "object", "properties": {name: {"type": "string"}}} for name in ("a", "b"))
    node = read_schema({"allOf": [ACCOUNT, {"oneOf": [one, two, {"type": "string"}]}]})

    assert [{"a"}, {"b"}] == [set(member.properties) for member in node.alternatives]


def test_members_of_an_enum_beside_its_type_stay() -> None:
    """The type narrows nothing that has it."""
    node = read_schema({"allOf": [{"type": "integer"}, {"oneOf": [{"const": 1}, {"const": 2}]}]})

    assert [1, 2] == [member.const for member in node.alternatives]
