"""One way to find a thing, and the order that one of several is chosen by."""

from __future__ import annotations

from typing import Any, Final

import attrs

from ...model.contract import Input
from ...model.spelling import singular
from ...request.catalogue import Catalogue, Listing
from ...request.values import Thing
from ..derivation.derivation import ALL, ASKED, Source
from ..problem.given import GivenValue, normal
from ..problem.needs import is_setting

#: What is meant by the order of things: "first" and "last", by an attribute.
ORDERED: Final = ("first", "last")


@attrs.frozen(kw_only=True, eq=False)
class Found:
    """One way to find a thing: the source, and what it costs."""

    source: Source
    listing: Listing
    #: Ids of the things that its lists are narrowed by.
    used: frozenset[str] = frozenset()
    calls: int = 1
    asks: int = 0
    #: Whether the list is read for each of several parents.
    spread: bool = False
    #: How near the list is to the input; see `nearness`.
    distance: tuple[int, ...] = ()

    @property
    def order(self) -> tuple[int | tuple[int, ...], ...]:
        """The best first: what tells the order, narrows more, asks less, is nearer, calls less."""
        return self.source.by is None, -len(self.used), self.asks, self.spread, self.distance, self.calls

    @property
    def is_makeshift(self) -> bool:
        """Whether something would be asked for it, or its list only happens to show such things."""
        return bool(self.asks) or not self.listing.own

    def taking_all(self, word: str) -> Found:
        """The same with every element that fits; it was said under *word*, or by the question ("")."""
        return self._taking(word, pick=ALL)

    def taking_first(self, order: tuple[str, bool], word: str) -> Found:
        """The same with the first element by *order*; it was said under *word*, or by the question ("")."""
        return self._taking(word, by=order)

    def _taking(self, word: str, **how: Any) -> Found:
        where = tuple(one for one in self.source.where if one.paths)
        used = self.source.used | ({word} - {""})
        return attrs.evolve(self, source=attrs.evolve(self.source, where=where, used=used, **how))


def is_question(source: Source) -> bool:
    """Whether a person is asked for more than a setting, which all calls share."""
    return source.how == ASKED and not is_setting(source.input)


def order_in(listing: Listing, thing: Thing | None) -> tuple[str, bool] | None:
    """The attribute of the elements by which *thing* is the first, and whether the least value is; None without."""
    if thing is None or thing.quantity not in ORDERED or not thing.by or thing.by not in listing.rows:
        return None
    return thing.by, thing.quantity == "first"


def as_given(row: Input, thing: Thing, catalogue: Catalogue) -> GivenValue | None:
    """The name of a thing for an input that takes names, and is called after them: usernames."""
    only = thing.where[0] if len(thing.where) == 1 else None
    if only is None or row.tag or not isinstance(only.value, str) or " " in only.value.strip():
        return None
    names = {normal(path.rpartition(".")[2]) for x in catalogue.by_noun.get(thing.noun, ()) for path in x.naming}
    names &= {normal(row.name), normal(singular(row.name))}
    said = normal(only.attribute) in names if only.attribute else bool(names)
    return GivenValue(only.word, only.value) if said else None


def under_own_name(row: Input, thing: Thing, catalogue: Catalogue) -> GivenValue | None:
    """The value of a thing that only its key describes: under the input's name, or a word for what no list has."""
    only = thing.where[0] if len(thing.where) == 1 else None
    if only is None or only.attribute:
        return None
    noun = row.name if catalogue.by_noun.get(thing.noun) or " " in str(only.value).strip() else thing.noun
    return GivenValue(only.word, only.value) if normal(only.word) in {normal(row.name), normal(noun)} else None
