"""Plans as Mermaid flowcharts."""

from __future__ import annotations

import re
from typing import Final

from graph_tool_call.hooks import FormatContext
from graph_tool_call.hooks.plans import Plan

from .plans import edges, nodes, plain

#: Characters that Mermaid reads as something in a quoted label.
_SPECIAL: Final = re.compile(r"""["'`#&<>{}\[\]()|\\;%]""")
_SHAPES: Final = {"step": ('["', '"]'), "target": ('[["', '"]]'), "person": ('[/"', '"/]')}


def plan_picture(plan: Plan, _context: FormatContext) -> str:
    """*plan* as a flowchart: steps in call order, what is asked of people, and which argument takes what."""
    lines = ["flowchart TD"]
    for node in nodes(plan):
        before, after = _SHAPES[node.kind]
        lines.append(f"    {node.key}{before}{'<br/>'.join(map(_escaped, node.lines))}{after}")
    for edge in edges(plan):
        label = f'|"{_escaped(edge.label)}"| ' if edge.label else ""
        lines.append(f"    {edge.source} --> {label}{edge.target}")
    return "\n".join(lines) + "\n"


def _escaped(text: str) -> str:
    return _SPECIAL.sub(lambda found: f"#{ord(found[0])};", plain(text))
