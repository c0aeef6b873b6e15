"""Building, beside `json.loads` and another library's dependency analysis of the same document, in one run."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from graph_tool_call import ToolGraph
from graph_tool_call.graphify import build_openapi_collection_artifact
from graph_tool_call.plan import PathSynthesizer

NAMES = ["github", "stripe", "kubernetes", "box", "netbox"]


@pytest.mark.parametrize("name", NAMES)
def bench_json_loads(name: str, benchmark: Any, document_text: Callable[[str], str]) -> None:
    """What the others of the group are measured by."""
    benchmark.group = f"build {name}"
    text = document_text(name)

    assert benchmark.pedantic(json.loads, (text,), rounds=5, iterations=1)["paths"]


@pytest.mark.parametrize("name", NAMES)
def bench_build(name: str, benchmark: Any, document_text: Callable[[str], str]) -> None:
    """Document (JSON already read) to artifact."""
    benchmark.group = f"build {name}"
    document = json.loads(document_text(name))

    built = benchmark.pedantic(build_openapi_collection_artifact, (document,), rounds=3, iterations=1)

    benchmark.extra_info["ms_per_operation"] = 1000 * benchmark.stats["median"] / len(built["tools"])


@pytest.mark.parametrize("name", NAMES)
def bench_schemathesis(name: str, benchmark: Any, document_text: Callable[[str], str]) -> None:
    """Dependency analysis of Schemathesis: which operation's response could give which input, and no artifact."""
    schemathesis = pytest.importorskip("schemathesis")
    benchmark.group = f"build {name}"
    document = json.loads(document_text(name))

    def analyse() -> Any:
        return schemathesis.openapi.from_dict(document).analysis.dependency_graph

    assert benchmark.pedantic(analyse, rounds=2, iterations=1).operations


@pytest.mark.parametrize("name", NAMES)
def bench_synthesizer(name: str, benchmark: Any, artifact: Callable[[str], dict[str, Any]]) -> None:
    """Artifact to synthesizer, the first plan included."""
    benchmark.group = f"build {name}"
    built = artifact(name)
    target = next(iter(built["tools"]))

    def first_plan() -> Any:
        return PathSynthesizer(ToolGraph.from_artifact(built), user_input="always").synthesize(target=target)

    assert benchmark.pedantic(first_plan, rounds=3, iterations=1).steps
