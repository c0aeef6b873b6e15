"""The ledger: every part of a cost stands where it was added, under the name of the rule that added it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple


class Part(NamedTuple):
    """One part of a cost.

    Attributes:
        rule: Name of the rule that asks it.
        amount: In units of one read call; below zero for what speaks for the source.
        reason: Why, where the rule's name does not say all.
        detail: What tells two parts of one rule apart: a plugin's signal.
        plugin: Who said so; "" for planning itself.
        once: Whether it is for the way to a call, and not asked again of an input that uses the same call.
    """

    rule: str
    amount: float
    reason: str = ""
    detail: str = ""
    plugin: str = ""
    once: bool = False


Parts = tuple[Part, ...]


def total(parts: Iterable[Part]) -> float:
    """What *parts* amount to, added in their order."""
    return sum((part.amount for part in parts), 0.0)


def amount_of(parts: Iterable[Part], rule: str) -> float:
    """What one rule asks in *parts*."""
    return sum((part.amount for part in parts if part.rule == rule), 0.0)
