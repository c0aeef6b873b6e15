"""Numbers with a unit: "10%" for `percent_off`, "30 minutes" for `timeout_minutes`, "3 pieces" for `quantity`.

Never converted. Where the input counts in another unit, in the smallest unit of a currency, or does not say, the value
stays unread with that input considered: 25 dollars may be 25 or 2500.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from graph_tool_call.hooks import Frame, Placement, PluginInfo, RequestContext, RequestText, Said, Slot, hookimpl

from ..words import split
from .labels import SAME, Labels
from .slots import own_slots
from .units import MONEY, Unit, amount_of, takes, unit_of

#: How sure a place is that the word names; one that only counts in that unit; one that is only considered.
NAMED: Final = 0.93
BY_UNIT: Final = 0.7
CONSIDERED: Final = 0.1


@hookimpl
def gtc_plugin_info() -> PluginInfo:
    """Who the plugin is."""
    return PluginInfo(title="Amounts", description="Numbers with a unit, never converted.", hook_api=1)


@hookimpl
def gtc_read_request(request: RequestText, frame: Frame, context: RequestContext) -> Iterator[Placement]:
    """Places for values that are a number with a unit, and for plain amounts of money under another word for it."""
    if frame.tool is None:
        return
    labels = context.memo.once(("request_enum_words", "labels"), Labels)
    own = own_slots(frame)
    for said in request.said:
        found = amount_of(said.value)
        if found is not None:
            yield from _with_unit(said, *found, frame, labels, own)
        elif isinstance(said.value, (int, float)) and not isinstance(said.value, bool):
            yield from _money(said, labels, own)


def _with_unit(
    said: Said, number: float, unit: Unit, frame: Frame, labels: Labels, own: tuple[Slot, ...]
) -> Iterator[Placement]:
    numeric = [slot for slot in frame.slots if _is_numeric(slot)]
    named = [slot for slot in numeric if labels.fit(said.word, slot, frame.tool) >= SAME]
    fits = [slot for slot in named or own if slot in numeric and takes(slot, unit) and (named or unit_of(slot) == unit)]
    score = NAMED if named else BY_UNIT
    for slot in fits if named or len(fits) == 1 else []:
        yield Placement(said=said.ref, slot=slot.ref, value=number, score=score, reason=f"counts in {unit.name}")
    for slot in named:
        if slot not in fits:
            reason = f"is not said to count in {unit.name}"
            yield Placement(said=said.ref, slot=slot.ref, value=number, score=CONSIDERED, reason=reason)


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
