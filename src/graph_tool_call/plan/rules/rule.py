"""What a rule is: a name, a weight, one sentence, and how many units of its weight it asks of a hop."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar, Generic, NamedTuple, TypeVar

from ...model.contract import Input, ToolContract
from ...model.match import Match
from ..derivation.derivation import Call, Source
from ..derivation.ledger import Part, Parts
from ..derivation.offer import Offer
from ..problem.inputs import Env
from ..problem.places import Needed
from ..problem.problem import Problem

Hop = TypeVar("Hop")


class Rule(Generic[Hop]):
    """One rule. It asks `price` times its weight; a weight of 0 switches it off.

    Attributes:
        name: Under which `policy=` weighs it, and the ledger tells it.
        weight: Unless `policy=` says otherwise, in units of one read call.
        reason: What it is for, in one sentence.
        once: Whether it is for the way to a call, and not asked again of an input that uses the same call.
        least: The least that `price` can be: a bound on a derivation that is not made yet counts on it.
    """

    name: ClassVar[str]
    weight: ClassVar[float]
    reason: ClassVar[str]
    once: ClassVar[bool] = False
    least: ClassVar[float] = 0.0

    def applies(self, problem: Problem) -> bool:
        """Whether the rule has anything to say in *problem*: asked once."""
        return True

    def price(self, hop: Hop, problem: Problem) -> float:
        """How many units of the weight are asked of *hop*; 0 where the rule says nothing."""
        raise NotImplementedError


class Handover(NamedTuple):
    """A value that a producer could hand to a consumer, whatever is given."""

    consumer: ToolContract
    need: Input
    match: Match
    producer: ToolContract


class Scope(NamedTuple):
    """The same, where consumers further up have values to take over."""

    producer: ToolContract
    needed: Needed
    env: Env


class Taking(NamedTuple):
    """A value taken from a call that is made."""

    offer: Offer
    call: Call
    #: Whether what is needed was there before, and is not to be made.
    exists: bool


class Joining(NamedTuple):
    """A source beside those that calls supply to its consumer already; *same* are those of the call it comes from."""

    before: Sequence[Source]
    option: Source
    same: Sequence[Source]


class Asking(NamedTuple):
    """A question to a person for an input of *consumer*."""

    consumer: ToolContract
    need: Input
    #: Whether no person knows the value by heart.
    is_opaque: bool


class Priced(Generic[Hop]):
    """Rules of one kind of hop as they count in one problem: without those that weigh nothing or do not apply."""

    def __init__(self, rules: Iterable[Rule[Hop]], problem: Problem) -> None:
        weighed = ((rule, problem.weights[rule.name]) for rule in rules if rule.applies(problem))
        self._rules = [(rule.price, rule.name, weight, rule.once) for rule, weight in weighed if weight]
        self._problem = problem

    def parts(self, hop: Hop) -> Parts:
        """What the rules ask of *hop*, in their order."""
        found: Parts = ()
        problem = self._problem
        for price, name, weight, once in self._rules:
            units = price(hop, problem)
            if units:
                found = (*found, Part(name, weight * units, once=once))
        return found

    def __bool__(self) -> bool:
        return bool(self._rules)
