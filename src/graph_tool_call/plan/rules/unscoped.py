"""What lies below a parent is looked up below it."""

from __future__ import annotations

from ..problem.inputs import inherit
from ..problem.problem import Problem
from .rule import Rule, Scope


class Unscoped(Rule[Scope]):
    """The price of a value below a parent that does not come from that parent."""

    name = "unscoped"
    weight = 2.0
    reason = "the value does not come from what stands above it"
    once = True

    def price(self, hop: Scope, problem: Problem) -> float:
        """1 for a producer that takes nothing of what stands above an inner path parameter."""
        if hop.needed.level <= 0 or not hop.env:
            return 0.0
        keys = (row for row in hop.producer.inputs if row.tag and (row.required or row.location == "path"))
        return float(not any(inherit(row, hop.env) for row in keys))
