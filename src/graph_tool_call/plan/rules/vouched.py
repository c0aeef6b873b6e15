"""Two names that stand in one answer vouch for each other."""

from __future__ import annotations

from ..derivation.ledger import amount_of
from ..problem.problem import Problem
from .coded import Coded
from .rule import Joining, Rule
from .weak import Weak


class Vouched(Rule[Joining]):
    """Gives back what the first of two names cost for its weakness: together they are not weak."""

    name = "vouched"
    weight = 1.0
    reason = "two names that stand in one answer vouch for each other"

    def price(self, hop: Joining, problem: Problem) -> float:
        """What the one source before it from the same call was asked, below zero."""
        if len(hop.same) != 1:
            return 0.0
        return -sum(amount_of(hop.same[0].parts, rule.name) for rule in (Weak, Coded))
