"""What a search leaves alone: a guess among the answers of a POST, and derivations without end."""

from __future__ import annotations

from typing import Any

import pytest
from hand_made import consume, planner, produce, tool

from graph_tool_call.plan.search import search

GET_POINT = tool("getPoint", [consume("pointId", "point_id")])


def query_points(method: str) -> dict[str, Any]:
    made = tool("queryPoints", [consume("near", required=False)], [produce("$[*].id", "point_id")], method=method)
    made["metadata"]["ai_metadata"] = {"changes_state": False, "canonical_action": "search"}
    return made


@pytest.mark.parametrize(("method", "steps"), [("get", ["queryPoints", "getPoint"]), ("post", ["getPoint"])])
def test_the_first_of_what_a_post_answers_is_no_guess(method: str, steps: list[str]) -> None:
    """That a POST only reads is told by its name: with nothing to look for, a person is asked instead."""
    made = planner(GET_POINT, query_points(method)).synthesize(target="getPoint", entities={})

    assert steps == [step.tool for step in made.steps]


def test_a_post_that_looks_for_what_was_given_is_called() -> None:
    """With something given to look for, the query is what it is there for."""
    made = planner(GET_POINT, query_points("post")).synthesize(target="getPoint", entities={"near": "Berlin"})

    assert ["queryPoints", "getPoint"] == [step.tool for step in made.steps]


def test_a_steered_search_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each call of a web of calls that lead to each other is derived again for each way to it: only so many are."""
    size = 9
    web = [
        tool(
            f"list{i}",
            [consume(f"key{j}", f"tag_{j}") for j in range(size) if j != i],
            [produce("$[*].id", f"tag_{i}")],
        )
        for i in range(size)
    ]
    target = tool("target", [consume("key0", "tag_0"), consume("key1", "tag_1")])
    derive = search.Search._call

    def derived(effort: int) -> int:
        counted = 0

        def count(*arguments: Any) -> Any:
            nonlocal counted
            counted += 1
            return derive(*arguments)

        monkeypatch.setattr(search.Search, "_call", count)
        monkeypatch.setattr(search, "EFFORT", effort)
        synthesizer = planner(target, *web, user_input="always")
        made = synthesizer.synthesize(target="target", entities={"said": "x"}, goal="list everything")
        assert "target" == made.steps[-1].tool
        return counted

    assert derived(20) < derived(10_000)
