"""Steps that a person has to approve, by a rule of a plugin: a run stops before one until somebody has."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from ...model import Plan, PlanStep
from .outcome import Failure

#: Decisions that let a step be taken: it is approved, or made again, by whoever runs the plan.
_APPROVED: Final = ("approve", "retry")


def approvals_of(plan: Plan, step: str) -> list[dict[str, Any]]:
    """Who wants the step of that id approved, and why: rows with `plugin` and `reason`."""
    synthesis = plan.metadata.get("synthesis")
    rows = synthesis.get("approvals") if isinstance(synthesis, Mapping) else None
    rows = [row for row in rows or () if isinstance(row, Mapping) and row.get("step_id") == step]
    return [{key: str(row.get(key) or "") for key in ("plugin", "reason")} for row in rows]


def unapproved(plan: Plan, step: PlanStep, decision: object) -> Failure | None:
    """That *step* needs an approval which *decision* does not give; None for any other step."""
    wanted = approvals_of(plan, step.id)
    if not wanted or decision in _APPROVED:
        return None
    why = "; ".join(f"{row['reason']} ({row['plugin']})" for row in wanted)
    message = f"{step.tool} needs approval: {why}; give it by decisions={{'{step.id}': 'approve'}}"
    data = {"decisions": {step.id: ["approve"]}, "approvals": wanted}
    return Failure(kind="approval", reason="not_approved", message=message, stage="approval", sent=False, data=data)
