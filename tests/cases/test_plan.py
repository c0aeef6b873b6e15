"""Plans, after public reports of where others fail."""

from __future__ import annotations

import time

import pytest
from casebook import Case, parameters, verify
from casebook.subjects import subject_of


@pytest.mark.parametrize("case", parameters("plan"))
def test_plan_is_what_its_users_expect(case: Case) -> None:
    """Everything that the case expects of its plans holds."""
    before = time.process_time()
    subject, checks = subject_of(case)
    verify(subject, case.expected, checks)
    spent = time.process_time() - before

    # CPU of this process, and the limit is of another order than the cost: it tells an explosion from work.
    assert spent <= case.input.get("time_limit_s", 10)
