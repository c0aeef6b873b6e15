"""Workflows as declared edges: who hands what to whom."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from graph_tool_call.hooks import ToolInputs
from graph_tool_call.hooks.plans import (
    EVERY_ELEMENT,
    EVERY_VALUE,
    Every,
    Filter,
    Key,
    Position,
    Pseudo,
    Reference,
    Row,
    Segment,
    row_path,
    rows_of,
    steps,
)

from .walk import Call, Walked

Edge = dict[str, Any]


def declared_edges(walked: Walked, tools: Mapping[str, Any], *, document: str, workflow: str) -> list[Edge]:
    """A `requires` edge for each pair of calls of which one hands something to the other, in call order."""
    calls = {call.id: call for call in walked.calls}
    edges: dict[tuple[str, str], Edge] = {}
    for call in walked.calls:
        for field, flow, reference in _flows(call):
            producer = calls.get(reference.root)
            if producer is None or producer.tool == call.tool:
                continue
            source = _source(reference.segments, tools[producer.tool])
            if source is None:
                continue
            edge = edges.setdefault((call.tool, producer.tool), _edge(call.tool, producer.tool))
            if (row := {**source, **flow}) not in edge["data"]:
                edge["data"].append(row)
                evidence = {"rule": "arazzo", "field": field, "document": document, "workflow": workflow}
                edge["evidence"].append({**evidence, "step": call.step.id, "from_step": producer.step.id})
    return list(edges.values())


def _edge(consumer: str, producer: str) -> Edge:
    return {
        "source": consumer,
        "target": producer,
        "relation": "requires",
        "confidence": "EXTRACTED",
        "data": [],
        "evidence": [],
    }


def _flows(call: Call) -> Iterator[tuple[str, dict[str, Any], Reference]]:
    """(field, where it goes, where it comes from) of each value that is one reference."""
    for (location, name), value in call.parameters.items():
        for reference in _whole(value):
            yield name, {"to": name, "location": location}, reference
    for path, name, reference in _leaves(call.body, "$", ""):
        yield name, {"to": name, "location": "body"} | ({"to_path": path} if path != f"$.{name}" else {}), reference


def _whole(value: Any) -> Iterator[Reference]:
    for member in value if isinstance(value, list) else (value,):
        if isinstance(member, Reference):
            yield member


def _leaves(value: Any, path: str, name: str) -> Iterator[tuple[str, str, Reference]]:
    if isinstance(value, Reference):
        yield path, name or "body", value
    elif isinstance(value, Mapping):
        for key, member in value.items():
            yield from _leaves(member, path + ToolInputs.segment(str(key)), str(key))
    elif isinstance(value, list):
        for member in value:
            yield from _leaves(member, f"{path}[*]", name)


def _source(segments: tuple[Segment, ...], tool: Any) -> dict[str, Any] | None:
    """Where in the answer of *tool* the value stands: the path of a contract row where there is one."""
    if segments and isinstance(segments[0], Pseudo):
        if segments[0].name != "headers" or len(segments) != 2 or not isinstance(segments[1], Key):
            return None
        return {"from": segments[1].name, "from_location": "response_header"}
    if any(isinstance(segment, Pseudo) for segment in segments):
        return None
    rows: list[Row] = [row for row in rows_of(tool, "produces") if row.get("location", "response") == "response"]
    found = next((row_path(row) for row in rows if _fits(steps(row_path(row)), segments)), None)
    return {"from": found if found is not None else "$" + "".join(_written(segment) for segment in segments)}


def _fits(path: tuple[str, ...], segments: tuple[Segment, ...]) -> bool:
    return len(path) == len(segments) and all(map(_step_fits, path, segments))


def _step_fits(step: str, segment: Segment) -> bool:
    if isinstance(segment, Key):
        return step in (segment.name, EVERY_VALUE)
    if isinstance(segment, Position):
        return step in (EVERY_ELEMENT, EVERY_VALUE, str(segment.index))
    return isinstance(segment, (Every, Filter)) and step in (EVERY_ELEMENT, EVERY_VALUE)


def _written(segment: Segment) -> str:
    return ToolInputs.segment(segment.name) if isinstance(segment, Key) else EVERY_ELEMENT
