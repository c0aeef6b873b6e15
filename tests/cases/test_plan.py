"""Plans, after public reports of where others fail."""

from __future__ import annotations

import time

import pytest
from casebook import Case, parameters, understand, verify
from casebook.collection import Collection
from casebook.planning import PLAN_CHECKS, PLAN_INPUTS, Planned, planned_each
from casebook.planning_many import MANY_CHECKS
from casebook.planning_single import SINGLE_CHECKS


@pytest.mark.parametrize("case", parameters("plan"))
def test_plan_is_what_its_users_expect(case: Case) -> None:
    """Everything that the case expects of its plans holds."""
    understand(case, PLAN_INPUTS)
    if "targets" in case.input:
        verify(planned_each(case, case.input["targets"]), case.expected, MANY_CHECKS)
        return
    planned = Planned(case, Collection(case), case.input["target"])
    before = time.process_time()
    assert planned.plan.steps
    spent = time.process_time() - before

    verify(planned, case.expected, PLAN_CHECKS | SINGLE_CHECKS)
    # CPU of this process, and the limit is of another order than the cost: it tells an explosion from work.
    assert spent <= case.input.get("time_limit_s", 10)
