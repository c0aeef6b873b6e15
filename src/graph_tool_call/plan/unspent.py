"""Values that were given and have no place: an optional key of the target, found by means of them, takes them in.

"Emails of the members of channel #general" gives a channel's name to an operation that takes
no such thing, but may take a member: without the channel the call would answer something else.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ..model import ABSENT
from .derivation import Call, Source
from .needs import Needed
from .question import identifies
from .variant import PLAIN, Variant, place_of

if TYPE_CHECKING:
    from .search import Search

#: Optional keys of a target that are looked at.
_LOOKED_AT: Final = 6


def with_unspent(search: Search, calls: tuple[Call, ...]) -> tuple[Call, ...]:
    """*calls*, with those before them that have one optional input more and use what *calls* leave over."""
    if not calls or search.variant is not PLAIN or not search.offered:
        return calls
    best = calls[0]
    left = search.offered.keys - best.used
    if not left:
        return calls
    limit = search.score(best.cost, best.used, best.words)
    found = []
    for needed in _optional_keys(search)[:_LOOKED_AT]:
        call = search.varied(Variant(also=frozenset({place_of(needed.input)}))).best()
        source = _source_of(call, needed) if call is not None else None
        if call is not None and source is not None and left & source.used:
            score = search.score(call.cost, call.used, call.words)
            if score < limit:
                found.append((score, call.order, call))
    return (*(call for _, _, call in sorted(found, key=lambda f: f[:2])), *calls)


def _optional_keys(search: Search) -> list[Needed]:
    target = search.producers.contracts[search.question.target]
    taken = {place_of(needed.input) for needed in search.target_needs}
    return [
        Needed(input=row)
        for row in search.layout(target).rows
        if identifies(row)
        and place_of(row) not in taken
        and search.is_looked_up(row)
        and row.fixed is ABSENT
        and row.role != "paging"
    ]


def _source_of(call: Call, needed: Needed) -> Source | None:
    return next((s for s in call.sources if place_of(s.input) == place_of(needed.input) and s.call is not None), None)
