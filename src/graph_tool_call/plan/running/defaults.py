"""Required inputs that a call leaves out, with the default that the contract gives them."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from typing import Any

from ...model import ABSENT
from ...model.arguments import ToolInputs
from ...model.json_path import EVERY_ELEMENT, EVERY_VALUE, steps
from ...model.tool import Row, row_name


def with_defaults(inputs: ToolInputs, args: Mapping[str, Any]) -> tuple[dict[str, Any], list[dict[str, str]]]:
    """*args* and the defaults of what is required and missing; and one `{field, path, from, to}` for each.

    An optional input stays out: there the server knows its own default. A server may rely on
    a required one being sent, whatever its default (OpenAPI 3.1.1, 4.8.12).
    """
    filled = copy.deepcopy(dict(args))
    changes: list[dict[str, str]] = []
    given = {(item.location, item.name.lower()) for item in inputs.sort(args).items}
    for (place, name), row in inputs.parameters.items():
        if _is_due(row) and (place, name.lower()) not in given:
            _set_parameter(inputs, filled, place, row_name(row), copy.deepcopy(row["default"]))
            changes.append(_change(row))
    for path, row in inputs.body.items():
        way = steps(path)
        if way and (_is_due(row) or (row.get("required_if_parent") and "default" in row)):
            changes += [_change(row) for _ in range(_fill_body(inputs, filled, way, row))]
    return filled, changes


def _is_due(row: Row) -> bool:
    return bool(row.get("required")) and "default" in row and row.get("kind") != "auth"


def _change(row: Row) -> dict[str, str]:
    name = row_name(row)
    return {"field": name, "path": str(row.get("path") or name), "from": "missing", "to": "default"}


def _set_parameter(inputs: ToolInputs, args: dict[str, Any], place: str, name: str, value: Any) -> None:
    """Under its name, or under its location where another input has that name or is given so."""
    group = args.get(place)
    if inputs.place(name) == place and name not in args and not isinstance(group, Mapping):
        args[name] = value
    else:
        args[f"{place}.{name}"] = value


def _fill_body(inputs: ToolInputs, args: dict[str, Any], way: tuple[str, ...], row: Row) -> int:
    """Put the default into every object that should have it and lacks it; how many these are."""
    whole = next((item for item in inputs.sort(args).items if item.path == "$"), None)
    if whole is not None:
        return _fill(args.get(whole.way[0]), way, row["default"]) if len(whole.way) == 1 else 0
    if len(way) > 1:
        held = [item for item in inputs.sort(args).items if item.location == "body" and steps(item.path) == way[:1]]
        return sum(_fill(args.get(item.way[0]), way[1:], row["default"]) for item in held if len(item.way) == 1)
    present = {steps(item.path)[:1] for item in inputs.sort(args).items if item.location == "body"}
    if way in present or not (row.get("required") or present):
        return 0
    name = way[0]
    args[name if not inputs.place(name) and name != "body" else f"body.{name}"] = copy.deepcopy(row["default"])
    return 1


def _fill(value: Any, way: tuple[str, ...], default: Any) -> int:
    first, rest = way[0], way[1:]
    if first in {EVERY_ELEMENT, EVERY_VALUE}:
        members = value.values() if isinstance(value, Mapping) else value if isinstance(value, list) else ()
        return sum(_fill(member, rest, default) for member in members) if rest else 0
    if not isinstance(value, dict):
        return 0
    if rest:
        return _fill(value.get(first, ABSENT), rest, default)
    if first in value:
        return 0
    value[first] = copy.deepcopy(default)
    return 1
