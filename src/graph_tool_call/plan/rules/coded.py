"""A code of a standard may be taken from who tells such codes."""

from __future__ import annotations

from ..problem.problem import Problem
from .rule import Handover, Rule
from .weak import is_code, is_weak


class Coded(Rule[Handover]):
    """Added to the price of a name: dearer than asking, unless looked up by what was given."""

    name = "coded"
    weight = 3.0
    reason = "an equal name of a code is less weak where the producer tells codes of that standard"
    once = True

    def price(self, hop: Handover, problem: Problem) -> float:
        """1 for a code from a producer of such codes."""
        return float(is_weak(hop, problem) and is_code(hop))
