"""Schemas: one node for one place, `allOf` merged, cycles kept, every spelling of null."""

from __future__ import annotations

import time
from typing import Any

import pytest
from reading import read_collection
from small_documents import codes, read, read_schema

from graph_tool_call.hooks import Limits
from graph_tool_call.model import ABSENT, Schema

REF = {"$ref": "#/components/schemas/Pet"}
PET: dict[str, Any] = {
    "type": "object",
    "description": "an animal",
    "required": ["id"],
    "properties": {"id": {"type": "integer", "format": "int64"}, "tag": {"type": "string"}},
}


def test_keywords_are_kept() -> None:
    """What a schema says of itself is on its node."""
    raw = {
        "type": "string", "format": "date", "title": "Day", "description": "of birth", "pattern": "^.+$",
        "readOnly": True, "writeOnly": True, "deprecated": True, "enum": ["a", "b"], "default": "a", "example": "b",
        "minLength": 1, "maxLength": 9,
    }  # fmt: skip
    node = read_schema(raw)

    assert ("string", "date", "Day", "of birth", "^.+$") == (
        node.type,
        node.format,
        node.title,
        node.description,
        node.pattern,
    )
    assert (True, True, True) == (node.read_only, node.write_only, node.deprecated)
    assert (("a", "b"), "a", "b", {"minLength": 1, "maxLength": 9}) == (
        node.enum,
        node.default,
        node.example,
        node.limits,
    )
    assert (ABSENT, False, "") == (node.const, node.nullable, node.name)


def test_component_is_one_node() -> None:
    """However often a component is referred to, it is the same node, with its name."""
    node = read_schema(
        {"type": "object", "properties": {"a": REF, "b": REF, "c": {"type": "array", "items": REF}}}, Pet=PET
    )

    assert node.properties["a"] is node.properties["b"]
    assert node.properties["a"] is node.properties["c"].items
    assert "Pet" == node.properties["a"].name
    assert "#/components/schemas/Pet" == node.properties["a"].pointer


def test_alias_has_the_name_of_what_it_stands_for() -> None:
    """A component that only refers to another is the other, in whatever order they stand."""
    node = read_schema({"$ref": "#/components/schemas/Alias"}, Alias=REF, Pet=PET)

    assert "Pet" == node.name


def test_recursion_is_kept() -> None:
    """A schema may contain itself directly, in a list, in a map and as an alternative."""
    tree = {
        "type": "object",
        "properties": {
            "parent": {"$ref": "#/components/schemas/Tree"},
            "children": {"type": "array", "items": {"$ref": "#/components/schemas/Tree"}},
            "index": {"additionalProperties": {"$ref": "#/components/schemas/Tree"}},
            "other": {"oneOf": [{"$ref": "#/components/schemas/Tree"}, {"type": "string"}]},
        },
    }
    node = read_schema({"$ref": "#/components/schemas/Tree"}, Tree=tree)

    assert node is node.properties["parent"]
    assert node is node.properties["children"].items
    assert node is node.properties["index"].additional
    assert node is node.properties["other"].alternatives[0]


def test_recursion_through_all_of_ends() -> None:
    """A schema that is a part of itself is read once, and reported."""
    components = {
        "A": {"allOf": [{"$ref": "#/components/schemas/B"}, {"properties": {"a": {"type": "string"}}}]},
        "B": {"allOf": [{"$ref": "#/components/schemas/A"}, {"properties": {"b": {"type": "string"}}}]},
    }
    collection = read({}, components={"schemas": components})

    assert {"a", "b"} == set(collection.schemas["A"].properties) == set(collection.schemas["B"].properties)
    assert {"schema_cycle"} == set(codes(collection))


def test_diamond_of_all_of_is_no_cycle() -> None:
    """The same base by two ways counts once, without a remark."""
    base = {"$ref": "#/components/schemas/Base"}
    components = {
        "Base": {"properties": {"id": {}}},
        "L": {"allOf": [base], "properties": {"l": {}}},
        "R": {"allOf": [base], "properties": {"r": {}}},
        "Both": {"allOf": [{"$ref": "#/components/schemas/L"}, {"$ref": "#/components/schemas/R"}]},
    }
    collection = read({}, components={"schemas": components})

    assert ["id", "l", "r"] == list(collection.schemas["Both"].properties)
    assert [] == codes(collection)


