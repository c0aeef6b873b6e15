"""A raw schema → those whose keywords make up one node: itself, its `allOf` members, its lone alternative."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import attrs

from graph_tool_call.hooks import Demand, Limits, Report

from .demands import choice_demand, demands_of
from .dynamic import DynamicScope
from .refs import Place, Resolver, is_reference

#: Keywords beside `$ref` that count in versions that say to ignore them: notes, never structure.
_NOTES = frozenset(
    {
        "description",
        "title",
        "nullable",
        "x-nullable",
        "readOnly",
        "writeOnly",
        "deprecated",
        "default",
        "example",
        "examples",
    }
)
#: A member with nothing but these says something about the others and is no type of its own.
_MODIFIERS = _NOTES | {"required", "$ref"}


@attrs.define(eq=False)
class Part:
    """One contribution to a node."""

    #: Its value is without the keywords that do not count.
    place: Place
    #: `anyOf` or `oneOf` of this part offered null besides.
    nullable: bool = False
    #: Alternatives that remain when null is taken out.
    choices: tuple[Place, ...] = ()
    choice: str = ""
    #: It only modifies the other parts of the node.
    modifier: bool = False
    demands: tuple[Demand, ...] = ()


class PartCollector:
    """Walks `$ref` and `allOf`; a schema contributes once to a node, so that recursion ends."""

    def __init__(
        self,
        resolver: Resolver,
        scope: DynamicScope,
        report: Report,
        limits: Limits,
        name_of: Callable[[Place], str],
        *,
        merges_siblings: bool,
    ) -> None:
        # JSON Schema 2020-12 (8.2.3.1), and so OpenAPI 3.1, merges keywords beside `$ref`; earlier ones ignore them.
        self._merges_siblings = merges_siblings
        self._resolver = resolver
        self._scope = scope
        self._report = report
        self._limits = limits
        self._name_of = name_of
        self._open: list[int] = []
        self._seen: set[int] = set()
        self._out: list[Part] = []

    def collect(self, place: Place) -> list[Part]:
        """Contributions in order; a later one overrides an earlier one, the schema itself comes last."""
        self._open, self._seen, self._out = [], set(), []
        self._visit(place)
        return self._out

    def only_name(self, places: tuple[Place, ...]) -> str:
        """The component name that an inline schema keeps: the one component that it is, with remarks or additions."""
        names: list[str] = []
        for place in places:
            self._names(place, names, 0)
        return names[0] if len(set(names)) == 1 else ""

    def _names(self, place: Place, names: list[str], depth: int) -> None:
        value = place.value
        if not isinstance(value, dict) or depth > self._limits.max_all_of:
            return
        if is_reference(value):
            target = self._resolver.follow(place)
            if target is not None:
                names.append(self._name_of(target))
            return
        for member in _members(place, "allOf"):
            self._names(member, names, depth + 1)
        for key in ("oneOf", "anyOf"):
            remaining = [m for m in _members(place, key) if not self._is_null(m)]
            if len(remaining) == 1:
                self._names(remaining[0], names, depth + 1)

    def _visit(self, place: Place) -> None:
        raw = place.value
        if not isinstance(raw, dict):
            return
        if id(raw) in self._seen:
            if id(raw) in self._open:
                self._report.add(
                    "schema_cycle", "the schema is a part of itself; the inner mention is left out", place.label
                )
            return
        self._seen.add(id(raw))
        if len(self._open) > self._limits.max_all_of:
            self._report.add(
                "all_of_too_deep", f"allOf deeper than {self._limits.max_all_of} is left out", place.label, "error"
            )
            return
        self._open.append(id(raw))
        if is_reference(raw):
            self._reference(place)
        else:
            self._plain(place)
        self._open.pop()

    def _reference(self, place: Place) -> None:
        raw: dict[str, Any] = place.value
        target = self._resolver.hop(raw["$ref"], place.document, place.pointer)
        if target is not None:
            self._visit(self._scope.bound(place, target))
        if len(raw) > 1:
            own = dict(raw) if self._merges_siblings else {key: value for key, value in raw.items() if key in _NOTES}
            own.pop("$ref", None)
            if own:
                self._plain(Place(own, place.document, place.pointer), modifier=not set(own) - _MODIFIERS)

    def _plain(self, place: Place, *, modifier: bool | None = None) -> None:
        raw: dict[str, Any] = place.value
        for said in (raw.get("$dynamicRef"), raw.get("$recursiveRef")):
            target = self._resolver.hop(said, place.document, place.pointer) if isinstance(said, str) else None
            if target is not None:
                self._visit(target)
        if "allOf" in raw:
            for member in _members(place, "allOf"):
                self._visit(member)
        part = Part(place)
        part.demands = tuple(demands_of(raw))
        for key in ("oneOf", "anyOf"):
            if key in raw:
                demand = choice_demand(raw, key)
                if demand is None:
                    self._choice(part, key)
                else:
                    part.demands += (demand,)
        part.modifier = (not set(raw) - _MODIFIERS) if modifier is None else modifier
        self._out.append(part)

    def _choice(self, part: Part, key: str) -> None:
        members = _members(part.place, key)
        remaining = [member for member in members if not self._is_null(member)]
        part.nullable = part.nullable or len(remaining) < len(members)
        if len(remaining) == 1:
            self._visit(remaining[0])
        elif not part.choices:
            part.choices, part.choice = tuple(remaining), key
        elif remaining:
            self._report.add("choice_dropped", f"{key} beside oneOf is left out", part.place.label)

    def _is_null(self, place: Place) -> bool:
        raw = place.value
        if not isinstance(raw, dict) or len(raw) > 4:
            return False
        if is_reference(raw):
            target = self._resolver.follow(place)
            raw = target.value if target is not None else None
        if not isinstance(raw, dict):
            return False
        return (
            raw.get("type") in ("null", ["null"])
            or raw.get("enum") == [None]
            or ("const" in raw and raw["const"] is None)
        )


def _members(place: Place, key: str) -> list[Place]:
    members = place.value.get(key)
    if not isinstance(members, list):
        return []
    return [Place(member, place.document, f"{place.pointer}/{key}/{index}") for index, member in enumerate(members)]
