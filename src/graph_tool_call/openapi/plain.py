"""Data that a caller hands over → data with text keys that nobody else changes the meaning of."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .yaml import key_text


def plain_copy(data: Any) -> Any:
    """*data* itself when it is plain JSON data (text keys, dicts, lists, scalars); a converted copy otherwise.

    Nodes that are shared, or contain themselves, stay so in the copy.
    """
    return data if _is_plain(data) else _copy(data, {})


def _is_plain(data: Any) -> bool:
    if type(data) is not dict:
        return False
    seen: set[int] = set()
    stack: list[Any] = [data]
    while stack:
        container = stack.pop()
        if id(container) in seen:
            continue
        seen.add(id(container))
        if type(container) is dict:
            for key in container:
                if type(key) is not str:
                    return False
            values: Any = container.values()
        else:
            values = container
        for value in values:
            kind = type(value)
            if kind is dict or kind is list:
                stack.append(value)
            elif kind not in _SCALARS:
                return False
    return True


_SCALARS = frozenset({str, int, float, bool, type(None)})


def _copy(value: Any, memo: dict[int, Any]) -> Any:
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
    if value is None or isinstance(value, (str, int, float, bool)):
        return value
    return str(value)
