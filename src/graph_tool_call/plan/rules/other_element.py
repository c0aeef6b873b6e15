"""Values that belong together stand in one element."""

from __future__ import annotations

from ..derivation.derivation import Source
from ..problem.problem import Problem
from .rule import Joining, Rule


class OtherElement(Rule[Joining]):
    """The price of two values of one answer from two lists in it: they belong to two things."""

    name = "other_element"
    weight = 0.5
    reason = "the value stands in another list of the answer than the other inputs"

    def price(self, hop: Joining, problem: Problem) -> float:
        """1 where no source of the same call stands in the same element, or around it."""
        return float(bool(hop.same) and not any(_same_element(source, hop.option) for source in hop.same))


def _same_element(source: Source, other: Source) -> bool:
    """Whether two values stand in one element of a list, or one of them in what the list of the other lies in."""
    if source.output is None or other.output is None:
        return False
    one, two = (s.output.path.rpartition("[*]")[0] for s in (source, other) if s.output is not None)
    return one.startswith(two) or two.startswith(one)
