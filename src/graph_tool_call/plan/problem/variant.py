"""What a search does otherwise than a plain one: a producer that must be used, a fan-out, further inputs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import attrs

from ...model.contract import Input, ToolContract
from .failures import UnknownFieldError
from .given import Given
from .needs import Layout, inputs_needed
from .places import Needed

#: (location, path) of an input of the target.
Place = tuple[str, str]


def place_of(need: Input) -> Place:
    """Where an input stands."""
    return need.location, need.path


@attrs.frozen(kw_only=True, eq=False)
class Variant:
    """Departures from the plain search; all of them concern the target's own inputs."""

    #: Input → the one producer that may fill it.
    forced: Mapping[Place, str] = attrs.Factory(dict)
    #: The input that takes one element of a list after the other.
    foreach: Place | None = None
    #: Keys of given values that fill required inputs alone and speak for no derivation: what finished calls gave.
    found: frozenset[str] = frozenset()
    #: Optional inputs that get a value all the same.
    also: frozenset[Place] = frozenset()

    def never_asks(self, need: Input) -> bool:
        """Whether *need* is there for its producer alone: without one there is no such variant."""
        place = place_of(need)
        return place in self.forced or (place in self.also and place != self.foreach)

    def needs(self, layout: Layout, given: Given, placed: Mapping[Place, Any] | None = None) -> tuple[Needed, ...]:
        """The inputs of the target that get a value, the fan-out's as one that takes a list."""
        named = self.named(given)
        whole = given if self.found else None
        found = list(inputs_needed(layout, named, required_from=whole, is_target=True, placed=placed))
        known = {place_of(needed.input) for needed in found}
        found += [Needed(input=row) for row in layout.rows if place_of(row) in self.also - known]
        return tuple(self._spread(needed) if place_of(needed.input) == self.foreach else needed for needed in found)

    def named(self, given: Given) -> Given:
        """What the caller named, without what was found."""
        return given.without(self.found) if self.found else given

    @staticmethod
    def _spread(needed: Needed) -> Needed:
        return attrs.evolve(needed, input=attrs.evolve(needed.input, many=True))


#: No departure.
PLAIN: Final = Variant()


def fan_out_over(need: Input, contract: ToolContract, found: frozenset[str] = frozenset()) -> Variant:
    """One call of *contract* for each value of its input *need*. Raises `UnknownFieldError`."""
    if need.many or need.kind == "auth":
        why = "is a credential" if need.kind == "auth" else "takes a whole list in one call"
        message = f"{contract.name}: {need.name} {why}; name an input that takes one value"
        raise UnknownFieldError("unknown_field", message, {"tool": contract.name, "field_name": need.name, "near": []})
    return Variant(foreach=place_of(need), also=frozenset({place_of(need)}), found=found)
