"""A case's document, built: operations by `METHOD /path`, rows by name and place."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from graph_tool_call import ToolGraph
from graph_tool_call.graphify import build_openapi_collection_artifact, extract_openapi_contract_index

from .load import Case
from .paths import Steps, dotted, row_steps

#: What contract rows call it when a case says `in`.
LOCATIONS = {"path", "query", "header", "cookie", "body"}


class Collection:
    """The artifact of a case's document."""

    def __init__(self, case: Case, source: Any = None) -> None:
        self.case = case
        self.source = case.spec if source is None else source
        options = {key: case.input[key] for key in ("document_url",) if key in case.input}
        self.artifact = build_openapi_collection_artifact(self.source, **options)

    @cached_property
    def graph(self) -> ToolGraph:
        """The graph of the artifact."""
        return ToolGraph.from_artifact(self.artifact)

    @cached_property
    def index(self) -> dict[str, Any]:
        """The public contract index of the same document."""
        return extract_openapi_contract_index(self.source)

    @cached_property
    def names(self) -> dict[str, str]:
        """`METHOD /path` → tool name."""
        found = {}
        for name, tool in self.artifact["tools"].items():
            metadata = tool["metadata"]
            written = metadata["openapi"].get("path", metadata["path"])
            found[f"{metadata['method'].upper()} {written}"] = name
        return found

    @cached_property
    def operations(self) -> dict[str, str]:
        """Tool name → `METHOD /path`."""
        return {name: operation for operation, name in self.names.items()}

    def tool(self, operation: str) -> dict[str, Any]:
        """The tool of `METHOD /path`."""
        tool: dict[str, Any] = self.artifact["tools"][self.names[operation]]
        return tool

    def consumes(self, operation: str) -> list[dict[str, Any]]:
        """Input rows of `METHOD /path`."""
        return list(self.tool(operation)["metadata"]["api_contract"]["consumes"])

    def produces(self, operation: str) -> list[dict[str, Any]]:
        """Output rows of `METHOD /path`."""
        return list(self.tool(operation)["metadata"]["api_contract"]["produces"])

    def produced_paths(self, operation: str) -> set[Steps]:
        """Paths of the response body that `METHOD /path` offers."""
        return {row_steps(row["path"]) for row in self.produces(operation) if row["location"] == "response"}

    def input_rows(self, operation: str, name: str, location: str | None = None) -> list[dict[str, Any]]:
        """Input rows called *name*: a parameter's name, or the dotted path of a body field."""
        rows = [row for row in self.consumes(operation) if location in (None, row["location"])]
        exact = [row for row in rows if row["location"] == "body" and row_steps(row["path"]) == dotted(name)]
        return exact or [row for row in rows if row["name"] == name]

    def edges(self, producer: str, consumer: str) -> list[Mapping[str, Any]]:
        """`requires` edges from the consumer to the producer, both `METHOD /path`."""
        ends = (self.names[consumer], self.names[producer])
        return [e for e in self.artifact["edges"] if (e["source"], e["target"], e["relation"]) == (*ends, "requires")]

    def operations_meant(self) -> Sequence[str]:
        """The operations that the case speaks of: those it names, else all."""
        given = self.case.input
        return given.get("operations") or ([given["operation"]] if "operation" in given else list(self.names))

    def serialised(self) -> str:
        """The artifact as JSON text."""
        return json.dumps(self.artifact, ensure_ascii=False)
