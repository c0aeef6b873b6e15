"""Retrieval and selection over a large API."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from graph_tool_call import ToolGraph
from graph_tool_call.graphify import retrieve_graphify, select_target_candidate

QUESTIONS = ["list the open issues of a repository", "delete a label", "who am I", "create a team for my organization"]


@pytest.mark.parametrize("name", ["github", "kubernetes"])
def bench_search(name: str, benchmark: Any, artifact: Callable[[str], dict[str, Any]]) -> None:
    """One question, the index warm."""
    benchmark.group = "search"
    graph = ToolGraph.from_artifact(artifact(name))

    def ask() -> list[Any]:
        return [retrieve_graphify(graph, question) for question in QUESTIONS]

    assert all(answer["results"] for answer in benchmark(ask))


def bench_select(benchmark: Any, artifact: Callable[[str], dict[str, Any]]) -> None:
    """One selection among ten rows with evidence."""
    benchmark.group = "search"
    graph = ToolGraph.from_artifact(artifact("github"))
    rows = retrieve_graphify(graph, QUESTIONS[0], include_evidence=True)["results"]

    selection = benchmark(select_target_candidate, QUESTIONS[0], rows, graph.tools, retrieval_results=rows)

    assert selection["selected_target"]
