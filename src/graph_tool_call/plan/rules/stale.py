"""Where things are made anew, what exists is the second choice."""

from __future__ import annotations

from ..derivation.creation import is_named
from ..problem.problem import Problem
from .rule import Rule, Taking


class Stale(Rule[Taking]):
    """The price, in mode "fresh", of taking from a list what could be created."""

    name = "stale"
    weight = 4.0
    reason = "it could be made anew"

    def applies(self, problem: Problem) -> bool:
        """Where things are made anew."""
        return problem.mutation.makes_new

    def price(self, hop: Taking, problem: Problem) -> float:
        """1 where something creates it, unless it is there already, or the caller gave the key of it."""
        return float(hop.offer.is_made and not hop.exists and not is_named(hop.call, hop.offer.match.output))
