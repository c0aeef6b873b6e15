"""Bindings for outputs: from a contract row's JSON path and the way an element is chosen to an expression."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...model.contract import Output
from ...model.json_path import EVERY_ELEMENT, EVERY_KEY, EVERY_VALUE, steps
from ..binding.expression import EVERY, Filter, Key, Position, Pseudo, Reference, Segment


def output_binding(
    step_id: str,
    output: Output,
    *,
    every: bool = False,
    beside: tuple[str, Any] | None = None,
    outer: Mapping[int, tuple[str, Any]] | None = None,
) -> Reference:
    """What reads *output* from the answer of step *step_id*.

    Each list gives its first element; with *every* all of them; with *beside* (field,
    value) the element of the innermost list whose field has that value, in whichever of
    the outer elements it lies. *outer* (position of a list → the same) chooses among these.
    """
    if output.location == "response_header":
        segments: tuple[Segment, ...] = (Pseudo("headers"), Key(output.name))
        if output.row.get("extract") == "last_path_segment":
            segments += (Pseudo("last_segment"),)
        return Reference(step_id, segments)
    path = steps(output.path)
    lists = [place for place, step in enumerate(path) if step == EVERY_ELEMENT]
    chosen = {lists[level]: way for level, way in (outer or {}).items()}
    if beside is not None and lists:
        chosen[lists[-1]] = beside
    found: list[Segment] = []
    for place, step in enumerate(path):
        if step == EVERY_KEY:
            found += [Pseudo("keys"), EVERY if every else Position(0)]
        elif step not in {EVERY_ELEMENT, EVERY_VALUE}:
            found.append(Key(step))
        elif place in chosen:
            field, value = chosen[place]
            found.append(Filter(tuple(Key(s) for s in steps(f"$.{field}")), value))
        elif every or (beside is not None and lists and place < lists[-1]):
            found.append(EVERY)
        elif step == EVERY_VALUE:
            found += [Pseudo("values"), Position(0)]
        else:
            found.append(Position(0))
    return Reference(step_id, tuple(found))
