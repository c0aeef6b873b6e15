"""Retrieval and selection over a large API."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from itertools import product
from typing import Any

import pytest

from graph_tool_call import ToolGraph
from graph_tool_call.engine import Engine
from graph_tool_call.graph import FORMAT_VERSION
from graph_tool_call.graphify import retrieve_graphify, select_target_candidate
from graph_tool_call.search import SearchIndex

QUESTIONS = ["list the open issues of a repository", "delete a label", "who am I", "create a team for my organization"]


@pytest.mark.parametrize("name", ["github", "kubernetes"])
def bench_search(name: str, benchmark: Any, artifact: Callable[[str], dict[str, Any]]) -> None:
    """One question, the index warm."""
    benchmark.group = "search"
    graph = ToolGraph.from_artifact(artifact(name))

    def ask() -> list[Any]:
        return [retrieve_graphify(graph, question) for question in QUESTIONS]

    assert all(answer["results"] for answer in benchmark(ask))


VERBS = "list get create update delete search export import archive restore".split()
QUALITIES = "billing shipping internal public regional archived pending shared nightly virtual monthly".split()
THINGS = (
    "account order invoice ticket report device sensor project task member team policy backup image volume network "
    "cluster node secret token webhook message channel comment label release branch pipeline job runner coupon refund "
    "dispute payout product price category review cart shipment address contract document folder file template form "
    "survey question answer course lesson student teacher exam grade room booking flight hotel ticket route vehicle "
    "driver trip meal recipe order patient visit doctor ward drug trial sample batch plant machine part supplier stock "
    "store shelf label parcel courier claim policy quote loan card transfer balance statement budget expense asset"
).split()


@cache
def generated() -> ToolGraph:
    """Ten thousand operations of names that a person could read."""
    tools: dict[str, Any] = {}
    for verb, quality, thing in product(VERBS, QUALITIES, dict.fromkeys(THINGS)):
        name, words = f"{verb}{quality.title()}{thing.title()}", f"{verb.title()} {quality} {thing}s"
        about = {"method": "get", "path": f"/{quality}/{thing}s", "summary": words}
        tools[name] = {"name": name, "description": f"{words}.", "metadata": about}
    return ToolGraph.from_artifact({"format_version": FORMAT_VERSION, "tools": tools, "edges": []})


def bench_search_of_many(benchmark: Any) -> None:
    """One question over ten thousand generated tools, the index warm."""
    benchmark.group = "search"
    graph = generated()
    assert len(graph.tools) > 9_000
    questions = [
        "show pending invoices",
        "delete a shared folder note",
        "which drivers are archived",
        "restore a backup",
    ]

    def ask() -> list[Any]:
        return [retrieve_graphify(graph, question) for question in questions]

    assert all(answer["results"] for answer in benchmark(ask))


def bench_load_index(benchmark: Any, artifact: Callable[[str], dict[str, Any]]) -> None:
    """The saved index of a large API from its JSON text."""
    benchmark.group = "search"
    saved = json.dumps(artifact("github")["search"])

    index = benchmark(lambda: SearchIndex.from_dict(json.loads(saved)))

    assert len(index.names) > 1000


def bench_build_index(benchmark: Any, artifact: Callable[[str], dict[str, Any]]) -> None:
    """The index of a large API from its tools."""
    benchmark.group = "search"
    tools, engine = artifact("github")["tools"], Engine()

    assert benchmark(lambda: engine._search_index(tools)).names


def bench_select(benchmark: Any, artifact: Callable[[str], dict[str, Any]]) -> None:
    """One selection among ten rows with evidence."""
    benchmark.group = "search"
    graph = ToolGraph.from_artifact(artifact("github"))
    rows = retrieve_graphify(graph, QUESTIONS[0], include_evidence=True)["results"]

    selection = benchmark(select_target_candidate, QUESTIONS[0], rows, graph.tools, retrieval_results=rows)

    assert selection["selected_target"]
