"""Changing something in order to have a value is dear, as dear as the strategy for such calls says."""

from __future__ import annotations

from ...model.contract import ToolContract
from ..problem.problem import Problem
from .rule import Rule


class Change(Rule[ToolContract]):
    """The price of a call that changes something, where the strategy in force names this rule."""

    def price(self, hop: ToolContract, problem: Problem) -> float:
        """1 for a call that changes something."""
        return float(hop.facts.changes_state and problem.mutation.price == self.name)


class Declared(Change):
    """A change that a link declares as a source."""

    name = "declared"
    weight = 12.0
    reason = "a change that a link or a curated edge declares as a source is dearer than asking"


class Allowed(Change):
    """A change in mode "allow"."""

    name = "allowed"
    weight = 5.0
    reason = "a change that is allowed is dearer than any read, and cheaper than asking for an identifier"


class Fresh(Change):
    """A creator in mode "fresh"."""

    name = "fresh"
    weight = 2.0
    reason = "where things are made anew, their creator comes before the list that has them"
