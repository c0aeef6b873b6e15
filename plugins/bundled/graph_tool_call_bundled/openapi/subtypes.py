"""Discriminators: schemas that extend a base, and the values that tell them apart (OpenAPI, Discriminator Object)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Final

import attrs

from graph_tool_call.hooks import ABSENT, SUBTYPES, Schema

from .refs import Place, Resolver, escape, is_reference

#: Subtypes of a base that are told; bases of everything have hundreds, and say nothing by them.
MAX_SUBTYPES: Final = 24


class Subtypes:
    """What extends what, among the component schemas."""

    def __init__(self, resolver: Resolver) -> None:
        self._resolver = resolver
        self._components: Place | None = None

    def look_in(self, components: Place) -> None:
        """Tell the mapping of component schemas."""
        self._components = components

    @cached_property
    def _extending(self) -> dict[int, list[tuple[str, Place]]]:
        """Identity of a raw schema → names and places of the components that have it in their `allOf`."""
        found: dict[int, list[tuple[str, Place]]] = {}
        if self._components is None:
            return found
        for name, raw in self._components.value.items():
            members = raw.get("allOf") if isinstance(raw, dict) else None
            place = Place(raw, self._components.document, f"{self._components.pointer}/{escape(name)}")
            for member in members if isinstance(members, list) else ():
                if is_reference(member):
                    base = self._resolver.find(member["$ref"], place.document, place.pointer)
                    if base is not None:
                        found.setdefault(id(base.value), []).append((name, place))
        return found

    def of(self, place: Place) -> list[tuple[tuple[str, ...], Place]]:
        """Values of the discriminator, and the schema that they mean, for what extends the one at *place*.

        Those that `oneOf` or `anyOf` list, else those that have it in their `allOf`, at any
        depth, and those that only the mapping knows. Without a value in the mapping a
        schema has its component name.
        """
        keys, found = self._mapped(place)
        listed = [m for key in ("oneOf", "anyOf") for m in _listed(place, key)]
        if listed:
            found = {}
            for member in listed:
                target = self._resolver.follow(member)
                if target is not None:
                    found[id(target.value)] = (_last(member.value.get("$ref", "")), target)
        else:
            waiting, met = [place], {id(place.value)}
            while waiting:
                for name, child in self._extending.get(id(waiting.pop().value), ()):
                    if id(child.value) not in met:
                        met.add(id(child.value))
                        found[id(child.value)] = (name, child)
                        waiting.append(child)
        found.pop(id(place.value), None)
        return [(tuple(keys.get(key, [name] if name else [])), child) for key, (name, child) in found.items()]

    def _mapped(self, place: Place) -> tuple[dict[int, list[str]], dict[int, tuple[str, Place]]]:
        said = place.value["discriminator"]
        mapping = said.get("mapping") if isinstance(said, Mapping) else None
        keys: dict[int, list[str]] = {}
        found: dict[int, tuple[str, Place]] = {}
        for key, wanted in mapping.items() if isinstance(mapping, Mapping) else ():
            if not isinstance(wanted, str):
                continue
            plain = not set("/#.") & set(wanted)
            reference = f"#/components/schemas/{escape(wanted)}" if plain else wanted
            target = self._resolver.find(reference, place.document, place.pointer)
            if target is not None and isinstance(target.value, dict):
                keys.setdefault(id(target.value), []).append(str(key))
                found[id(target.value)] = (_last(reference), target)
        return keys, found


def _listed(place: Place, key: str) -> list[Place]:
    members = place.value.get(key)
    if not isinstance(members, list):
        return []
    return [Place(m, place.document, f"{place.pointer}/{key}/{i}") for i, m in enumerate(members) if is_reference(m)]


def _last(reference: str) -> str:
    return reference.rpartition("/")[2].replace("~1", "/").replace("~0", "~")


class Discriminated:
    """The bases that were read, settled once everything is there."""

    def __init__(self, subtypes: Subtypes, node: Callable[[Place], Schema]) -> None:
        self._subtypes = subtypes
        self._node = node
        self._waiting: list[tuple[Schema, Place]] = []
        self._known: list[tuple[Schema, Sequence[tuple[tuple[str, ...], Schema]]]] = []
        #: Nodes made here: properties that say which subtype they are of.
        self.told: list[Schema] = []

    def note(self, node: Schema, place: Place) -> None:
        """Keep *node* in mind when its schema says how others extend it."""
        if node.discriminator and "discriminator" in place.value:
            self._waiting.append((node, place))

    def open(self) -> None:
        """Ask for the nodes of all subtypes."""
        while self._waiting:
            node, place = self._waiting.pop()
            pairs = self._subtypes.of(place)
            if len(pairs) > MAX_SUBTYPES:
                continue
            children = [(values, self._node(child)) for values, child in pairs]
            self._known.append((node, children))
            if not node.alternatives and children:
                node.alternatives = tuple(child for _, child in children)
                node.choice = SUBTYPES

    def settle(self) -> None:
        """Let the discriminating properties say their values, now that the subtypes have properties."""
        for base, children in self._known:
            for values, child in children:
                below = [v for v, other in children if other is child or child in other.alternatives]
                self._restrict(child, base.discriminator, values if len(below) == 1 else ())
            self._restrict(base, base.discriminator, tuple(v for values, _ in children for v in values))
        self._known.clear()

    def _restrict(self, node: Schema, name: str, values: tuple[str, ...]) -> None:
        """Let property *name* be one of *values*, where the document leaves it any text."""
        known = node.properties.get(name)
        if known is None or not values or known.enum is not None or known.const is not ABSENT or known.alternatives:
            return
        if known.type in ("string", ""):
            told = attrs.evolve(known, type="string", enum=values)
            self.told.append(told)
            node.properties = {**node.properties, name: told}
