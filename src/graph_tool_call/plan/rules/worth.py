"""What a derivation makes of the caller's values and of the goal is worth something to it as a whole, once each."""

from __future__ import annotations

from typing import Any

from .rule import Rule


class Worth(Rule[Any]):
    """Taken off the cost of a derivation when that is ranked: it belongs to the whole, and to no hop."""

    least = -1.0


class Entity(Worth):
    """The worth of each value that the caller gave and a derivation uses."""

    name = "entity"
    weight = 4.0
    reason = "a value that was given is used"


class GoalWord(Worth):
    """The worth of a word of the goal that a producer has."""

    name = "goal_word"
    weight = 1.5
    reason = "a producer has a word of the goal"


class Said(Worth):
    """The worth of a call to which the goal itself gives a value: "the movie Titanic" to a search of movies."""

    name = "said"
    weight = 3.0
    reason = "the goal says what the value is"
