"""Parts of small documents: operations that read, and answers with lists."""

from __future__ import annotations

from typing import Any


def listing(name: str, **fields: str) -> dict[str, Any]:
    """A 200 answer with a list of things below *name*."""
    properties = {field: {"type": kind} for field, kind in fields.items()}
    items = {"type": "array", "items": {"type": "object", "properties": properties}}
    schema = {"type": "object", "properties": {name: items}}
    return {"200": {"description": "ok", "content": {"application/json": {"schema": schema}}}}


def get(operation: str, answer: dict[str, Any], *parameters: str, **more: Any) -> dict[str, Any]:
    """A GET with required parameters; those in braces of its path stand in it."""
    rows = [{"name": p, "in": "path", "required": True, "schema": {"type": "string"}} for p in parameters]
    return {"get": {"operationId": operation, "parameters": rows, "responses": answer, **more}}
