"""Building grows no faster than the document: ten times the size takes at most ten times the time, and a half.

A request costs what it speaks of, whatever the size of the collection.
"""

from __future__ import annotations

import time
from typing import Any

import pytest
from asked import LARGE, SMALL, graph_of, measured
from family import FAMILIES

from graph_tool_call.graphify import build_openapi_collection_artifact

#: Smaller size of each family; the larger one is ten times that. Below, what each build costs once shows.
SIZES = {"operations": 300, "recursive": 100, "wide": 1000}
#: How much longer each may take in the larger document.
SLACK = 1.5


def spent(document: dict[str, Any]) -> float:
    """CPU seconds of the quickest of three builds."""
    times = []
    for _ in range(3):
        before = time.process_time()
        build_openapi_collection_artifact(document, validate="off")
        times.append(time.process_time() - before)
    return min(times)


@pytest.mark.parametrize("family", FAMILIES)
def bench_growth(family: str, benchmark: Any) -> None:
    """Time of each operation, schema or property at ten times the size, beside that at the smaller one."""
    benchmark.group = "growth"
    make, _ = FAMILIES[family]
    small, large = SIZES[family], 10 * SIZES[family]
    each = spent(make(small)) / small

    benchmark.pedantic(build_openapi_collection_artifact, (make(large),), {"validate": "off"}, rounds=3, iterations=1)

    ratio = benchmark.stats["min"] / large / each
    benchmark.extra_info["ratio_at_ten_times"] = ratio
    assert ratio <= SLACK


#: How much dearer a request may be over a collection of eight times the size.
REQUEST_SLACK = 1.3


def bench_request_growth(benchmark: Any) -> None:
    """Reading requests, and reading and planning them, over 20,000 operations beside 2,500."""
    benchmark.group = "growth"
    small = measured(graph_of(SMALL))
    graph = graph_of(LARGE)

    large = benchmark.pedantic(measured, (graph,), rounds=1, iterations=1)

    ratios = {"reading": large.reading / small.reading, "planning": large.planning / small.planning}
    benchmark.extra_info.update(ratios)
    assert max(ratios.values()) <= REQUEST_SLACK
