"""The ledger: what is told of a cost is what was added, part by part."""

from __future__ import annotations

from typing import Any

import pytest
from hand_made import consume, planner, produce, tool

from graph_tool_call.plan.derivation.derivation import Call
from graph_tool_call.plan.explain.costs import cost_parts, total_cost

PLACE = [consume("city"), consume("country")]
PAIR = [produce("$[*].city"), produce("$[*].country")]
CREATOR = tool("createOrder", [consume("buyer")], [produce("$.lines[*].id", "line_id")], method="post", path="/orders")
LINE = tool("getLine", [consume("lineId", "line_id", location="path")], path="/lines/{lineId}")


def best(*tools: dict[str, Any], target: str, entities: Any = None, **options: Any) -> tuple[Any, Call]:
    synthesizer = planner(*tools, **options)
    search = synthesizer._search(target, entities, "", None)
    call = search.best()
    assert call is not None
    return search, call


def rules(call: Call) -> dict[str, float]:
    """Rule → what it asks of the sources of *call*."""
    found: dict[str, float] = {}
    for source in call.sources:
        for part in source.parts:
            found[part.rule] = found.get(part.rule, 0.0) + part.amount
    return found


@pytest.mark.parametrize(
    ("tools", "target", "entities", "options"),
    [
        ((LINE,), "getLine", None, {}),
        ((LINE, CREATOR), "getLine", {"buyer": "Kim"}, {"mutating_producers": "allow"}),
        ((LINE, CREATOR), "getLine", {"buyer": "Kim"}, {"mutating_producers": "fresh"}),
        ((tool("weather", PLACE), tool("places", [consume("q", required=False)], PAIR)), "weather", {"q": "x"}, {}),
        ((tool("weather", PLACE), tool("places", [], PAIR), LINE), "weather", None, {"user_input": "never"}),
    ],
)
def test_the_parts_sum_to_what_the_search_ranks_by(tools: Any, target: str, entities: Any, options: Any) -> None:
    """Nothing is left over, and nothing is told twice: shared calls, floors and questions included."""
    search, call = best(*tools, target=target, entities=entities, **options)

    assert total_cost(search, call) == pytest.approx(sum(part.amount for part in cost_parts(search, call)))


def test_a_second_name_in_one_answer_takes_back_what_the_first_was_asked_for_its_weakness() -> None:
    """Two names that identify nothing stand in one element: the ledger has the price of the first, and its return."""
    _, call = best(tool("weather", PLACE), tool("places", [], PAIR), LINE, target="weather", user_input="never")
    found = rules(call)

    assert [False, True] == [source.paid for source in call.sources]
    assert found["weak"] > 0
    assert found["weak"] + found["vouched"] == pytest.approx(0.0)


def test_a_question_is_a_part_like_any_other() -> None:
    """What is asked of a person stands in the ledger under the rule that asks it."""
    _, call = best(LINE, target="getLine")

    assert {"ask_opaque": call.cost} == rules(call)
