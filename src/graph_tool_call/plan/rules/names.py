"""An equal name is less than an equal tag."""

from __future__ import annotations

from ..problem.problem import Problem
from .rule import Handover, Rule


class Names(Rule[Handover]):
    """The price of finding a value by its name."""

    name = "name"
    weight = 1.5
    reason = "equal names are weaker than equal tags"

    def price(self, hop: Handover, problem: Problem) -> float:
        """1 for a match by name."""
        return float(hop.match.how == "name")