def test_all_of_merges_properties_required_and_siblings() -> None:
    """Members, a member with only `required`, and keywords beside `allOf` all count; order is the document's."""
    raw = {
        "allOf": [REF, {"properties": {"name": {"type": "string"}}}, {"required": ["name"]}],
        "properties": {"own": {"type": "boolean"}},
        "required": ["own"],
        "description": "more than an animal",
    }
    node = read_schema(raw, Pet=PET)

    assert ["id", "tag", "name", "own"] == list(node.properties)
    assert {"id", "name", "own"} == node.required
    assert ("object", "more than an animal") == (node.type, node.description)


def test_later_members_override_and_join() -> None:
    """The same property in two members is one node of both; enums narrow each other down."""
    raw = {
        "allOf": [
            {"properties": {"kind": {"type": "string", "enum": ["a", "b", "c"], "maxLength": 3}}},
            {"properties": {"kind": {"enum": ["b", "c", "d"], "description": "which"}}},
        ]
    }
    kind = read_schema(raw).properties["kind"]

    assert ("string", ("b", "c"), "which", {"maxLength": 3}) == (kind.type, kind.enum, kind.description, kind.limits)


def test_lone_reference_in_all_of_keeps_the_name() -> None:
    """`allOf: [$ref]` with a description is that component, described anew; the component itself is untouched."""
    raw = {"type": "object", "properties": {"pet": {"allOf": [REF], "description": "the favourite"}, "plain": REF}}
    node = read_schema(raw, Pet=PET)

    pet, plain = node.properties["pet"], node.properties["plain"]
    assert ("Pet", "the favourite") == (pet.name, pet.description)
    assert ("Pet", "an animal") == (plain.name, plain.description)
    assert pet.properties["id"] is plain.properties["id"]


def test_composition_of_two_components_has_no_name() -> None:
    """Of two components, neither names the whole."""
    other = {"$ref": "#/components/schemas/Other"}

    assert "" == read_schema({"allOf": [REF, other]}, Pet=PET, Other={"properties": {"x": {}}}).name


def test_notes_beside_a_reference() -> None:
    """Description and nullable beside `$ref` count in every version; structure only since 3.1."""
    raw = {**REF, "description": "other", "nullable": True, "required": ["tag"]}

    old, new = read_schema(raw, "3.0.3", Pet=PET), read_schema(raw, "3.1.0", Pet=PET)

    assert [("Pet", "other", True)] * 2 == [(node.name, node.description, node.nullable) for node in (old, new)]
    assert [{"id"}, {"id", "tag"}] == [old.required, new.required]


@pytest.mark.parametrize(
    ("raw", "version"),
    [
        ({"type": "string", "nullable": True}, "3.0.3"),
        ({"type": "string", "x-nullable": True}, "2.0"),
        ({"type": ["string", "null"]}, "3.1.0"),
        ({"type": ["null", "string"]}, "3.1.0"),
        ({"anyOf": [{"type": "string"}, {"type": "null"}]}, "3.1.0"),
        ({"oneOf": [{"type": "null"}, {"type": "string"}]}, "3.1.0"),
        ({"oneOf": [{"type": "string"}, {"enum": [None]}]}, "3.0.3"),
        ({"anyOf": [{"type": "string"}, {"const": None}]}, "3.1.0"),
        ({"type": "string", "enum": ["a", None]}, "3.0.3"),
        ({"allOf": [{"type": "string"}, {"nullable": True}]}, "3.0.3"),
        ({"allOf": [{"type": "string"}], "nullable": True}, "3.0.3"),
        ({"allOf": [{"type": "string", "nullable": True}]}, "3.0.3"),
    ],
)
def test_spellings_of_null(raw: Any, version: str) -> None:
    """Whatever way a version has to allow null, the node is a nullable string."""
    node = read_schema(raw, version)

    assert ("string", True, ()) == (node.type, node.nullable, node.alternatives)


