"""The dotted paths of cases: `items[].orderNo`, `[].id`, `*.qty`, `shipping.lines[0].sku`, `items.0.id`."""

from __future__ import annotations

import re
from typing import Any

#: "[]", "[0]", or a name up to the next dot or bracket.
_STEP = re.compile(r"\[(\d*)\]|[^.\[\]]+")
#: A step of a row's JSON path: "[*]", a quoted name, "*" or a plain name.
_ROW_STEP = re.compile(r"\[\*\]|\['((?:[^'\\]|\\.)*)'\]|[^.\[\]]+")

ELEMENT = "[]"
Steps = tuple[str, ...]


def dotted(path: str) -> Steps:
    """A case's path as steps; `[]` stands for any element, `*` for any key."""
    return tuple(match[0] for match in _STEP.finditer(path) if match[0] != "$")


def row_steps(path: str) -> Steps:
    """A contract row's JSON path as steps of the same alphabet."""
    found = _ROW_STEP.finditer(path.removeprefix("$"))
    return tuple(ELEMENT if m[0] == "[*]" else m[0] if m[1] is None else re.sub(r"\\(.)", r"\1", m[1]) for m in found)


def value_at(value: Any, path: str) -> Any:
    """What stands at *path* in arguments; raises `LookupError` where nothing does."""
    for step in dotted(path):
        if step.startswith("["):
            value = value[int(step[1:-1])]
        else:
            value = value[int(step)] if isinstance(value, list) else value[step]
    return value


def words(text: str) -> set[str]:
    """The words of *text* that carry its meaning, in lower case."""
    empty = {"a", "an", "and", "but", "has", "have", "is", "of", "the", "to"}
    return {word for word in re.findall(r"[\w-]+", text.lower()) if word not in empty}
