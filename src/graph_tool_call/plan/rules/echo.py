"""A list below an item gives its key only to who has it."""

from __future__ import annotations

from ..problem.problem import Problem
from .rule import Handover, Rule


class Echo(Rule[Handover]):
    """The price of a producer that is keyed by the very thing it is asked for."""

    name = "echo"
    weight = 1.5
    reason = "the producer is keyed by the very thing it is asked for"

    def price(self, hop: Handover, problem: Problem) -> float:
        """1 for such a list."""
        return float(hop.echo)
