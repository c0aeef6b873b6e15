"""Which lists a thing is looked up in, and how near each is to the input that takes its key."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import islice
from typing import Final

from ...model.contract import Input, ToolContract, place_of
from ...model.tool import metadata_of
from ...request.catalogue import Catalogue, Listing

#: Lists that are looked at for one thing.
_MOST: Final = 24


def lists_of(catalogue: Catalogue, need: Input, noun: str, exclude: frozenset[str]) -> list[Listing]:
    """The lists of the things whose key *need* takes: by the tag of the key, by their noun, by the last word of it."""
    by_tag = catalogue.by_tag.get(need.tag, []) if need.tag else []
    nouns = [name for name in dict.fromkeys((noun, need.resource)) if name]
    named = (listing for name in nouns for listing in catalogue.by_noun.get(name, []))
    # A cart's option is a shipping option, its line a line item: the longer noun says more of the same.
    alike = (
        x for name in nouns for kind, found in catalogue.by_noun.items() if _is_part(name, kind, need) for x in found
    )
    return _usable((*by_tag, *named, *alike), exclude)


def collection_of(catalogue: Catalogue, target: ToolContract, need: Input) -> list[Listing]:
    """The lists that *need*, a key in the target's path, selects from: /users of /users/{id}, whatever that shows."""
    head, inside, _ = target.facts.path.partition("{" + need.name + "}")
    if need.location != "path" or not inside or not any(row is need for row in target.inputs):
        return []
    return [x for x in catalogue.by_place.get(place_of(head), []) if x.own and not x.kind]


def _usable(listings: Iterable[Listing], exclude: frozenset[str]) -> list[Listing]:
    usable = (x for x in dict.fromkeys(listings) if x.tool not in exclude and not by_own_key(x))
    return list(islice(usable, _MOST))


def _is_part(noun: str, kind: str, need: Input) -> bool:
    """Whether a kind is a longer noun for the same: only a path tells that a line is a line item, not its colour."""
    longer = kind.startswith(f"{noun}_") and need.location == "path"
    return longer or kind.endswith(f"_{noun}") or noun.endswith(f"_{kind}")


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


def by_own_key(listing: Listing) -> bool:
    """Whether an operation reads one thing by a key that the document does not call required: /users.info?user=U1."""
    keyed = any(row.tag == listing.tag and not row.many for row in listing.contract.inputs if listing.tag)
    told = metadata_of(listing.contract.tool).get("api_contract")
    result = told.get("result") if isinstance(told, Mapping) else None
    return keyed and not (isinstance(result, Mapping) and result.get("paging"))
