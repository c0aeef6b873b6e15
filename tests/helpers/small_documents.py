"""Small API descriptions for tests of reading: only what a claim is about is written down."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from reading import read_collection

from graph_tool_call.model import Collection, Operation, Schema

OK: dict[str, Any] = {"200": {"description": "fine"}}


def document(paths: Mapping[str, Any] | None = None, version: str = "3.0.3", **parts: Any) -> dict[str, Any]:
    """A valid document of *version* with *paths* and further top-level *parts*."""
    key = "swagger" if version.startswith("2") else "openapi"
    return {key: version, "info": {"title": "Sample", "version": "1"}, "paths": dict(paths or {}), **parts}


def read(paths: Mapping[str, Any] | None = None, version: str = "3.0.3", **parts: Any) -> Collection:
    """The collection of such a document, without validation."""
    return read_collection(document(paths, version, **parts), validate="off")


def read_operation(raw: Mapping[str, Any], path: str = "/things", version: str = "3.0.3", **parts: Any) -> Operation:
    """The one operation of a document that has only it (`GET`)."""
    return read({path: {"get": {"responses": OK, **raw}}}, version, **parts).operations[0]


def read_schema(raw: Any, version: str = "3.0.3", **components: Any) -> Schema:
    """The node of an inline schema in a document with component schemas."""
    if version.startswith("2"):
        responses = {"200": {"description": "fine", "schema": raw}}
        parts: dict[str, Any] = {"definitions": components}
    else:
        responses = {"200": {"description": "fine", "content": {"application/json": {"schema": raw}}}}
        parts = {"components": {"schemas": components}}
    operation = read_operation({"responses": responses}, version=version, **parts)
    schema = operation.responses[0].media[0].schema
    assert schema is not None
    return schema


def codes(collection: Collection) -> list[str]:
    """Codes of the diagnostics, in order."""
    return [diagnostic.code for diagnostic in collection.diagnostics]


def key_of(operation: Operation) -> str:
    return operation.key
