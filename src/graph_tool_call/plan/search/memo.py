"""Derivations of producer calls that are made already."""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from typing import Final

import attrs

from ..derivation.derivation import Call
from ..problem.inputs import Env

#: In place of a depth: no limit cut the derivation, and nothing lies below it; or nothing below it was cut.
_LEAF: Final = -1
_WHOLE: Final = -2


@attrs.frozen
class Derived:
    """The best few *calls* of a producer, and what made them fewer than there are.

    Attributes:
        calls: The calls, the cheapest first.
        cut: Something lies beyond the depth limit, or leads back.
        back: Tools that could have been among them, and were being called already on the way here.
        uses: Tools that the calls lead through.
    """

    calls: tuple[Call, ...] = ()
    cut: bool = True
    back: frozenset[str] = frozenset()
    uses: frozenset[str] = attrs.field(init=False)

    @uses.default
    def _uses(self) -> frozenset[str]:
        return frozenset(tool for call in self.calls for tool in call.tools_before())

    def holds(self, way: AbstractSet[str]) -> bool:
        """Whether it is the same on another *way*: nothing that led back may be called now, and nothing leads back."""
        return self.back <= way and self.uses.isdisjoint(way)


class Memo:
    """By tool, depth, and the inputs of consumers that a call may take values from.

    What nothing cut holds for every depth. What takes no value from another call depends only on *own*: the
    inputs of consumers that the call itself can take.
    """

    def __init__(self) -> None:
        self._kept: dict[tuple[str, int, Env], Derived] = {}

    def find(self, tool: str, depth: int, env: Env, own: Env) -> Derived | None:
        """What is known of *tool* at *depth*."""
        kept = self._kept
        return (
            kept.get((tool, _LEAF, own))
            or kept.get((tool, _WHOLE, env))
            or kept.get((tool, depth, own if depth <= 0 else env))
        )

    def keep(self, tool: str, depth: int, env: Env, own: Env, derived: Derived) -> None:
        """Keep *derived* for as much as it holds."""
        if depth <= 0:
            key = (tool, depth if derived.cut else _LEAF, own)
        else:
            key = (tool, depth if derived.cut else _WHOLE, env)
        self._kept[key] = derived
