"""What a caller may ask for: names that exist, and values of a fitting shape."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping
from typing import Any

from ...model.contract import Input, ToolContract
from ...model.files import is_file, takes_file
from .failures import InvalidEntityError, UnknownFieldError, UnknownTargetError
from .given import normal
from .needs import Layout
from .places import Needed

_PLAIN_TYPES = frozenset({"string", "integer", "number", "boolean"})


def find_contract(contracts: Mapping[str, ToolContract], name: str) -> ToolContract:
    """The tool of that name. Raises `UnknownTargetError` with near names."""
    found = contracts.get(name)
    if found is None:
        near = _near(name, contracts)
        hint = f"near names: {', '.join(near)}" if near else "run retrieval again or look at the graph's tools"
        message = f"no tool named {name!r} in the graph; {hint}"
        raise UnknownTargetError("unknown_target", message, {"target": str(name), "near": near})
    return found


def find_input(contract: ToolContract, layout: Layout, field: str) -> Input:
    """The input that *field* names by name, path or tag, a required one before others. Raises `UnknownFieldError`."""
    rows = contract.inputs
    found = [row for row in rows if field in (row.name, row.path, row.tag)]
    found = found or [row for row in rows if normal(field) in (normal(row.name), normal(row.tag))]
    if not found:
        near = _near(field, [row.name for row in rows])
        hint = f"; near names: {', '.join(near)}" if near else ""
        details = {"tool": contract.name, "field_name": field, "near": near}
        raise UnknownFieldError("unknown_field", f"{contract.name} has no input {field!r}{hint}", details)
    return min(found, key=lambda row: row.kind == "auth" or not layout.always(row))


def check_entities(entities: object, target: str) -> None:
    """Raise `InvalidEntityError` for anything but a mapping, or nothing."""
    if entities is not None and not isinstance(entities, Mapping):
        message = f"entities must be a mapping of names to values, not {type(entities).__name__}"
        raise InvalidEntityError("invalid_entity", message, {"target": target})


def check_shapes(contract: ToolContract, needs: Iterable[Needed]) -> None:
    """Raise `InvalidEntityError` where an object or a list was given for a plain value."""
    for needed in needs:
        need, given = needed.input, needed.given
        if given is None or need.type not in _PLAIN_TYPES or not isinstance(given.value, (Mapping, list, tuple)):
            continue
        if is_file(given.value) and takes_file(given.value, need.row):
            continue
        got = type(given.value).__name__
        if need.many and got != "dict":
            continue
        details = {"tool": contract.name, "field_name": need.name, "expected": need.type, "got": got}
        message = f"{contract.name}: {given.key} must be a {need.type}, not {got}"
        raise InvalidEntityError("invalid_entity", message, details)


def _near(name: Any, names: Iterable[str]) -> list[str]:
    return difflib.get_close_matches(str(name), list(dict.fromkeys(names)), n=5, cutoff=0.6)
