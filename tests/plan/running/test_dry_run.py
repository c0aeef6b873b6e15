"""A dry run: what would be sent, and nothing that is."""

from __future__ import annotations

from typing import Any

import pytest
from reading import only_reading

from graph_tool_call.hooks import ExecutorSpec, ToolResult, hookimpl
from graph_tool_call.plan import Plan, PlanRunner, PlanStep

NUMBER = {"name": "count", "location": "query", "field_type": "integer", "required": True}
GRAPH: dict[str, Any] = {
    "tools": {
        "list": {"metadata": {"method": "get", "api_contract": {"consumes": [NUMBER]}}},
        "change": {"metadata": {"method": "post"}},
    }
}
PLAN = Plan(
    id="p",
    steps=[
        PlanStep(id="s1", tool="list", args={"count": "${input.count}"}),
        PlanStep(
            id="s2",
            tool="change",
            args={"id": "${s1.items.0.id}", "token": "${input.token}", "tags": ["x", "${input.tag}"]},
            depends_on=["s1"],
        ),
    ],
)


class Shows:
    """The executor "shows": says what it would send, and never sends."""

    def __init__(self, **spec: Any) -> None:
        self.spec = {"dry_run": True, **spec}

    @hookimpl
    def gtc_executors(self):
        return [ExecutorSpec(name="shows", **self.spec)]

    @hookimpl
    def gtc_execute(self, call):
        assert call.dry_run, "made"
        return ToolResult(ok=True, body={"line": f"{call.name} {call.args}"})


def runner(plugin: object, **options: Any) -> PlanRunner:
    plugins = only_reading().with_(plugin, id="shows")
    return PlanRunner.from_plugins(GRAPH, "shows", plugins=plugins, validate_args="coerce", **options)


def test_calls_are_shown_as_far_as_they_are_known() -> None:
    """Given values are filled in and coerced, what only answers fill stands as it is, and secrets are masked."""
    first, second = runner(Shows()).dry_run(PLAN, {"count": "3", "token": "s3cret-token", "tag": "y"})

    assert ("s1", "list", {"count": 3}, ()) == (first.step_id, first.tool, first.args, first.pending)
    assert {"line": "list {'count': 3}"} == first.shown
    assert {"id": "${s1.items.0.id}", "token": "[redacted]", "tags": ["x", "y"]} == second.args
    assert ("${s1.items.0.id}",) == second.pending
    assert "s3cret-token" not in str(second)


def test_what_would_not_be_sent_is_said() -> None:
    """Arguments that fit no contract are the error of their call."""
    first, second = runner(Shows()).dry_run(PLAN, {"count": "many"})

    assert None is first.shown
    assert "count" in first.error
    assert ("${s1.items.0.id}", "${input.token}", "${input.tag}") == second.pending


def test_executor_that_cannot_show_calls_is_not_asked() -> None:
    """It would make them."""
    first, _ = runner(Shows(dry_run=False)).dry_run(PLAN, {"count": 3})

    assert (None, "the executor 'shows' cannot show calls without making them") == (first.shown, first.error)


def test_callback_is_not_called() -> None:
    """A runner without an executor shows the arguments."""
    first, _ = PlanRunner(lambda _name, _args: pytest.fail("called")).dry_run(PLAN, {"count": 3})

    assert ({"count": 3}, None, "") == (first.args, first.shown, first.error)
