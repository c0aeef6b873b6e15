"""Keywords of raw schemas → the fields of one `Schema` node."""

from __future__ import annotations

from typing import Any, Protocol

from ..model import ABSENT, Schema
from .refs import Place, escape
from .schema_parts import Part

_TEXTS = {"format": "format", "title": "title", "description": "description", "pattern": "pattern"}
_FLAGS = {"readOnly": "read_only", "writeOnly": "write_only", "deprecated": "deprecated"}
_LIMITS = frozenset(
    {
        "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "minLength", "maxLength",
        "minItems", "maxItems", "uniqueItems", "minProperties", "maxProperties",
    }
)  # fmt: skip
_TYPES_BY_VALUE = {str: "string", bool: "boolean", int: "integer", float: "number", dict: "object", list: "array"}


class Nodes(Protocol):
    """What filling asks of the reader."""

    def node(self, place: Place) -> Schema: ...
    def joined(self, places: list[Place]) -> Schema: ...
    def made_up(self, value: dict[str, Any], place: Place) -> Schema: ...


def fill(node: Schema, parts: list[Part], nodes: Nodes) -> None:
    """Write what *parts* say into *node*; later parts override earlier ones, properties and required add up."""
    properties: dict[str, list[Place]] = {}
    limits: dict[str, Any] = {}
    required: set[str] = set()
    for part in parts:
        raw = part.raw
        for key, value in raw.items():
            if key in _TEXTS:
                if isinstance(value, str) and value:
                    setattr(node, _TEXTS[key], value)
            elif key in _LIMITS:
                limits[key] = value
            elif key in _FLAGS:
                if value is True:
                    setattr(node, _FLAGS[key], True)
        if isinstance(raw.get("properties"), dict):
            _add_properties(properties, part.place)
        if isinstance(raw.get("required"), list):
            required.update(name for name in raw["required"] if isinstance(name, str))
        _fill_values(node, raw)
        _fill_type(node, raw)
        _fill_shape(node, part, nodes)
    if properties:
        node.properties = {name: nodes.joined(places) for name, places in properties.items()}
    if limits:
        node.limits = limits
    if required:
        node.required = frozenset(required)
    node.nullable = _nullable(node, parts)
    if not node.type:
        node.type = _implied_type(node)


def _add_properties(properties: dict[str, list[Place]], place: Place) -> None:
    document, base = place.document, place.pointer
    for name, value in place.value["properties"].items():
        if value is not False:
            properties.setdefault(name, []).append(Place(value, document, f"{base}/properties/{escape(name)}"))


def _fill_values(node: Schema, raw: dict[str, Any]) -> None:
    if isinstance(raw.get("enum"), list):
        members = tuple(raw["enum"])
        if node.enum:
            # Members of an allOf narrow each other down; where nothing is common, the later one is taken at its word.
            members = tuple(member for member in members if member in node.enum) or members
        node.enum = members
    if "const" in raw:
        node.const = raw["const"]
    if "default" in raw:
        node.default = raw["default"]
    if "example" in raw:
        node.example = raw["example"]
    elif isinstance(raw.get("examples"), list) and raw["examples"]:
        node.example = raw["examples"][0]
    elif "x-example" in raw:
        node.example = raw["x-example"]


def _fill_type(node: Schema, raw: dict[str, Any]) -> None:
    said = raw.get("type")
    if isinstance(said, str):
        if said == "file":  # Swagger 2.0
            node.type, node.format = "string", "binary"
        elif said != "null" or not node.type:
            node.type, node.types = said, ()
    elif isinstance(said, list):
        types = tuple(t for t in said if isinstance(t, str) and t != "null")
        node.type = types[0] if types else "null"
        node.types = types if len(types) > 1 else ()
    if not node.format and node.type in ("string", ""):
        if isinstance(raw.get("contentEncoding"), str):
            node.format = "byte"
        elif raw.get("contentMediaType") == "application/octet-stream":
            node.format = "binary"


