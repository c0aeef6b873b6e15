"""Which lists a thing is looked up in, and how near each is to the input that takes its key."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain, islice
from typing import Final

from ...model.contract import Input, ToolContract, place_of
from ...request.catalogue import Catalogue, Listing
from ...request.values import Thing
from ..problem.inputs import identifies
from ..words.wording import different_words, words_in

#: Lists that are looked at for one thing.
_MOST: Final = 24
#: What the name of an input that takes a key ends in, behind the noun of the thing.
KEY_ENDS: Final = ("id", "uuid", "guid")


def lists_of(catalogue: Catalogue, need: Input, noun: str, exclude: frozenset[str]) -> list[Listing]:
    """The lists of the things whose key *need* takes: by the tag of the key, by their noun, by the last word of it."""
    by_tag = catalogue.by_tag.get(need.tag, []) if need.tag else []
    nouns = [name for name in dict.fromkeys((noun, need.resource)) if name] or [*_called(catalogue, need)]
    named = (listing for name in nouns for listing in catalogue.by_noun.get(name, []))
    # A cart's option is a shipping option: the longer noun says more of the same. Only a path tells that a line is a
    # line item, not its colour.
    in_path = need.location == "path"
    kinds = (kind for name in nouns for kind in catalogue.alike(name, beginning=in_path))
    alike = (listing for kind in kinds for listing in catalogue.by_noun[kind])
    usable = (x for x in chain(by_tag, named, alike) if x.tool not in exclude and not x.by_own_key)
    return list(islice(_once(usable), _MOST))


def _called(catalogue: Catalogue, need: Input) -> Iterator[str]:
    """The kind of which *need*, whose tag nobody knows, has the name of the key: attachment_id."""
    *noun, end = words_in(need.name) or [""]
    if end in KEY_ENDS and "_".join(noun) in catalogue.by_noun:
        yield "_".join(noun)


def adds(target: ToolContract, need: Input) -> bool:
    """Whether *target* puts the thing of *need* into a collection: what that shows is there already.

    PUT /me/followings/{user_id}: a following is no user.
    """
    head, inside, rest = target.facts.path.partition("{" + need.name + "}")
    if target.facts.method != "put" or need.location != "path" or not inside or rest.strip("/"):
        return False
    held = different_words(head.rstrip("/").rpartition("/")[2])
    return held.isdisjoint(different_words(need.resource)) and not any(row.location == "body" for row in target.inputs)


def collection_of(catalogue: Catalogue, target: ToolContract, need: Input) -> list[Listing]:
    """The lists that *need*, a key in the target's path, selects from: /users of /users/{id}, whatever that shows."""
    head, inside, _ = target.facts.path.partition("{" + need.name + "}")
    if need.location != "path" or not inside or adds(target, need) or not any(row is need for row in target.inputs):
        return []
    return [x for x in catalogue.by_place.get(place_of(head), []) if x.own and not x.kind]


def _once(listings: Iterable[Listing]) -> Iterator[Listing]:
    seen: set[Listing] = set()
    for listing in listings:
        if listing not in seen:
            seen.add(listing)
            yield listing


def nearness(target: ToolContract, need: Input, listing: Listing) -> tuple[int, ...]:
    """How near a list is to the input of a target, the nearest first.

    The collection that the input selects from; a list of such things before a sighting in the answer about
    something else; what shares more of the target's path; a plain list before one inside other lists.
    """
    facts = listing.contract.facts
    # What hangs below the thing that is changed is what that has already.
    parents = target.own_parents
    own_thing = need.location != "path" and bool(parents) and parents <= listing.contract.own_parents
    head, inside, _ = target.facts.path.partition("{" + need.name + "}")
    own = need.location == "path" and bool(inside) and facts.path.rstrip("/") == head.rstrip("/")
    if own and adds(target, need):
        own, own_thing = False, True
    shared = len(target.own_parents & listing.contract.own_parents)
    sighting = facts.resource not in ("", listing.noun)
    return (
        own_thing,
        not own,
        not listing.own or sighting or facts.shape != "list",
        -shared,
        listing.depth,
        facts.method != "get",
        facts.deprecated,
    )


def refers_to(row: Input, thing: Thing, catalogue: Catalogue) -> bool:
    """Whether an input takes the key of things of that kind."""
    if not row.tag and not identifies(row):
        return row.name == thing.noun
    tags = {listing.tag for listing in catalogue.by_noun.get(thing.noun, ())}
    return thing.noun in (row.resource, row.name) or (bool(row.tag) and row.tag in tags)


def needs_more(listing: Listing) -> bool:
    """Whether a list has inputs that somebody would have to fill."""
    rows = (row for row in listing.contract.inputs if row.kind == "data")
    return any(row.required or row.location == "path" for row in rows)
