"""Values and lists in words, for messages and for bindings that stand inside text."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import unquote, urlsplit

_SHOWN = 8
_TEXT = 200


def as_text(value: Any) -> str:
    """A value inside text: booleans lower case, objects and lists as compact JSON."""
    if isinstance(value, str):
        return value
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), default=str)


def is_list(value: Any) -> bool:
    """Whether *value* is a list of values, and no text or bytes."""
    return isinstance(value, Sequence) and not isinstance(value, (str, bytes))


def counted(value: Sequence[Any]) -> str:
    """How many elements *value* has: "1 element", "3 elements"."""
    return "1 element" if len(value) == 1 else f"{len(value)} elements"


def kind(value: Any) -> str:
    """What *value* is, with its article: "an object", "a text"."""
    if value is None:
        return "null"
    if isinstance(value, Mapping):
        return "an object"
    kinds = {bool: "a boolean", str: "a text", int: "a number", float: "a number"}
    return kinds.get(type(value), "a list" if is_list(value) else f"a {type(value).__name__}")


def listed(names: Sequence[str]) -> str:
    """The first few of *names*, and how many more there are."""
    shown = ", ".join(short(name) for name in names[:_SHOWN])
    return shown + (f" and {len(names) - _SHOWN} more" if len(names) > _SHOWN else "")


def short(text: str) -> str:
    """*text*, cut to what a message has room for."""
    return text if len(text) <= _TEXT else text[: _TEXT - 1] + "…"


def last_segment(url: str) -> str:
    """Last path segment of an absolute or relative URL (RFC 3986), decoded; "" without one."""
    path = urlsplit(url.strip()).path
    return unquote(path.rstrip("/").rpartition("/")[2])
