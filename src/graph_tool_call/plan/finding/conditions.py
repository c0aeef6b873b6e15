"""Conditions of a description as comparisons with the attributes of a list's elements."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from ...model.contract import Input
from ...request.catalogue import Listing
from ...request.values import Condition
from ..derivation.derivation import FIXED, GIVEN, Source, Where
from ..problem.given import normal
from ..words.wording import words_in

#: Texts of an element that are compared where none of them names it.
_MOST_TEXTS: Final = 8


def where_of(listing: Listing, conditions: Sequence[Condition]) -> tuple[Where, ...] | None:
    """All *conditions* as comparisons; None where an element lacks an attribute that one of them speaks of."""
    found = []
    for condition in conditions:
        paths = attribute_paths(listing, condition.attribute)
        if not paths and not condition.attribute and _is_called(condition.word, listing.noun):
            paths = tuple((path,) for path in _texts(listing))
        if not paths:
            return None
        found.append(Where(paths=paths, word=condition.word, value=condition.value))
    if listing.kind:
        kind = listing.kind
        found.append(Where(paths=((str(kind["field"]),),), word="", value=kind["value"]))
    return tuple(found)


def hints(listing: Listing, conditions: Sequence[Condition]) -> Iterator[Source]:
    """Optional inputs of a list by which the server itself narrows it: a filter for the very attribute, the type."""
    for row in listing.contract.inputs:
        if row.required or row.location != "query" or row.kind != "data":
            continue
        enum = row.row.get("enum") or ()
        if listing.kind and row.name == listing.kind["field"] and listing.kind["value"] in enum:
            yield Source(input=row, how=FIXED, value=listing.kind["value"], narrows=True)
    for condition in conditions:
        paths = attribute_paths(listing, condition.attribute)
        if not isinstance(condition.value, (str, int)) or len(paths) != 1 or len(paths[0]) != 1:
            continue
        filters = [r for r in listing.contract.inputs if r.row.get("filters") == paths[0][0] and r.location == "query"]
        if filters:
            row = min(filters, key=lambda r: (len(r.name), r.name))
            yield Source(input=row, how=GIVEN, value=condition.value, key=condition.word, narrows=True)


def search_term(row: Input, conditions: Sequence[Condition]) -> Source | None:
    """What a required search input of a list is given: the text that describes the thing."""
    texts = [c for c in conditions if isinstance(c.value, str) and c.value]
    if row.role != "search" or row.location != "query" or len(texts) != 1:
        return None
    return Source(input=row, how=GIVEN, value=texts[0].value, key=texts[0].word)


def attribute_paths(listing: Listing, attribute: str) -> tuple[tuple[str, ...], ...]:
    """The attributes that a word means: those that name an element for "", else the one that is spelled so."""
    if not attribute:
        joined = tuple(names for path in listing.naming if (names := _together(listing, path)))
        return (*((path,) for path in listing.naming), *dict.fromkeys(joined))
    if attribute in listing.rows:
        # An account number may be called by its number or by its name.
        named = listing.naming if normal(attribute) == normal(listing.noun) else ()
        return tuple((path,) for path in dict.fromkeys((attribute, *named)))
    spelled = normal(attribute)
    alike = [path for path in listing.rows if spelled in (normal(path), normal(path.rpartition(".")[2]))]
    return ((min(alike, key=lambda path: (path.count("."), len(path))),),) if alike else ()


def _is_called(word: str, noun: str) -> bool:
    """Whether a value was given under the word for the thing itself: the card, the external account."""
    return words_in(word)[-1:] == words_in(noun)[-1:]


def _texts(listing: Listing) -> list[str]:
    """Texts of an element that nothing names: what is said may stand in any of them, and has to be the whole of it.

    Keys, choices and formatted values (dates, addresses) are no texts that people call a thing by.
    """
    rows = listing.rows.items()
    free = [p for p, r in rows if r.type == "string" and not (r.tag or r.row.get("enum") or r.row.get("format"))]
    return sorted(free, key=lambda path: (path.count("."), len(path)))[:_MOST_TEXTS]


def _together(listing: Listing, path: str) -> tuple[str, ...]:
    """The attributes that name a thing only together with *path*: first and last name."""
    other = listing.rows[path].row.get("naming_with")
    inside = str(other or "").removeprefix(f"{listing.path}.")
    if not inside or inside not in listing.rows:
        return ()
    ranks = [(int(listing.rows[p].row.get("naming") or 0), p) for p in (path, inside)]
    return tuple(p for _, p in sorted(ranks))
