"""Schemas as plain JSON again, bounded: for people and programs that read the contract index."""

from __future__ import annotations

from typing import Any, Final

from ..model import ABSENT, Demand, Schema
from ..model.frozen import thawed
from .rows import text_of

#: Levels of objects and lists that are written out.
MAX_DEPTH: Final = 4
#: Schema nodes written for one body.
MAX_NODES: Final = 200
#: Characters kept of a description.
TEXT_LENGTH: Final = 160


def plain_schema(schema: Schema | None, depth: int = MAX_DEPTH, nodes: int = MAX_NODES) -> dict[str, Any] | None:
    """*schema* with `$ref` and `allOf` resolved, at most *depth* levels and *nodes* nodes; None without a schema.

    Where a node is left out, a stub with its `type`, its component name as `title` and
    `"truncated": true` stands for it.
    """
    return None if schema is None else _Writer(depth, nodes).write(schema, ())


class _Writer:
    def __init__(self, depth: int, nodes: int) -> None:
        self._depth = depth
        self._left = nodes

    def write(self, schema: Schema, above: tuple[int, ...]) -> dict[str, Any]:
        self._left -= 1
        out = _facts(schema)
        inner = bool(schema.properties or schema.items or schema.additional or schema.alternatives)
        if inner and (id(schema) in above or len(above) >= self._depth or self._left <= 0):
            return out | {"truncated": True}
        below = (*above, id(schema))
        if schema.properties:
            out["properties"] = {name: self.write(node, below) for name, node in schema.properties.items()}
        if schema.required:
            out["required"] = [name for name in schema.properties if name in schema.required] or sorted(schema.required)
        if schema.items is not None:
            out["items"] = self.write(schema.items, below)
        if schema.additional is not None:
            out["additionalProperties"] = self.write(schema.additional, below)
        if schema.alternatives:
            key = "oneOf" if schema.choice == "oneOf" else "anyOf"
            out[key] = [self.write(node, below) for node in schema.alternatives]
        for demand in schema.demands:
            out.update(_demanded(demand))
        if schema.discriminator:
            out["discriminator"] = {"propertyName": schema.discriminator}
        return out


def _demanded(demand: Demand) -> dict[str, Any]:
    """A demand in the words of JSON Schema, where there is one word for it."""
    if demand.sets:
        return {demand.rule.replace("_of", "Of"): [{"required": list(names)} for names in demand.sets]}
    return {}


def _facts(schema: Schema) -> dict[str, Any]:
    out: dict[str, Any] = {}
    if schema.type:
        out["type"] = list(schema.types) if len(schema.types) > 1 else schema.type
    if schema.name or schema.title:
        out["title"] = schema.name or schema.title
    said = {
        "format": schema.format,
        "description": text_of(schema.description, TEXT_LENGTH),
        "pattern": schema.pattern,
        "nullable": schema.nullable,
        "readOnly": schema.read_only,
        "writeOnly": schema.write_only,
        "deprecated": schema.deprecated,
    }
    out.update({key: value for key, value in said.items() if value})
    if schema.enum is not None:
        out["enum"] = list(schema.enum)
    given = {"const": schema.const, "default": schema.default, "example": schema.example}
    out.update({key: thawed(value) for key, value in given.items() if value is not ABSENT})
    out.update(schema.limits)
    return out
