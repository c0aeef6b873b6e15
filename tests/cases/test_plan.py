"""Plans, after public reports of where others fail."""

from __future__ import annotations

import pytest
from casebook import Case, parameters
from casebook.subjects import verify_case


@pytest.mark.parametrize("case", parameters("plan"))
def test_plan_is_what_its_users_expect(case: Case) -> None:
    """Everything that the case expects of its plans holds."""
    verify_case(case)
