"""The joint reading: one place for each value, one value for each slot, the best first.

Greedy by score: of all placements and settings the surest is taken, then the surest that still fits. What is as
good as what was taken, and was not ruled out by anything surer, makes a value ambiguous.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from typing import Any, Final

import attrs

from ..hooks import Frame, Placement, Quantity, Reading, RequestText, Said, Setting, Slot
from ..model import ABSENT, Opinion
from .counted import counted_as, own_slot, with_counted
from .values import Condition, OtherReading, Request, SettingOf, Thing, UnreadValue

#: Scores that are no further apart are as good as each other.
MARGIN: Final = 0.04
#: Readings that are less sure are no readings, only places that were considered.
LEAST: Final = 0.3
#: Places that are told for a value without one.
_CONSIDERED: Final = 5


@attrs.define
class _Assignment:
    """What has been given a place so far."""

    text: RequestText
    frame: Frame
    placed: dict[int, Opinion[Placement]] = attrs.Factory(dict)
    #: Slot → the value that it takes.
    values: dict[int, Opinion[Placement] | Opinion[Setting]] = attrs.Factory(dict)
    #: (slot, "") or (None, noun) → conditions of the thing that is described.
    described: dict[tuple[int | None, str], list[Opinion[Placement]]] = attrs.Factory(dict)
    ambiguous: dict[int, list[Opinion[Placement]]] = attrs.Factory(dict)

    def fits(self, placement: Placement) -> bool:
        """Whether the place is still free: a slot has one value or one thing, a thing one value for an attribute."""
        if placement.attribute is None:
            return self.is_free(placement.slot)
        if placement.slot is not None and placement.slot in self.values:
            return False
        others = self.described.get(_thing(placement), ())
        return all(other.value.attribute != placement.attribute for other in others)

    def is_free(self, slot: int | None) -> bool:
        """Whether a slot has neither a value nor a thing."""
        return slot not in self.values and all(key[0] != slot for key in self.described)

    def is_left(self, placement: Placement) -> bool:
        """Whether the place is free, or was taken by what is as sure of it: what is weaker decides for no other."""
        holders = [self.values[placement.slot]] if placement.slot in self.values else []
        others = [*holders, *self.described.get(_thing(placement), ())]
        return self.fits(placement) or max(o.value.score for o in others) >= placement.score - MARGIN

    def take(self, opinion: Opinion[Placement]) -> None:
        """Give a value its place."""
        placement = opinion.value
        self.placed[placement.said] = opinion
        if placement.attribute is None:
            assert placement.slot is not None
            self.values[placement.slot] = opinion
        else:
            self.described.setdefault(_thing(placement), []).append(opinion)


def assign(text: RequestText, frame: Frame, said: Sequence[Opinion[Reading]]) -> Request:
    """The best consistent assignment of what was *said* by readers, as a request."""
    state = _Assignment(text, frame)
    counts = [o.value for o in said if isinstance(o.value, Quantity)]
    counted = {count.said for count in counts}
    placements = [
        Opinion(o.plugin, o.value) for o in said if isinstance(o.value, Placement) and o.value.said not in counted
    ]
    settings = [Opinion(o.plugin, o.value) for o in said if isinstance(o.value, Setting)]
    _place_all(sorted((o for o in placements if o.value.score >= LEAST), key=_surest), state)
    for setting in sorted((o for o in settings if o.value.score >= LEAST), key=_surest):
        if state.is_free(setting.value.slot):
            state.values[setting.value.slot] = setting
    return _request(state, placements, counts)


def _place_all(sure: Sequence[Opinion[Placement]], state: _Assignment) -> None:
    """Give each value the surest place that is still free; what could go to several waits for what others leave."""
    could: dict[int, list[Opinion[Placement]]] = {}
    waiting = True
    while waiting:
        state.ambiguous, taken = {}, False
        for opinion in sure:
            said = opinion.value.said
            if said in state.placed or said in state.ambiguous or not state.fits(opinion.value):
                continue
            if rivals := _rivals(opinion, sure, state):
                state.ambiguous[said] = could.setdefault(said, [opinion, *rivals])
            elif all(state.is_left(other.value) for other in could.get(said, ())):
                state.take(opinion)
                taken = True
            else:
                state.ambiguous[said] = could[said]
        waiting = taken and bool(state.ambiguous)


def _surest(opinion: Opinion[Any]) -> tuple[Any, ...]:
    value = opinion.value
    return -value.score, getattr(value, "said", 0), value.slot is None, value.slot or 0


def _rivals(
    best: Opinion[Placement], placements: Iterable[Opinion[Placement]], state: _Assignment
) -> list[Opinion[Placement]]:
    """Other places for the same value that are as good as *best* and as free."""
    found: dict[tuple[Any, ...], Opinion[Placement]] = {}
    own = _place(best.value)
    for other in placements:
        value = other.value
        near = value.said == best.value.said and value.score >= max(best.value.score - MARGIN, LEAST)
        if near and _place(value) != own and not _same_thing(value, best.value) and state.fits(value):
            found.setdefault(_place(value), other)
    return list(found.values())


def _thing(placement: Placement) -> tuple[int | None, str]:
    """Which thing a placement describes: the one of a slot, or the one of a noun."""
    return placement.slot, "" if placement.slot is not None else placement.noun


def _place(placement: Placement) -> tuple[Any, ...]:
    return placement.slot, placement.noun if placement.slot is None else "", placement.attribute


def _same_thing(one: Placement, other: Placement) -> bool:
    """Whether two placements describe one thing: by its names in general, or by an attribute of it."""
    described = one.attribute is not None and other.attribute is not None
    return described and one.slot == other.slot and (one.slot is not None or one.noun == other.noun)


# --- as a request ---


def _request(state: _Assignment, placements: Sequence[Opinion[Placement]], counts: Sequence[Quantity]) -> Request:
    frame, said = state.frame, {one.ref: one for one in state.text.said}
    things = with_counted(tuple(_things(state, said, counts)), counts, said, frame, state.is_free)
    # A number that was given as a value is read where a thing is counted by it.
    counted = {c.said for c in counts if any((c.quantity, c.count) == (t.quantity, t.count) for t in things)}
    return Request(
        target=frame.tool.name if frame.tool is not None else "",
        question=state.text.question,
        settings=tuple(_setting(slot, opinion, state, said) for slot, opinion in sorted(state.values.items())),
        things=things,
        unread=tuple(_unread(state, placements, counted)),
        alternatives=tuple(_others(state, placements, said)),
    )


def _setting(slot: int, opinion: Opinion[Any], state: _Assignment, said: Mapping[int, Said]) -> SettingOf:
    reading, taken = opinion.value, state.frame.slots[slot]
    if isinstance(reading, Setting):
        word, value, term = "", reading.value, reading.term
    else:
        one = said[reading.said]
        word, value, term = one.word, one.value if reading.value is ABSENT else reading.value, ""
    if taken.type == "array" and isinstance(value, (str, int, float)):
        value = [value]
    return SettingOf(
        input=taken.place,
        value=value,
        word=word,
        term=term,
        said_by=opinion.plugin,
        score=round(reading.score, 2),
        reason=reading.reason,
    )


def _things(state: _Assignment, said: Mapping[int, Said], counts: Sequence[Quantity]) -> Iterable[Thing]:
    slots = state.frame.slots
    for number, ((slot, noun), opinions) in enumerate(sorted(state.described.items(), key=_order), 1):
        where = tuple(
            Condition(
                attribute=o.value.attribute or "",
                value=said[o.value.said].value if o.value.value is ABSENT else o.value.value,
                word=said[o.value.said].word,
                said_by=o.plugin,
                reason=o.value.reason,
            )
            for o in opinions
        )
        roles = (slots[slot].place,) if slot is not None else ()
        own = next((o.value.noun for o in opinions if o.value.noun), slots[slot].resource if slot is not None else "")
        thing = Thing(id=f"t{number}", noun=noun or own, where=where, roles=roles)
        yield _counted(thing, counts, own_slot(state.frame), said)


def _counted(thing: Thing, counts: Sequence[Quantity], own: Slot | None, said: Mapping[int, Said]) -> Thing:
    for count in counts:
        if count.noun == thing.noun if count.noun else own is not None and own.place in thing.roles:
            return counted_as(thing, count, said)
    return thing


def _order(entry: tuple[tuple[int | None, str], Any]) -> tuple[Any, ...]:
    (slot, noun), _ = entry
    return slot is None, slot or 0, noun


def _unread(
    state: _Assignment, placements: Sequence[Opinion[Placement]], counted: Container[int | None]
) -> Iterable[UnreadValue]:
    for one in state.text.said:
        if one.ref in state.placed or one.ref in counted:
            continue
        considered = state.ambiguous.get(one.ref) or [
            o for o in sorted(placements, key=_surest) if o.value.said == one.ref
        ]
        yield UnreadValue(
            word=one.word or str(one.value),
            value=one.value,
            considered=tuple(dict.fromkeys(_named(o.value, state.frame) for o in considered))[:_CONSIDERED],
            reason="ambiguous" if one.ref in state.ambiguous else "no_place",
        )


def _others(
    state: _Assignment, placements: Sequence[Opinion[Placement]], said: Mapping[int, Said]
) -> Iterable[OtherReading]:
    for opinion in sorted(placements, key=_surest):
        reading = opinion.value
        taken = state.placed.get(reading.said)
        if reading.score >= LEAST and (taken is None or _place(taken.value) != _place(reading)):
            one = said[reading.said]
            yield OtherReading(
                word=one.word or str(one.value),
                place=_named(reading, state.frame),
                score=round(reading.score, 2),
                said_by=opinion.plugin,
                reason=reading.reason,
            )


def _named(placement: Placement, frame: Frame) -> str:
    """A placement for people: "issue_number", "issue_number by title", "project", "project.name"."""
    by = placement.attribute or ""
    if placement.slot is not None:
        place = frame.slots[placement.slot].place
        return f"{place} by {by}" if by else place
    return f"{placement.noun}.{by}" if by else placement.noun
