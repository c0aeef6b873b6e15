"""Files that somebody tampered with are used, or refused with a documented error."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).parents[1] / "bench"))
import tampered

pytestmark = [pytest.mark.slow, pytest.mark.bundled, pytest.mark.repository]


@pytest.mark.parametrize("kind", tampered.KINDS)
def test_tampered_files_are_used_or_refused(kind: str) -> None:
    """Of a hundred tries none ends in another exception, and no finished change is made again."""
    outcome = tampered.run(kind, 100, seed=7)

    assert [name for name in outcome if name.startswith("FAULT")] == []
    assert len(outcome) > 1
