"""What the goal's words say for a producer: "top rated" and "trending" in its path, or what a value is the name of."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property

from ...model.contract import Input, ToolContract
from ...model.tool import path_and_id
from ..words.lexicon import Lexicon
from ..words.mentions import Mention, mentions
from ..words.wording import words_in
from .given import Given


def surface(contract: ToolContract, lexicon: Lexicon) -> frozenset[str]:
    """Words of a tool's path and operation id (or name)."""
    path, operation_id = path_and_id(contract.tool)
    static = " ".join(s for s in path.split("/") if "{" not in s)
    return lexicon.words(f"{static} {operation_id or contract.name}")


def works_on(contract: ToolContract, lexicon: Lexicon) -> frozenset[str]:
    """Words of what a tool works on: the static segment before its first placeholder, else its required identifiers."""
    head, found, _ = contract.facts.path.partition("{")
    if found:
        return lexicon.words(head.rstrip("/").rpartition("/")[2])
    return lexicon.words(" ".join(row.resource for row in contract.inputs if row.required and row.resource))


def speaks_of(goal: str, contract: ToolContract, keys: Iterable[Input]) -> bool:
    """Whether *goal* has a word for one of the things that *keys* of a call identify."""
    head, found, _ = contract.facts.path.partition("/{")
    thing = head.rpartition("/")[2] if found else ""
    nouns = {word for row in keys for word in (*words_in(row.resource), *words_in(thing))}
    return not nouns.isdisjoint(words_in(goal))


class Surfaces:
    """The words of each tool's surface. Made once for a synthesizer."""

    def __init__(self, contracts: Mapping[str, ToolContract], lexicon: Lexicon) -> None:
        self._contracts = contracts
        self.lexicon = lexicon

    @cached_property
    def _words(self) -> dict[str, frozenset[str]]:
        return {name: surface(contract, self.lexicon) for name, contract in self._contracts.items()}

    @cached_property
    def nouns(self) -> frozenset[str]:
        """All words of all surfaces."""
        return frozenset().union(*self._words.values())

    def of(self, contract: ToolContract) -> frozenset[str]:
        """The words of *contract*."""
        return self._words[contract.name]


class GoalWords:
    """The goal's words, which of them each producer has beyond the target's own, and what they are worth."""

    def __init__(
        self, goal: str, target: ToolContract, surfaces: Surfaces, given: Given, weights: Mapping[str, float]
    ) -> None:
        self._surfaces = surfaces
        self._said = weights["said"]
        self._words: frozenset[str] = frozenset()
        self._mentions: dict[str, Mention] = {}
        self._sums: dict[frozenset[str], float] = {}
        self._lexicon = lexicon = surfaces.lexicon
        if goal:
            nouns = surfaces.nouns
            # Words of the target, or of what it takes itself, speak for the target and for no producer.
            spent = lexicon.words(" ".join(row.name for row in target.inputs if row.kind == "data"))
            self._words = frozenset(lexicon.words(goal) & nouns) - surfaces.of(target) - spent
            self._mentions = mentions(goal, given.values, nouns, works_on(target, lexicon), lexicon)
        self._worth = dict.fromkeys(self._words, weights["goal_word"])

    def __bool__(self) -> bool:
        return bool(self._words or self._mentions)

    def __call__(self, contract: ToolContract) -> frozenset[str]:
        """The goal's words on the tool's surface."""
        return self._words & self._surfaces.of(contract) if self._words else frozenset()

    def said(self, contract: ToolContract, keys: Iterable[str]) -> frozenset[str]:
        """Marks of what the goal says for giving the values under *keys* to *contract*; they count as words."""
        marks = set()
        for key in keys if self._mentions else ():
            mention = self._mentions.get(key)
            if mention is None:
                continue
            own = self._surfaces.of(contract)
            if mention.is_a & own:
                marks.add(f"{key}=")
            if mention.not_a and not mention.not_a & own:
                marks.add(f"{key}!")
        return frozenset(marks)

    def worth(self, found: frozenset[str]) -> float:
        """What words and marks are worth together."""
        if not found:
            return 0.0
        known = self._sums.get(found)
        if known is None:
            # Summed in one order, for one float in every process.
            known = self._sums[found] = sum(self._worth.get(word, self._said) for word in sorted(found))
        return known

    @property
    def most(self) -> float:
        """The most that all of it may be worth."""
        marks = sum(bool(m.is_a) + bool(m.not_a) for m in self._mentions.values())
        return sum(self._worth.values()) + marks * self._said
