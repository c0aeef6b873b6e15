from __future__ import annotations

from typing import Any

import pytest

from graph_tool_call import PluginSet, ToolGraph
from graph_tool_call.hooks import ToolResult
from graph_tool_call.plan import Plan, PlanRunner, PlanStep, UnknownExecutorError

pytestmark = pytest.mark.bundled

GRAPH: dict[str, Any] = {"tools": {"getOrder": {"name": "getOrder"}, "ship": {"name": "ship"}}}
PLAN = Plan(
    id="p",
    steps=[
        PlanStep(id="s1", tool="getOrder", args={"orderNo": "A1"}),
        PlanStep(id="s2", tool="ship", args={"no": "${s1.orderNo}", "qty": "${s1.qty}"}),
    ],
    output_binding="${s2}",
)


def runner(**functions: Any) -> PlanRunner:
    plugins = PluginSet.installed().only("callable")
    return PlanRunner.from_plugins(
        ToolGraph.from_artifact(GRAPH), "callable", plugins=plugins, options={"functions": functions}
    )


def test_functions_are_called_by_tool_name() -> None:
    """Arguments arrive by name, results are outputs."""
    seen: list[Any] = []

    def ship(*, no: str, qty: int) -> dict[str, Any]:
        seen.append((no, qty))
        return {"shipmentId": "S1"}

    trace = runner(getOrder=lambda **args: {**args, "qty": 3}, ship=ship).run(PLAN)

    assert (trace.output, seen) == ({"shipmentId": "S1"}, [("A1", 3)])


def test_one_function_for_the_rest() -> None:
    """Under "*" it gets name and arguments of every call without a function of its own."""
    trace = runner(**{"*": lambda name, args: {"orderNo": name, "qty": len(args)}}).run(PLAN)

    assert trace.outputs == {"s1": {"orderNo": "getOrder", "qty": 1}, "s2": {"orderNo": "ship", "qty": 2}}


def test_results_pass_as_they_are() -> None:
    """A function may give a `ToolResult`."""
    answer = ToolResult(ok=False, status=404, error_kind="http", error="no A1")

    trace = runner(getOrder=lambda **_args: answer).run(PLAN)

    assert (trace.failed_step, trace.error["reason"], trace.error["message"]) == ("s1", "http", "no A1")


@pytest.mark.parametrize(
    ("raised", "kind", "reason"),
    [
        (ValueError("boom"), "tool", "tool"),
        (TimeoutError("slow"), "timeout", "timeout"),
        (ConnectionError("gone"), "tool", "connection"),
    ],
)
def test_what_a_function_raises_is_a_failure(raised: Exception, kind: str, reason: str) -> None:
    """With the kind that it has for every executor."""

    def fail(**_args: Any) -> None:
        raise raised

    trace = runner(getOrder=fail).run(PLAN)

    assert (trace.error["error_kind"], trace.error["reason"]) == (kind, reason)
    assert str(raised) in trace.error["message"]


def test_missing_function() -> None:
    """It is named, with those that there are."""
    trace = runner(ship=print).run(PLAN)

    assert (trace.error["error_kind"], trace.failed_step) == ("argument", "s1")
    assert "no function for tool 'getOrder' (there are: ship)" in trace.error["message"]


def test_unknown_executor() -> None:
    """The message has the executors that are there."""
    with pytest.raises(UnknownExecutorError) as caught:
        PlanRunner.from_plugins(GRAPH, "http", plugins=PluginSet.installed().only("callable", "replay"))

    assert caught.value.available == ("callable", "replay")
    assert "graph-tool-call[http]" in str(caught.value)
