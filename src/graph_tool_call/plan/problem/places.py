"""One place for each given value: of several inputs that a key may name, the one that it is spelled like."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from typing import Any

import attrs

from ...model.contract import Input, ToolContract
from .given import GivenValue, normal

_Place = tuple[str, str]


@attrs.frozen(kw_only=True)
class Needed:
    """One input that a call will have a value for."""

    input: Input
    #: The value the caller gave, if any.
    given: GivenValue | None = None
    #: The source that a request names for it, if any.
    source: Any = None
    #: Position among the path parameters, from 0; -1 elsewhere.
    level: int = -1
    #: Whether the request was read, and this is the place of the given value.
    placed: bool = False
    #: True for an object that is required but has nothing required in it.
    empty: bool = False


class ReadPlaces:
    """Where an API is read, for all plans of one synthesizer: paths without the names of their parameters."""

    def __init__(self, contracts: Mapping[str, ToolContract]) -> None:
        self._contracts = contracts

    @cached_property
    def lists(self) -> frozenset[str]:
        """Those that are read as lists."""
        contracts = self._contracts.values()
        return frozenset(c.place for c in contracts if c.facts.method == "get" and c.facts.shape == "list")

    @cached_property
    def around(self) -> frozenset[str]:
        """Those that are read, and those with something below a key in them that is."""
        read = [contract.place for contract in self._contracts.values() if not contract.facts.changes_state]
        heads = (place[: key.start()] for place in read for key in re.finditer("/{", place))
        return frozenset((*read, *heads))


def dotted(need: Input) -> str:
    """A body leaf's path as a person writes it: "shipping.zip"; "" for anything else."""
    if need.location != "body" or not need.path.startswith("$."):
        return ""
    return need.path[2:].replace("[*]", "")


def one_place(found: dict[_Place, Needed], always: Callable[[Input], bool]) -> None:
    """Leave each given value to the input of *found* that is meant; to none where several are meant alike.

    Nearest to the root, by the exact name before the tag: `email` is the user's, and that of
    the uploader of the user's avatar only as `avatar.uploaded_by.email`. A key that would
    fill both ends of a transfer fills neither.
    """
    by_key: dict[str, list[_Place]] = {}
    for place, needed in found.items():
        if needed.given is not None and not needed.placed:
            by_key.setdefault(needed.given.key, []).append(place)
    for key, places in by_key.items():
        if len(places) < 2:
            continue
        meant = _meant(key, {place: found[place].input for place in places}, always)
        for place in places:
            if place in meant:
                continue
            if always(found[place].input):
                found[place] = attrs.evolve(found[place], given=None)
            else:
                del found[place]


def _meant(key: str, inputs: Mapping[_Place, Input], always: Callable[[Input], bool]) -> set[_Place]:
    nearest = min(_distance(key, row) for row in inputs.values())
    alike = [place for place, row in inputs.items() if _distance(key, row) == nearest]
    if len(alike) > 1 and _is_one_name(inputs[place] for place in alike):
        # One thing that a call wants in two places: the key in the path, and again in the body.
        return {place for place in alike if always(inputs[place])} or {alike[0]}
    path = [place for place in alike if inputs[place].location == "path"]
    required = [place for place in alike if always(inputs[place])]
    return next((set(few) for few in (alike, path, required) if len(few) == 1), set[_Place]())


def _is_one_name(rows: Iterable[Input]) -> bool:
    """Whether inputs have one name, each in a place of its own: path, query, body."""
    named = [(normal(row.name), row.location) for row in rows]
    return len({name for name, _ in named}) == 1 and len({location for _, location in named}) == len(named)


def _distance(key: str, row: Input) -> tuple[int, int]:
    """How far *key* is from naming *row*: by its whole name, that in another spelling, its last name, its tag."""
    way = dotted(row) or row.name
    depth = way.count(".") + row.path.count("[*].")
    if normal(key) == normal(way):
        return 0 if key == way else 1, 0
    return (2, depth) if normal(key) == normal(row.name) else (3, depth)


def keep_one_shape(found: dict[_Place, Needed]) -> None:
    """Where a value may be an object or a list, keep the shape that a given value has, else the object."""
    paths = [path for place, path in found if place == "body"]
    lists = {path.partition("[*]")[0] for path in paths if "[*]" in path}
    for base in sorted(lists):
        objects = [path for path in paths if path.startswith(base + ".")]
        elements = [path for path in paths if path.startswith(base + "[*]")]
        if objects and elements:
            listed = any(found["body", path].given for path in elements if ("body", path) in found)
            for path in objects if listed else elements:
                found.pop(("body", path), None)
