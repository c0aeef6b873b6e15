"""Plans as pictures: Mermaid and Graphviz. Names come from strangers' documents and stay text in both."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final

import attrs

from ..plain_text import one_line
from .binding import Key, Reference

if TYPE_CHECKING:
    from .plan import Plan, PlanStep

#: A literal `${`, or the root of a binding.
_BINDING: Final = re.compile(r"\$\$\{|\$\{(?P<root>[^\s.\[\]{}'\"=]+)")
#: Characters that Mermaid reads as something in a quoted label.
_MERMAID: Final = re.compile(r"""["'`#&<>{}\[\]()|\\;%]""")
#: Longest name in a picture.
_WIDTH: Final = 60


@attrs.frozen
class _Node:
    key: str
    lines: tuple[str, ...]
    #: step, target or person.
    kind: str


@attrs.frozen
class _Edge:
    source: str
    target: str
    label: str


def mermaid(plan: Plan) -> str:
    """*plan* as a Mermaid flowchart: steps in call order, what is asked of people, and which argument takes what."""
    shapes = {"step": ('["', '"]'), "target": ('[["', '"]]'), "person": ('[/"', '"/]')}
    lines = ["flowchart TD"]
    for node in _nodes(plan):
        before, after = shapes[node.kind]
        lines.append(f"    {node.key}{before}{'<br/>'.join(map(_for_mermaid, node.lines))}{after}")
    for edge in _edges(plan):
        label = f'|"{_for_mermaid(edge.label)}"| ' if edge.label else ""
        lines.append(f"    {edge.source} --> {label}{edge.target}")
    return "\n".join(lines) + "\n"


def dot(plan: Plan) -> str:
    """*plan* as a Graphviz digraph, with the same content as `mermaid`."""
    shapes = {"step": "box", "target": "box, peripheries=2", "person": "parallelogram"}
    lines = ["digraph plan {", "    node [fontname=sans];", "    edge [fontname=sans, fontsize=10];"]
    for node in _nodes(plan):
        label = r"\n".join(map(_for_dot, node.lines))
        lines.append(f'    {node.key} [label="{label}", shape={shapes[node.kind]}];')
    for edge in _edges(plan):
        label = f' [label="{_for_dot(edge.label)}"]' if edge.label else ""
        lines.append(f"    {edge.source} -> {edge.target}{label};")
    return "\n".join([*lines, "}"]) + "\n"


def _for_mermaid(text: str) -> str:
    return _MERMAID.sub(lambda found: f"#{ord(found[0])};", _plain(text))


def _for_dot(text: str) -> str:
    return _plain(text).replace("\\", "\\\\").replace('"', '\\"')


def _plain(text: str) -> str:
    line = one_line(text)
    return line if len(line) <= _WIDTH else line[: _WIDTH - 1] + "…"


def _nodes(plan: Plan) -> Iterator[_Node]:
    for number, field in enumerate(_asked(plan)):
        yield _Node(f"q{number}", (f"asked: {field}",), "person")
    for number, step in enumerate(plan.steps):
        last = number == len(plan.steps) - 1
        each = (f"for each: {_shown(step.foreach)}",) if step.foreach else ()
        yield _Node(f"n{number}", (f"{step.id}: {step.tool}", *each), "target" if last else "step")


def _shown(value: str | list[Any]) -> str:
    return value if isinstance(value, str) else f"{len(value)} values"


def _edges(plan: Plan) -> Iterator[_Edge]:
    """From each step, or question, to each step that takes a value from it; the arguments that take it as label."""
    steps = {step.id: f"n{number}" for number, step in enumerate(plan.steps)}
    asked = {field: f"q{number}" for number, field in enumerate(_asked(plan))}
    for number, step in enumerate(plan.steps):
        labels: dict[str, dict[str, None]] = {steps[d]: {} for d in step.depends_on if d in steps}
        for name, source in _taken(step, steps, asked):
            labels.setdefault(source, {})[name] = None
        for source, names in labels.items():
            yield _Edge(source, f"n{number}", ", ".join(names))


def _taken(step: PlanStep, steps: Mapping[str, str], asked: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """(argument, node that it takes a value from); "each" stands for the list of a fan-out."""
    for name, value in (*_leaves(step.args), *(("each", text) for _, text in _leaves({"": step.foreach}))):
        for found in _BINDING.finditer(value):
            if found["root"] in steps:
                yield name, steps[found["root"]]
        for field, node in asked.items():
            if str(Reference("user_input", (Key(field),))) in value:
                yield name, node


def _leaves(value: Any, name: str = "") -> Iterator[tuple[str, str]]:
    if isinstance(value, str):
        yield name, value
    elif isinstance(value, Mapping):
        for key, member in value.items():
            yield from _leaves(member, f"{name}.{key}" if name else str(key))
    elif isinstance(value, (list, tuple)):
        for member in value:
            yield from _leaves(member, name)


def _asked(plan: Plan) -> tuple[str, ...]:
    """Names of what is asked of people, each once."""
    synthesis = plan.metadata.get("synthesis")
    slots = synthesis.get("user_input_slots", ()) if isinstance(synthesis, Mapping) else ()
    return tuple(dict.fromkeys(str(slot["field_name"]) for slot in slots if "field_name" in slot))
