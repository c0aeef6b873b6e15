"""The best few sets of sources for the inputs of one call, as they are found input by input."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import attrgetter

import attrs

from ..derivation.derivation import Source, union
from ..problem.inputs import Env, entry_of
from ..problem.places import Needed
from ..rules.rule import Joining, Priced
from .sharing import join

#: What a derivation costs after what it makes of the caller's values (by their keys) and words of the goal.
Score = Callable[[float, frozenset[str], frozenset[str]], float]


@attrs.frozen(eq=False, slots=True)
class Way:
    """Sources of some inputs, the last one linked to those before it: a further one copies none of them.

    Attributes:
        cost: Of the call with these sources.
        called: Those that calls supply.
        used: Keys of the caller's values in them, of those that are on offer.
        words: Words of the goal that they have.
        score: What ranks it.
        last: The source of the last input; None before the first.
        before: The way without it.
    """

    cost: float
    called: tuple[Source, ...] = ()
    used: frozenset[str] = frozenset()
    words: frozenset[str] = frozenset()
    score: float = 0.0
    last: Source | None = None
    before: Way | None = None

    @property
    def sources(self) -> tuple[Source, ...]:
        """The sources, in the order of the inputs."""
        found: list[Source] = []
        at: Way | None = self
        while at is not None and at.last is not None:
            found.append(at.last)
            at = at.before
        return tuple(reversed(found))

    def with_(self, source: Source, offered: frozenset[str], score: Score) -> Way:
        """The way with one more source."""
        cost = self.cost + source.cost
        used = union((self.used, source.used & offered)) if source.used else self.used
        words = union((self.words, source.words))
        called = self.called if source.call is None else (*self.called, source)
        return Way(cost, called, used, words, score(cost, used, words), source, self)


class Beam:
    """The best few ways to fill the inputs of one call.

    Args:
        base: What the call costs by itself.
        keep: How many ways are kept.
        offered: Keys of the caller's values that sources may use.
        score: What ranks a way.
        rules: What a source costs beside others.
    """

    def __init__(self, base: float, keep: int, offered: frozenset[str], score: Score, rules: Priced[Joining]) -> None:
        self._keep = keep
        self._offered = offered
        self._score = score
        self._rules = rules
        self.ways = [Way(base)]

    def extend(self, options: Sequence[Source]) -> bool:
        """Take a further input, filled by one of *options*; whether there still is a way."""
        grown = []
        for way in self.ways:
            for option in options:
                joined = join(way.called, way.used, option, self._rules)
                if joined is not None:
                    grown.append(way.with_(joined, self._offered, self._score))
        grown.sort(key=attrgetter("score"))
        self.ways = grown[: self._keep]
        return bool(grown)


class Above:
    """Inputs of the calls above and of this one, which calls below may take values from.

    Written out where something below asks for them: most inputs have nothing below.
    """

    def __init__(self, env: Env) -> None:
        self._env = env
        self._new: set[tuple[str, str]] = set()

    def add(self, needed: Needed) -> None:
        """One more input."""
        entry = entry_of(needed.input)
        if entry not in self._env:
            self._new.add(entry)

    def __call__(self) -> Env:
        """All of them."""
        if self._new:
            self._env |= self._new
            self._new.clear()
        return self._env
