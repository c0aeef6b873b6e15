"""Selection of the operation that a question means, after public reports of where others fail."""

from __future__ import annotations

import pytest
from casebook import Case, parameters
from casebook.subjects import verify_case


@pytest.mark.parametrize("case", parameters("select"))
def test_question_selects_what_its_asker_expects(case: Case) -> None:
    """Everything that the case expects of its questions holds."""
    verify_case(case)
