"""What plugins say for and against a producer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ...model import Opinion
from ..derivation.ledger import Part
from ..problem.problem import Problem
from .rule import Handover, Rule


class Signal(Rule[Handover]):
    """The worth of signals: a full one (score 1) is worth the weight."""

    name = "signal"
    weight = 1.5
    reason = "plugins speak for the producer, or against it"
    least = -1.0

    def price(self, hop: Handover, problem: Problem) -> float:
        """The sum of the scores, turned round: what speaks for a producer makes it cheaper."""
        return -float(sum(opinion.value.score for opinion in problem.signals(hop.consumer, hop.need, hop.match)))

    @classmethod
    def told(cls, said: Sequence[Opinion[Any]], weight: float) -> Iterator[Part]:
        """One part for each signal."""
        for opinion in said:
            signal = opinion.value
            reason, amount = signal.reason or signal.signal, -weight * signal.score
            yield Part(cls.name, amount, reason, signal.signal, opinion.plugin)
