"""Contracts of operations, after public reports of where others fail."""

from __future__ import annotations

import pytest
from casebook import Case, parameters, understand, verify
from casebook.collection import Collection
from casebook.contract_checks import CONTRACT_CHECKS
from casebook.wire_checks import WIRE_CHECKS

INPUTS = {"args", "operation", "operations"}


@pytest.mark.parametrize("case", parameters("contract"))
def test_contract_says_what_its_readers_expect(case: Case) -> None:
    """Everything that the case expects of the contracts holds."""
    understand(case, INPUTS)

    verify(Collection(case), case.expected, CONTRACT_CHECKS | WIRE_CHECKS)
