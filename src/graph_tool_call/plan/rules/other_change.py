"""Where things are made anew, only their creators are cheap."""

from __future__ import annotations

from ..derivation.creation import creates_for
from ..problem.problem import Problem
from .rule import Handover, Rule


class OtherChange(Rule[Handover]):
    """The price of a change, in mode "fresh", that makes nothing of what the consumer requires."""

    name = "other_change"
    weight = 5.0
    reason = "the change makes nothing of what is required"

    def applies(self, problem: Problem) -> bool:
        """Where things are made anew."""
        return problem.mutation.makes_new

    def price(self, hop: Handover, problem: Problem) -> float:
        """1 for a change that is no creation for the consumer."""
        return float(hop.producer.facts.changes_state and not creates_for(hop.producer, hop.consumer))
