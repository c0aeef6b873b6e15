"""Whether calls that change something may supply values: four strategies, one object each."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final

from ...model.contract import ToolContract
from ...model.match import Match
from ..words.lexicon import Lexicon
from ..words.mentions import existing
from .given import normal


class Mutation:
    """A strategy; `name` is the value of `mutating_producers`, `price` the rule that prices such a call.

    This one, "never", is the base of the others: no call that changes something supplies a value.
    """

    name: str = "never"
    price: str = "declared"
    #: Whether what is needed is made anew rather than looked up.
    makes_new: bool = False

    def allows(self, match: Match) -> bool:
        """Whether a call that changes something may supply the value of *match*."""
        return False

    def asks_for_less(self, *, is_key: bool) -> bool:
        """Whether asking for an input of such a call costs less; *is_key* for one that identifies something."""
        return False

    def exists(self, goal: str, lexicon: Lexicon) -> frozenset[str]:
        """Words for things that *goal* speaks of as existing, where others would be made anew."""
        return frozenset()

    def meant(self, chosen: str, named: Iterable[str]) -> frozenset[str]:
        """Of the keys *named* by fields of an element, those that mean it where it is looked up by *chosen*."""
        return frozenset(named)

    def makes_of(
        self, keys: Iterable[str], given: Iterable[str], target: ToolContract, creators: Iterable[ToolContract]
    ) -> bool:
        """Whether one of *creators* makes the thing for *target* that values under *keys* seem to describe.

        *given* are the keys of all values.
        """
        return False


class Declared(Mutation):
    """Calls that a link or a curated edge declares as a source."""

    name = "declared"

    def allows(self, match: Match) -> bool:
        """Whether *match* is declared."""
        return match.how == "edge"


class Allow(Mutation):
    """All calls; what a person would be asked for in order to make them costs little."""

    name = "allow"
    price = "allowed"

    def allows(self, match: Match) -> bool:
        """Always."""
        return True

    def asks_for_less(self, *, is_key: bool) -> bool:
        """Always."""
        return True


class Fresh(Allow):
    """The creator of a thing before the list that has it."""

    name = "fresh"
    price = "fresh"
    makes_new = True

    def asks_for_less(self, *, is_key: bool) -> bool:
        """Not for keys: what a creator takes the key of is made as well, or found."""
        return not is_key

    def exists(self, goal: str, lexicon: Lexicon) -> frozenset[str]:
        """What the goal calls selected, existing, found."""
        return existing(goal, lexicon)

    def meant(self, chosen: str, named: Iterable[str]) -> frozenset[str]:
        """The one key alone: what a new one would be made of means no old one."""
        return frozenset({chosen})

    def makes_of(
        self, keys: Iterable[str], given: Iterable[str], target: ToolContract, creators: Iterable[ToolContract]
    ) -> bool:
        """Where it takes them all: who says under its names what is to be made describes no old one.

        What *target* takes itself is what the new one becomes, where the creator has other values of its own.
        """
        wanted, own = {normal(key) for key in keys}, _names(target)
        others = {normal(key) for key in given} - own
        taken = [_names(each) for each in creators]
        return any(wanted <= names or (others & names and wanted <= names | own) for names in taken)


def _names(contract: ToolContract) -> set[str]:
    return {normal(row.name) for row in contract.inputs}


#: Value of `mutating_producers` → its strategy.
MUTATIONS: Final[Mapping[str, Mutation]] = MappingProxyType(
    {each.name: each for each in (Declared(), Mutation(), Allow(), Fresh())}
)
