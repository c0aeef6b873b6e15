"""The lists of an API: which operation shows which kind of thing, under which key, by which names.

Read once for each graph, from the row facts of its artifact (`lists`, `naming`, `key_form`); where an artifact
has none, a list is the innermost array of an answer that has an identifier.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, Final

import attrs

from ..hooks import Kind
from ..hooks.requests import KindTable
from ..model.contract import Output, ToolContract
from ..model.json_path import inside
from ..model.spelling import singular
from ..model.tool import metadata_of

_EVERY: Final = "[*]"


@attrs.frozen(kw_only=True, eq=False)
class Listing:
    """One array of things in the answer of one operation that reads."""

    contract: ToolContract
    #: JSON path of its elements: "$.items[*]".
    path: str
    #: Singular, snake case; "" where nothing tells.
    noun: str
    #: What path or array call it where that is another noun: the calendars that are schedule views. "" without.
    also: str = ""
    #: Semantic tag of the key of its elements, and where it stands in them ("id", "metadata.name"); "" without.
    tag: str = ""
    key: str = ""
    #: Whether it is what the operation lists, rather than what stands inside or beside that.
    own: bool = True
    #: Tells elements of this kind from others of the same array: {"field": "type", "value": "folder"}.
    kind: Mapping[str, Any] = attrs.field(factory=dict)
    #: Attributes of an element that only another operation of the same things tells.
    borrowed: Mapping[str, Output] = attrs.field(factory=dict)

    @property
    def tool(self) -> str:
        """Name of the operation."""
        return self.contract.name

    @cached_property
    def by_own_key(self) -> bool:
        """Whether the operation reads one thing by a key that is not called required: /users.info?user=U1."""
        keyed = any(row.tag == self.tag and not row.many for row in self.contract.inputs if self.tag)
        told = metadata_of(self.contract.tool).get("api_contract")
        result = told.get("result") if isinstance(told, Mapping) else None
        return keyed and not (isinstance(result, Mapping) and result.get("paging"))

    @cached_property
    def rows(self) -> Mapping[str, Output]:
        """The plain attributes of an element by their path in it."""
        contract = self.contract
        own = {path: contract.output(at) for path, at in contract.elements.get(self.path, {}).items()}
        return own or self.borrowed

    @cached_property
    def naming(self) -> tuple[str, ...]:
        """Attributes that name an element, in order."""
        ranked = [(row.row.get("naming"), path) for path, row in self.rows.items()]
        named = [(rank, path) for rank, path in ranked if isinstance(rank, int) and rank > 0]
        return tuple(path for _, path in sorted(named, key=lambda entry: entry[0]))

    @cached_property
    def depth(self) -> int:
        """How many lists it lies in, itself among them."""
        return self.path.replace(_EVERY * 2, _EVERY).count(_EVERY)


class Catalogue:
    """All listings of a graph, by noun, by tag and by place."""

    def __init__(self, contracts: Mapping[str, ToolContract]) -> None:
        told = (listing for contract in contracts.values() for listing in _listings(contract))
        self.listings = (*told, *shapeless_lists(contracts))
        self.by_tag: dict[str, list[Listing]] = {}
        self.by_noun: dict[str, list[Listing]] = {}
        #: By the path of the operation without the names of its parameters.
        self.by_place: dict[str, list[Listing]] = {}
        for listing in sorted(self.listings, key=_nearness):
            if listing.tag:
                self.by_tag.setdefault(listing.tag, []).append(listing)
            if listing.noun:
                self.by_noun.setdefault(listing.noun, []).append(listing)
            self.by_place.setdefault(listing.contract.place, []).append(listing)
        # Nothing else is called so.
        called = [x for x in sorted(self.listings, key=_nearness) if x.also and x.also not in self.by_noun]
        for listing in called:
            self.by_noun.setdefault(listing.also, []).append(listing)

    def alike(self, noun: str, *, beginning: bool) -> tuple[str, ...]:
        """Nouns that end in *noun*, those that it ends in, and those *beginning* with it, in the order of `by_noun`."""
        by_start, by_end = self._longer
        found = {end for _, end in _cuts(noun) if end in self.by_noun}
        found.update(by_end.get(noun, ()), by_start.get(noun, ()) if beginning else ())
        return tuple(sorted(found, key=self._order.__getitem__))

    @cached_property
    def _order(self) -> Mapping[str, int]:
        return {noun: at for at, noun in enumerate(self.by_noun)}

    @cached_property
    def _longer(self) -> tuple[Mapping[str, Sequence[str]], Mapping[str, Sequence[str]]]:
        """The nouns of several words by what they begin with, and by what they end in."""
        by_start: dict[str, list[str]] = {}
        by_end: dict[str, list[str]] = {}
        for noun in self.by_noun:
            for start, end in _cuts(noun):
                by_start.setdefault(start, []).append(noun)
                by_end.setdefault(end, []).append(noun)
        return by_start, by_end

    @cached_property
    def kinds(self) -> KindTable:
        """The kinds of things that the API lists, in the order of their nouns."""
        return KindTable(self._kind(noun, found) for noun, found in sorted(self.by_noun.items()))

    def _kind(self, noun: str, listings: Iterable[Listing]) -> Kind:
        own = list(listings)
        naming = dict.fromkeys(path for listing in own for path in listing.naming)
        keyed = next((row for x in own if x.key and (row := x.rows.get(x.key)) is not None), None)
        return Kind(
            noun=noun,
            # A key is one of what the thing is, not of what else it is called.
            tags=tuple(dict.fromkeys(x.tag for x in own if x.tag and x.noun == noun)),
            naming=tuple(naming),
            attributes=tuple(dict.fromkeys(path for x in own for path in x.rows)),
            key_form=_mapping(keyed.row.get("key_form")) if keyed is not None else {},
            listed_by=tuple(dict.fromkeys(x.tool for x in own)),
        )


def shapeless_lists(contracts: Mapping[str, ToolContract]) -> Iterator[Listing]:
    """Lists of objects that the document gives no shape: their elements are like what is read by key below them.

    Some documents show one object, or nothing, where the collection is answered with a list.
    """
    by_place = {c.place: c for c in contracts.values() if c.facts.method == "get" and c.place.endswith("/{}")}
    for contract in contracts.values():
        single = by_place.get(f"{contract.place}/{{}}")
        if single is None or contract.facts.method != "get" or contract.elements:
            continue
        arrays = [out.path for out in contract.outputs if out.path.endswith(_EVERY) and out.type in {"object", ""}]
        keys = [out for out in single.outputs if out.tag and not out.many and out.resource == single.facts.resource]
        key = min(keys, key=lambda out: (out.path.count("."), len(out.path)), default=None)
        if key is not None and (len(arrays) == 1 or _is_one_for_all(contract, key)):
            yield _borrowing(contract, arrays[0] if arrays else f"${_EVERY}", single, key)


def _is_one_for_all(contract: ToolContract, key: Output) -> bool:
    """Whether the answer of a collection is documented as nothing, or as one of its things."""
    last = contract.place.rpartition("/")[2].partition(".")[0]
    told = [out for out in contract.outputs if out.location == "response"]
    if singular(last) == last:
        return False  # GET /user answers for the caller, /user/{id} for anybody
    return not told or any(out.tag == key.tag and out.path == key.path for out in told)


def _borrowing(contract: ToolContract, path: str, single: ToolContract, key: Output) -> Listing:
    around = key.path.rpartition(".")[0]
    inside = (out for out in single.outputs if out.path.startswith(f"{around}.") and not out.many)
    rows = {out.path.removeprefix(f"{around}."): out for out in inside}
    return Listing(
        contract=contract,
        path=path,
        noun=key.resource,
        tag=key.tag,
        key=key.path.removeprefix(f"{around}."),
        borrowed={at: attrs.evolve(out, path=f"{path}.{at}") for at, out in rows.items()},
    )


def _cuts(noun: str) -> Iterator[tuple[str, str]]:
    """What stands before and after each `_` of a noun."""
    for at, mark in enumerate(noun):
        if mark == "_":
            yield noun[:at], noun[at + 1 :]


def _nearness(listing: Listing) -> tuple[Any, ...]:
    facts = listing.contract.facts
    # A list of its own before a sighting in another's answer, GET before a search by POST.
    return listing.depth, facts.deprecated, facts.method != "get", facts.path.count("{"), len(facts.path), facts.name


def _listings(contract: ToolContract) -> Iterator[Listing]:
    if contract.facts.changes_state:
        return
    told = metadata_of(contract.tool).get("api_contract")
    lists = told.get("lists") if isinstance(told, Mapping) else None
    if not isinstance(lists, list):
        yield from _guessed(contract)
        return
    for entry in lists:
        if not isinstance(entry, Mapping) or not isinstance(entry.get("path"), str):
            continue
        yield Listing(
            contract=contract,
            path=entry["path"],
            noun=str(entry.get("noun") or ""),
            also=str(entry.get("also") or ""),
            tag=str(entry.get("tag") or ""),
            key=inside(str(entry.get("key") or "").removeprefix(entry["path"])),
            kind=_kind_of(entry.get("kind")),
            own=bool(entry.get("own")),
        )


def _mapping(value: Any) -> dict[str, Any]:
    return dict(value) if isinstance(value, Mapping) else {}


def _kind_of(value: Any) -> dict[str, Any]:
    """What tells the elements of one kind from others; empty for what is no such fact."""
    found = _mapping(value)
    return found if isinstance(found.get("field"), str) and "value" in found else {}


def _guessed(contract: ToolContract) -> Iterator[Listing]:
    """Listings of an artifact without facts of finding: arrays whose elements have an identifier."""
    seen: set[str] = set()
    for output in contract.outputs:
        head, found, rest = output.path.rpartition(_EVERY)
        path, key = f"{head}{_EVERY}", inside(rest)
        if found and key and output.tag and output.resource and path not in seen:
            seen.add(path)
            yield Listing(contract=contract, path=path, noun=output.resource, tag=output.tag, key=key)
