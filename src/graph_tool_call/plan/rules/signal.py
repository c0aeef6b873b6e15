"""What plugins say for and against a producer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..derivation.ledger import Part
from ..problem.evidence import Argument
from ..problem.problem import Problem
from .rule import Handover, Rule


class Signal(Rule[Handover]):
    """What signals are worth, each by the weight that its plugin declares for it: this rule's multiplies them all."""

    name = "signal"
    weight = 1.0
    reason = "plugins speak for the producer, or against it"

    def price(self, hop: Handover, problem: Problem) -> float:
        """The prices of the arguments together."""
        return sum(said.price for said in problem.signals(hop.consumer, hop.need, hop.match))

    @classmethod
    def told(cls, said: Sequence[Argument], weight: float) -> Iterator[Part]:
        """One part for each signal."""
        for one in said:
            signal = one.signal
            yield Part(cls.name, weight * one.price, signal.reason or signal.signal, signal.signal, one.plugin)
