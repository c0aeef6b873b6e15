"""Which producers of an input are nearest: of the same resource, and below the same parents as the consumer."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from ..model.contract import Input, ToolContract, place_of
from ..model.match import Match

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
    distance = _distance_from(consumer, need)
    ranked = [(distance(contracts[match.producer]), match) for match in matches]
    best = min(distance for distance, _match in ranked)
    kept = [match for distance, match in ranked if distance == best]
    return (
        kept if best[-1] == 0 else [match for match in kept if _fits(contracts[match.producer], consumer, need, match)]
    )


def _distance_from(consumer: ToolContract, need: Input) -> Callable[[ToolContract], tuple[int, ...]]:
    """How far a producer is from *need*; what the consumer says is read once for all of them."""
    in_path = need.location == "path"
    path = consumer.facts.path
    before = path.partition("{" + need.name + "}")[0].rstrip("/") if in_path else path
    place, parents, given = place_of(before), consumer.parents(before), consumer.input_tags

    def distance(producer: ToolContract) -> tuple[int, ...]:
        theirs = producer.own_parents
        foreign = int(bool(need.resource) and producer.facts.resource != need.resource)
        further, outside = len(theirs - given), len(parents - theirs)
        if in_path:
            return (int(producer.place != place), outside, foreign, further, foreign)
        return (foreign, further, outside, foreign)

    return distance


def of_new_part(consumer: ToolContract, need: Input) -> bool:
    """Whether *need* lies in a part of what is created: such parts have no keys yet."""
    return consumer.facts.action == "create" and need.location == "body" and need.path.count(".") > 1


def _fits(producer: ToolContract, consumer: ToolContract, need: Input, match: Match) -> bool:
    """Whether a mere sighting is good enough: deep in a body, only the same place of what is updated is."""
    if need.location != "body" or need.path.count(".") < 2:
        return True
    same = producer.facts.resource == consumer.facts.resource and not of_new_part(consumer, need)
    return same and _NAMES.findall(match.output.path)[-2:] == _NAMES.findall(need.path)[-2:]
