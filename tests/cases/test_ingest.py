"""Reading of documents, after public reports of where others fail."""

from __future__ import annotations

import pytest
from casebook import Case, parameters
from casebook.subjects import verify_case


@pytest.mark.parametrize("case", parameters("ingest"))
def test_document_is_read_as_its_readers_expect(case: Case) -> None:
    """Everything that the case expects of the document holds."""
    verify_case(case)
