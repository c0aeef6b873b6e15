"""A question costs more than a way that leads there, and what people know costs less to ask."""

from __future__ import annotations

from ...model.contract import Input
from ..problem.inputs import known_by_people
from ..problem.problem import Problem
from .rule import Asking, Rule


class AskKnown(Rule[Asking]):
    """The price of asking for what people know by heart."""

    name = "ask_known"
    weight = 4.0
    reason = "a person is asked for what people know"

    def price(self, hop: Asking, problem: Problem) -> float:
        """1 for a name, a login, an address, and for what identifies nothing."""
        return float(not hop.is_opaque or known_by_people(hop.need))


class AskOpaque(Rule[Asking]):
    """The price of asking for a key that nobody knows."""

    name = "ask_opaque"
    weight = 8.0
    reason = "a person is asked for a key, which people have to look up"

    def price(self, hop: Asking, problem: Problem) -> float:
        """1 for such a key."""
        return float(hop.is_opaque and not known_by_people(hop.need))


class Optional(Rule[Input]):
    """The price of giving a value to an optional input."""

    name = "optional"
    weight = 0.05
    reason = "a producer that requires what was given is meant for it more than one that may take it"

    def price(self, hop: Input, problem: Problem) -> float:
        """1: the search asks it of optional inputs only."""
        return 1.0
