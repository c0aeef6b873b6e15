"""The scope of a thing: what the target's path has above it, in which it is looked up."""

from __future__ import annotations

from collections.abc import Iterable

import attrs

from ...model.contract import Input
from ...request.catalogue import Catalogue, Listing
from ...request.values import Thing
from ..derivation.derivation import GIVEN, Source, Where
from ..problem.given import GivenValue
from .conditions import where_of


@attrs.frozen
class Scope:
    """One parent: the target's input that takes its key, the key, and its description where it has one."""

    row: Input
    value: GivenValue | Source
    thing: Thing | None = None

    def is_taken(self, sources: Iterable[Source]) -> bool:
        """Whether a list takes the key of the parent itself."""
        return any(self._same(source.input) for source in sources)

    def inside(self, listing: Listing) -> tuple[Where, ...] | None:
        """Conditions that keep to the parent: on a list around the list, or on a key of it in the element."""
        for level, outer in enumerate(around(listing)):
            if outer is None or not (outer.tag and outer.tag == self.row.tag):
                continue
            if self.thing is not None and isinstance(self.value, Source):
                found = where_of(outer, self.thing.where)
                if found is not None:
                    return tuple(attrs.evolve(one, level=level) for one in found)
            return (self._equal(outer.key, level),)
        keys = [p for p, row in listing.rows.items() if self.row.tag and row.tag == self.row.tag and p != listing.key]
        return (self._equal(min(keys, key=lambda path: (path.count("."), len(path))), -1),) if keys else None

    def _equal(self, path: str, level: int) -> Where:
        value = self.value if isinstance(self.value, Source) else self.value.value
        word = "" if isinstance(self.value, Source) else self.value.key
        return Where(paths=((path,),), word=word, value=value, level=level)

    def _same(self, row: Input) -> bool:
        return row.tag == self.row.tag if row.tag else row.name == self.row.name and not self.row.tag


def around(listing: Listing) -> tuple[Listing | None, ...]:
    """The lists that a list lies in, the outermost first; None for one of no things."""
    parts = listing.path.split("[*]")[:-2]
    siblings = {other.path: other for other in Catalogue({listing.tool: listing.contract}).listings} if parts else {}
    return tuple(siblings.get("[*]".join(parts[: level + 1]) + "[*]") for level in range(len(parts)))


def as_source(row: Input, value: GivenValue | Source) -> Source:
    """What fills one input as the source of another."""
    if isinstance(value, Source):
        return attrs.evolve(value, input=row)
    return Source(input=row, how=GIVEN, value=value.value, key=value.key, used=frozenset({value.key} - {""}))
