"""Raw schemas → the content of one `Schema` node."""

from __future__ import annotations

from typing import Any, Final, Protocol

from graph_tool_call.hooks import Schema

from .demands import demands_of
from .refs import Place, escape
from .schema_parts import Part
from .schema_say import implied_type, say_all, says_null

#: Keywords that hold further schemas of the node itself.
SHAPE: Final = frozenset(
    {"properties", "items", "prefixItems", "additionalProperties", "patternProperties", "unevaluatedProperties"}
)
#: Keywords that make a node of several raw schemas.
COMPOSED: Final = frozenset({"$ref", "allOf", "anyOf", "oneOf", "$dynamicRef", "$recursiveRef"})
_TYPED: Final = ("type", "enum", "const", "properties", "items", "additionalProperties")


class Nodes(Protocol):
    """What filling asks of the reader."""

    def node(self, place: Place) -> Schema:
        """The node of a schema."""

    def joined(self, places: list[Place]) -> Schema:
        """One node for several schemas of the same property."""

    def meant(self, place: Place) -> dict[str, Any]:
        """A raw schema with its values as they were meant."""

    def narrow(self, node: Schema) -> None:
        """Leave of the alternatives of *node*, in the end, what another part of it allows."""

    def made_up(self, value: dict[str, Any], place: Place) -> Schema:
        """The node of a schema that is not in the document."""


def fill_simple(node: Schema, raw: dict[str, Any]) -> None:
    """Fill the node of a schema without sub-schemas."""
    say_all(node, raw)
    if raw.get("required"):
        node.required = _names(raw["required"])
    if not node.type:
        node.type = implied_type(node)


def fill_plain(node: Schema, place: Place, nodes: Nodes) -> None:
    """Fill the node of a schema that is not composed of others."""
    raw = nodes.meant(place)
    say_all(node, raw)
    if raw.get("required"):
        node.required = _names(raw["required"])
    properties = raw.get("properties")
    if isinstance(properties, dict):
        node.properties = {name: nodes.node(child) for name, child in _properties(place)}
        node.demands = tuple(demands_of(raw))
    _fill_shape(node, place, nodes)
    if not node.type:
        node.type = implied_type(node)


def fill(node: Schema, parts: list[Part], nodes: Nodes) -> None:
    """Write what *parts* say into *node*; later parts override earlier ones, properties and required add up."""
    properties: dict[str, list[Place]] = {}
    for part in parts:
        place = part.place
        say_all(node, nodes.meant(place))
        node.required |= _names(place.value.get("required"))
        if isinstance(place.value.get("properties"), dict):
            for name, child in _properties(place):
                properties.setdefault(name, []).append(child)
        _fill_shape(node, place, nodes)
        node.demands += part.demands
        if part.choices:
            node.alternatives = tuple(nodes.node(choice) for choice in part.choices)
            node.choice = part.choice
    if any(part.choices for part in parts) and any(_is_typed(part) and not part.choices for part in parts):
        nodes.narrow(node)
    node.properties = {name: nodes.joined(places) for name, places in properties.items()}
    node.nullable = _nullable(parts)
    if not node.type:
        node.type = implied_type(node)


def _properties(place: Place) -> list[tuple[str, Place]]:
    document, base = place.document, f"{place.pointer}/properties/"
    members = place.value["properties"].items()
    return [(name, Place(value, document, base + escape(name))) for name, value in members if value is not False]


def _names(required: Any) -> frozenset[str]:
    return frozenset(name for name in required if isinstance(name, str)) if isinstance(required, list) else frozenset()


def _fill_shape(node: Schema, place: Place, nodes: Nodes) -> None:
    raw = place.value
    if "items" in raw or "prefixItems" in raw:
        node.items = _items(node, place, nodes) or node.items
    if "additionalProperties" in raw or "patternProperties" in raw or "unevaluatedProperties" in raw:
        node.additional = _additional(place, nodes) or node.additional


def _items(node: Schema, place: Place, nodes: Nodes) -> Schema | None:
    raw = place.value
    items = raw.get("items")
    if isinstance(items, list):  # A tuple, before JSON Schema 2020-12.
        members, rest = [(f"items/{i}", item) for i, item in enumerate(items)], raw.get("additionalItems")
    elif isinstance(raw.get("prefixItems"), list):
        members, rest = [(f"prefixItems/{i}", item) for i, item in enumerate(raw["prefixItems"])], items
    else:
        return None if items is False else nodes.node(Place(items, place.document, f"{place.pointer}/items"))
    node.prefix = tuple(nodes.node(_under(place, tail, value)) for tail, value in members)
    if isinstance(rest, dict):
        tail = "additionalItems" if isinstance(items, list) else "items"
        members.append((tail, rest))
        node.rest = nodes.node(_under(place, tail, rest))
    return _any_of(members, place, nodes)


def _under(place: Place, tail: str, value: Any) -> Place:
    return Place(value, place.document, f"{place.pointer}/{tail}")


def _additional(place: Place, nodes: Nodes) -> Schema | None:
    raw = place.value
    patterns = raw.get("patternProperties")
    members = (
        [(f"patternProperties/{escape(k)}", v) for k, v in patterns.items() if v is not False]
        if isinstance(patterns, dict)
        else []
    )
    key = "additionalProperties" if "additionalProperties" in raw else "unevaluatedProperties"
    rest = raw.get(key)
    if isinstance(rest, dict) or (rest is True and not members):
        members.append((key, rest))
    return _any_of(members, place, nodes)


def _any_of(members: list[tuple[str, Any]], place: Place, nodes: Nodes) -> Schema | None:
    """One node for what any of several schemas may describe; equal ones count once."""
    distinct: dict[str | int, tuple[str, Any]] = {}
    for tail, value in members:
        distinct.setdefault(repr(value) if _flat(value) else id(value), (tail, value))
    if len(distinct) > 1:
        return nodes.made_up({"anyOf": [value for _, value in distinct.values()]}, place)
    for tail, value in distinct.values():
        return nodes.node(_under(place, tail, value))
    return None


def _flat(value: Any) -> bool:
    """Whether nothing lies in *value*; what does may be shared many times over, and long to write out."""
    return not (isinstance(value, dict) and any(isinstance(inner, (dict, list)) for inner in value.values()))


def _nullable(parts: list[Part]) -> bool:
    """A remark beside the type (`allOf: [$ref, {nullable: true}]`) is enough; of real types, all have to allow null."""
    said = [(part, part.nullable or says_null(part.place.value)) for part in parts]
    if any(null for part, null in said if part.modifier or part is parts[-1]):
        return True
    typed = [null for part, null in said if not part.modifier and _is_typed(part)]
    return bool(typed) and all(typed)


def _is_typed(part: Part) -> bool:
    return bool(part.choices) or any(key in part.place.value for key in _TYPED)
