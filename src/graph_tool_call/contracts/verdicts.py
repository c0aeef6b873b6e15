"""What was decided about a field, by whom, and why: classification and the caller's word put into rows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any, Final

from ..hooks.answers import Decided
from ..hooks.types import Listing, OperationVerdict
from .options import ContractOptions

#: Parts of a `FieldVerdict` that a row takes over.
PARTS: Final = ("kind", "role", "semantic_tag", "resource", "naming", "naming_with", "key_form", "filters", "sort")
#: Those that are objects.
_OBJECTS: Final = frozenset({"key_form", "sort"})
CALLER: Final = "caller"


class Reasons:
    """Artifact-level table of reasons: each is stored once, rows refer to it by position."""

    def __init__(self) -> None:
        self._positions: dict[tuple[Any, ...], int] = {}

    def position(self, plugin: str, parts: tuple[str, ...], rule: str, reason: str, confidence: float) -> int:
        """Where the reason stands in `rows`."""
        return self._positions.setdefault((plugin, parts, rule, reason, confidence), len(self._positions))

    @property
    def rows(self) -> list[dict[str, Any]]:
        """The table: `plugin, parts, rule, reason, confidence`."""
        return [
            {"plugin": plugin, "parts": list(parts), "rule": rule, "reason": reason, "confidence": confidence}
            for plugin, parts, rule, reason, confidence in self._positions
        ]


class Decider:
    """Adds to rows what classification and caller say."""

    def __init__(self, options: ContractOptions) -> None:
        self.options = options
        self.reasons = Reasons()
        self._said: dict[str, tuple[str | None, str | None]] = {}

    @cached_property
    def caller_speaks(self) -> bool:
        """Whether the caller names any field."""
        return self.options.names_fields

    def decide(self, row: dict[str, Any], name: str, decided: Decided | None) -> None:
        """Put kind, role, semantic tag, resource and `why` into *row*, where somebody has an opinion."""
        opinions = decided.opinions if decided is not None else ()
        why: list[int] = []
        if len(opinions) == 1:
            verdict = opinions[0].value
            said = {part: value for part in PARTS if (value := getattr(verdict, part)) is not None}
            if said:
                row.update(said)
                for part in said.keys() & _OBJECTS:
                    row[part] = said[part].to_dict()
                why.append(
                    self.reasons.position(opinions[0].plugin, tuple(said), "only", verdict.reason, verdict.confidence)
                )
        elif decided is not None and opinions:
            self._several(row, decided, why)
        if self.caller_speaks:
            self._caller(row, name, why)
        if why:
            row["why"] = why

    def _caller(self, row: dict[str, Any], name: str, why: list[int]) -> None:
        said = self._said.get(name)
        if said is None:
            said = self._said[name] = self.options.say(name)
        for part, value in zip(("kind", "role"), said, strict=True):
            if value is not None:
                row[part] = value
                why.append(self.reasons.position(CALLER, (part,), CALLER, f"{part} given by the caller", 1.0))

    def _several(self, row: dict[str, Any], decided: Decided, why: list[int]) -> None:
        winners: dict[tuple[int, str], list[str]] = {}
        for part in PARTS:
            said = [(at, v) for at, o in enumerate(decided.opinions) if (v := getattr(o.value, part)) is not None]
            if not said:
                continue
            at, value = said[0]
            row[part] = value.to_dict() if part in _OBJECTS else value
            rule = "only" if len(said) == 1 else "agreed" if all(v == value for _, v in said) else "confidence"
            winners.setdefault((at, rule), []).append(part)
        for (at, rule), parts in winners.items():
            opinion = decided.opinions[at]
            why.append(
                self.reasons.position(
                    opinion.plugin, tuple(parts), rule, opinion.value.reason, opinion.value.confidence
                )
            )

    def lists(self, decided: Decided) -> list[dict[str, Any]]:
        """What is known of the lists in an answer, in order of their paths' first mention; see `Listing`."""
        found: dict[tuple[str, str], dict[str, Any]] = {}
        for opinion in decided.opinions:
            for listing in opinion.value.lists or ():
                # What holds of the whole list holds for each kind in it.
                same = [row for (path, kind), row in found.items() if path == listing.path and not listing.kind]
                key = (listing.path, listing.kind)
                for row in same or [found.setdefault(key, {"path": listing.path})]:
                    self._add_to_list(row, opinion.plugin, opinion.value, listing)
        return list(found.values())

    def _add_to_list(self, row: dict[str, Any], plugin: str, verdict: OperationVerdict, listing: Listing) -> None:
        parts = [(part, value) for part, value in _list_parts(listing) if part not in row]
        if parts:
            row.update(parts)
            names = tuple(part for part, _ in parts)
            at = self.reasons.position(plugin, names, "only", verdict.reason, verdict.confidence)
            row["why"] = [*row.get("why", ()), at]


def _list_parts(listing: Listing) -> Iterator[tuple[str, Any]]:
    if listing.noun:
        yield "noun", listing.noun
    if listing.own:
        yield "own", True
    if listing.kind_field:
        yield "kind", {"field": listing.kind_field, "value": listing.kind}
    if listing.ordered_by:
        order = {"by": listing.ordered_by}
        yield "ordered", order | ({"direction": listing.direction} if listing.direction else {})


#: `OperationVerdict` part → key of `ai_metadata`.
_OPERATION_PARTS: Final = (
    ("action", "canonical_action"),
    ("resource", "primary_resource"),
    ("shape", "result_shape"),
    ("changes_state", "changes_state"),
    ("destructive", "destructive"),
)


def operation_facts(decided: Decided, summary: str) -> Mapping[str, Any]:
    """`ai_metadata` of an operation: what was decided, from which plugins; nothing is made up where nobody answers."""
    facts: dict[str, Any] = {}
    sources: dict[str, None] = {}
    lowest = 1.0
    for part, key in _OPERATION_PARTS:
        opinion = decided.part(part)
        if opinion is not None:
            facts[key] = getattr(opinion.value, part)
            sources[opinion.plugin] = None
            lowest = min(lowest, opinion.value.confidence)
    if summary:
        facts["one_line_summary"] = summary
    if sources:
        facts["source"] = ", ".join(sources)
        facts["confidence"] = lowest
    return facts
