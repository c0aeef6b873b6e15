"""The fields of a response that is only shown."""

from __future__ import annotations

import json
from typing import Any

import pytest
from small_documents import codes, read

from graph_tool_call.graphify import build_openapi_collection_artifact
from graph_tool_call.model import Schema

SHOWN = {"id": "p1", "count": 3, "rate": 0.5, "open": True, "note": None, "lines": [{"sku": "a"}, {"qty": 1}]}


def schema_of(media: dict[str, Any], **components: Any) -> Schema:
    responses = {"200": {"description": "ok", "content": {"application/json": media}}}
    collection = read({"/p": {"get": {"responses": responses}}}, components={"schemas": components})
    schema = collection.operations[0].responses[0].media[0].schema
    assert schema is not None
    return schema


@pytest.mark.parametrize(
    "media",
    [
        {"schema": {"type": "object"}, "example": SHOWN},
        {"schema": {"type": "object", "example": SHOWN}},
        {"schema": {"type": "object", "description": "a page"}, "examples": {"one": {"value": SHOWN}}},
        {"schema": {"type": "object"}, "example": json.dumps(SHOWN)},
        {"schema": {}, "example": SHOWN},
        {"example": SHOWN},
        {"schema": {"$ref": "#/components/schemas/Any"}, "example": SHOWN},
    ],
)
def test_an_example_tells_names_and_types(media: dict[str, Any]) -> None:
    """As data or as text, beside the schema or in it; all of it is marked, and no value is kept."""
    schema = schema_of(media, Any={"type": "object"})
    properties = schema.properties

    assert {"id": "string", "count": "integer", "rate": "number", "open": "boolean", "note": "", "lines": "array"} == {
        name: node.type for name, node in properties.items()
    }
    items = properties["lines"].items
    assert items is not None
    assert {"sku", "qty"} == set(items.properties)
    assert all(node.inferred for node in (schema, *properties.values(), items))
    assert "p1" not in repr([(node.enum, node.const, node.default, node.example) for node in properties.values()])


def test_a_list_is_shown_by_its_elements() -> None:
    """Also where the schema says that it is a list of objects."""
    schema = schema_of(
        {"schema": {"type": "array", "items": {"type": "object"}}, "example": [{"id": 1}, {"name": "a"}]}
    )

    assert schema.items is not None
    assert {"id", "name"} == set(schema.items.properties)


def test_keys_that_are_identifiers_are_no_names() -> None:
    """An object by id is a map."""
    schema = schema_of({"schema": {"type": "object"}, "example": {"17": {"name": "a"}, "18": {"name": "b"}}})

    assert schema.additional is not None
    assert ((), {"name"}) == (tuple(schema.properties), set(schema.additional.properties))


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "object", "properties": {"name": {"type": "string"}}},
        {"type": "object", "additionalProperties": {"type": "string"}},
        {"type": "string"},
        {"type": "array", "items": [{"type": "string"}]},
        {"type": "array", "items": {"type": "string"}},
        {"items": {"items": {"type": "object"}}},
        {"oneOf": [{"type": "object"}, {"type": "string"}]},
    ],
)
def test_what_is_described_is_not_guessed(schema: dict[str, Any]) -> None:
    """A schema that says anything is taken at its word."""
    assert not schema_of({"schema": schema, "example": {"id": 1}}).inferred


def test_swagger_2_shows_by_media_type() -> None:
    """`examples` of a response are its bodies there."""
    responses = {
        "200": {"description": "ok", "schema": {"type": "object"}, "examples": {"application/json": {"id": 1}}}
    }
    collection = read({"/p": {"get": {"responses": responses}}}, "2.0")
    schema = collection.operations[0].responses[0].media[0].schema

    assert schema is not None
    assert {"id"} == set(schema.properties)
    assert ["shape_from_example"] == codes(collection)


def test_an_example_that_stands_elsewhere_shows_nothing() -> None:
    """Its address is no field."""
    media = {"schema": {"type": "object"}, "examples": {"one": {"externalValue": "https://x.test/one.json"}}}

    assert not schema_of(media).inferred


@pytest.mark.parametrize("shown", [{}, [], "text", 5, None, "{no json"])
def test_an_example_without_fields_shows_nothing(shown: Any) -> None:
    """An empty object is as bare as before."""
    schema = schema_of({"schema": {"type": "object"}, "example": shown})

    assert schema.type == "object"


def test_an_example_that_never_ends_is_cut() -> None:
    """Deep and wide examples are looked at within bounds."""
    deep: Any = {"x": 1}
    for _ in range(100):
        deep = {"a": deep, "b": [deep, deep]}

    assert schema_of({"schema": {"type": "object"}, "example": {"a": deep}}).inferred


def coverage(media: dict[str, Any]) -> tuple[float, set[str], list[Any]]:
    get = {"operationId": "g", "responses": {"200": {"description": "ok", "content": {"application/json": media}}}}
    source = {"openapi": "3.0.3", "info": {"title": "t", "version": "1"}, "paths": {"/p": {"get": get}}}
    artifact = build_openapi_collection_artifact(source)
    rows = artifact["tools"]["g"]["metadata"]["api_contract"]["produces"]
    share = artifact["contract"]["response_schema_coverage"]
    return share, set(artifact["readiness"]["counts"]), [row.get("inferred") for row in rows]


def test_readiness_counts_no_bare_object() -> None:
    """`{type: object}` describes nothing; an example does, and its rows are marked."""
    bare, shown = coverage({"schema": {"type": "object"}}), coverage({"schema": {"type": "object"}, "example": SHOWN})

    assert (0.0, True) == (bare[0], "missing_response_schema" in bare[1])
    assert (1.0, False, {True}) == (shown[0], "missing_response_schema" in shown[1], set(shown[2]))


def test_a_list_of_itself_ends() -> None:
    """Nothing is said of it, and looking for what it says comes to an end."""
    own = {"$ref": "#/components/schemas/Own"}

    assert not schema_of({"schema": own, "example": [[]]}, Own={"items": own}).inferred
