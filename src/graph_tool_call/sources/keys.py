"""Keys of mappings as JSON writes them, and kinds of values as JSON calls them."""

from __future__ import annotations

from typing import Any


def key_text(key: Any) -> str:
    """A mapping key as JSON would write it."""
    if isinstance(key, bool):
        return "true" if key else "false"
    if key is None:
        return "null"
    return str(untag(key))


def untag(value: Any) -> Any:
    """The value below a YAML tag, or the value as text when it is nothing that JSON knows."""
    if type(value).__name__ == "Yaml" and hasattr(value, "value"):
        inner = value.value
        return inner if inner is None or isinstance(inner, (str, int, float, dict, list)) else untag(inner)
    return str(value)


def kind_of(value: Any) -> str:
    """What a value is, in JSON's words."""
    if value is None:
        return "null"
    names = {bool: "a boolean", str: "text", int: "a number", float: "a number", list: "a list", dict: "an object"}
    return names.get(type(value), type(value).__name__)
