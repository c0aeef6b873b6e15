"""Bindings for outputs: from a contract row's JSON path and the way an element is chosen to an expression."""

from __future__ import annotations

from typing import Any

from ...model.contract import Output
from ...model.json_path import EVERY_ELEMENT, EVERY_VALUE, steps
from ..binding.expression import EVERY, Filter, Key, Position, Pseudo, Reference, Segment


def output_binding(
    step_id: str, output: Output, *, every: bool = False, beside: tuple[str, Any] | None = None
) -> Reference:
    """What reads *output* from the answer of step *step_id*.

    Each list gives its first element; with *every* all of them; with *beside* (field,
    value) the innermost list gives the first element whose field has that value.
    """
    if output.location == "response_header":
        segments: tuple[Segment, ...] = (Pseudo("headers"), Key(output.name))
        if output.row.get("extract") == "last_path_segment":
            segments += (Pseudo("last_segment"),)
        return Reference(step_id, segments)
    path = steps(output.path)
    last_list = max((i for i, step in enumerate(path) if step == EVERY_ELEMENT), default=-1)
    found: list[Segment] = []
    for place, step in enumerate(path):
        if step not in {EVERY_ELEMENT, EVERY_VALUE}:
            found.append(Key(step))
        elif every:
            found.append(EVERY)
        elif place == last_list and beside is not None:
            found.append(Filter(tuple(Key(s) for s in steps(f"$.{beside[0]}")), beside[1]))
        elif step == EVERY_VALUE:
            found += [Pseudo("values"), Position(0)]
        else:
            found.append(Position(0))
    return Reference(step_id, tuple(found))
