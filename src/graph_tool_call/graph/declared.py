"""Edges that documents declare, beside those that were inferred."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

Edge = dict[str, Any]


def with_declared(edges: Sequence[Edge], declared: Sequence[Mapping[str, Any]]) -> list[Edge]:
    """*edges* with the declared ones; one edge for each pair and relation, which then counts as declared.

    What was inferred for the same pair stays, and is marked as inferred.
    """
    merged = {(edge["source"], edge["target"], edge["relation"]): edge for edge in edges}
    for edge in declared:
        key = (edge["source"], edge["target"], edge["relation"])
        merged[key] = _merged(merged[key], edge) if key in merged else dict(edge)
    return list(merged.values())


def _merged(old: Edge, new: Mapping[str, Any]) -> Edge:
    filled = {(flow["to"], flow["location"]) for flow in new["data"]}
    sure = old["confidence"] == "EXTRACTED"
    kept = [
        flow if sure else {**flow, "confidence": flow.get("confidence", old["confidence"])}
        for flow in old.get("data", ())
        if flow not in new["data"] and (sure or (flow["to"], flow["location"]) not in filled)
    ]
    evidence = [row for row in old.get("evidence", ()) if row not in new["evidence"]]
    return {**old, "confidence": "EXTRACTED", "data": new["data"] + kept, "evidence": new["evidence"] + evidence}
