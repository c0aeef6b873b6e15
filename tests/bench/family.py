"""Generated documents that grow in one direction each: operations, schemas that refer to each other, properties."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

#: Operations of one resource: list, create, read, update, delete.
PER_RESOURCE: Final = 5
#: Further schemas that each recursive schema refers to.
REFERENCES: Final = 4


def operations(count: int) -> dict[str, Any]:
    """A REST API of *count* operations over `count / 5` resources; each belongs to the one before."""
    paths: dict[str, Any] = {}
    schemas: dict[str, Any] = {}
    resources = max(1, count // PER_RESOURCE)
    for number in range(resources):
        name, owner = word_of(number), word_of(max(0, number - 1))
        schemas[name.title()] = _object(
            {
                "id": {"type": "string"},
                "name": {"type": "string", "description": f"What the {name} is called."},
                f"{owner}_id": {"type": "string"},
                "state": {"type": "string", "enum": ["open", "closed"]},
                "created_at": {"type": "string", "format": "date-time"},
            },
            required=["name", f"{owner}_id"],
        )
        paths |= _paths(name)
    return _document(paths, schemas)


def recursive(count: int) -> dict[str, Any]:
    """*count* schemas, every one of which reaches every other and itself, and an operation that answers with each."""
    schemas = {
        f"Node{number}": _object(
            {"id": {"type": "string"}, "label": {"type": "string"}}
            | {f"next_{step}": _ref(f"Node{(number + step * step) % count}") for step in range(1, REFERENCES)}
            | {"children": {"type": "array", "items": _ref(f"Node{(number * 2 + 1) % count}")}}
        )
        for number in range(count)
    }
    paths = {
        f"/node{number}s/{{id}}": {
            "get": {
                "operationId": f"getNode{number}",
                "parameters": [_key()],
                "responses": {"200": _answer(_ref(f"Node{number}"))},
            }
        }
        for number in range(count)
    }
    return _document(paths, schemas)


def wide(count: int) -> dict[str, Any]:
    """One object of *count* properties, which one operation takes and another gives."""
    properties: dict[str, Any] = {f"{word_of(number)}_{number}": {"type": "string"} for number in range(count)}
    body = {"required": True, "content": {"application/json": {"schema": _ref("Wide")}}}
    paths = {
        "/wides/{id}": {
            "get": {"operationId": "getWide", "parameters": [_key()], "responses": {"200": _answer(_ref("Wide"))}},
            "put": {
                "operationId": "setWide",
                "parameters": [_key()],
                "requestBody": body,
                "responses": {"204": {"description": "Done"}},
            },
        }
    }
    return _document(paths, {"Wide": _object({"id": {"type": "string"}, **properties})})


#: Name → (maker, what its number counts).
FAMILIES: Final[Mapping[str, tuple[Callable[[int], dict[str, Any]], str]]] = {
    "operations": (operations, "operations"),
    "recursive": (recursive, "mutually recursive schemas"),
    "wide": (wide, "properties of one object"),
}

_SYLLABLES: Final = ("ba", "co", "di", "fu", "ga", "lo", "mi", "nu", "pe", "ro", "sa", "ti", "vo")


def word_of(number: int) -> str:
    """A word for each number, no two alike."""
    word = "r"
    number += len(_SYLLABLES)
    while number:
        number, digit = divmod(number, len(_SYLLABLES))
        word += _SYLLABLES[digit]
    return word


def _paths(name: str) -> dict[str, Any]:
    title, schema = name.title(), _ref(name.title())
    body = {"required": True, "content": {"application/json": {"schema": schema}}}
    return {
        f"/{name}s": {
            "get": {
                "operationId": f"list{title}s",
                "summary": f"List the {name}s",
                "parameters": [{"name": "limit", "in": "query", "schema": {"type": "integer"}}],
                "responses": {"200": _answer({"type": "array", "items": schema})},
            },
            "post": {
                "operationId": f"create{title}",
                "summary": f"Create a {name}",
                "requestBody": body,
                "responses": {"201": _answer(schema)},
            },
        },
        f"/{name}s/{{id}}": {
            "parameters": [_key()],
            "get": {"operationId": f"get{title}", "summary": f"Get a {name}", "responses": {"200": _answer(schema)}},
            "put": {
                "operationId": f"update{title}",
                "summary": f"Update a {name}",
                "requestBody": body,
                "responses": {"200": _answer(schema)},
            },
            "delete": {
                "operationId": f"delete{title}",
                "summary": f"Delete a {name}",
                "responses": {"204": {"description": "Done"}},
            },
        },
    }


def _key() -> dict[str, Any]:
    return {"name": "id", "in": "path", "required": True, "schema": {"type": "string"}}


def _object(properties: dict[str, Any], required: list[str] | None = None) -> dict[str, Any]:
    return {"type": "object", "properties": properties} | ({"required": required} if required else {})


def _ref(name: str) -> dict[str, Any]:
    return {"$ref": f"#/components/schemas/{name}"}


def _answer(schema: dict[str, Any]) -> dict[str, Any]:
    return {"description": "Done", "content": {"application/json": {"schema": schema}}}


def _document(paths: dict[str, Any], schemas: dict[str, Any]) -> dict[str, Any]:
    return {
        "openapi": "3.0.3",
        "info": {"title": "Generated", "version": "1"},
        "paths": paths,
        "components": {"schemas": schemas},
    }
