"""What `gtc_producer_signals` is asked, from rows of contracts."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from typing import Any, TypeVar, overload

from ..model.contract import Input
from ..model.match import Match
from ..model.tool import ToolFacts
from .types import Need, ProducerCandidate

T = TypeVar("T")


class Lazily(Sequence[T]):
    """A sequence that is made when it is first looked into: most of those who are asked look at nothing."""

    def __init__(self, make: Callable[[], tuple[T, ...]]) -> None:
        self._make = make

    @cached_property
    def _made(self) -> tuple[T, ...]:
        return self._make()

    @overload
    def __getitem__(self, index: int) -> T: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[T, ...]: ...
    def __getitem__(self, index: int | slice) -> T | tuple[T, ...]:
        return self._made[index]

    def __len__(self) -> int:
        return len(self._made)

    def __iter__(self) -> Iterator[T]:
        return iter(self._made)

    def __eq__(self, other: object) -> Any:
        return self._made == (other._made if isinstance(other, Lazily) else other)

    def __hash__(self) -> int:
        return hash(self._made)

    def __repr__(self) -> str:
        return repr(self._made)


def need_of(row: Input, ref: int) -> Need:
    """An input as a need that is called *ref*."""
    return Need(
        ref=ref,
        name=row.name,
        path=row.path,
        location=row.location,
        type=row.type,
        semantic_tag=row.tag,
        resource=row.resource,
        required=row.required,
        never_from=tuple(row.row.get("never_from") or ()),
    )


def candidate_of(match: Match, tool: ToolFacts, *, ref: int, need: int) -> ProducerCandidate:
    """A match as a candidate that is called *ref*, for the need of that *need* ref; *tool* is its producer."""
    return ProducerCandidate(
        ref=ref,
        need=need,
        tool=tool,
        name=match.output.name,
        path=match.output.path,
        type=match.output.type,
        semantic_tag=match.output.tag,
        match=match.how,
        many=match.output.many,
    )
