"""How several answers become one: by confidence, by union, by order."""

from __future__ import annotations

import operator
from collections.abc import Iterable, Sequence
from typing import Any, Final

from ..hooks import Term
from ..hooks.answers import Decided
from ..model import Opinion

#: Shared by all subjects that nobody has an opinion on; it is frozen.
UNDECIDED: Final = Decided()


_confidence: Final = operator.attrgetter("value.confidence")


def settle(opinions: list[Opinion[Any]]) -> Decided:
    """Opinions given in plugin order, the highest confidence first; ties stay in plugin order."""
    if len(opinions) > 1:
        # Reversed sorting is stable too: ties stay as they were.
        opinions.sort(key=_confidence, reverse=True)
    return Decided(tuple(opinions)) if opinions else UNDECIDED


def unite(answers: Sequence[Iterable[Term]]) -> tuple[Term, ...]:
    """The terms of one text from all plugins; of two equal terms (value and kind) the greater weight holds.

    Terms stand where they first appeared.
    """
    best: dict[tuple[str, str], Term] = {}
    for terms in answers:
        for term in terms:
            key = (term.value, term.kind)
            other = best.get(key)
            if other is None or term.weight > other.weight:
                best[key] = term
    return tuple(best.values())


def same_value(one: object, other: object) -> bool:
    """Equality of JSON values, where `true` is not 1."""
    return one == other and isinstance(one, bool) == isinstance(other, bool)
