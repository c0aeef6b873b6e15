"""An example → the schema of its shape: names and types, never values. For responses of which nothing else is said."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, Final

from .context import Context
from .refs import Place, is_reference
from .schema_say import INFERRED

#: Keywords that say nothing of the fields.
_SILENT: Final = frozenset(
    ("type", "description", "title", "example", "examples", "nullable", "deprecated", "x-example")
)
#: Objects and lists of an example that are looked at, how deep, and elements of one list.
_MOST: Final = 500
_DEPTH: Final = 8
_ELEMENTS: Final = 20
#: Keys of a map by identifier; in an example they are values.
_KEY_LIKE: Final = re.compile(r"\d+|[0-9a-fA-F]{8}-[0-9a-fA-F-]{27}|[0-9a-f]{24}")
_TYPES: Final = {bool: "boolean", int: "integer", float: "number", str: "string"}


def shown_schema(schema: Place | None, holder: Place, context: Context) -> Place | None:
    """The made-up schema of what *holder* (a media type, or the response in Swagger 2.0) shows; None without need.

    It is needed where *schema* is missing or says no more than that it is an object, or a list of such.
    """
    target = _target(schema, context) if schema is not None else None
    if schema is not None and (target is None or not _is_silent(target, context)):
        return None
    for example in _examples(target, holder, context):
        value = _data(example)
        if isinstance(value, (dict, list)) and value:
            context.report.add("shape_from_example", "the fields are those of the example", holder.label, "info")
            return Place(_Shape().of([value], 0), holder.document, holder.pointer)
    return None


def _target(place: Place, context: Context) -> Place | None:
    """Where references lead; what is wrong with them is reported by who reads the schema."""
    at: Place | None = place
    for _ in range(context.limits.max_refs):
        if at is None or not is_reference(at.value):
            return at
        at = context.resolver.find(at.value["$ref"], at.document, at.pointer)
    return None


def _is_silent(place: Place, context: Context) -> bool:
    raw = place.value
    if not isinstance(raw, dict):
        return raw is True
    if not {key for key in raw if not key.startswith("x-")} <= _SILENT | {"items", "additionalProperties"}:
        return False
    if raw.get("type", "object") not in ("object", "array") or raw.get("additionalProperties", True) not in (True, {}):
        return False
    if "items" not in raw:
        return True
    items = _target(place.at("items"), context)
    if items is None or not isinstance(items.value, dict) or "items" in items.value:
        return False
    return items.value.get("type", "object") == "object" and _is_silent(items, context)


def _examples(schema: Place | None, holder: Place, context: Context) -> Iterator[Any]:
    for place in (holder, schema):
        raw = place.value if place is not None and isinstance(place.value, dict) else {}
        for key in ("example", "x-example"):
            if key in raw:
                yield raw[key]
        examples = raw.get("examples")
        if isinstance(examples, list):
            yield from examples[:1]
        for named in examples.values() if isinstance(examples, dict) else ():
            yield _named(named, holder, context)


def _named(example: Any, holder: Place, context: Context) -> Any:
    """The value of one of several examples, which Swagger 2.0 has by media type, and OpenAPI 3 as objects by name."""
    if context.swagger:
        return example
    if is_reference(example):
        target = context.resolver.find(example["$ref"], holder.document, holder.pointer)
        example = target.value if target is not None else None
    return example.get("value", example.get("dataValue")) if isinstance(example, dict) else None


def _data(example: Any) -> Any:
    """JSON that stands as text, read."""
    if isinstance(example, str) and example.lstrip()[:1] in ("{", "["):
        try:
            return json.loads(example)
        except (ValueError, RecursionError):
            return None
    return example


class _Shape:
    def __init__(self) -> None:
        self._met = 0

    def of(self, values: list[Any], depth: int) -> dict[str, Any]:
        """The schema that all of *values* have."""
        out: dict[str, Any] = {INFERRED: True}
        known = [value for value in values if value is not None]
        if len(known) < len(values):
            out["nullable"] = True
        objects = [value for value in known if isinstance(value, dict)]
        lists = [value for value in known if isinstance(value, list)]
        self._met += len(objects) + len(lists)
        deep = depth >= _DEPTH or self._met > _MOST
        if objects:
            return out | {"type": "object"} | ({} if deep else self._members(objects, depth))
        if lists:
            elements = [element for one in lists for element in one[:_ELEMENTS]]
            return out | {"type": "array", "items": {} if deep or not elements else self.of(elements, depth + 1)}
        kinds = {_TYPES.get(type(value), "") for value in known}
        return out | {"type": kinds.pop()} if len(kinds) == 1 and kinds != {""} else out

    def _members(self, objects: list[dict[str, Any]], depth: int) -> dict[str, Any]:
        members: dict[str, list[Any]] = {}
        for one in objects:
            for name, value in one.items():
                members.setdefault(str(name), []).append(value)
        if members and all(map(_KEY_LIKE.fullmatch, members)):
            return {"additionalProperties": self.of([v for values in members.values() for v in values], depth + 1)}
        return {"properties": {name: self.of(values, depth + 1) for name, values in members.items()}}
