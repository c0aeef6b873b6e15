"""`$dynamicRef`: what it leads to depends on the schemas that one came through (JSON Schema 2020-12, core, 8.2.3.2)."""

from __future__ import annotations

from typing import Any, Final

from graph_tool_call.hooks import Report

from .refs import Place, Resolver

#: Dynamic anchor → the place that the outermost schema around gives it.
Bindings = dict[str, Place]

_NONE: Final[Bindings] = {}
#: Mappings and lists of one schema that are looked through.
_MOST: Final = 20_000
#: Mappings and lists that are copied for all wrappers together.
_MOST_COPIED: Final = 200_000


class DynamicScope:
    """Writes the schemas that a wrapper binds anew, once for each wrapper, with plain references in the place."""

    def __init__(self, resolver: Resolver, report: Report) -> None:
        self._resolver = resolver
        self._report = report
        self._copied = 0
        #: Copies by the original and what it was bound with.
        self._copies: dict[tuple[int, tuple[tuple[str, int], ...]], Place] = {}
        #: Of a reference in a copy: what is bound around it.
        self._around: dict[int, Bindings] = {}
        self._dynamic: dict[int, frozenset[str]] = {}

    def bound(self, place: Place, target: Place) -> Place:
        """*target*, reached by the reference at *place*, as it reads from there."""
        bindings = self._bindings(place)
        if not bindings or not isinstance(target.value, dict):
            return target
        bindings = {name: spot for name, spot in bindings.items() if name in self._asked_for(target)}
        if not bindings:
            return target
        key = (id(target.value), tuple(sorted((name, id(spot.value)) for name, spot in bindings.items())))
        copy = self._copies.get(key)
        if copy is None and self._copied > _MOST_COPIED:
            message = "too many schemas are bound by `$dynamicAnchor`; this one is read without what binds it"
            self._report.add("too_many_schemas", message, place.label, "error")
            return target
        if copy is None:
            copy = self._copies[key] = Place(self._copy(target.value, bindings), target.document, target.pointer)
        return copy

    def _bindings(self, place: Place) -> Bindings:
        """What is bound where *place* stands; the outermost schema has the say."""
        names = self._resolver.identifiers(place.document)
        around = self._around.get(id(place.value), _NONE)
        if not names.dynamic:
            return around
        own = names.around(place.pointer)
        return {name: Place(s.value, place.document, s.pointer) for name, s in own.dynamic.items()} | around

    def _asked_for(self, place: Place) -> frozenset[str]:
        """Dynamic anchors that the schema at *place*, or what it refers to, asks for."""
        known = self._dynamic.get(id(place.value))
        if known is not None:
            return known
        found: set[str] = set()
        seen: set[int] = set()
        waiting = [place]
        while waiting and len(seen) < _MOST:
            at = waiting.pop()
            if id(at.value) in seen:
                continue
            seen.add(id(at.value))
            members: Any = at.value.items() if isinstance(at.value, dict) else enumerate(at.value)
            for key, value in members:
                if key == "$dynamicRef" and isinstance(value, str):
                    found.add(value.rpartition("#")[2])
                elif key == "$ref" and isinstance(value, str):
                    target = self._resolver.find(value, at.document, at.pointer)
                    waiting += [target] if target is not None and isinstance(target.value, dict) else []
                elif isinstance(value, (dict, list)):
                    waiting.append(at.at(key))
        self._dynamic[id(place.value)] = frozenset(found)
        return self._dynamic[id(place.value)]

    def _copy(self, root: dict[str, Any], bindings: Bindings) -> Any:
        copies: dict[int, Any] = {id(root): {}}
        waiting: list[Any] = [root]
        while waiting:
            value = waiting.pop()
            out = copies[id(value)]
            for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
                if isinstance(inner, (dict, list)) and id(inner) not in copies:
                    copies[id(inner)] = type(inner)()
                    waiting.append(inner)
                copied = copies.get(id(inner), inner)
                if isinstance(out, dict):
                    out[key] = copied
                else:
                    out.append(copied)
            if isinstance(out, dict):
                self._bind(out, bindings)
        self._copied += len(copies)
        return copies[id(root)]

    def _bind(self, copy: dict[str, Any], bindings: Bindings) -> None:
        said = copy.get("$dynamicRef")
        spot = bindings.get(said.rpartition("#")[2]) if isinstance(said, str) else None
        if spot is not None:
            del copy["$dynamicRef"]
            # Not by its anchor: two schemas have one of that name.
            copy["$ref"] = self._resolver.name_place(spot)
        if "$ref" in copy:
            self._around[id(copy)] = bindings
