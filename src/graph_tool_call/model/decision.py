"""A decision, and everyone who had a say in it."""

from __future__ import annotations

from typing import Generic, TypeVar

import attrs

T = TypeVar("T")


@attrs.frozen
class Opinion(Generic[T]):
    """One *value*, from one *plugin* (its id)."""

    plugin: str
    value: T


@attrs.frozen
class Decision(Generic[T]):
    """The *winner*, and the *others* in the order they lost. *rule*: only, agreed, confidence, order, caller."""

    winner: Opinion[T]
    others: tuple[Opinion[T], ...] = ()
    rule: str = "only"

    @property
    def value(self) -> T:
        """What was decided."""
        return self.winner.value
