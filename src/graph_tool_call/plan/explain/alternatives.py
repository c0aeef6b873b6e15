"""Other plans for the same target: in what they differ from the best, and why they cost more."""

from __future__ import annotations

from typing import Any

import attrs

from ...model import Plan
from ..derivation.derivation import Call
from ..search.search import Search
from .costs import PLACES, CostPart, cost_difference, cost_parts, cost_words, total_cost
from .differences import Difference, differences


@attrs.frozen(kw_only=True)
class Alternative:
    """One of the best plans for a target.

    Attributes:
        plan: The plan, complete as from `synthesize`.
        rank: 1 for the best.
        cost: What the search ranks it by, in units of one read call.
        extra_cost: How much more than the best.
        differences: Inputs that it fills otherwise than the best; empty for the best.
        costs: What makes the difference in cost, largest part first; amounts sum to `extra_cost`.
    """

    plan: Plan
    rank: int
    cost: float
    extra_cost: float = 0.0
    differences: tuple[Difference, ...] = ()
    costs: tuple[CostPart, ...] = ()

    @property
    def summary(self) -> str:
        """The differences and the main reasons for the cost, in words."""
        if not self.differences:
            return "the best plan" if self.rank == 1 else "the same sources in other calls"
        what = "; ".join(difference.message for difference in self.differences)
        return f"{what}. {cost_words(self.extra_cost, self.costs)}"

    def to_dict(self) -> dict[str, Any]:
        """All parts as JSON-shaped data."""
        return {
            "rank": self.rank,
            "cost": self.cost,
            "extra_cost": self.extra_cost,
            "summary": self.summary,
            "differences": [difference.to_dict() for difference in self.differences],
            "costs": [part.to_dict() for part in self.costs],
            "plan": self.plan.to_dict(),
        }


def compare(search: Search, best: Call, other: Call) -> tuple[float, list[Difference], list[CostPart]]:
    """What *other* costs more than *best*, in which inputs it differs, and the parts of the difference in cost."""
    extra = round(total_cost(search, other) - total_cost(search, best), PLACES)
    parts = cost_difference(cost_parts(search, other), cost_parts(search, best))
    return extra, differences(best, other), parts


def compared(search: Search, best: Call, other: Call, plan: Plan, rank: int) -> Alternative:
    """The alternative that *plan*, made of the derivation *other*, is to *best*."""
    extra, found, parts = compare(search, best, other)
    return Alternative(
        plan=plan,
        rank=rank,
        cost=round(total_cost(search, other), PLACES),
        extra_cost=extra,
        differences=tuple(found),
        costs=tuple(parts),
    )