def test_nullable_reference() -> None:
    """The idioms for "this component, or null" keep its name and properties; the component itself stays as it is."""
    spellings = [
        {"allOf": [REF, {"nullable": True}]},
        {"allOf": [REF], "nullable": True},
        {"anyOf": [REF, {"type": "null"}]},
        {"oneOf": [REF, {"type": "null"}], "description": "or nothing"},
    ]
    node = read_schema(
        {"type": "object", "properties": {str(n): raw for n, raw in enumerate(spellings)} | {"pet": REF}},
        "3.1.0",
        Pet=PET,
    )

    for n in range(len(spellings)):
        found = node.properties[str(n)]
        assert ("Pet", True, "object", ["id", "tag"]) == (
            found.name,
            found.nullable,
            found.type,
            list(found.properties),
        )
    assert node.properties["pet"].nullable is False


def test_nullable_base_does_not_make_the_whole_nullable() -> None:
    """All types of an `allOf` have to allow null."""
    raw = {"allOf": [{"$ref": "#/components/schemas/N"}, {"type": "object", "properties": {"x": {}}}]}

    assert read_schema(raw, N={"type": "object", "nullable": True}).nullable is False


def test_alternatives_are_kept() -> None:
    """Several alternatives stay apart, null taken out, with what tells them apart."""
    raw = {
        "oneOf": [REF, {"type": "string"}, {"type": "null"}],
        "discriminator": {"propertyName": "kind", "mapping": {"pet": "#/components/schemas/Pet"}},
    }
    node = read_schema(raw, "3.1.0", Pet=PET)

    assert ("oneOf", ["Pet", ""], ["object", "string"]) == (
        node.choice,
        [a.name for a in node.alternatives],
        [a.type for a in node.alternatives],
    )
    assert ("kind", True, "") == (node.discriminator, node.nullable, node.type)


def test_own_properties_beside_alternatives() -> None:
    """A base with alternatives has both."""
    node = read_schema(
        {"type": "object", "properties": {"kind": {}}, "anyOf": [REF, {"properties": {"x": {}}}]}, Pet=PET
    )

    assert (["kind"], "anyOf", 2) == (list(node.properties), node.choice, len(node.alternatives))


def test_lone_alternative_is_merged() -> None:
    """One alternative is none."""
    node = read_schema({"oneOf": [REF]}, Pet=PET)

    assert ("Pet", "", ["id", "tag"]) == (node.name, node.choice, list(node.properties))


def test_swagger_discriminator() -> None:
    """Swagger 2.0 has the property's bare name."""
    assert "kind" == read_schema({"type": "object", "discriminator": "kind"}, "2.0").discriminator


def test_boolean_schemas() -> None:
    """`true` allows anything, `false` nothing: such a property, item or map value does not exist."""
    raw = {
        "type": "object",
        "properties": {"any": True, "none": False, "list": {"type": "array", "items": False}},
        "additionalProperties": False,
    }
    node = read_schema(raw, "3.1.0")

    assert ["any", "list"] == list(node.properties)
    assert ("", None, None) == (node.properties["any"].type, node.properties["list"].items, node.additional)
    assert () == read_schema(False, "3.1.0").enum


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        ({"type": "object"}, None),
        ({"type": "object", "additionalProperties": False}, None),
        ({"type": "object", "additionalProperties": True}, ""),
        ({"type": "object", "additionalProperties": {}}, ""),
        ({"additionalProperties": {"type": "integer"}}, "integer"),
        ({"patternProperties": {"^x": {"type": "integer"}}, "additionalProperties": False}, "integer"),
        ({"unevaluatedProperties": {"type": "number"}}, "number"),
    ],
)
def test_map_values(raw: Any, expected: str | None) -> None:
    """Values of maps, by whatever keyword; None when closed or unsaid."""
    additional = read_schema(raw, "3.1.0").additional

    assert expected == (None if additional is None else additional.type)


