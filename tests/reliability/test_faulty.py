"""Runs against a server that fails in twenty ways end without a change made twice, lost, or out of reach."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).parents[1] / "bench"))
import faulty

pytestmark = [pytest.mark.slow, pytest.mark.bundled, pytest.mark.repository]


@pytest.mark.timeout(300)
def test_change_is_made_once_whatever_the_server_does() -> None:
    """Of forty runs, resumed as their last events say, all complete; each has made its order exactly once."""
    pytest.importorskip("graph_tool_call_http")
    outcome = faulty.run(40, seed=3)

    assert (outcome["twice"], outcome["lost"], outcome["stuck"]) == (0, 0, 0)
    assert outcome["completed"] == 40
    assert len(outcome["faults"]) > 10
