"""Selection of the operation that a question means, after public reports of where others fail."""

from __future__ import annotations

import pytest
from casebook import Case, parameters, understand, verify
from casebook.selecting import SELECT_CHECKS, SELECT_INPUTS, Asked


@pytest.mark.parametrize("case", parameters("select"))
def test_question_selects_what_its_asker_expects(case: Case) -> None:
    """Everything that the case expects of its questions holds."""
    understand(case, SELECT_INPUTS)

    verify(Asked(case), case.expected, SELECT_CHECKS)
