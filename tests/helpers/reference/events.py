"""The page on run events, from their dataclasses and the comments on their fields."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator, Mapping
from dataclasses import fields
from typing import Any

from .text import NOTE, cell, markdown

HEAD = f"""\
# Runner events

{NOTE}

`PlanRunner.run_stream` yields frozen dataclasses; `dataclasses.asdict(event)` is JSON-shaped and ready to be forwarded.
Values of credentials never stand in them, and previews are bounded.
The last event of a run is `plan.completed`, `plan.aborted`, `input.required` or `choice.required`.
"""
_FIELD = re.compile(r"((?:    #: .*\n)*)    (\w+): ")


def make() -> str:
    """The page as text."""
    from graph_tool_call.plan.running.events import ERROR_KINDS, EVENT_TYPES, RunEvent, StepEvent

    kinds = "\n".join(f"| `{kind}` | {cell(meaning)} |" for kind, meaning in ERROR_KINDS.items())
    return "\n".join(
        [
            HEAD,
            f"## Every event\n\n{_table(RunEvent, ())}\n",
            f"## Every step event\n\n{_table(StepEvent, _names(RunEvent))}\n",
            *(part for kind in EVENT_TYPES for part in _section(kind, StepEvent)),
            f"## Error kinds\n\n| `error_kind` | |\n|---|---|\n{kinds}\n",
        ]
    )


def _section(kind: type[Any], step_event: type[Any]) -> Iterator[str]:
    above = step_event if issubclass(kind, step_event) else kind.__mro__[1]
    yield f"## `{kind.TYPE}`\n\n{markdown(inspect.getdoc(kind))}\n\n{_table(kind, _names(above))}\n"


def _names(kind: type[Any]) -> tuple[str, ...]:
    return tuple(field.name for field in fields(kind))


def _table(kind: type[Any], inherited: tuple[str, ...]) -> str:
    comments = _comments(kind)
    rows = [
        f"| `{field.name}` | `{cell(str(field.type))}` | {cell(comments.get(field.name, ''))} |"
        for field in fields(kind)
        if field.name not in inherited
    ]
    return "\n".join(["| field | type | |", "|---|---|---|", *rows])


def _comments(kind: type[Any]) -> Mapping[str, str]:
    found = _FIELD.findall(inspect.getsource(kind))
    return {name: " ".join(line.strip().removeprefix("#: ") for line in text.splitlines()) for text, name in found}
