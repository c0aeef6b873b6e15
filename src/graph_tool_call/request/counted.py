"""Things that only a number speaks of: "delete all reminders" means every thing whose key the target takes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import attrs

from ..hooks import Frame, Quantity, Said, Slot
from .values import Thing


def with_counted(
    things: tuple[Thing, ...],
    counts: Sequence[Quantity],
    said: Mapping[int, Said],
    frame: Frame,
    is_free: Callable[[int], bool],
) -> tuple[Thing, ...]:
    """*things*, and the one that the target acts on, where nothing but how many are meant is said of it."""
    own = own_slot(frame)
    if own is None or not is_free(own.ref):
        return things
    kind = frame.kind_of(own)
    nouns = {"", own.resource, kind.noun if kind is not None else ""}
    for count in sorted(counts, key=lambda one: -one.score):
        if count.noun in nouns:
            place, number = (own.place,), len(things) + 1
            noun = own.resource or (kind.noun if kind is not None else "")
            return (*things, counted_as(Thing(id=f"t{number}", noun=noun, roles=place), count, said))
    return things


def counted_as(thing: Thing, count: Quantity, said: Mapping[int, Said]) -> Thing:
    """*thing*, of which there are as many as *count* says."""
    word = said[count.said].word if count.said is not None else ""
    return attrs.evolve(thing, quantity=count.quantity, count=count.count, by=count.by, word=word)


def own_slot(frame: Frame) -> Slot | None:
    """The slot that tells which thing the target acts on: the last key of its path, else its only required key."""
    tool = frame.tool
    if tool is None:
        return None
    path = [slot for slot in frame.slots if slot.location == "path" and slot.refers]
    if path:
        return max(path, key=lambda slot: tool.path.find("{" + slot.name + "}"))
    keys = [slot for slot in frame.slots if slot.refers and slot.path.count(".") <= 1 and not slot.many]
    required = [slot for slot in keys if slot.required]
    few = required or keys
    return few[0] if len(few) == 1 else None
