"""A small API of letters for tests of Arazzo, and documents about it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from graph_tool_call.exchange import context
from graph_tool_call_arazzo.collection import Workflows

#: What says where the tools are from.
ARTIFACT = {"metadata": {"source": "letters.json"}}
#: With what an engine hands to formats.
WORKFLOWS = Workflows.of(context({}, {}))


def row(name: str, location: str = "body", **more: Any) -> dict[str, Any]:
    """A contract row."""
    path = f"$.{name}" if location in {"body", "response"} else name
    return {"name": name, "path": path, "location": location, "field_type": "string", "kind": "data"} | more


def tool(key: str, name: str, takes: list[dict[str, Any]], gives: tuple[str, ...] = ()) -> dict[str, Any]:
    """The tool of "METHOD /path"."""
    method, path = key.split()
    produces = [row(one.rpartition(".")[2], "response", path=f"$.{one}") for one in gives]
    contract = {"consumes": takes, "produces": produces, "body": {"content_type": "application/json"}}
    facts = {"method": method.lower(), "path": path, "openapi": {"operation_id": name}, "api_contract": contract}
    return {"name": name, "metadata": facts}


TOOLS: Mapping[str, Any] = {
    made["name"]: made
    for made in (
        tool("GET /boxes", "listBoxes", [row("city", "query")], ("items[*].id", "items[*].name", "total")),
        tool("GET /boxes/{boxId}", "getBox", [row("boxId", "path", required=True)], ("id", "owner.name")),
        tool(
            "POST /boxes/{boxId}/letters",
            "sendLetter",
            [
                row("boxId", "path", required=True),
                row("X-Trace", "header"),
                row("Authorization", "header", kind="auth"),
                row("subject", required=True),
                row("text"),
                row("to", field_type="object"),
                row("copies", field_type="integer"),
                row("password"),
            ],
            ("id",),
        ),
        tool("GET /odd", "odd", [row("id", "query"), row("id", "header"), row("tags", "query", field_type="array")]),
        tool("PUT /raw", "raw", [row("body", path="$", field_type="array")], ("id",)),
    )
}


def document(*steps: dict[str, Any], version: str = "1.0.1", **workflow: Any) -> dict[str, Any]:
    """A document with one workflow of *steps*."""
    return {
        "arazzo": version,
        "info": {"title": "Letters", "version": "1"},
        "sourceDescriptions": [{"name": "letters", "url": "letters.json", "type": "openapi"}],
        "workflows": [{"workflowId": "w", "steps": list(steps)} | workflow],
    }


def step(step_id: str, operation: str, *parameters: tuple[str, str, Any], **more: Any) -> dict[str, Any]:
    """A step with parameters (name, location, value)."""
    rows = [{"name": name, "in": location, "value": value} for name, location, value in parameters]
    return {"stepId": step_id, "operationId": operation} | ({"parameters": rows} if rows else {}) | more


def thing(*names: str) -> dict[str, Any]:
    """Schema of an object whose members are texts."""
    return {"type": "object", "properties": {name: {"type": "string"} for name in names}}


def array(item: dict[str, Any]) -> dict[str, Any]:
    """Schema of a list."""
    return {"type": "array", "items": item}


def op(answer: dict[str, Any], *parameters: dict[str, Any], body: dict[str, Any] | None = None, **more: Any) -> Any:
    """An operation of an OpenAPI document that answers with *answer*; *body* is the schema of its body."""
    content = {"application/json": {"schema": answer}}
    made = {"responses": {"200": {"description": "fine", "content": content}}, "parameters": list(parameters)} | more
    if body is not None:
        made["requestBody"] = {"required": True, "content": {"application/json": {"schema": body}}}
    return made
