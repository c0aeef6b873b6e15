"""Reading costs something, and looking something up by POST costs twice as much."""

from __future__ import annotations

from typing import Final

from ...model.contract import ToolContract
from ..problem.problem import Problem
from .rule import Rule

_PLAIN: Final = frozenset({"", "get", "head"})


class Read(Rule[ToolContract]):
    """The price of a call that changes nothing: the unit of all costs."""

    name = "read"
    weight = 1.0
    reason = "a call is dearer than none; a query that is sent by POST has a reason only where it looks for something"

    def price(self, hop: ToolContract, problem: Problem) -> float:
        """1 for a plain read, 2 for a query by POST."""
        if hop.facts.changes_state:
            return 0.0
        return 1.0 if hop.facts.method in _PLAIN else 2.0
