"""Which producers of an input are nearest: of the same resource, and below the same parents as the consumer."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from ..model.contract import Input, ToolContract
from ..model.match import Match

_PARAMETER = re.compile(r"\{[^{}]*\}")
_NAMES = re.compile(r"[^.\[\]'*$]+")


def nearest(
    contracts: Mapping[str, ToolContract], consumer: ToolContract, need: Input, matches: Sequence[Match]
) -> list[Match]:
    """Those of *matches* that no other one is nearer than, in order.

    An attachment of an invoice is none of a contact's: the collection right before a
    parameter is nearer than any other of the same things below other parents. What is
    about the resource itself is nearer than where it is merely seen, and what asks for
    no further parent nearer than what does.
    """
    ranked = [(_distance(contracts[match.producer], consumer, need), match) for match in matches]
    best = min(distance for distance, _match in ranked)
    kept = [match for distance, match in ranked if distance == best]
    return (
        kept if best[-1] == 0 else [match for match in kept if _fits(contracts[match.producer], consumer, need, match)]
    )


def _distance(producer: ToolContract, consumer: ToolContract, need: Input) -> tuple[int, ...]:
    path, theirs = consumer.facts.path, set(_parents(producer))
    foreign = int(bool(need.resource) and producer.facts.resource != need.resource)
    further = len(theirs - consumer.input_tags)
    if need.location != "path":
        return (foreign, further, len(set(_parents(consumer)) - theirs), foreign)
    before = path.partition("{" + need.name + "}")[0].rstrip("/")
    own = int(_place(producer.facts.path) != _place(before))
    outside = len(set(_parents(consumer, before)) - theirs)
    return (own, outside, foreign, further, foreign)


def _parents(contract: ToolContract, path: str | None = None) -> Iterator[str]:
    """Tags, else names, of the parameters in *path*; in the tool's own path by default."""
    path = contract.facts.path if path is None else path
    return (row.tag or row.name for row in contract.inputs if row.location == "path" and "{" + row.name + "}" in path)


def _place(path: str) -> str:
    return _PARAMETER.sub("{}", path.rstrip("/").removesuffix(".json")).lower()


def _fits(producer: ToolContract, consumer: ToolContract, need: Input, match: Match) -> bool:
    """Whether a mere sighting is good enough: deep in a body, only the same place of what is updated is."""
    if need.location != "body" or need.path.count(".") < 2:
        return True
    # The parts of what is created have no keys yet.
    same = producer.facts.resource == consumer.facts.resource and consumer.facts.action != "create"
    return same and _NAMES.findall(match.output.path)[-2:] == _NAMES.findall(need.path)[-2:]
