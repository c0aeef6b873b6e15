"""The problem: what is asked for, of which producers, by which weights. A search is a function of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import attrs

from ...model.contract import Input, ToolContract
from ...model.match import Match
from ...request.values import Request
from ..words.wording import words_in
from .evidence import Argument
from .given import Given
from .goal import GoalWords
from .meaning import Meant
from .mutation import Mutation
from .outside import Producers
from .rulebook import RuleBook

#: Derivations kept for each input.
KEEP: Final = 3


@attrs.frozen(kw_only=True, eq=False)
class Problem:
    """What a search solves; never changed. Another one is made of it by `attrs.evolve`."""

    producers: Producers
    #: Name of a rule → its weight.
    weights: Mapping[str, float]
    target: str
    given: Given
    goal_words: GoalWords
    #: What plugins say of a match of a consumer's input.
    signals: Callable[[ToolContract, Input, Match], Sequence[Argument]]
    #: What plugins forbid, and what they say is asked of a person.
    rules: RuleBook
    #: What a given value means for an input; None for a word that means none of its choices.
    meaning: Callable[[ToolContract, Input, Any], Meant | None]
    #: Whether calls that change something may supply values.
    mutation: Mutation
    #: Place of an input of the target → what a reading of the request has for it: a `GivenValue` or a `Source`.
    placed: Mapping[tuple[str, str], Any] = attrs.Factory(dict)
    #: What the calls before the target may take where they require it: what is left, and what the target takes.
    shared: Given | None = None
    #: What was understood of the request; None where nobody read it.
    request: Request | None = None
    enum_field_names: frozenset[str] = frozenset()
    exclude: frozenset[str] = frozenset()
    #: Words for things that the goal speaks of as existing, where others are made anew.
    existing: frozenset[str] = frozenset()
    has_goal: bool = False
    user_input: str = "fallback"
    max_depth: int = 5
    #: Derivations kept for each input.
    keep: int = KEEP

    @property
    def required_given(self) -> Given:
        """The caller's values as a call before the target may require them."""
        return self.given if self.shared is None else self.shared


def is_there(resource: str, problem: Problem) -> bool:
    """Whether the goal speaks of a *resource* that is there, where others are made anew."""
    return bool(problem.existing) and not problem.existing.isdisjoint(words_in(resource))
