"""A target that is called once for each element of a list: which list, and what each call takes from its element."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import attrs

from ...model.binding import ITEM_ROOT, Every, Filter, Key, Reference, Segment
from ...model.json_path import EVERY_ELEMENT, EVERY_KEY, EVERY_VALUE, steps
from ..derivation.derivation import PRODUCED, Call, Source

#: How `selected_producers` tells that a value is read from each element.
EACH = "each"


@attrs.frozen
class FanOut:
    """*foreach* is a binding of a list, or a list; *source* fills the input that takes *item* of each element."""

    source: Source
    foreach: Reference | list[Any]
    item: Reference

    def told(self, call: Call) -> tuple[Source, ...]:
        """The sources of *call* as the plan tells of them: covered ones take from each element."""
        return tuple(
            attrs.evolve(s, pick=EACH) if covers(self.source, s) and s.how == PRODUCED else s for s in call.sources
        )

    def value(self, source: Source) -> Reference:
        """What a covered *source* is in each call."""
        if source is self.source or source.output is None:
            return self.item
        return _item(tuple(Key(step) for step in steps(f"$.{source.output.path.rpartition('[*].')[2]}")))


def covers(spread: Source, source: Source) -> bool:
    """Whether *source* is a field of the element that *spread* takes: one element fills all that comes from it."""
    if source is spread:
        return True
    if spread.each or spread.call is None or source.call is None or spread.output is None or source.output is None:
        return False
    head, found, _ = spread.output.path.rpartition("[*]")
    inside, same, _ = source.output.path.rpartition("[*]")
    return bool(found and same) and head == inside and spread.call.signature == source.call.signature


def is_item(value: Any) -> bool:
    """Whether a value is the element of a fan-out, or a part of it."""
    return isinstance(value, Reference) and value.root == ITEM_ROOT


def fan_out(source: Source, value: Any) -> FanOut:
    """The fan-out over *value*, which is what the plan has for the whole list of *source*."""
    if source.how == PRODUCED and not source.each:
        listed, inside = _split(value[0] if isinstance(value, list) else value)
        return FanOut(source, [listed] if _is_one(listed, source) else listed, _item(inside))
    if isinstance(value, Reference):
        return FanOut(source, value, _item(()))
    return FanOut(source, list(value) if isinstance(value, (list, tuple)) else [value], _item(()))


def _is_one(listed: Reference, source: Source) -> bool:
    """Whether the binding gives an element rather than a list of them."""
    assert source.output is not None
    way = steps(source.output.path)
    # A filter behind a star chooses one element of all the lists.
    ways = [segment for segment in listed.segments if isinstance(segment, (Every, Filter))]
    spread = bool(ways) and (isinstance(ways[-1], Every) or ways[-1].every)
    return not spread and (not {EVERY_ELEMENT, EVERY_KEY, EVERY_VALUE}.isdisjoint(way) or source.output.type != "array")


def _split(reference: Reference) -> tuple[Reference, tuple[Segment, ...]]:
    """The list (or the one element) that *reference* reads from, and the way inside an element."""
    segments: Sequence[Segment] = reference.segments
    places = [i for i, segment in enumerate(segments) if isinstance(segment, (Every, Filter))]
    if not places:
        return reference, ()
    end = places[-1] + 1
    return Reference(reference.root, tuple(segments[:end])), tuple(segments[end:])


def _item(inside: tuple[Segment, ...]) -> Reference:
    return Reference(ITEM_ROOT, inside)
