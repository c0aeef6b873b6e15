"""An artifact as counts and digests, each part of its tools by itself."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .records import digest, digests

#: Parts of an artifact that say who built it, not what it is.
_UNTOLD = {"library"}
_CONTRACT = ("consumes", "produces", "links", "result")


def artifact_lines(artifact: Mapping[str, Any]) -> list[str]:
    """Counts, a digest of the whole, of each part, and of each part of the tools."""
    told = {name: part for name, part in artifact.items() if name not in _UNTOLD}
    tools = artifact["tools"]
    contracts = {name: tool["metadata"]["api_contract"] for name, tool in tools.items()}
    rows = {surface: sum(len(one.get(surface) or ()) for one in contracts.values()) for surface in _CONTRACT[:3]}
    counts = {"tools": len(tools), "edges": len(artifact["edges"]), **rows, "diagnostics": len(artifact["diagnostics"])}
    return [
        f"counts {' '.join(f'{name}={count}' for name, count in counts.items())}",
        f"whole {digest(told)}",
        *digests({name: part for name, part in told.items() if name != "tools"}),
        *(f"tools.{line}" for line in digests(_tool_parts(tools, contracts))),
    ]


def _tool_parts(tools: Mapping[str, Any], contracts: Mapping[str, Any]) -> dict[str, Any]:
    parts: dict[str, Any] = {"names": list(tools)}
    for part in _CONTRACT:
        parts[part] = [contract.get(part) for contract in contracts.values()]
    for part in ("ai_metadata", "security", "servers"):
        parts[part] = [tool["metadata"].get(part) for tool in tools.values()]
    for part in ("description", "parameters"):
        parts[part] = [tool.get(part) for tool in tools.values()]
    known = {"api_contract", "ai_metadata", "security", "servers"}
    parts["other"] = [{k: v for k, v in tool["metadata"].items() if k not in known} for tool in tools.values()]
    parts["contract_other"] = [{k: v for k, v in one.items() if k not in _CONTRACT} for one in contracts.values()]
    return parts
