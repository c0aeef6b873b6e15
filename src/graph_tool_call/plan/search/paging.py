"""Pages that the caller asks for: given to the list that is nearest to the target and takes them."""

from __future__ import annotations

import attrs

from ...model.contract import Input
from ..derivation.derivation import GIVEN, Call, Source, calls_of
from ..problem.given import Given, GivenValue


def with_pages(call: Call, given: Given) -> Call:
    """*call*, with what *given* says of pages in the calls below it: `limit=100` for the list that is looked through.

    For a plan that only reads: where one element must be the only one, no page of the list may be left out.
    """
    if call.contract.facts.changes_state or not given:
        return call
    taken = {source.key for at in calls_of(call) for source in at.sources if source.how == GIVEN}
    added: dict[str, list[Source]] = {}
    for at in calls_of(call):
        filled = {(source.input.location, source.input.path) for source in at.sources}
        for row in at.contract.inputs:
            value = _asked_for(row, given) if (row.location, row.path) not in filled else None
            if value is not None and value.key not in taken:
                taken.add(value.key)
                source = Source(input=row, how=GIVEN, value=value.value, key=value.key, used=frozenset({value.key}))
                added.setdefault(at.signature, []).append(source)
    return _with(call, added) if added else call


def _asked_for(row: Input, given: Given) -> GivenValue | None:
    return given.find(row, is_target=False) if row.role == "paging" and row.location == "query" else None


def _with(call: Call, added: dict[str, list[Source]]) -> Call:
    made: dict[int, Call] = {}

    def again(at: Call) -> Call:
        if id(at) not in made:
            sources = [s if s.call is None else attrs.evolve(s, call=again(s.call)) for s in at.sources]
            made[id(at)] = attrs.evolve(at, sources=(*sources, *added.get(at.signature, ())))
        return made[id(at)]

    return again(call)
