"""The best few ways to fill one input from calls."""

from __future__ import annotations

import math
from bisect import insort

from ...model.contract import Input
from ..derivation.derivation import Source, plainness
from ..problem.problem import Problem
from .picks import Choice

#: Score, what orders equal scores, choice.
_Row = tuple[float, tuple[int, str, int, int, str], Choice]


class Best:
    """Choices as they are found.

    Args:
        keep: How many are kept.
        bonus: The most that a choice may be better than the least it can cost.
        together: Tools whose best choice is kept besides: one element of theirs may fill several inputs.
    """

    def __init__(self, keep: int, bonus: float, together: frozenset[str]) -> None:
        self._keep = keep
        self._bonus = bonus
        self._together = together
        self._rows: list[_Row] = []
        self._scores: list[float] = []
        #: Score of the last of the best; what scores more is none of them.
        self._worst = math.inf

    def could_hold(self, tool: str, bound: float) -> bool:
        """Whether a choice of *tool* that costs at least *bound* could be among them."""
        return tool in self._together or bound < self._worst + self._bonus

    def add(self, score: float, choice: Choice) -> None:
        """Take *choice* if it is among the best so far."""
        if score <= self._worst or choice.call.tool in self._together:
            order = (*choice.call.order, *plainness(choice.offer.match.output))
            self._rows.append((score, order, choice))
            insort(self._scores, score)
            del self._scores[self._keep :]
            if len(self._scores) == self._keep:
                self._worst = self._scores[-1]

    def sources(self, need: Input, problem: Problem) -> list[Source]:
        """The best as sources of *need*, best first."""
        self._rows.sort(key=_rank)
        kept = self._rows[: self._keep]
        if self._together:
            missing = self._together - {row[2].call.tool for row in kept}
            best = {row[2].call.tool: row for row in reversed(self._rows) if row[2].call.tool in missing}
            kept += sorted(best.values(), key=_rank)
        return [choice.source(need, problem) for _, _, choice in kept]


def _rank(row: _Row) -> tuple[float, tuple[int, str, int, int, str]]:
    return row[0], row[1]
