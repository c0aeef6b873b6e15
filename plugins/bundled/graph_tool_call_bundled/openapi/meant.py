"""Values of another JSON type than their keyword has, read as meant: `"required": "true"`, `"type": "Integer"`."""

from __future__ import annotations

import re
from typing import Any, Final

from graph_tool_call.hooks import ABSENT, Report

from .refs import Place

_FLAGS: Final = frozenset(
    ("required", "nullable", "x-nullable", "readOnly", "writeOnly", "deprecated", "explode", "allowReserved")
)
_COUNTS: Final = frozenset(
    ("minimum", "maximum", "multipleOf", "minLength", "maxLength", "minItems", "maxItems", "minProperties")
)
_LOOKED_AT: Final = _FLAGS | _COUNTS | {"type", "default", "enum"}
#: Keywords by which a value is an array, or something else than a choice.
_OF_ARRAYS: Final = frozenset(("type", "minItems", "maxItems", "uniqueItems", "additionalItems", "properties"))
_TYPES: Final = frozenset(("object", "array", "string", "integer", "number", "boolean", "null", "file"))
#: Types of programming languages, as JSON Schema calls them.
_OTHER_TYPES: Final = {"int": "integer", "long": "integer", "float": "number", "double": "number", "bool": "boolean"}
_INTEGER: Final = re.compile(r"[+-]?[0-9]{1,18}")
_DECIMAL: Final = re.compile(r"[+-]?[0-9]{1,18}\.[0-9]{1,18}")
_WORDS: Final = {"true": True, "false": False}


def as_meant(place: Place, report: Report) -> dict[str, Any]:
    """The raw object at *place*, or a copy with what was meant; each change is a diagnostic."""
    raw: dict[str, Any] = place.value
    changed: dict[str, Any] = {}
    for key, value in raw.items():
        # Nearly all types are as they should be, and nearly all schemas have one.
        if key not in _LOOKED_AT or (key == "type" and type(value) is str and value in _TYPES):
            continue
        meant = _meant(key, value, raw)
        if meant is not value:
            changed[key] = meant
    if not changed:
        return raw
    for key, meant in changed.items():
        said = "left out" if meant is ABSENT else f"read as {_shown(meant)}"
        report.add("read_as_meant", f"{key}: {_shown(raw[key])} is {said}", place.label)
    return {key: value for key, value in {**raw, **changed}.items() if value is not ABSENT}


def offers_kinds(raw: dict[str, Any]) -> bool:
    """Whether `items` lists what the value itself may be: several schemas, where nothing says that it is an array.

    OpenAPI knows no list of `items`; chat services write choices so.
    """
    items = raw.get("items")
    return isinstance(items, list) and len(items) > 1 and raw.keys().isdisjoint(_OF_ARRAYS)


def _meant(key: str, value: Any, raw: dict[str, Any]) -> Any:
    if isinstance(value, str):
        if key == "type":
            return _type(value)
        if key in _FLAGS:
            return _WORDS.get(value.strip().lower(), value)
        if key in _COUNTS:
            return _number(value)
    if key == "type" and isinstance(value, list):
        types = [_type(kind) if isinstance(kind, str) else kind for kind in value]
        return value if types == value else types
    if key == "default":
        if value == "null" and "null" not in _listed(raw):
            return ABSENT
        return _of_type(_kind(raw), value)
    if key == "enum" and isinstance(value, list):
        kind = _kind(raw)
        members = [_of_type(kind, member) for member in value]
        return value if all(new is old for new, old in zip(members, value, strict=True)) else members
    return value


def _listed(raw: dict[str, Any]) -> list[Any]:
    return raw["enum"] if isinstance(raw.get("enum"), list) else []


def _kind(raw: dict[str, Any]) -> str:
    said = raw.get("type")
    return _type(said) if isinstance(said, str) else ""


def _type(said: str) -> str:
    if said in _TYPES:
        return said
    plain = said.strip().lower()
    return plain if plain in _TYPES else _OTHER_TYPES.get(plain, said)


def _of_type(kind: str, value: Any) -> Any:
    """The text *value* as a plain value of type *kind*; *value* itself where it cannot be one."""
    if isinstance(value, str):
        if kind == "boolean":
            return _WORDS.get(value.strip().lower(), value)
        if kind in ("integer", "number"):
            return _number(value)
    return value


def _number(text: str) -> Any:
    if _INTEGER.fullmatch(text):
        return int(text)
    return float(text) if _DECIMAL.fullmatch(text) else text


def _shown(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 60 else text[:59] + "…"
