"""Reading of documents, after public reports of where others fail."""

from __future__ import annotations

import time

import pytest
from casebook import Case, parameters, understand, verify
from casebook.collection import Collection
from casebook.contract_checks import CONTRACT_CHECKS
from casebook.wire_checks import WIRE_CHECKS

INPUTS = {"document_url", "operation", "operations", "time_limit_s"}


@pytest.mark.parametrize("case", parameters("ingest"))
def test_document_is_read_as_its_readers_expect(case: Case) -> None:
    """Everything that the case expects of the document holds."""
    understand(case, INPUTS)
    before = time.process_time()
    collection = Collection(case)
    spent = time.process_time() - before

    verify(collection, case.expected, CONTRACT_CHECKS | WIRE_CHECKS)
    # CPU of this process, and the limit is of another order than the cost: it tells an explosion from work.
    assert spent <= case.input.get("time_limit_s", 10)
