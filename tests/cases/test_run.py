"""Runs of plans and single calls, after public reports of where others fail."""

from __future__ import annotations

import pytest
from casebook import Case, parameters
from casebook.subjects import verify_case


@pytest.mark.parametrize("case", parameters("run"))
def test_run_does_what_its_users_expect(case: Case) -> None:
    """Everything that the case expects of its runs holds."""
    verify_case(case)
