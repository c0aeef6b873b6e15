"""No way round by another of the same kind."""

from __future__ import annotations

from ..problem.problem import Problem
from .rule import Rule, Taking


class Roundabout(Rule[Taking]):
    """The price of a value that is found by way of another of its kind: a file by the objects of a file."""

    name = "roundabout"
    weight = 2.0
    reason = "the value is found by way of another of its kind"

    def price(self, hop: Taking, problem: Problem) -> float:
        """1 where a call below handed over such a value already; an echo is one by itself, and has its own price."""
        return float(not hop.offer.echo and (hop.need.resource or hop.need.tag) in hop.call.passed)
