"""Edges that documents declare, beside those that were inferred."""

from __future__ import annotations

from typing import Any

from graph_tool_call.graph import with_declared


def edge(confidence: str, *flows: tuple[str, str], rule: str, relation: str = "requires") -> dict[str, Any]:
    """From getBox to listBoxes, with flows of (path, input)."""
    data = [{"from": path, "to": name, "location": "path"} for path, name in flows]
    ends = {"source": "getBox", "target": "listBoxes", "relation": relation}
    return {**ends, "confidence": confidence, "data": data, "evidence": [{"rule": rule, "field": flows[0][1]}]}


def test_merging_with_what_was_inferred() -> None:
    """One edge for each pair: what was inferred for other fields stays, and stays inferred."""
    old = edge("INFERRED", ("$.total", "boxId"), ("$.total", "n"), rule="same_tag")
    other = {**old, "relation": "same_resource"}
    merged = with_declared([old, other], [edge("EXTRACTED", ("$.items[*].id", "boxId"), rule="flows")])

    assert [("requires", "EXTRACTED"), ("same_resource", "INFERRED")] == [
        (one["relation"], one["confidence"]) for one in merged
    ]
    assert [
        {"from": "$.items[*].id", "to": "boxId", "location": "path"},
        {"from": "$.total", "to": "n", "location": "path", "confidence": "INFERRED"},
    ] == merged[0]["data"]
    assert ["flows", "same_tag"] == [row["rule"] for row in merged[0]["evidence"]]


def test_two_documents_that_say_the_same() -> None:
    """One edge, with the evidence of both."""
    said = [edge("EXTRACTED", ("$.items[*].id", "boxId"), rule=rule) for rule in ("one", "other")]
    (merged,) = with_declared([], said)

    assert (1, ["one", "other"]) == (len(merged["data"]), sorted(row["rule"] for row in merged["evidence"]))
