"""What a host makes of answers: who said what of a field, best first, and evidence as data."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import attrs

from ..model import Decision, Opinion
from .types import Evidence, FieldVerdict, OperationVerdict


@attrs.frozen
class Decided:
    """All opinions on one subject, the highest confidence first, ties in plugin order.

    Parts are decided singly: the first opinion whose part is not None wins that part.
    """

    opinions: tuple[Opinion[Any], ...] = ()

    def part(self, name: str) -> Opinion[Any] | None:
        """The opinion that decides part *name* ("kind", "role", "semantic_tag", "action" …)."""
        for opinion in self.opinions:
            if getattr(opinion.value, name) is not None:
                return opinion
        return None

    def value(self, name: str) -> Any:
        """The decided value of part *name*; None when everybody abstains."""
        opinion = self.part(name)
        return None if opinion is None else getattr(opinion.value, name)

    def decision(self, name: str) -> Decision[Any] | None:
        """Part *name* with its losers: `explain` shows it."""
        said = [Opinion(o.plugin, getattr(o.value, name)) for o in self.opinions if getattr(o.value, name) is not None]
        if not said:
            return None
        rule = "only" if len(said) == 1 else "agreed" if len({o.value for o in said}) == 1 else "confidence"
        return Decision(said[0], tuple(said[1:]), rule)


@attrs.frozen
class Classification:
    """The decided facts of one operation: by `Field.ref`, and of the operation itself."""

    fields: Mapping[int, Decided]
    operation: Decided = attrs.field(factory=Decided)


def evidence_dict(opinion: Opinion[Evidence]) -> dict[str, Any]:
    """A piece of evidence as JSON-shaped data."""
    said = opinion.value
    return {
        "signal": said.signal,
        "score": round(said.score, 4),
        "matched": list(said.matched),
        "reason": said.reason,
        "plugin": opinion.plugin,
    }


def strongest(evidence: Iterable[Opinion[Evidence]]) -> dict[str, float]:
    """Score by signal. Of several plugins' words on one signal, the strongest of each direction counts."""
    best: dict[tuple[str, bool], float] = {}
    for opinion in evidence:
        said = opinion.value
        key = (said.signal, said.score > 0)
        if abs(said.score) > abs(best.get(key, 0.0)):
            best[key] = said.score
    total: dict[str, float] = {}
    for (signal, _), score in best.items():
        total[signal] = total.get(signal, 0.0) + score
    return total


__all__ = ["Classification", "Decided", "FieldVerdict", "OperationVerdict", "evidence_dict", "strongest"]
