"""A search that obeys a request: what was understood has its places before anything is searched for."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cache
from typing import Any

import attrs

from ...errors import DecodeError
from ...model.contract import Input, ToolContract
from ...request.frame import places_of
from ...request.read import RequestReader
from ...request.values import Condition, Request, UnreadValue
from ..derivation.creation import made_for
from ..derivation.derivation import ALL, ASKED, GUESSES, Call, Source
from ..problem.given import Given
from ..problem.goal import speaks_of
from ..problem.inputs import identifies
from ..problem.problem import is_there
from ..problem.variant import PLAIN, Place, fan_out_over, place_of
from ..running.redact import holds_redacted
from ..search.gates import sources_of
from ..search.search import Search
from ..search.vetoes import forbidden
from ..words.mentions import stands_in
from ..words.wording import different_words, words_in
from .caller import Callers
from .finder import Finder, Makes


def as_request(request: Request | Mapping[str, Any] | None) -> Request | None:
    """A request from what a caller gives. Raises `DecodeError`."""
    return request if request is None or isinstance(request, Request) else Request.from_dict(request)


def handed_back(
    request: Request | Mapping[str, Any] | None, target: ToolContract, requests: RequestReader
) -> Request | None:
    """A request that somebody hands in for *target*, checked against it.

    Raises `DecodeError`: it is none, speaks of what *target* has not, or has the mark of a secret in place of one.
    """
    request = as_request(request)
    if request is None:
        return None
    request = attrs.evolve(request, target=request.target or target.name)
    requests.check(request, target)
    kept_out = tuple(_kept_out(request))
    if kept_out:
        raise DecodeError("request", kept_out)
    return request


def _kept_out(request: Request) -> Iterator[str]:
    rows: list[tuple[str, Any]] = [(f"settings[{n}]", one.value) for n, one in enumerate(request.settings)]
    rows += [(f"unread[{n}]", one.value) for n, one in enumerate(request.unread)]
    rows += [(f"things[{n}].where[{m}]", c.value) for n, t in enumerate(request.things) for m, c in enumerate(t.where)]
    return (f"a secret was kept out of it: give the value @ $.{at}.value" for at, one in rows if holds_redacted(one))


def said_in(request: Request | None, entities: Mapping[str, Any] | None) -> Mapping[str, Any] | None:
    """*entities*, and what was given for *request* under words that have no place: it still needs one."""
    if request is None:
        return entities
    return {one.word: one.value for one in request.unread if one.reason != "unexplained"} | dict(entities or {})


def spoken_in(request: Request | None) -> frozenset[str]:
    """Words of the question that say a value which nobody gave: "close"."""
    settings = request.settings if request is not None else ()
    return frozenset(one.term for one in settings if one.term and not one.word)


def obeying(search: Search, request: Request, requests: RequestReader) -> Search:
    """*search*, with what *request* says in its places; what has none is left to the search.

    To read something, calls that take all that was given are right where a reading of it leaves values over.
    """
    target = search.producers.contracts[search.problem.target]
    if search.problem.mutation.makes_new and not target.facts.changes_state:
        search = _without_making(search, target, request)
    over = {one.word for one in request.unread} & search.problem.given.keys
    if over and not target.facts.changes_state and any(thing.roles for thing in request.things):
        plain = _obeying(search, attrs.evolve(request, things=(), unread=()), requests)
        call = plain.best()
        if call is not None and search.problem.given.keys <= call.used and not _is_open(call):
            return plain
    return _obeying(search, request, requests)


def _without_making(search: Search, target: ToolContract, request: Request) -> Search:
    """*search*, where what *target* needs is there if the question has values that nobody understands.

    They may describe it, and nothing is made in order to read something else.
    """
    if not any(_says_more(one, search.problem.given, request.question) for one in request.unread):
        return search
    nouns = [row.resource for row in target.inputs if identifies(row) and (row.required or row.location == "path")]
    existing = search.problem.existing.union(*map(words_in, nouns))
    return Search(attrs.evolve(search.problem, existing=existing), search.shared, search.variant)


def _is_open(call: Call) -> bool:
    """Whether a person is asked, or something is taken for being the first of a list."""
    return any(source.how == ASKED or source.pick in GUESSES for source, _ in sources_of(call))


def _obeying(search: Search, request: Request, requests: RequestReader) -> Search:
    """*search*, with what *request* says in its places."""
    problem, question = search.problem, request.question
    target = search.producers.contracts[problem.target]

    @cache
    def others() -> Search:  # most requests fill nothing
        asked = attrs.evolve(problem, placed=dict(finder.placed))
        return Search(asked, search.shared, search.variant)

    def fill(contract: ToolContract, row: Input) -> Source | None:
        return others().fill(contract, row)

    def makes(row: Input, said: Sequence[Condition]) -> bool:
        return _is_made_of(search, question, row, said)

    def permits(contract: ToolContract, source: Source) -> bool:
        return not forbidden(source, contract, problem.rules)

    request = _without_new(request, target, makes)
    catalogue, contracts = requests.catalogue, search.producers.contracts
    callers = Callers(contracts, catalogue, requests.read_caller, problem.exclude)
    finder = Finder(target, request, catalogue, contracts, fill, makes, callers, permits, problem.exclude)
    placed = finder.run()
    words = {word for value in placed.values() for word in _words(value)}
    words |= {one.word for one in request.unread if one.reason == "ambiguous"}
    filled = {path for _, path in placed}
    words |= {key for key in problem.given.spoken if key in filled}
    left = problem.given.without(frozenset(words))
    described = {word for value in placed.values() if isinstance(value, Source) for word in value.used}
    shared = problem.given.without(frozenset(described | (words - {s.word for s in request.settings})))
    asked = attrs.evolve(
        problem, placed={**placed, **_unfound(request, placed, target)}, given=left, shared=shared, request=request
    )
    variant = search.variant
    each = [v.input for v in placed.values() if isinstance(v, Source) and _is_spread(v)]
    if len(each) == 1 and variant is PLAIN:
        # All or several are meant, and the target takes one: it is called for each.
        variant = fan_out_over(each[0], target)
    return Search(asked, search.shared, variant)


def _is_spread(source: Source) -> bool:
    """Whether several things are meant, and the input takes one key: no path or number is a list."""
    row = source.input
    one = row.location == "path" or row.type in {"integer", "number"}
    return not row.many and (source.pick == ALL or (one and bool(source.each)))


def _is_made_of(search: Search, question: str, row: Input, said: Sequence[Condition]) -> bool:
    """Whether what an input of the target names is to be made of what is *said*, by a call that takes all of it.

    What the question itself says describes a thing that is there: "the booking named Rex", "with the given name".
    """
    problem = search.problem
    nouns = [row.resource, *(one.word for one in said)]
    if not problem.mutation.makes_new or any(is_there(noun, problem) for noun in nouns):
        return False
    if any(not one.word or stands_in(question, one.value) for one in said):
        return False
    target = search.producers.contracts[problem.target]
    keys = [one.word for one in said]
    return problem.mutation.makes_of(keys, problem.given.keys, target, search.offers.creators(target, row))


def _without_new(request: Request, target: ToolContract, makes: Makes) -> Request:
    """*request* without the things that are to be made: what is said of them is said to their creators."""
    inputs = places_of(target)
    rows = {thing.id: [row for role in thing.roles if (row := inputs.get(role))] for thing in request.things}
    new = {thing.id for thing in request.things if any(makes(row, thing.where) for row in rows[thing.id])}
    return attrs.evolve(request, things=tuple(thing for thing in request.things if thing.id not in new))


def _unfound(request: Request, placed: Mapping[Place, Any], target: ToolContract) -> dict[Place, None]:
    """Required keys of things that no list shows: in a change their names are no keys, and are looked up or asked."""
    if not target.facts.changes_state:
        return {}
    inputs = places_of(target)
    rows = (inputs.get(role) for thing in request.things for role in thing.roles)
    keys = (row for row in rows if row is not None and (row.required or row.location == "path"))
    return {place_of(row): None for row in keys if place_of(row) not in placed}


def _words(value: Any) -> frozenset[str]:
    return value.used if isinstance(value, Source) else frozenset({value.key})


def with_unread(left: list[dict[str, Any]], request: Request | None, given: Given) -> list[dict[str, Any]]:
    """Values without a place, with the places that readers considered; and words that a reading leaves open.

    What is ambiguous is unread whatever an argument happens to be called, and so is a value that the question alone
    says, which no argument of the caller's stands for.
    """
    said = {one.word: one for one in request.unread} if request is not None else {}
    found = [row | {"considered": list(said[row["key"]].considered)} if _told(said, row) else row for row in left]
    known = {row["key"] for row in left}
    question = request.question if request is not None else ""
    open_ = (one for one in said.values() if one.word not in known and _says_more(one, given, question))
    return found + [{"key": one.word, "considered": list(one.considered)} for one in open_]


def _says_more(one: UnreadValue, given: Given, question: str) -> bool:
    # A null stands for what the caller does not know, where the question does not speak of it either.
    meant = one.value is not None or different_words(one.word) <= different_words(question)
    said_only = one.reason == "no_place" and one.word not in given.values and meant
    return one.reason == "ambiguous" or said_only


def is_asked_for(row: Mapping[str, Any], call: Call, request: Request | None) -> bool:
    """Whether a person is asked for every place that an ambiguous value could have: they settle what it is for."""
    ambiguous = {one.word: one for one in request.unread if one.reason == "ambiguous"} if request is not None else {}
    if row["key"] not in ambiguous:
        return False
    inputs = places_of(call.contract)
    # Which element is meant is asked as well.
    asked = {place_of(s.input) for s in call.sources if s.how == ASKED or s.pick in GUESSES}
    rows = [inputs.get(place.partition(" by ")[0]) for place in ambiguous[row["key"]].considered]
    return bool(rows) and all(at is not None and place_of(at) in asked for at in rows)


def unexplained(request: Request | None, call: Call, given: Collection[str]) -> list[dict[str, Any]]:
    """What the question alone says and nothing takes: words that nobody understands, values that nobody gave.

    Words are no matter where all that *call* touches is what the question asks to be made: no other thing is meant.
    """
    if request is None:
        return []
    known = speaks_of(request.question, call.contract, made_for(call))
    left = [one for one in request.unread if not (known and one.reason == "unexplained")]
    said = [one for one in left if one.reason == "unexplained" or not {one.word, one.word.partition(".")[0]} & {*given}]
    return [{"key": one.word, "considered": list(one.considered)} for one in said if one.reason != "ambiguous"]


def _told(said: Mapping[str, UnreadValue], row: Mapping[str, Any]) -> bool:
    return row["key"] in said and bool(said[row["key"]].considered)
