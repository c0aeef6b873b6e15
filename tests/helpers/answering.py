"""A transport that answers every call with what the tool's contract says, and nothing more."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from graph_tool_call.model.json_path import EVERY_ELEMENT, EVERY_VALUE, steps

VALUES: Mapping[str, Any] = {"string": "text", "integer": 7, "number": 1.5, "boolean": True, "object": {}, "array": []}


def answer_of(tool: Mapping[str, Any], known: Mapping[str, Any] | None = None, elements: int = 2) -> Any:
    """An answer with a value at the path of every `produces` row; each list has *elements* elements.

    A field whose name or tag is among the *known* values has that value.
    """
    root: dict[str, Any] = {}
    named = {_spelled(key): value for key, value in (known or {}).items()}
    for row in tool["metadata"]["api_contract"]["produces"]:
        names = (_spelled(row["name"]), _spelled(row.get("semantic_tag", "")))
        said = [named[name] for name in names if name in named]
        _put(root, ["$", *steps(row["path"])], row | {"said": said}, elements, "")
    return root.get("$", {})


def _spelled(name: str) -> str:
    return name.lower().replace("_", "").replace("-", "")


def _put(at: Any, way: list[str], row: Mapping[str, Any], elements: int, mark: str) -> None:
    """Write the value of *row* below the key `way[0]` of *at*; *mark* tells elements apart."""
    key, *rest = way
    if not rest:
        value = VALUES[row.get("field_type", "string")]
        at[key] = row["said"][0] if row["said"] else f"{value}{mark}" if isinstance(value, str) else value
    elif rest[0] in (EVERY_ELEMENT, EVERY_VALUE):
        # One element more than a key: `_put` writes into lists by index as into objects by key.
        inner = at.setdefault(key, {} if rest[0] == EVERY_VALUE else [None] * elements)
        for number in range(elements):
            place: Any = f"k{number}" if rest[0] == EVERY_VALUE else number
            holder = {"": (inner.get(place) if isinstance(inner, dict) else inner[number])}
            if holder[""] is None:
                del holder[""]
            _put(holder, ["", *rest[1:]], row, elements, f"{mark}-{number}")
            inner[place] = holder[""]
    else:
        _put(at.setdefault(key, {}), rest, row, elements, mark)


def answers_to(slots: list[dict[str, Any]]) -> dict[str, Any]:
    """A value of the right type for each question of a plan."""
    found = {}
    for slot in slots:
        kind = slot.get("field_type", "string")
        found[slot["field_name"]] = [VALUES[slot["array"]["type"]]] if kind == "array" else VALUES[kind]
    return found
