"""What is said besides of a thing, attached to the list that it is looked up in: the project of a task.

First by an input of the list, then by an object in the element that has its name, then by a key of
it in the element, then by a list around the list.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import attrs

from ...model.contract import Input
from ...model.spelling import singular
from ...request.catalogue import Listing
from ...request.values import Thing
from ..derivation.derivation import Source, Where
from ..words.wording import words_in
from .conditions import where_of
from .scope import around

#: What gives the key of a thing for an input that refers to it.
KeySource = Callable[[Input, Thing], "Source | None"]


@attrs.frozen
class Attachment:
    """How one thing narrows a list: by inputs of its operation, or by conditions on its elements."""

    thing: str
    where: tuple[Where, ...] = ()
    sources: tuple[Source, ...] = ()


def attachments(listing: Listing, things: Sequence[Thing], key_source: KeySource) -> Iterator[Attachment]:
    """The attachment of each of *things* that the list knows anything of."""
    for thing in things:
        if thing.noun == listing.noun:
            continue
        found = _by_object(listing, thing) or _by_input(listing, thing, key_source) or _by_outer(listing, thing)
        if found is not None:
            yield found


def _by_input(listing: Listing, thing: Thing, key_source: KeySource) -> Attachment | None:
    for row in listing.contract.inputs:
        if row.location == "query" and not row.required and row.kind == "data" and row.role != "paging":
            source = key_source(row, thing)
            if source is not None:
                return Attachment(thing.id, sources=(source,))
    return None


def _by_object(listing: Listing, thing: Thing) -> Attachment | None:
    """By the attributes of an object in the element: the `name` of its `site`."""
    inside = [path for path in listing.rows if "." in path and _is_called(path.rpartition(".")[0], thing.noun)]
    nearest = min((path.count(".") for path in inside), default=0)
    inside = [path for path in inside if path.count(".") == nearest]
    where = []
    for condition in thing.where:
        wanted = condition.attribute
        paths = [p for p in inside if _names(listing, p) if not wanted or p.rpartition(".")[2] == wanted]
        if not paths:
            return None
        where.append(Where(paths=tuple((p,) for p in paths), word=condition.word, value=condition.value))
    return Attachment(thing.id, where=tuple(where)) if where else None


def _by_outer(listing: Listing, thing: Thing) -> Attachment | None:
    """By a list around the list: the product that a variant lies in."""
    for level, outer in enumerate(around(listing)):
        if outer is not None and outer.noun == thing.noun and (found := where_of(outer, thing.where)) is not None:
            return Attachment(thing.id, where=tuple(attrs.evolve(one, level=level) for one in found))
    return None


def _is_called(path: str, noun: str) -> bool:
    last = path.rpartition(".")[2]
    return words_in(last)[-len(noun.split("_")) :] == [singular(word) for word in noun.split("_")]


def _names(listing: Listing, path: str) -> bool:
    """Whether an attribute of an object in an element names that object."""
    if listing.rows[path].row.get("naming"):
        return True
    last = path.rpartition(".")[2]
    return any(name.rpartition(".")[2] == last for name in listing.naming)
