"""Words of the goal that a producer's own surface has: "top rated", "trending", "my"."""

from __future__ import annotations

import re

from ..model.contract import ToolContract

_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+|[^\W\d_a-zA-Z]+")
_STOP = frozenset(
    """
    a an and any are as at be been by can could do does did for from get give given has have her his how i id in
    into is it its list me of on one or please show some tell than that the their them then there these they this
    those to us want was we were what when where which who will with would you your find search query return api
    all new
    """.split()
)


def words(text: str) -> frozenset[str]:
    """Lower-case words of a text or identifier, without a plural s."""
    return frozenset(_singular(word.lower()) for word in _WORD.findall(text)) - _STOP


def _singular(word: str) -> str:
    if len(word) > 4 and word.endswith("ies"):
        return word[:-3] + "y"
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word


def surface(contract: ToolContract) -> frozenset[str]:
    """Words of a tool's path and operation id (or name)."""
    facts = contract.facts
    static = " ".join(s for s in facts.path.split("/") if "{" not in s)
    return words(f"{static} {facts.operation_id or facts.name}")


class GoalWords:
    """The goal's words, and how many of them each producer has beyond the target's own."""

    def __init__(self, goal: str, target: ToolContract, surfaces: dict[str, frozenset[str]], limit: int) -> None:
        self._surfaces = surfaces
        self._words = words(goal) - self.surface(target)
        self._limit = limit

    def __bool__(self) -> bool:
        return bool(self._words)

    def surface(self, contract: ToolContract) -> frozenset[str]:
        """The tool's words, analysed once."""
        known = self._surfaces.get(contract.name)
        if known is None:
            known = self._surfaces[contract.name] = surface(contract)
        return known

    def __call__(self, contract: ToolContract) -> frozenset[str]:
        """The goal's words on the tool's surface, at most the limit."""
        if not self._words:
            return frozenset()
        both = self._words & self.surface(contract)
        return frozenset(sorted(both)[: self._limit])
