"""Whatever is wrong with a part of a document, the rest is read."""

from __future__ import annotations

import copy
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st
from reading import read_collection
from small_documents import OK, document

REF = {"$ref": "#/components/schemas/Pet"}
PET = {
    "type": "object",
    "allOf": [{"$ref": "#/components/schemas/Base"}, {"nullable": True}],
    "required": ["id"],
    "properties": {"id": {"type": "integer", "enum": [1]}, "next": REF, "list": {"type": "array", "items": REF}},
    "additionalProperties": {"oneOf": [REF, {"type": "null"}]},
    "discriminator": {"propertyName": "kind"},
}
OPENAPI = document(
    {
        "/pets/{id}": {
            "parameters": [{"name": "id", "in": "path", "required": True, "schema": {"type": "string"}}],
            "servers": [{"url": "https://{r}.example.test", "variables": {"r": {"default": "eu"}}}],
            "post": {
                "operationId": "a", "tags": ["t"], "security": [{"key": []}],
                "parameters": [{"$ref": "#/components/parameters/P"}],
                "requestBody": {"content": {"application/json": {"schema": REF, "encoding": {}}}},
                "responses": {
                    "200": {
                        "description": "",
                        "content": {"application/json": {"schema": {"anyOf": [REF, {"type": "string"}]}}},
                        "headers": {"Location": {"schema": {"type": "string"}}},
                        "links": {"l": {"operationId": "a", "parameters": {"id": "$response.body#/id"}}},
                    }
                },
            },
        },
        "/other": {"$ref": "#/paths/~1pets~1{id}"},
    },
    components={
        "schemas": {"Pet": PET, "Base": {"properties": {"x": {"type": ["string", "null"]}}}},
        "parameters": {
            "P": {
                "name": "p", "in": "query", "examples": {"e": {"value": 1}},
                "content": {"application/json": {"schema": REF}},
            }
        },
        "securitySchemes": {"key": {"type": "oauth2", "flows": {"implicit": {"scopes": {"a": ""}}}}},
    },
    tags=[{"name": "t"}],
    servers=[{"url": "/v1"}],
    security=[{"key": ["a"]}],
)  # fmt: skip
SWAGGER = document(
    {
        "/pets/{id}": {
            "post": {
                "consumes": ["application/json"],
                "parameters": [
                    {"name": "b", "in": "body", "schema": {"$ref": "#/definitions/Pet"}},
                    {
                        "name": "f",
                        "in": "formData",
                        "type": "array",
                        "items": {"type": "string"},
                        "collectionFormat": "multi",
                    },
                    {"$ref": "#/parameters/Q"},
                ],
                "responses": {
                    "200": {
                        "description": "",
                        "schema": {"$ref": "#/definitions/Pet"},
                        "headers": {"X": {"type": "string"}},
                    }
                },
            }
        }
    },
    "2.0",
    definitions={"Pet": {"type": "object", "properties": {"f": {"type": "file"}}}},
    parameters={"Q": {"name": "q", "in": "query", "type": "integer"}},
    securityDefinitions={"b": {"type": "basic"}},
    host="example.test",
    schemes=["https"],
    produces=["application/json"],
)

NOWHERE = [{"$ref": 7}, {"$ref": "#/nowhere"}, {"$ref": "#"}, {"$ref": "#/paths/~1pets~1{id}"}, REF]
SCALARS = [None, True, False, 0, -1, 1.5, "", "text", "#/paths"]
JUNK = st.sampled_from(
    [*SCALARS, *NOWHERE, [], [None], [[]], {}, {"a": None}, {"": {}}, {"x-a": 1}, ["get"], {"get": {}}]
)


def _places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [place for key, child in items for place in [(*path, key), *_places(child, (*path, key))]]


def _replaced(source: dict[str, Any], path: tuple[Any, ...], junk: Any) -> dict[str, Any]:
    changed = copy.deepcopy(source)
    holder: Any = changed
    for key in path[:-1]:
        holder = holder[key]
    holder[path[-1]] = junk
    return changed


def _fair(source: dict[str, Any]) -> list[tuple[Any, ...]]:
    """Places below those that make it a description at all."""
    return [place for place in _places(source) if place not in (("paths",), ("openapi",), ("swagger",))]


@pytest.mark.slow
@settings(deadline=None, max_examples=400)
@given(st.data())
def test_one_bad_part_never_stops_the_reading(data: st.DataObject) -> None:
    """Junk at any place: no exception, and an untouched operation beside it is there, as if nothing were wrong."""
    source = data.draw(st.sampled_from([OPENAPI, SWAGGER]))
    place = data.draw(st.sampled_from(_fair(source)))
    changed = _replaced(source, place, data.draw(JUNK))
    changed["paths"]["/sound"] = {
        "get": {"operationId": "sound", "responses": OK, "security": [], "servers": [{"url": "https://a.example.test"}]}
    }

    collection = read_collection(changed, validate="structure" if len(place) < 4 else "off")

    sound = [operation for operation in collection.operations if operation.path == "/sound"]
    assert [("sound", ("200",), ())] == [(o.name, tuple(r.status for r in o.responses), o.security) for o in sound]