def test_several_patterns() -> None:
    """Map values of different kinds are alternatives."""
    raw = {"patternProperties": {"^x": {"type": "integer"}, "^y": {"type": "string"}, "^z": {"type": "integer"}}}
    additional = read_schema(raw, "3.1.0").additional

    assert additional is not None
    assert ["integer", "string"] == [alternative.type for alternative in additional.alternatives]


@pytest.mark.parametrize(
    "raw",
    [
        {"type": "array", "prefixItems": [{"type": "integer"}, {"type": "string"}]},
        {"type": "array", "items": [{"type": "integer"}, {"type": "string"}]},
        {"type": "array", "prefixItems": [{"type": "integer"}], "items": {"type": "string"}},
    ],
)
def test_tuples(raw: Any) -> None:
    """Elements of different kinds are alternatives of one item schema."""
    items = read_schema(raw, "3.1.0").items

    assert items is not None
    assert ["integer", "string"] == [alternative.type for alternative in items.alternatives]


def test_a_list_of_items_without_a_type_is_a_choice() -> None:
    """Nothing says that the value is an array: it is one of them, as a property named in the singular tells."""
    kinds = [{"type": "object", "properties": {"id": {"type": "string"}}}, {"type": "string"}]
    node = read_schema({"items": kinds}, "2.0")

    assert (None, ["object", "string"]) == (node.items, [alternative.type for alternative in node.alternatives])


def test_a_list_of_items_with_null_is_an_optional_value() -> None:
    """What is left beside null is what it is."""
    node = read_schema({"items": [{"type": "string"}, {"type": "null"}]}, "2.0")

    assert ("string", True, None) == (node.type, node.nullable, node.items)


def test_type_lists() -> None:
    """Several types: all of them, the first as the type."""
    node = read_schema({"type": ["integer", "string", "null"]}, "3.1.0")

    assert ("integer", ("integer", "string"), True) == (node.type, node.types, node.nullable)


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        ({"properties": {"a": {}}}, "object"),
        ({"items": {"type": "string"}}, "array"),
        ({"enum": ["a", "b"]}, "string"),
        ({"enum": [1, 2, None]}, "integer"),
        ({"enum": [1, "b"]}, ""),
        ({"const": True}, "boolean"),
        ({}, ""),
    ],
)
def test_implied_types(raw: Any, expected: str) -> None:
    """A schema without `type` has the one that its other keywords leave."""
    assert expected == read_schema(raw, "3.1.0").type


def test_enum_members_keep_their_types() -> None:
    """Members are values of JSON, not text, also where the type says otherwise."""
    assert (0, 1, None) == read_schema({"type": "integer", "enum": [0, 1, None]}).enum
    assert (0, 1) == read_schema({"type": "string", "enum": [0, 1]}).enum


@pytest.mark.parametrize(
    ("raw", "version", "expected"),
    [
        ({"type": "file"}, "2.0", ("string", "binary")),
        ({"type": "string", "contentEncoding": "base64"}, "3.1.0", ("string", "byte")),
        ({"type": "string", "contentMediaType": "application/octet-stream"}, "3.1.0", ("string", "binary")),
        ({"type": "string", "contentMediaType": "image/png"}, "3.1.0", ("string", "binary")),
        ({"type": "string", "contentMediaType": "application/pdf"}, "3.1.0", ("string", "binary")),
        ({"type": "string", "contentMediaType": "text/html; charset=utf-8"}, "3.1.0", ("string", "")),
        ({"type": "string", "contentMediaType": "application/ld+json"}, "3.1.0", ("string", "")),
        ({"contentMediaType": "image/png", "contentEncoding": "base64"}, "3.1.0", ("", "byte")),
        ({"contentEncoding": "base64url", "contentMediaType": "image/png"}, "3.1.0", ("", "base64url")),
    ],
)
def test_binary_content(raw: Any, version: str, expected: tuple[str, str]) -> None:
    """Files and encoded content, by each version's keywords."""
    node = read_schema(raw, version)

    assert expected == (node.type, node.format)


