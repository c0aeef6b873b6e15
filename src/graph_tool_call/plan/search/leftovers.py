"""Given values that a plan has no place for, and an optional input of the target that a producer fills from one.

"Orders of Kim" where orders can be filtered by a customer's id, and customers be found by
their name: the filter is optional, and it is the only way to what was said.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import attrs

from ...model.contract import Input
from ...model.match import Match
from ..derivation.derivation import ASKED, Call
from ..problem.given import Given, is_sought
from ..problem.inputs import identifies, role_of
from ..problem.variant import Place, place_of
from ..words.wording import different_words
from .picks import fields_beside
from .search import DEEP, Search

#: Optional inputs that are tried.
_TRIED: Final = 6


def with_leftovers(search: Search, call: Call) -> tuple[Search, Call]:
    """*call* and its search; or those that also fill an optional identifier from a value that *call* leaves unused."""
    # What an earlier plan used for its finished steps is no leftover; a deep composition takes what it needs.
    none = search.variant.found or search.problem.max_depth > DEEP
    left = frozenset() if none else _unused(search, call)
    if not left:
        return search, call
    found = []
    for place in list(_places(search, call, left))[:_TRIED]:
        variant = attrs.evolve(search.variant, also=search.variant.also | {place})
        other = Search(search.problem, search.shared, variant)
        best = other.best()
        if best is not None and left & best.used and _questions(best) <= _questions(call):
            found.append((-len(left & best.used), other.score(best.cost, best.used, best.words), place, other, best))
    if not found:
        return search, call
    *_, other, best = min(found, key=lambda entry: entry[:3])
    return other, best


def _questions(call: Call) -> int:
    """How often a derivation asks a person: an optional input is not worth a question."""
    below = sum(_questions(source.call) for source in call.sources if source.call is not None)
    return below + sum(source.how == ASKED for source in call.sources)


def _unused(search: Search, call: Call) -> frozenset[str]:
    """Keys that neither *call* nor anything below it uses, whole or in part."""
    keys = search.variant.named(search.problem.given).keys - call.used
    if not keys:
        return keys
    # A nested object is used by its members, and its members with it.
    return frozenset(k for k in keys if not any(u.startswith(f"{k}.") or k.startswith(f"{u}.") for u in call.used))


def _places(search: Search, call: Call, left: frozenset[str]) -> Iterator[Place]:
    """Optional identifiers of the target that producers give: those first to which one of the *left* values leads."""
    given = search.problem.given
    target = call.contract
    further = []
    filled = {place_of(needed.input) for needed in search.target_needs}
    for row in search.layout(target).rows:
        if place_of(row) in filled or not _is_simple(row) or not search.is_looked_up(target, row):
            continue
        matches = search.offers.usable(target, row, offered=True)
        # What changes something sets nothing that was not said: "parent issue" by what says whose parent.
        meant = frozenset(k for k in left if role_of(row) <= different_words(k)) if target.facts.changes_state else left
        if any(_leads(search, match, given, meant) for match in matches):
            yield place_of(row)
        elif matches and not target.facts.changes_state:
            further.append(place_of(row))
    yield from further


def _is_simple(row: Input) -> bool:
    """An identifier that stands alone: nothing else has to be sent with it."""
    alone = row.location != "body" or (row.path.count(".") == 1 and "[" not in row.path)
    return alone and identifies(row) and row.kind == "data" and row.type != "object"


def _leads(search: Search, match: Match, given: Given, left: frozenset[str]) -> bool:
    producer = search.producers.contracts[match.producer]
    changes = search.producers.contracts[search.problem.target].facts.changes_state
    for row in producer.inputs:
        # How many results were wanted says nothing of which thing a change is about.
        if changes and not (identifies(row) or is_sought(row)):
            continue
        named = given.find(row, is_target=False)
        if named is not None and named.key in left:
            return True
    if not match.output.many:
        return False
    return any(key in left for _, key in fields_beside(search.shared.beside(producer, match.output), given))