def _fill_shape(node: Schema, part: Part, nodes: Nodes) -> None:
    raw = part.raw
    if "items" in raw or "prefixItems" in raw:
        node.items = _items(part.place, nodes) or node.items
    if "additionalProperties" in raw or "patternProperties" in raw or "unevaluatedProperties" in raw:
        node.additional = _additional(part.place, nodes) or node.additional
    if part.choices:
        node.alternatives = tuple(nodes.node(place) for place in part.choices)
        node.choice = part.choice
    said = raw.get("discriminator")
    if isinstance(said, dict):
        said = said.get("propertyName")
    if isinstance(said, str):
        node.discriminator = said


def _items(place: Place, nodes: Nodes) -> Schema | None:
    raw = place.value
    items = raw.get("items")
    if isinstance(items, list):  # A tuple, before JSON Schema 2020-12.
        members, rest = [(f"items/{i}", item) for i, item in enumerate(items)], raw.get("additionalItems")
    elif isinstance(raw.get("prefixItems"), list):
        members, rest = [(f"prefixItems/{i}", item) for i, item in enumerate(raw["prefixItems"])], items
    else:
        return None if items is False else nodes.node(Place(items, place.document, f"{place.pointer}/items"))
    if isinstance(rest, dict):
        members.append(("items", rest))
    return _any_of(members, place, nodes)


def _additional(place: Place, nodes: Nodes) -> Schema | None:
    raw = place.value
    patterns = raw.get("patternProperties")
    members = [(f"patternProperties/{escape(k)}", v) for k, v in patterns.items() if v is not False] if isinstance(patterns, dict) else []
    key = "additionalProperties" if "additionalProperties" in raw else "unevaluatedProperties"
    rest = raw.get(key)
    if isinstance(rest, dict) or (rest is True and not members):
        members.append((key, rest))
    return _any_of(members, place, nodes)


def _any_of(members: list[tuple[str, Any]], place: Place, nodes: Nodes) -> Schema | None:
    if not members:
        return None
    if len(members) == 1:
        tail, value = members[0]
        return nodes.node(Place(value, place.document, f"{place.pointer}/{tail}"))
    distinct = [value for index, (_, value) in enumerate(members) if value not in [other for _, other in members[:index]]]
    if len(distinct) == 1:
        return nodes.node(Place(distinct[0], place.document, f"{place.pointer}/{members[0][0]}"))
    return nodes.made_up({"anyOf": distinct}, place)


def _nullable(node: Schema, parts: list[Part]) -> bool:
    """A remark beside the type (`allOf: [$ref, {nullable: true}]`) is enough; of real types, all have to allow null."""
    said = [(part, _says_null(part)) for part in parts]
    if any(null for part, null in said if part.modifier or part is parts[-1]):
        return True
    typed = [null for part, null in said if not part.modifier and _is_typed(part)]
    return bool(typed) and all(typed)


def _is_typed(part: Part) -> bool:
    return bool(part.choices) or any(key in part.raw for key in ("type", "enum", "const", "properties", "items", "additionalProperties"))


def _says_null(part: Part) -> bool:
    raw = part.raw
    if part.nullable or raw.get("nullable") is True or raw.get("x-nullable") is True:
        return True
    said = raw.get("type")
    if said == "null" or (isinstance(said, list) and "null" in said):
        return True
    enum = raw.get("enum")
    return (isinstance(enum, list) and None in enum) or ("const" in raw and raw["const"] is None)


def _implied_type(node: Schema) -> str:
    if node.properties or (node.additional is not None and not node.alternatives):
        return "object"
    if node.items is not None:
        return "array"
    values = [value for value in node.enum or () if value is not None]
    if node.const is not ABSENT and node.const is not None:
        values.append(node.const)
    kinds = {_TYPES_BY_VALUE.get(type(value), "") for value in values}
    return kinds.pop() if len(kinds) == 1 else ""
