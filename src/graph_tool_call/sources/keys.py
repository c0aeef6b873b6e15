"""Keys of mappings, as JSON writes them."""

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
