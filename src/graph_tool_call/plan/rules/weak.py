"""An equal name of what identifies nothing hardly ever means the same thing."""

from __future__ import annotations

from ...model.contract import Input, Output, ToolContract
from ...model.standards import standard_of, tells
from ..problem.inputs import identifies
from ..problem.problem import Problem
from ..words.wording import words_in
from .rule import Handover, Rule


class Weak(Rule[Handover]):
    """Added to the price of a name (title, amount): dearer than asking."""

    name = "weak"
    weight = 7.5
    reason = "an equal name that identifies nothing hardly ever means the same thing"
    once = True

    def price(self, hop: Handover, problem: Problem) -> float:
        """1 for such a name."""
        return float(is_weak(hop, problem) and not is_code(hop))


def is_weak(hop: Handover, problem: Problem) -> bool:
    """Whether nothing but a name that identifies nothing speaks for a hand-over."""
    if hop.match.how != "name" or not problem.producers.typed:
        return False
    return not identifies(hop.need) or is_mere_word(hop.consumer, hop.need, hop.producer, hop.match.output)


def is_code(hop: Handover) -> bool:
    """Whether the producer tells codes of the standard that the input takes."""
    standard = standard_of(hop.need)
    return bool(standard) and standard == tells(hop.producer.facts, hop.match.output.path)


def is_mere_word(consumer: ToolContract, need: Input, producer: ToolContract, output: Output) -> bool:
    """Whether one word is all that a key and a value have in common, and the value is known for no key.

    The `metric` of a route is no metric to be measured; an `accountName` is an account's wherever it stands. Things
    below one parent share their words: the `ref` of an analysis of a repository is one of the repository.
    """
    if not need.tag or output.tag or len(words_in(need.name)) > 1:
        return False
    return output.path.count(".") > 1 or not (consumer.own_parents - {need.tag}) & producer.own_parents