def test_examples_list() -> None:
    """JSON Schema has a list of examples; the first counts, the older keyword before it."""
    assert "a" == read_schema({"examples": ["a", "b"]}, "3.1.0").example
    assert "c" == read_schema({"examples": ["a"], "example": "c"}, "3.1.0").example


def test_what_is_no_schema_is_reported() -> None:
    """Text where a schema belongs allows anything, with a diagnostic."""
    content = {"application/json": {"schema": {"properties": {"a": "string", "b": None}}}}
    collection = read({"/a": {"get": {"responses": {"200": {"description": "", "content": content}}}}})

    assert ["not_a_schema"] == codes(collection)
    assert collection.diagnostics[0].pointer.endswith("/schema/properties/a")


def test_property_called_ref() -> None:
    """A property may be called `$ref`; it is no reference then."""
    node = read_schema({"type": "object", "properties": {"$ref": {"type": "string"}, "name": {}}})

    assert ["$ref", "name"] == list(node.properties)


def test_deep_nesting_of_all_of_is_cut_with_a_diagnostic() -> None:
    """A chain of bases far longer than any hierarchy is cut, and the stack does not overflow."""
    components: dict[str, Any] = {
        f"S{n}": {"allOf": [{"$ref": f"#/components/schemas/S{n + 1}"}], "properties": {f"p{n}": {}}}
        for n in range(400)
    }
    collection = read({}, components={"schemas": {**components, "S400": {}}})

    assert {"all_of_too_deep"} == set(codes(collection))
    assert "p0" in collection.schemas["S0"].properties


def _mutual(count: int) -> dict[str, Any]:
    names = [f"S{n}" for n in range(count)]
    return {
        name: {"type": "object", "properties": {other: {"$ref": f"#/components/schemas/{other}"} for other in names}}
        for name in names
    }


def test_mutual_recursion_costs_nothing_extra() -> None:
    """A hundred schemas that all refer to each other are a hundred nodes."""
    before = time.process_time()

    collection = read({}, components={"schemas": _mutual(100)})

    seen: set[int] = set()
    stack = list(collection.schemas.values())
    while stack:
        node = stack.pop()
        if id(node) not in seen:
            seen.add(id(node))
            stack += node.properties.values()
    assert 100 == len(seen)
    assert time.process_time() - before < 2


def test_number_of_schemas_is_bounded() -> None:
    """What is over the bound is left empty, and reported once."""
    properties = {f"p{n}": {"type": "array", "items": {"type": "object", "properties": {"x": {}}}} for n in range(50)}
    source = {
        "openapi": "3.0.3",
        "info": {"title": "a", "version": "1"},
        "paths": {},
        "components": {"schemas": {"A": {"properties": properties}}},
    }

    collection = read_collection(source, limits=Limits(max_schemas=20))

    assert ["too_many_schemas"] == codes(collection)
    assert 50 == len(collection.schemas["A"].properties)


def test_joined_properties_of_recursive_schemas_end() -> None:
    """Properties that are merged at every level of a recursion come back to themselves."""

    def part(name: str, other: str) -> Schema:
        inner = {"allOf": [{"$ref": f"#/components/schemas/{name}"}, {"$ref": f"#/components/schemas/{other}"}]}
        return {"type": "object", "properties": {"next": inner, name: {"type": "string"}}}  # type: ignore[return-value]

    node = read_schema({"$ref": "#/components/schemas/A"}, A=part("A", "B"), B=part("B", "A"))

    first = node.properties["next"]
    assert {"next", "A", "B"} == set(first.properties)
    assert {"next", "A", "B"} == set(first.properties["next"].properties["next"].properties)


def test_a_reference_to_one_with_siblings_keeps_them() -> None:
    """In OpenAPI 3.1 keywords beside `$ref` count, also where another reference leads there."""
    small = {"$ref": "#/components/schemas/Pet", "properties": {"size": {"type": "integer"}}}
    node = read_schema({"$ref": "#/components/schemas/Small"}, "3.1.0", Small=small, Pet=PET)

    assert {"id", "tag", "size"} == set(node.properties)
    assert "Small" == node.name
