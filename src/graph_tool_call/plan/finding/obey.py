"""A search that obeys a request: what was understood has its places before anything is searched for."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import attrs

from ...model.contract import Input, ToolContract
from ...request.catalogue import Catalogue
from ...request.values import Request, UnreadValue
from ..derivation.derivation import PRODUCED, Source
from ..search.search import Search
from .finder import Finder


def as_request(request: Request | Mapping[str, Any] | None) -> Request | None:
    """A request from what a caller gives. Raises `DecodeError`."""
    return request if request is None or isinstance(request, Request) else Request.from_dict(request)


def obeying(search: Search, request: Request, catalogue: Catalogue) -> Search:
    """*search*, with what *request* says in its places; what has none is left to the search."""
    question = search.question
    target = search.producers.contracts[question.target]

    @cache
    def others() -> Search:
        asked = attrs.evolve(question, placed=dict(finder.placed))
        return Search(search.producers, search.policy, asked, search.shared, search.variant)

    def fill(contract: ToolContract, row: Input) -> Source | None:
        found = others().fill(contract, row)
        return next((source for source in found if source.how != PRODUCED), None)

    finder = Finder(target, request, catalogue, fill, question.exclude)
    placed = finder.run()
    words = {word for value in placed.values() for word in _words(value)}
    words |= {one.word for one in request.unread if one.reason == "ambiguous"}
    left = question.given.without(frozenset(words))
    asked = attrs.evolve(question, placed=placed, given=left, request=request)
    return Search(search.producers, search.policy, asked, search.shared, search.variant)


def _words(value: Any) -> frozenset[str]:
    return value.used if isinstance(value, Source) else frozenset({value.key})


def with_unread(left: list[dict[str, Any]], request: Request | None) -> list[dict[str, Any]]:
    """Values without a place, with the places that readers considered; and words that a reading leaves open.

    What is ambiguous, and what nothing explains, is unread whatever an argument happens to be called.
    """
    said = {one.word: one for one in request.unread} if request is not None else {}
    found = [row | {"considered": list(said[row["key"]].considered)} if _told(said, row) else row for row in left]
    known = {row["key"] for row in left}
    open_ = (one for one in said.values() if one.reason != "no_place" and one.word not in known)
    return found + [{"key": one.word, "considered": list(one.considered)} for one in open_]


def _told(said: Mapping[str, UnreadValue], row: Mapping[str, Any]) -> bool:
    return row["key"] in said and bool(said[row["key"]].considered)
