"""Contracts of operations, after public reports of where others fail."""

from __future__ import annotations

import pytest
from casebook import Case, parameters
from casebook.subjects import verify_case


@pytest.mark.parametrize("case", parameters("contract"))
def test_contract_says_what_its_readers_expect(case: Case) -> None:
    """Everything that the case expects of the contracts holds."""
    verify_case(case)
