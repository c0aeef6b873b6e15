"""What the goal speaks of as existing is not made anew."""

from __future__ import annotations

from ...model.contract import ToolContract
from ..problem.problem import Problem, is_there
from .rule import Rule


class Existing(Rule[ToolContract]):
    """The price of making what the goal calls selected, existing, found."""

    name = "existing"
    weight = 6.0
    reason = "the goal speaks of it as existing"

    def applies(self, problem: Problem) -> bool:
        """Where things are made anew."""
        return problem.mutation.makes_new

    def price(self, hop: ToolContract, problem: Problem) -> float:
        """1 for a creator of such a thing."""
        facts = hop.facts
        return float(facts.method == "post" and facts.changes_state and is_there(facts.resource, problem))
