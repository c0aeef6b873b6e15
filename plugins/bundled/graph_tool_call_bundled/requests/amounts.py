"""Numbers with a unit: "10%" for `percent_off`, "30 minutes" for `timeout_minutes`, "3 pieces" for `quantity`.

Never converted. Where the input counts in another unit, in the smallest unit of a currency, or does not say, the value
stays unread with that input considered: 25 dollars may be 25 or 2500.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from graph_tool_call.hooks import (
    Explained,
    Frame,
    Placement,
    PluginInfo,
    RequestContext,
    RequestText,
    Said,
    Slot,
    hookimpl,
)

from ..words import split
from .labels import SAME, Labels
from .slots import own_slots
from .units import MONEY, Unit, amount_of, takes, unit_named, unit_of

#: How sure a place is that the word names; one that only counts in that unit; one that is only considered.
NAMED: Final = 0.93
BY_UNIT: Final = 0.7
CONSIDERED: Final = 0.1
#: Words in names of inputs that count things.
_COUNTS: Final = frozenset("quantity qty count amount".split())


@hookimpl
def gtc_plugin_info() -> PluginInfo:
    """Who the plugin is."""
    return PluginInfo(title="Amounts", description="Numbers with a unit, never converted.", hook_api=1)


@hookimpl
def gtc_read_request(request: RequestText, frame: Frame, context: RequestContext) -> Iterator[Placement | Explained]:
    """Places for values that are a number with a unit, and for plain amounts of money under another word for it."""
    if frame.tool is None:
        return
    labels = context.shared.once("labels", Labels)
    own = own_slots(frame)
    for said in request.said:
        found = amount_of(said.value) or _amount_in_words(said, request)
        if found is not None:
            yield from _with_unit(said, *found, frame, labels, own)
            yield from _explained(said, request)
        elif isinstance(said.value, (int, float)) and not isinstance(said.value, bool):
            yield from _money(said, labels, own)


def _amount_in_words(said: Said, request: RequestText) -> tuple[float, Unit] | None:
    """A number without a label, with the unit that the question has behind it: "3 pieces"."""
    if said.word or isinstance(said.value, bool) or not isinstance(said.value, (int, float)) or said.end < 0:
        return None
    unit = next((unit_named(word.text) for word in request.words if word.start >= said.end), None)
    return (said.value, unit) if unit is not None else None


def _explained(said: Said, request: RequestText) -> Iterator[Explained]:
    """The unit behind a number."""
    after = next((word for word in request.words if word.start >= said.end >= 0), None)
    if after is not None and unit_named(after.text) is not None:
        yield Explained(start=after.start, end=after.end, reason="the unit of the number before it")


def _with_unit(
    said: Said, number: float, unit: Unit, frame: Frame, labels: Labels, own: tuple[Slot, ...]
) -> Iterator[Placement]:
    numeric = [slot for slot in frame.slots if _is_numeric(slot)]
    named = [slot for slot in numeric if labels.fit(said.word, slot, frame.tool) >= SAME] if said.word else []
    if unit.kind == "count":
        alike = [slot for slot in own if slot in numeric and _COUNTS & set(split(slot.name))]
    else:
        alike = [slot for slot in own if slot in numeric and (_holds(slot, unit) or unit_of(slot) == unit)]
    fits = [slot for slot in named or alike if takes(slot, unit)]
    if named or len(fits) == 1:
        score = NAMED if named else BY_UNIT
        for slot in fits:
            yield Placement(said=said.ref, slot=slot.ref, value=number, score=score, reason=f"counts in {unit.name}")
    for slot in named or alike:
        if slot not in fits:
            reason = f"is not said to count in {unit.name}"
            yield Placement(said=said.ref, slot=slot.ref, value=number, score=CONSIDERED, reason=reason)


def _holds(slot: Slot, unit: Unit) -> bool:
    """Whether *slot* holds what *unit* measures, maybe in another unit."""
    own = unit_of(slot)
    kinds = {"currency", "minor"} if unit.kind in {"currency", "minor"} else {unit.kind}
    return own is not None and own.kind in kinds


def _money(said: Said, labels: Labels, own: tuple[Slot, ...]) -> Iterator[Placement]:
    """A plain number under a word for money goes into the only input that holds money."""
    if not MONEY & set(labels.words(said.word)):
        return
    fits = [slot for slot in own if _is_numeric(slot) and MONEY & set(split(slot.name))]
    if len(fits) == 1:
        yield Placement(
            said=said.ref, slot=fits[0].ref, value=said.value, score=BY_UNIT, reason="is the only amount of money"
        )


def _is_numeric(slot: Slot) -> bool:
    return slot.type in {"integer", "number"} and not slot.refers and not slot.enum and not slot.many
