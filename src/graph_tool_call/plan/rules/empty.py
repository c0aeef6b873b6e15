"""A new one has no parts."""

from __future__ import annotations

from ..derivation.creation import is_empty, is_part
from ..problem.problem import Problem
from .rule import Joining, Rule


class Empty(Rule[Joining]):
    """The price of an element of a list below something that the plan only creates."""

    name = "empty"
    weight = 9.0
    reason = "it would be a part of what is only being created"

    def price(self, hop: Joining, problem: Problem) -> float:
        """1 for such an element."""
        return float(is_part(hop.option) if hop.same else is_empty(hop.option, hop.before))
