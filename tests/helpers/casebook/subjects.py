"""Case → what its expectations are verified against, and the checks for it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .collection import Collection
from .contract_checks import CONTRACT_CHECKS
from .load import Case
from .planning import PLAN_CHECKS, PLAN_INPUTS, Planned, planned_each
from .planning_many import MANY_CHECKS
from .planning_single import SINGLE_CHECKS
from .run_checks import RUN_CHECKS
from .running import RUN_INPUTS, Runs
from .selecting import SELECT_CHECKS, SELECT_INPUTS, Asked
from .verify import Check, understand
from .wire_checks import WIRE_CHECKS

Subject = tuple[Any, Mapping[str, Check[Any]]]

INPUTS = {
    "ingest": {"document_url", "operation", "operations", "time_limit_s"},
    "contract": {"args", "operation", "operations"},
    "select": SELECT_INPUTS,
    "plan": PLAN_INPUTS,
    "run": RUN_INPUTS,
}


def subject_of(case: Case) -> Subject:
    """The subject of *case*, with the checks of its kind; fails for input that has no meaning there."""
    understand(case, INPUTS[case.kind])
    if case.kind in {"ingest", "contract"}:
        return Collection(case), {**CONTRACT_CHECKS, **WIRE_CHECKS}
    if case.kind == "select":
        return Asked(case), SELECT_CHECKS
    if case.kind == "run":
        return Runs(case), RUN_CHECKS
    if "targets" in case.input:
        return planned_each(case, case.input["targets"]), MANY_CHECKS
    return Planned(case, Collection(case), case.input["target"]), {**PLAN_CHECKS, **SINGLE_CHECKS}
