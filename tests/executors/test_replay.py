from __future__ import annotations

from typing import Any

import pytest

from graph_tool_call import PluginSet
from graph_tool_call.plan import Plan, PlanRunner, PlanStep

pytestmark = pytest.mark.bundled

GRAPH: dict[str, Any] = {"tools": {name: {"name": name, "metadata": {"method": "get"}} for name in ("list", "get")}}


def runner(*responses: dict[str, Any], **options: Any) -> PlanRunner:
    plugins = PluginSet.installed().only("replay")
    return PlanRunner.from_plugins(GRAPH, "replay", plugins=plugins, options={"responses": responses}, **options)


def call(made: PlanRunner, tool: str = "get", **args: Any) -> Any:
    return made.run(Plan(id="p", steps=[PlanStep(id="s1", tool=tool, args=args)]))


def test_records_answer_their_tool() -> None:
    """The body of the record is the output; headers can be read."""
    made = runner({"tool": "list", "body": [1]}, {"tool": "get", "status": 201, "headers": {"Location": "/x/7"}})
    plan = Plan(id="p", steps=[PlanStep(id="s1", tool="get")], output_binding="${s1.$headers.Location.$last_segment}")

    assert call(made, "list").output == [1]
    assert made.run(plan).output == "7"


def test_closest_record_answers() -> None:
    """Of those whose arguments fit, the one that names the most."""
    made = runner(
        {"tool": "get", "body": "any"},
        {"tool": "get", "args": {"id": 1}, "body": "one"},
        {"tool": "get", "args": {"id": 1, "deep": True}, "body": "deep one"},
    )

    assert call(made, id=1, deep=True).output == "deep one"
    assert call(made, id=1, deep=False).output == "one"
    assert call(made, id=2).output == "any"


def test_records_alike_answer_in_turn() -> None:
    """The last of them from then on: a server that recovers, a list that grows."""
    waits: list[float] = []
    busy = {"tool": "get", "status": 503, "retry_after": 2.0}
    made = runner(busy, {"tool": "get", "body": "ok"}, on_error="retry", sleep=waits.append)

    assert [call(made).output for _ in range(3)] == ["ok", "ok", "ok"]
    assert waits == [2.0]


def test_runs_do_not_share_outputs() -> None:
    """What one run does with an output does not change the record."""
    made = runner({"tool": "get", "body": {"a": [1]}})

    call(made).output["a"].append(2)

    assert call(made).output == {"a": [1]}


@pytest.mark.parametrize(
    ("record", "reason", "message"),
    [
        ({"status": 409}, "http", "get answered 409"),
        ({"status": 401, "error_kind": "auth", "error": "who?"}, "auth", "who?"),
        ({"error": "broken"}, "tool", "broken"),
    ],
)
def test_recorded_failures(record: dict[str, Any], reason: str, message: str) -> None:
    """A status from 400, or an error, is a failure."""
    trace = call(runner({"tool": "get", **record}))

    assert (trace.error["error_kind"], trace.error["reason"], trace.error["message"]) == ("tool", reason, message)


def test_nothing_recorded() -> None:
    """No record is no silence."""
    made = runner({"tool": "get", "args": {"id": 1}, "body": 1})

    assert "1 for other arguments" in call(made, id=2).error["message"]
    assert "none for this tool" in call(made, "list").error["message"]
