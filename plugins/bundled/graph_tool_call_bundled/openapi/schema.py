"""JSON Schemas of any version → `Schema` nodes, by identity: one node for one place, cycles kept."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from typing import Any

from graph_tool_call.hooks import Limits, Report, Schema, SchemaDraft, seal

from .cycles import narrow_choices, settle_choices
from .dynamic import DynamicScope
from .meant import as_meant, offers_kinds
from .refs import Place, Resolver, escape, is_reference
from .schema_fill import COMPOSED, SHAPE, fill, fill_plain, fill_simple
from .schema_parts import Part, PartCollector
from .subtypes import Discriminated, Subtypes


class SchemaReader:
    """Makes nodes on demand and fills them when `finish` is called.

    A schema that many operations refer to becomes one node. `allOf` is merged on the raw
    side, before nodes exist, so that a schema that contains itself needs no unfinished node.
    """

    def __init__(self, resolver: Resolver, report: Report, limits: Limits, *, merges_siblings: bool) -> None:
        self._resolver = resolver
        self._report = report
        self._limits = limits
        self._names: dict[int, str] = {}
        self._nodes: dict[int | tuple[int, ...], Schema] = {}
        self._queue: deque[tuple[Schema, tuple[Place, ...]]] = deque()
        self._made: list[Any] = []
        # A reference with siblings is a schema of its own where they count, and no step on the way to another.
        self._merges_siblings = merges_siblings
        self._scope = DynamicScope(resolver, report)
        self._collector = PartCollector(
            resolver, self._scope, report, limits, self.name_of, merges_siblings=merges_siblings
        )
        self._subtypes = Subtypes(resolver)
        self._discriminated = Discriminated(self._subtypes, self.node)
        self._narrowed: list[Schema] = []
        self._joined = 0
        self._full = False

    def name_components(self, components: Place) -> None:
        """Learn the names of the component schemas, before any is read.

        A component that only refers to another is an alias, and names what has no name.
        """
        self._subtypes.look_in(components)
        aliases: list[tuple[str, Place]] = []
        for name, value in components.value.items():
            if is_reference(value):
                aliases.append((name, components.at(name)))
            elif isinstance(value, dict):
                self._names[id(value)] = name
        for name, place in aliases:
            if set(place.value) == {"$ref"}:
                target = self._resolver.follow(place)
                if target is not None and isinstance(target.value, dict):
                    self._names.setdefault(id(target.value), name)
            else:
                self._names[id(place.value)] = name

    def name_of(self, place: Place) -> str:
        """The component name of a schema that a reference leads to; "" when its place has none."""
        known = self._names.get(id(place.value))
        if known is None:
            known = _name_by_place(place)
            self._names[id(place.value)] = known
            self._made.append(place.value)
        return known

    def node(self, place: Place) -> Schema:
        """The node of the schema at *place*; it has its content after `finish`."""
        value = place.value
        if not isinstance(value, dict):
            return self._simple(place)
        known = self._nodes.get(id(value))
        if known is not None:
            return known
        if COMPOSED.isdisjoint(value):
            return self._made_of_itself(place) if not offers_kinds(value) else self._offered(place)
        if len(value) == 1 and is_reference(value):
            return self._referred(place)
        if len(value) == 1 and isinstance(value.get("$dynamicRef"), str):
            return self._dynamic(place)
        return self._enqueue(id(value), (place,))

    def _made_of_itself(self, place: Place) -> Schema:
        """The node of a schema that is no composition: most have no sub-schemas and are complete at once."""
        value = place.value
        if not SHAPE.isdisjoint(value):
            return self._enqueue(id(value), (place,))
        node = self._new(id(value), place)
        fill_simple(node, self.meant(place))
        return node

    def _offered(self, place: Place) -> Schema:
        """The node of a schema whose `items` are its alternatives."""
        self._report.add("read_as_meant", "items: a list without type array is read as anyOf", place.label)
        value = {**place.value, "anyOf": place.value["items"]}
        del value["items"]
        node = self._nodes[id(place.value)] = self.made_up(value, place)
        return node

    def _referred(self, place: Place) -> Schema:
        target = self._resolver.follow(place)
        if target is not None and self._merges_siblings:
            target = self._resolver.hop(place.value["$ref"], place.document, place.pointer)
            while target is not None and is_reference(target.value) and len(target.value) == 1:
                target = self._resolver.hop(target.value["$ref"], target.document, target.pointer)
        if target is None:
            node = Schema(pointer=place.label)
        else:
            bound = self._scope.bound(place, target)
            self._names.setdefault(id(bound.value), self.name_of(target))
            node = self.node(bound)
        self._nodes[id(place.value)] = node
        return node

    def _dynamic(self, place: Place) -> Schema:
        """A dynamic reference that nothing around binds: a plain one to its own anchor."""
        target = self._resolver.hop(place.value["$dynamicRef"], place.document, place.pointer)
        node = Schema(pointer=place.label) if target is None else self.node(target)
        self._nodes[id(place.value)] = node
        return node

    def joined(self, places: list[Place]) -> Schema:
        """One node for a property that several members of an `allOf` describe."""
        if len(places) == 1:
            return self.node(places[0])
        distinct: dict[int, Place] = {}
        for place in places:
            if isinstance(place.value, dict) and place.value:
                target = self._resolver.follow(place) if len(place.value) == 1 else place
                if target is not None:
                    distinct.setdefault(id(target.value), target)
        if len(distinct) < 2:
            return self.node(next(iter(distinct.values()), places[-1]))
        key = tuple(distinct)
        known = self._nodes.get(key)
        if known is None:
            self._joined += len(key)
            known = self._enqueue(key, tuple(distinct.values()))
        return known

    def narrow(self, node: Schema) -> None:
        """Keep *node* in mind, whose alternatives another part of it narrows."""
        self._narrowed.append(node)

    def meant(self, place: Place) -> dict[str, Any]:
        """The raw schema at *place* with its values as they were meant."""
        return as_meant(place, self._report)

    def made_up(self, value: dict[str, Any], place: Place) -> Schema:
        """The node of a schema that the reader put together itself; it stands at *place*."""
        self._made.append(value)
        return self.node(Place(value, place.document, place.pointer))

    def keep(self, value: object) -> None:
        """Keep *value* alive: nodes are known by the identity of what they were read from."""
        self._made.append(value)

    def finish(self) -> None:
        """Fill every node that was asked for, and those that these ask for."""
        choices: list[Schema] = []
        while self._queue:
            node, places = self._queue.popleft()
            if len(places) == 1 and COMPOSED.isdisjoint(places[0].value):
                fill_plain(node, places[0], self)
            else:
                self._compose(node, places)
            if len(places) == 1:
                self._discriminated.note(node, places[0])
            if node.alternatives:
                choices.append(node)
            if not self._queue:
                self._discriminated.open()
        settle_choices(choices, self._report)
        narrow_choices(self._narrowed)
        self._narrowed.clear()
        self._discriminated.settle()

    def seal(self) -> None:
        """Let nobody change the nodes any more; nothing is asked for after it."""
        seal(self._nodes.values())
        seal(self._discriminated.told)

    def _compose(self, node: Schema, places: tuple[Place, ...]) -> None:
        parts: list[Part] = []
        for place in places:
            parts += self._collector.collect(place)
        fill(node, parts, self)
        node.name = node.name or self._collector.only_name(places)

    def _enqueue(self, key: int | tuple[int, ...], places: tuple[Place, ...]) -> Schema:
        node = self._new(key, places[-1])
        if len(places) > 1:
            node.name = ""
        most_joined = self._limits.max_joined if isinstance(key, tuple) else self._joined
        if len(self._nodes) <= self._limits.max_schemas and self._joined <= most_joined:
            self._queue.append((node, places))
        elif not self._full:
            self._full = True
            self._report.add(
                "too_many_schemas",
                f"schemas after the first {len(self._nodes) - 1} are left empty",
                node.pointer,
                "error",
            )
        return node

    def _new(self, key: int | tuple[int, ...], place: Place) -> Schema:
        node = SchemaDraft(name=self._names.get(id(place.value), ""), pointer=f"{place.document.label}#{place.pointer}")
        self._nodes[key] = node
        return node

    def _simple(self, place: Place) -> Schema:
        if place.value is False:
            return Schema(enum=(), pointer=place.label)
        if place.value is not True and place.value is not None:
            self._report.add(
                "not_a_schema", f"a schema must be an object, found {type(place.value).__name__}", place.label
            )
        return Schema(pointer=place.label)


def _name_by_place(place: Place) -> str:
    """The key below `components/schemas`, `definitions` or `$defs`.

    Files of fragments have it at the top, or hold one schema and are named for it.
    """
    tokens = place.pointer.split("/")[1:]
    if len(tokens) >= 2 and tokens[-2] in ("schemas", "definitions", "$defs"):
        return tokens[-1].replace("~1", "/").replace("~0", "~")
    if not place.document.label:
        return ""
    if len(tokens) == 1:
        return tokens[0].replace("~1", "/").replace("~0", "~")
    if not tokens:
        return place.document.key.rsplit("/", 1)[-1].split("?")[0].rsplit(".", 1)[0]
    return ""


def schemas_by_name(reader: SchemaReader, components: Place | None) -> Mapping[str, Schema]:
    """A node for each component schema."""
    if components is None:
        return {}
    return {
        name: reader.node(Place(value, components.document, f"{components.pointer}/{escape(name)}"))
        for name, value in components.value.items()
    }
