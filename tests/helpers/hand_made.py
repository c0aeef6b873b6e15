"""Small graphs made by hand: contracts and nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from reading import only_reading

from graph_tool_call.plan import PathSynthesizer


def consume(name: str, tag: str = "", **more: Any) -> dict[str, Any]:
    """A required query parameter."""
    row = {"name": name, "location": "query", "path": name, "required": True, "kind": "data", "field_type": "string"}
    return row | ({"semantic_tag": tag} if tag else {}) | more


def produce(path: str, tag: str = "", **more: Any) -> dict[str, Any]:
    """A text in an answer."""
    row = {"name": path.rsplit(".", 1)[-1].replace("[*]", ""), "path": path, "json_path": path, "field_type": "string"}
    return row | ({"semantic_tag": tag} if tag else {}) | more


def tool(
    name: str, consumes: Sequence[Any] = (), produces: Sequence[Any] = (), method: str = "get", path: str = ""
) -> dict[str, Any]:
    """One tool."""
    contract = {"consumes": list(consumes), "produces": list(produces), "links": []}
    metadata = {"method": method, "path": path or f"/{name}", "api_contract": contract}
    return {"name": name, "description": "", "metadata": metadata}


def graph(*tools: dict[str, Any]) -> dict[str, Any]:
    """The artifact of *tools*."""
    return {"tools": {t["name"]: t for t in tools}, "edges": []}


def planner(*tools: dict[str, Any], **options: Any) -> PathSynthesizer:
    """A synthesizer over *tools*, without plugins unless *options* name them."""
    return PathSynthesizer(graph(*tools), **{"plugins": only_reading(), **options})
