"""What a picture of a plan shows: a node for each step and question, an edge for each value that is handed on."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

import attrs

from graph_tool_call.hooks.plans import Key, Plan, PlanStep, Reference, one_line

#: A literal `${`, or the root of a binding.
_BINDING: Final = re.compile(r"\$\$\{|\$\{(?P<root>[^\s.\[\]{}'\"=]+)")
#: Longest name in a picture.
_WIDTH: Final = 60


@attrs.frozen
class Node:
    """A step, or what a person is asked."""

    key: str
    lines: tuple[str, ...]
    #: step, target or person.
    kind: str


@attrs.frozen
class Edge:
    """What one node hands to another."""

    source: str
    target: str
    label: str


def plain(text: str) -> str:
    """*text* on one line, cut where it is long: it comes from a stranger's document."""
    line = one_line(text)
    return line if len(line) <= _WIDTH else line[: _WIDTH - 1] + "…"


def nodes(plan: Plan) -> Iterator[Node]:
    """Questions, then steps in call order; the last is the target."""
    for number, field in enumerate(_asked(plan)):
        yield Node(f"q{number}", (f"asked: {field}",), "person")
    for number, step in enumerate(plan.steps):
        last = number == len(plan.steps) - 1
        each = (f"for each: {_shown(step.foreach)}",) if step.foreach else ()
        yield Node(f"n{number}", (f"{step.id}: {step.tool}", *each), "target" if last else "step")


def _shown(value: str | list[Any]) -> str:
    return value if isinstance(value, str) else f"{len(value)} values"


def edges(plan: Plan) -> Iterator[Edge]:
    """From each step, or question, to each step that takes a value from it; the arguments that take it as label."""
    steps = {step.id: f"n{number}" for number, step in enumerate(plan.steps)}
    asked = {field: f"q{number}" for number, field in enumerate(_asked(plan))}
    for number, step in enumerate(plan.steps):
        labels: dict[str, dict[str, None]] = {steps[d]: {} for d in step.depends_on if d in steps}
        for name, source in _taken(step, steps, asked):
            labels.setdefault(source, {})[name] = None
        for source, names in labels.items():
            yield Edge(source, f"n{number}", ", ".join(names))


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
