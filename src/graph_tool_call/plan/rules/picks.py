"""Choosing an element of a list costs less the more is known of it."""

from __future__ import annotations

from ..problem.problem import Problem
from .rule import Rule

#: Rule of choosing → how often it is asked.
Pick = dict[str, float]


class PickRule(Rule[Pick]):
    """The price of one way to choose; a list inside a list is one choice more."""

    once = True

    def price(self, hop: Pick, problem: Problem) -> float:
        """How many lists are chosen from in this way."""
        return hop.get(self.name, 0.0)


class PickFilter(PickRule):
    """Choosing by a field that was given."""

    name = "pick_filter"
    weight = 0.2
    reason = "the element is chosen by what was given"


class PickNarrowed(PickRule):
    """The first element of a list that what was given narrows."""

    name = "pick_narrowed"
    weight = 0.4
    reason = "the first element is taken of a list that what was given narrows"


class PickUnguided(PickRule):
    """The first element of any list."""

    name = "pick_unguided"
    weight = 1.0
    reason = "the first element is taken of a list that nothing narrows"


class PickPosted(PickRule):
    """The first element of what a POST answers where the caller gave it nothing to look for."""

    name = "pick_posted"
    weight = 9.0
    reason = "the call has nothing to look for: that it only reads is read off its name, too little for a guess"
