"""What else of a found element goes into the call: required neighbours of its key, and the version that is updated."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import attrs

from ...model.contract import Input, ToolContract
from ...request.catalogue import Listing
from ..derivation.derivation import Source
from ..problem.given import normal
from ..problem.variant import Place, place_of


def neighbours(target: ToolContract, row: Input, source: Source, listing: Listing) -> Iterator[tuple[Place, Source]]:
    """Required inputs beside *row* in its object that the same element has: {"type": {"id": 2, "name": "cat"}}."""
    holder = row.path.rpartition(".")[0]
    keys = [listing.rows.get(listing.key), *(out for out in listing.rows.values() if row.tag and out.tag == row.tag)]
    if row.location != "body" or holder in {"", "$"} or source.output is None or source.output not in keys:
        return  # an object without a key of a thing describes one
    for other in target.inputs:
        beside = other.path.rpartition(".")[0] == holder and other.path != row.path
        if beside and (other.required or other.required_if_parent) and other.name in listing.rows:
            yield place_of(other), attrs.evolve(source, input=other, output=listing.rows[other.name])


def carried(
    target: ToolContract, source: Source, listing: Listing, placed: Mapping[Place, object]
) -> Iterator[tuple[Place, Source]]:
    """What an update must send back of the thing as it was read: its version, as optimistic locking wants it.

    Required parameters that identify nothing and are called like an attribute of the element, or like an object
    with one attribute.
    """
    if target.facts.action == "create":
        return
    for other in target.inputs:
        wanted = other.location in {"query", "header"} and other.required and not other.tag and other.kind == "data"
        if not wanted or place_of(other) in placed:
            continue
        named = [path for path in listing.rows if normal(path.partition(".")[0]) == normal(other.name)]
        if len(named) == 1:
            yield place_of(other), attrs.evolve(source, input=other, output=listing.rows[named[0]])


def parents_of(
    target: ToolContract, row: Input, source: Source, listing: Listing, placed: Mapping[Place, object]
) -> Iterator[tuple[Place, Source]]:
    """Keys above *row* in the target's path that nobody said and the found element has: the project of a task."""
    for other in target.inputs:
        if other.location != "path" or place_of(other) in placed or not other.tag or _is_below(target, row, other):
            continue
        keys = [path for path, found in listing.rows.items() if found.tag == other.tag and found is not source.output]
        if not keys and _is_beside(target, row, other) and other.name in listing.rows:
            keys = [other.name]
        if keys:
            path = min(keys, key=lambda at: (at.count("."), len(at)))
            yield place_of(other), attrs.evolve(source, input=other, output=listing.rows[path])


def _is_below(target: ToolContract, row: Input, other: Input) -> bool:
    """Whether *other* is *row*, or a thing in what *row* names: the one tag that a function has is not meant."""
    path = target.facts.path
    below = row.location == "path" and path.find("{" + row.name + "}") < path.find("{" + other.name + "}")
    return other is row or (below and not _is_beside(target, row, other))


def _is_beside(target: ToolContract, row: Input, other: Input) -> bool:
    """Whether two parameters tell one thing together: /c/{slug}/{id}."""
    one, two = "{" + row.name + "}", "{" + other.name + "}"
    return f"{one}/{two}" in target.facts.path or f"{two}/{one}" in target.facts.path
