"""Sample answers and arguments, by contract."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from .paths import ELEMENT, Steps, row_steps

_SAMPLES = {"integer": 7, "number": 1.5, "boolean": True, "array": [], "object": {}, "null": None}


def value(row: Mapping[str, Any]) -> Any:
    """A value that the row admits."""
    if row.get("enum"):
        return row["enum"][0]
    return _SAMPLES.get(str(row.get("field_type")), "x")


def body(rows: Iterable[Mapping[str, Any]]) -> Any:
    """A response body with every field of *rows*, one element in each list and one member in each map."""
    root: dict[str, Any] = {}
    for row in sorted(rows, key=lambda r: str(r["path"])):
        if row["location"] == "response":
            _place(root, ("root", *row_steps(row["path"])), value(row))
    return root.get("root", {})


def _place(target: Any, steps: Steps, leaf: Any) -> None:
    for step, following in zip(steps, (*steps[1:], None), strict=True):
        key: Any = 0 if step == ELEMENT else "key" if step == "*" else step
        missing = (len(target) == 0) if isinstance(target, list) else target.get(key) in ({}, [], None)
        if following is None or missing:
            made = leaf if following is None else [] if following == ELEMENT else {}
            if isinstance(target, list):
                target[:] = [made]
            else:
                target[key] = made
        target = target[key]


def arguments(rows: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """Arguments for what the call as a whole needs; parameters and top-level body fields."""
    needed = [row for row in rows if row.get("required") and row.get("kind") == "data"]
    return {row["name"]: value(row) for row in needed if row["location"] != "body" or len(row_steps(row["path"])) == 1}
