"""Planning over a large API: one plan for every operation, nothing given."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from statistics import quantiles
from typing import Any

import pytest

from graph_tool_call.plan import PathSynthesizer, PlanSynthesisError


@pytest.mark.parametrize("name", ["github", "kubernetes", "stripe"])
def bench_plans(name: str, benchmark: Any, artifact: Callable[[str], dict[str, Any]]) -> None:
    """CPU of a plan: the median and the 95th percentile over all operations."""
    benchmark.group = "plan"
    built = artifact(name)
    synthesizer = PathSynthesizer(built, user_input="always", choose="first")

    def plan_all() -> list[float]:
        return [_spent(synthesizer, target) for target in built["tools"]]

    spent = benchmark.pedantic(plan_all, rounds=2, iterations=1)

    cuts = quantiles(spent, n=20)
    benchmark.extra_info.update(p50_ms=1000 * cuts[9], p95_ms=1000 * cuts[18], max_ms=1000 * max(spent))
    assert len(spent) == len(built["tools"])


def _spent(synthesizer: PathSynthesizer, target: str) -> float:
    before = time.process_time()
    with suppress(PlanSynthesisError):
        synthesizer.synthesize(target=target)
    return time.process_time() - before
