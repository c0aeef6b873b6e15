"""Tiny documents for tests of the bundled plugins, and the parts of their artifacts that a claim is about."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from graph_tool_call.engine import Engine

TEXT: dict[str, Any] = {"type": "string"}
NUMBER: dict[str, Any] = {"type": "integer"}


def array(item: Mapping[str, Any]) -> dict[str, Any]:
    """Schema of a list."""
    return {"type": "array", "items": dict(item)}


def thing(*names: str, required: tuple[str, ...] = (), **properties: Mapping[str, Any]) -> dict[str, Any]:
    """Schema of an object: *names* are texts, *properties* as given."""
    schema: dict[str, Any] = {"type": "object", "properties": {**dict.fromkeys(names, TEXT), **properties}}
    return schema | ({"required": list(required)} if required else {})


def param(name: str, place: str = "query", **more: Any) -> dict[str, Any]:
    """A parameter; in a path it is required."""
    return {"name": name, "in": place, "required": place == "path", "schema": TEXT} | more


def op(answer: Mapping[str, Any] | None = None, *params: dict[str, Any], **more: Any) -> dict[str, Any]:
    """An operation that answers with *answer*; `body` is the schema of its required body."""
    body = more.pop("body", None)
    made: dict[str, Any] = {"responses": {"200": {"description": "fine"}}, "parameters": list(params)} | more
    if answer is not None:
        made["responses"]["200"]["content"] = {"application/json": {"schema": answer}}
    if body is not None:
        made["requestBody"] = {"required": True, "content": {"application/json": {"schema": body}}}
    return made


def build(operations: Mapping[str, dict[str, Any]], **document: Any) -> dict[str, Any]:
    """The artifact of a document with *operations* by "METHOD /path"; parameters of paths are added."""
    paths: dict[str, dict[str, Any]] = {}
    for key, operation in operations.items():
        method, path = key.split(" ", 1)
        declared = {p["name"] for p in operation["parameters"]}
        slots = [part.partition("}")[0] for part in path.split("{")[1:]]
        parameters = [*operation["parameters"], *(param(slot, "path") for slot in slots if slot not in declared)]
        paths.setdefault(path, {})[method.lower()] = operation | {"parameters": parameters}
    whole = {"openapi": "3.0.3", "info": {"title": "Tiny", "version": "1"}, "paths": paths} | document
    return _engine().build(whole, validate="off")


@cache
def _engine() -> Engine:
    """One for all: its plugins are looked for once."""
    return Engine()


def tool(artifact: Mapping[str, Any], key: str) -> dict[str, Any]:
    """The tool of "METHOD /path"."""
    for made in artifact["tools"].values():
        if key == f"{made['metadata']['method'].upper()} {made['metadata']['path']}":
            return dict(made)
    raise LookupError(key)


def rows(artifact: Mapping[str, Any], key: str, surface: str) -> dict[str, dict[str, Any]]:
    """Contract rows of one operation by path; *surface* is "consumes" or "produces"."""
    return {row["path"]: row for row in tool(artifact, key)["metadata"]["api_contract"][surface]}


def taken(artifact: Mapping[str, Any], key: str, path: str) -> str:
    """Semantic tag of an input; "" without one."""
    return str(rows(artifact, key, "consumes")[path].get("semantic_tag", ""))


def given(artifact: Mapping[str, Any], key: str, path: str) -> str:
    """Semantic tag of an output; "" without one."""
    return str(rows(artifact, key, "produces")[path].get("semantic_tag", ""))


def facts(artifact: Mapping[str, Any], key: str) -> dict[str, Any]:
    """What is known of an operation: action, shape, side effects."""
    return dict(tool(artifact, key)["metadata"]["ai_metadata"])
