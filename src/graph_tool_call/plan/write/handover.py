"""Bindings for outputs: from a contract row's JSON path and the way an element is chosen to an expression."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import attrs

from ...model.contract import Output
from ...model.json_path import EVERY_ELEMENT, EVERY_KEY, EVERY_VALUE, steps
from ..binding.expression import EVERY, Filter, Key, Order, Position, Pseudo, Reference, Segment
from ..derivation.derivation import Where


def found_binding(
    step_id: str,
    output: Output,
    where: Sequence[Where],
    value: Callable[[Where], Any],
    *,
    each: bool = False,
    by: tuple[str, bool] | None = None,
    every: bool = False,
) -> Reference:
    """What reads *output* of the one element of which all of *where* holds; *value* gives what is compared with.

    With *every* of all such elements. With *by*, a path and whether the least value is meant, of the first element by
    that attribute. Lists around it are searched through, each narrowed by the conditions of its own level; *each*: so
    are the answers of a step that is called several times.
    """
    path = steps(output.path)
    lists = [place for place, step in enumerate(path) if step == EVERY_ELEMENT]
    chosen: dict[int, list[Where]] = {}
    for one in where:
        if lists:
            chosen.setdefault(lists[one.level], []).append(one)
    chosen.update({lists[-1]: chosen.get(lists[-1], [])} if by and lists else {})
    found: list[Segment] = [EVERY] if each else []
    for place, step in enumerate(path):
        if step in {EVERY_KEY, EVERY_VALUE}:
            found += [Pseudo("keys" if step == EVERY_KEY else "values"), EVERY]
        elif step != EVERY_ELEMENT:
            found.append(Key(step))
        elif place + 1 not in lists:
            # A list right inside a list is a list of alternatives or of pages, not one of things.
            order = _order(by) if by and place == lists[-1] else None
            found.append(_all_of(chosen[place], value, order) if place in chosen else EVERY)
    if every and isinstance(last := found[at := _last_filter(found)], Filter):
        found[at] = attrs.evolve(last, every=True)
    return Reference(step_id, tuple(found))


def _last_filter(segments: Sequence[Segment]) -> int:
    return max((at for at, segment in enumerate(segments) if isinstance(segment, Filter)), default=-1)


def _order(by: tuple[str, bool]) -> Order:
    path, least = by
    return Order(tuple(Key(step) for step in steps(f"$.{path}")), least=least)


def _all_of(where: Sequence[Where], value: Callable[[Where], Any], order: Order | None) -> Filter:
    if not where:
        return Filter((), None, order=order)
    first, *others = (_any_of(one, value(one)) for one in where)
    return attrs.evolve(first, also=tuple(others), order=order) if others or order else first


def _any_of(where: Where, value: Any) -> Filter:
    if not where.paths:
        return Filter((), None)
    first, *others = (_comparison(paths, value) for paths in where.paths)
    return attrs.evolve(first, either=tuple(others)) if others else first


def _comparison(paths: Sequence[str], value: Any) -> Filter:
    first, *others = (tuple(Key(step) for step in steps(f"$.{path}")) for path in paths)
    joined = tuple(part for path in others for part in (" ", path))
    return Filter(first, value, joined=joined) if joined else Filter(first, value)


def output_binding(
    step_id: str, output: Output, *, every: bool = False, beside: tuple[str, Any] | None = None
) -> Reference:
    """What reads *output* from the answer of step *step_id*.

    Each list gives its first element; with *every* all of them; with *beside* (field,
    value) the element of the innermost list whose field has that value, in whichever of
    the outer elements it lies.
    """
    if output.location == "response_header":
        segments: tuple[Segment, ...] = (Pseudo("headers"), Key(output.name))
        if output.row.get("extract") == "last_path_segment":
            segments += (Pseudo("last_segment"),)
        return Reference(step_id, segments)
    path = steps(output.path)
    lists = [place for place, step in enumerate(path) if step == EVERY_ELEMENT]
    last = lists[-1] if beside is not None and lists else -1
    found: list[Segment] = []
    for place, step in enumerate(path):
        if step == EVERY_KEY:
            found += [Pseudo("keys"), EVERY if every else Position(0)]
        elif step not in {EVERY_ELEMENT, EVERY_VALUE}:
            found.append(Key(step))
        elif beside is not None and place == last:
            field, value = beside
            found.append(Filter(tuple(Key(s) for s in steps(f"$.{field}")), value))
        elif every or place < last:
            found.append(EVERY)
        elif step == EVERY_VALUE:
            found += [Pseudo("values"), Position(0)]
        else:
            found.append(Position(0))
    return Reference(step_id, tuple(found))
