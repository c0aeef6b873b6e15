"""The first event and the trace tell the request that a plan obeys."""

from __future__ import annotations

import json
from typing import Any

import pytest

from graph_tool_call.plan import Plan, PlanRunner, PlanStep
from graph_tool_call.plan.running.events import PlanStarted
from graph_tool_call.plan.running.redact import REDACTED

REQUEST = {
    "target": "updateIssue",
    "question": "close the issue Crash on start",
    "settings": [
        {"input": "state", "value": "closed", "term": "close", "said_by": "request_verbs", "reason": "a verb"},
        {"input": "password", "value": "hunter22", "word": "password"},
    ],
    "things": [
        {
            "id": "t1",
            "noun": "issue",
            "where": [
                {"attribute": "title", "value": "Crash on start", "said_by": "request_attribute"},
                {"attribute": "owner.token", "value": "hunter23"},
            ],
            "roles": ["issue_number"],
        }
    ],
    "unread": [{"word": "shelf", "value": "hunter24", "reason": "no_place"}],
}


def trace_of(request: Any) -> Any:
    plan = Plan(id="p1", goal="", steps=[PlanStep(id="s1", tool="t")], metadata={"synthesis": {"request": request}})
    return PlanRunner(lambda _tool, _args: {}).run(plan)


def test_the_request_is_told_without_secrets_and_unread_values() -> None:
    """Settings and things with their values and authors; of what is unread the word alone, as for `unread`."""
    trace = trace_of(REQUEST)

    started = trace.events[0]
    assert isinstance(started, PlanStarted)
    assert started.request == trace.request == trace.to_dict()["request"]
    assert trace.request == {
        "target": "updateIssue",
        "settings": [
            {"input": "state", "value": "closed", "term": "close", "said_by": "request_verbs"},
            {"input": "password", "value": REDACTED},
        ],
        "things": [
            {
                "noun": "issue",
                "roles": ["issue_number"],
                "where": [
                    {"attribute": "title", "value": "Crash on start", "said_by": "request_attribute"},
                    {"attribute": "owner.token", "value": REDACTED},
                ],
            }
        ],
        "unread": [{"word": "shelf", "reason": "no_place"}],
    }
    assert "hunter" not in json.dumps(trace.to_dict())


def test_what_is_long_is_cut() -> None:
    """An event stays small, whatever is set."""
    trace = trace_of({"settings": [{"input": "body", "value": "x" * 100_000}]})

    assert len(json.dumps(trace.request)) < 1_000


@pytest.mark.parametrize("request_", [None, "x", [], {"settings": "x"}, {"things": [1, {"where": 2}]}, {"unread": {}}])
def test_a_plan_that_tells_none_or_nonsense_is_run(request_: Any) -> None:
    """Plans are written by others too; what they tell of a request decides nothing."""
    trace = trace_of(request_)

    assert trace.ok
    assert {} == trace.request or trace.request.get("things") == [{"where": []}]
