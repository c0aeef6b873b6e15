"""What cases of kind `select` can demand of retrieval and selection."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from bundled import bundled

from graph_tool_call.graphify import retrieve_graphify, select_target_candidate
from graph_tool_call.plan import PathSynthesizer

from .collection import Collection
from .load import Case
from .verify import Check

SELECT_INPUTS = {"mode", "queries", "time_limit_s", "top_k"}


class Asked:
    """The questions of a case, each with what is found and selected."""

    def __init__(self, case: Case) -> None:
        self.case = case
        self.collection = Collection(case)
        self.queries: Sequence[str] = case.input["queries"]
        assert case.input.get("mode", "read-only") == "read-only"

    @cached_property
    def results(self) -> list[list[dict[str, Any]]]:
        """Retrieval rows of each question; in mode `read-only` those of calls that change nothing."""
        top_k = self.case.input.get("top_k", 10)
        found = [self.found(query, top_k=top_k) for query in self.queries]
        if self.case.input.get("mode") == "read-only":
            found = [
                [row for row in rows if not row["tool"]["metadata"]["ai_metadata"]["changes_state"]] for rows in found
            ]
        return found

    @cached_property
    def selected(self) -> list[str]:
        """The target of each question, as `METHOD /path`."""
        return [
            self.collection.operations[self.select(query, rows)]
            for query, rows in zip(self.queries, self.results, strict=True)
        ]

    def found(self, query: str, **options: Any) -> list[dict[str, Any]]:
        """What is found by the bundled plugins: others that are installed may find otherwise."""
        graph = self.collection.graph
        found = retrieve_graphify(graph, query, include_evidence=True, plugins=bundled(), **options)
        rows: list[dict[str, Any]] = found["results"]
        return rows

    def select(self, query: str, rows: Sequence[dict[str, Any]]) -> str:
        """The tool that is selected among *rows*."""
        tools = self.collection.graph.tools
        made = select_target_candidate(query, rows, tools, retrieval_results=rows, plugins=bundled())
        target: str = made["selected_target"]
        return target


def top1(asked: Asked, wanted: Sequence[str]) -> None:
    """Selection answers so; and it does from all candidates too, where a mode has narrowed them."""
    assert list(wanted) == asked.selected
    operations = asked.collection.operations
    unnarrowed = [asked.found(query) for query in asked.queries]
    assert list(wanted) == [
        operations[asked.select(q, rows)] for q, rows in zip(asked.queries, unnarrowed, strict=True)
    ]


def not_in_results(asked: Asked, wanted: Sequence[str]) -> None:
    """What a mode forbids is not there, because the contract says what each call does."""
    found = {asked.collection.operations[row["name"]] for rows in asked.results for row in rows}
    assert set() == set(wanted) & found


def max_results(asked: Asked, wanted: int) -> None:
    assert [] == [len(rows) for rows in asked.results if len(rows) > wanted]


def args(asked: Asked, wanted: Mapping[str, Mapping[str, Any]]) -> None:
    """The values that the wording itself gives are read from it, and become the arguments of the selected call."""
    graph = asked.collection.graph
    for index, values in wanted.items():
        query = asked.queries[int(index)]
        target = asked.select(query, asked.results[int(index)])
        plan = PathSynthesizer(graph).synthesize(target=target, goal=query)
        assert [target] == [step.tool for step in plan.steps]
        assert dict(values) == plan.steps[-1].args
        assert [] == plan.metadata["synthesis"]["user_input_slots"]


SELECT_CHECKS: Mapping[str, Check[Asked]] = {
    "args": args,
    "max_results": max_results,
    "not_in_results": not_in_results,
    "top1": top1,
}
