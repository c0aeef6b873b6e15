"""Plans and graphs as Graphviz digraphs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from graph_tool_call.hooks import FormatContext
from graph_tool_call.hooks.plans import Plan

from .plans import edges, nodes, plain

_SHAPES: Final = {"step": "box", "target": "box, peripheries=2", "person": "parallelogram"}
#: How each relation is drawn: what is handed over by a line, what only belongs together by dots.
_STYLES: Final = {"requires": "solid", "precedes": "dashed", "same_resource": "dotted"}


def plan_picture(plan: Plan, _context: FormatContext) -> str:
    """*plan* as a digraph: steps in call order, what is asked of people, and which argument takes what."""
    lines = ["digraph plan {", "    node [fontname=sans];", "    edge [fontname=sans, fontsize=10];"]
    for node in nodes(plan):
        label = r"\n".join(map(_escaped, node.lines))
        lines.append(f'    {node.key} [label="{label}", shape={_SHAPES[node.kind]}];')
    for edge in edges(plan):
        label = f' [label="{_escaped(edge.label)}"]' if edge.label else ""
        lines.append(f"    {edge.source} -> {edge.target}{label};")
    return "\n".join([*lines, "}"]) + "\n"


def graph_picture(artifact: Mapping[str, Any], context: FormatContext) -> str:
    """The tools of *artifact* and their relations: an arrow from each tool to what supplies, precedes or is like it."""
    keys = {name: f"n{number}" for number, name in enumerate(context.tools)}
    lines = ["digraph tools {", "    rankdir=LR;", "    node [fontname=sans, shape=box];"]
    lines += [f'    {key} [label="{_escaped(name)}"];' for name, key in keys.items()]
    lines += _relations(artifact, keys)
    return "\n".join([*lines, "}"]) + "\n"


def _relations(artifact: Mapping[str, Any], keys: Mapping[str, str]) -> Iterator[str]:
    for edge in artifact.get("edges", ()):
        source, target = keys.get(edge.get("source")), keys.get(edge.get("target"))
        if source and target:
            style = _STYLES.get(edge.get("relation"), "dotted")
            handed = ", ".join(dict.fromkeys(str(flow.get("to", "")) for flow in edge.get("data") or ()))
            label = f', label="{_escaped(handed)}"' if handed else ""
            yield f"    {source} -> {target} [style={style}{label}];"


def _escaped(text: str) -> str:
    return plain(text).replace("\\", "\\\\").replace('"', '\\"')
