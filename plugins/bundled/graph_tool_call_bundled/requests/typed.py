"""References of several kinds: an input beside them says of which kind the thing is."""

from __future__ import annotations

import re
from typing import Any

from graph_tool_call.hooks import Said, Setting, Slot

from ..words import split, squash
from .places import Place, Places

#: How sure the kind is where the thing is described.
TYPE = 0.76


def type_of(slot: Slot, places: Places) -> Slot | None:
    """The input that says of which kind the thing at *slot* is: `item.type` beside `item.id`, `parent_type`."""
    head, _, last = slot.place.rpartition(".")
    names = {f"{slot.place.removesuffix('_id').removesuffix('Id')}{end}" for end in ("_type", "Type")}
    if head and last in {"id", "uuid", "login", "email"}:
        names |= {f"{head}.type", f"{head}.kind"}
    return next((place.slot for place in places.all if place.slot.place in names), None)


def member(slot: Slot, words: tuple[str, ...]) -> Any:
    """What *slot* takes for the kind that *words* name: a member of its enum, or a word that its description has."""
    if not slot.enum:
        word = "_".join(words)
        return word if re.search(rf"\b{re.escape(word)}\b", slot.description) else None
    return next((value for value in slot.enum if squash("".join(split(str(value)))) == "".join(words)), None)


def typed(said: Said, place: Place, words: tuple[str, ...], places: Places) -> Setting | None:
    """The setting that says that the thing at *place* is of the kind that *words* name."""
    slot = type_of(place.slot, places)
    value = member(slot, words) if slot is not None else None
    if slot is None or value is None:
        return None
    return Setting(slot=slot.ref, value=value, term=said.word, score=TYPE, reason=f"it is a {' '.join(words)}")
