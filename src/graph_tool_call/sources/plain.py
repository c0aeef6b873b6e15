"""Data that a caller hands over → data as JSON has it."""

from __future__ import annotations

import marshal
from collections.abc import Mapping
from itertools import chain
from typing import Any

import attrs

from .keys import key_text
from .limits import Limits
from .load import too_deep

#: A tree of more containers than this has some of them many times over.
_MANY = 5_000_000
_SCALARS = frozenset({str, int, float, bool, type(None)})


@attrs.frozen
class PlainData:
    """Data as JSON has it: *value*, *content* (bytes that stand for it), and whether no node of it is shared."""

    value: Any
    content: bytes
    is_tree: bool


def plain_data(data: Any, source: str, limits: Limits) -> PlainData:
    """*data* with text keys, dicts, lists and JSON scalars only.

    Plain data is returned as it is, not copied. Nodes that are shared, or contain
    themselves (documents whose references were replaced by their targets), stay so.

    Raises:
        SpecError: too_deep.
    """
    if _is_plain_tree(data, limits):
        try:
            # Version 2 of the format is the last whose bytes depend on values alone, not on who refers to them.
            return PlainData(data, marshal.dumps(data, 2), is_tree=True)
        except ValueError:  # Something in it is no JSON: a date, say.
            pass
    try:
        copy = _copy(data, {})
    except RecursionError:
        raise too_deep(source) from None
    content, is_tree = _fingerprint([copy])
    return PlainData(copy, content, is_tree)


def _is_plain_tree(data: Any, limits: Limits) -> bool:
    if type(data) is not dict:
        return False
    level: list[Any] = [data]
    total = depth = 0
    while level:
        depth, total = depth + 1, total + len(level)
        if depth > limits.max_depth or total > _MANY or not set(map(type, level)) <= {dict, list}:
            return False
        if not set(map(type, chain.from_iterable(c for c in level if type(c) is dict))) <= {str}:
            return False
        level = [v for c in level for v in (c.values() if type(c) is dict else c) if type(v) not in _SCALARS]
    return True


def _copy(value: Any, memo: dict[int, Any]) -> Any:
    if value is None or isinstance(value, (str, int, float, bool)):
        return value
    if id(value) in memo:
        return memo[id(value)]
    if isinstance(value, Mapping):
        out: dict[str, Any] = {}
        memo[id(value)] = out
        out.update((key_text(key), _copy(item, memo)) for key, item in value.items())
        return out
    if isinstance(value, (list, tuple)):
        items: list[Any] = []
        memo[id(value)] = items
        items.extend(_copy(item, memo) for item in value)
        return items
    return str(value)


def _fingerprint(data: list[Any]) -> tuple[bytes, bool]:
    """Bytes for data that may share nodes, each node once, by number; and whether none is shared."""
    is_tree = True
    numbers = {id(data): 0}
    order: list[Any] = [data]
    rows: list[Any] = []
    for container in order:
        row: list[Any] = []
        for key, value in container.items() if isinstance(container, dict) else enumerate(container):
            if isinstance(value, (dict, list)):
                if id(value) not in numbers:
                    numbers[id(value)] = len(order)
                    order.append(value)
                else:
                    is_tree = False
                row += [key, (numbers[id(value)],)]
            else:
                row += [key, value]
        rows.append(row)
    return marshal.dumps(rows, 2), is_tree
