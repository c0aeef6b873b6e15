"""In what two derivations of one target differ: for each input, where either takes its value from."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

import attrs

from ..derivation.derivation import ASKED, CONTEXT, FILTER, FIXED, GIVEN, INHERITED, PRODUCED, Call, Source
from ..problem.variant import place_of

#: How an element is chosen, in words.
PICKS: Final = {
    "one": "",
    "all": "all elements",
    "narrowed": "the first of a narrowed list",
    "unguided": "the first of the list",
}


@attrs.frozen(kw_only=True)
class Difference:
    """One input that two plans fill differently; `best` and `other` are what `source_facts` gives, or None."""

    tool: str
    field: str
    best: Mapping[str, Any] | None
    other: Mapping[str, Any] | None

    @property
    def message(self) -> str:
        """The difference in words."""
        return f"{self.field} of {self.tool} {source_words(self.other)} instead of {source_words(self.best)}"

    def to_dict(self) -> dict[str, Any]:
        """All parts, and the message."""
        return {
            "tool": self.tool,
            "field_name": self.field,
            "best": None if self.best is None else dict(self.best),
            "other": None if self.other is None else dict(self.other),
            "message": self.message,
        }


def source_facts(source: Source) -> dict[str, Any]:
    """Where an input's value comes from: `how`, and what belongs to it. Never the value."""
    facts: dict[str, Any] = {"how": source.how}
    if source.call is not None and source.output is not None:
        facts |= {
            "producer": source.call.tool,
            "path": source.output.path,
            "match": source.match,
            "pick": source.pick,
        }
        if source.pick == FILTER:
            facts["filter_field"], facts["filter_key"] = source.filter
    elif source.how in {GIVEN, CONTEXT}:
        facts["key"] = source.key
    elif source.how == ASKED:
        facts["reason"] = source.reason
    elif source.how == INHERITED:
        facts["from_field"] = source.inherited[1]
    return facts


def source_words(facts: Mapping[str, Any] | None) -> str:
    """`source_facts` in words."""
    if facts is None:
        return "left out"
    if facts["how"] == PRODUCED:
        chosen = f"the element whose {facts['filter_field']} was given" if facts["pick"] == FILTER else ""
        chosen = chosen or PICKS[facts["pick"]]
        return f"from {facts['producer']} ({facts['path']}{', ' if chosen else ''}{chosen})"
    return {
        GIVEN: f"given as {facts.get('key')}",
        CONTEXT: f"from the context default {facts.get('key')}",
        FIXED: "fixed by the contract",
        INHERITED: f"taken from {facts.get('from_field')} of the call that needs it",
        ASKED: "asked of a person",
    }[facts["how"]]


def differences(best: Call, other: Call) -> list[Difference]:
    """Every input that *best* and *other* fill differently, each once, the target's first."""
    return list({str(found.to_dict()): found for found in _differences(best, other)}.values())


def _differences(best: Call, other: Call) -> Iterator[Difference]:
    ours = {place_of(source.input): source for source in best.sources}
    theirs = {place_of(source.input): source for source in other.sources}
    below: list[Difference] = []
    for place in dict.fromkeys((*ours, *theirs)):
        a, b = ours.get(place), theirs.get(place)
        one, two = (None if source is None else source_facts(source) for source in (a, b))
        deeper = differences(a.call, b.call) if a and b and a.call and b.call and _same_leaf(a, b) else []
        below += deeper
        # Of one leaf, how its element is chosen follows from what is below it.
        if one != two and not deeper:
            yield Difference(tool=best.tool, field=_name(a, b), best=one, other=two)
    yield from below


def _same_leaf(a: Source, b: Source) -> bool:
    if a.call is None or b.call is None or a.output is None or b.output is None:
        return False
    differ = a.call.signature != b.call.signature
    return differ and (a.call.tool, a.output.path) == (b.call.tool, b.output.path)


def _name(*sources: Source | None) -> str:
    return next(source.input.name for source in sources if source is not None)
