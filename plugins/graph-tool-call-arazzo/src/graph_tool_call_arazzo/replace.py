"""Payload replacements."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from itertools import pairwise
from typing import Any

from graph_tool_call.hooks import ABSENT
from graph_tool_call.hooks.plans import Key, Position, Segment

from .runtime import from_pointer
from .selectors import from_selector
from .values import UnreadableError


def replaced(body: Any, target: str, kind: Any, value: Any) -> Any:
    """*body* with *value* at *target*: a JSON pointer, or a JSONPath where *kind* says so.

    Raises `UnreadableError` where the target is no single place of a literal payload.
    """
    way = from_pointer(target) if kind is None else from_selector(target, kind)
    if way is None or not all(isinstance(segment, (Key, Position)) for segment in way):
        raise UnreadableError(f"the target {target[:200]!r} is no single place")
    if not way:
        return value
    if body is not ABSENT and not isinstance(body, (Mapping, list)):
        raise UnreadableError("replaces a part of what is only known when the plan runs")
    out = {} if body is ABSENT else copy.deepcopy(body)
    at: Any = out
    for segment, following in pairwise(way):
        at = _step(at, segment, [] if isinstance(following, Position) else {})
    _put(at, way[-1], value)
    return out


def _step(at: Any, segment: Segment, fresh: Any) -> Any:
    name = _name(segment)
    if isinstance(at, dict):
        return at.setdefault(name, fresh)
    if isinstance(at, list) and isinstance(segment, Position) and 0 <= segment.index <= len(at):
        if segment.index == len(at):
            at.append(fresh)
        return at[segment.index]
    raise UnreadableError("leads through what is no object and no list")


def _put(at: Any, segment: Segment, value: Any) -> None:
    if isinstance(at, dict):
        at[_name(segment)] = value
    elif isinstance(at, list) and isinstance(segment, Position) and 0 <= segment.index <= len(at):
        at[segment.index : segment.index + 1] = [value]
    else:
        raise UnreadableError("leads through what is no object and no list")


def _name(segment: Segment) -> str:
    return segment.name if isinstance(segment, Key) else str(segment.index) if isinstance(segment, Position) else ""
