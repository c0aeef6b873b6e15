from __future__ import annotations

from dataclasses import asdict
from typing import Any

import pytest

from graph_tool_call.hooks import ToolResult
from graph_tool_call.plan import Plan, PlanRunner, PlanStep, RetryPolicy
from graph_tool_call.plan.running.retry import is_idempotent

ONE = Plan(id="p", steps=[PlanStep(id="s1", tool="t")])


def tool(method: str, *rows: dict[str, Any], **facts: Any) -> dict[str, Any]:
    return {"metadata": {"method": method, "api_contract": {"consumes": list(rows)}, "ai_metadata": facts}}


def busy(status: int = 503, after: float | None = None) -> ToolResult:
    return ToolResult(ok=False, status=status, error_kind="http", error="busy", retry_after=after)


class Turns:
    """Answers in turn."""

    def __init__(self, *answers: Any) -> None:
        self.answers = list(answers)
        self.calls = 0
        self.waits: list[float] = []

    def __call__(self, _name: str, _args: dict[str, Any]) -> Any:
        self.calls += 1
        answer = self.answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer

    def runner(self, tool: dict[str, Any], **options: Any) -> PlanRunner:
        return PlanRunner(self, tools={"t": tool}, sleep=self.waits.append, **{"on_error": "retry", **options})


def test_safe_call_is_repeated() -> None:
    """Each wait is twice the one before, and is announced."""
    turns = Turns(busy(), busy(), {"ok": 1})

    events = list(turns.runner(tool("get")).run_stream(ONE))

    assert turns.waits == [0.5, 1.0]
    retrying = [asdict(e) for e in events if e.type == "step.retrying"]
    assert [(e["attempt"], e["delay"], e["status"]) for e in retrying] == [(2, 0.5, 503), (3, 1.0, 503)]
    assert asdict(next(e for e in events if e.type == "step.completed"))["attempts"] == 3
    assert events[-1].type == "plan.completed"


def test_attempts_are_limited() -> None:
    """After the last attempt the failure stands."""
    turns = Turns(busy(), busy(), busy())

    trace = turns.runner(tool("get")).run(ONE)

    assert (trace.status, turns.calls) == ("failed", 3)
    assert trace.steps[0].calls == 3


@pytest.mark.parametrize("after", [0.0, 7.0])
def test_retry_after_is_honoured(after: float) -> None:
    """The server's wait replaces ours."""
    turns = Turns(busy(429, after), {})

    assert turns.runner(tool("get")).run(ONE).ok
    assert turns.waits == [after]


def test_retry_after_beyond_the_longest_wait() -> None:
    """A server that wants an hour gets none of our time."""
    turns = Turns(busy(429, 3600.0))

    assert not turns.runner(tool("get")).run(ONE).ok
    assert (turns.calls, turns.waits) == (1, [])


def test_wait_past_the_plan_deadline_is_not_begun() -> None:
    """Sleeping through the limit would end in the same failure, later."""
    turns = Turns(busy(429, 30.0))

    trace = turns.runner(tool("get"), plan_timeout=10).run(ONE)

    assert (trace.error["reason"], turns.waits) == ("http", [])


@pytest.mark.parametrize("failure", [busy(), TimeoutError(), ConnectionError()])
def test_post_is_never_sent_again(failure: Any) -> None:
    """Whatever the failure, a call that is not idempotent is made once."""
    turns = Turns(failure)

    assert not turns.runner(tool("post")).run(ONE).ok
    assert turns.calls == 1


def test_tool_without_contract_is_not_repeated() -> None:
    """Nothing says that it may be."""
    turns = Turns(busy())

    PlanRunner(turns, on_error="retry", sleep=turns.waits.append).run(ONE)

    assert turns.calls == 1


@pytest.mark.parametrize("policy", [RetryPolicy(unsafe=True), RetryPolicy(idempotent={"t"})])
def test_caller_may_ask_for_it(policy: RetryPolicy) -> None:
    """For every call, or for tools that the caller knows."""
    turns = Turns(busy(), {})

    assert turns.runner(tool("post"), retry_policy=policy).run(ONE).ok
    assert turns.calls == 2


@pytest.mark.parametrize("failure", [busy(404), busy(400), busy(501), ValueError("x")])
def test_final_failures_are_not_repeated(failure: Any) -> None:
    """What a second call would meet again is not tried again."""
    turns = Turns(failure)

    assert not turns.runner(tool("get")).run(ONE).ok
    assert turns.calls == 1


@pytest.mark.parametrize("failure", [TimeoutError(), ConnectionError(), busy(408), busy(500)])
def test_passing_failures_are_repeated(failure: Any) -> None:
    """No answer, and statuses that a later call may not meet."""
    turns = Turns(failure, {})

    assert turns.runner(tool("get")).run(ONE).ok


def test_abort_makes_every_call_once() -> None:
    """By default nothing is repeated."""
    turns = Turns(busy())

    assert not turns.runner(tool("get"), on_error="abort").run(ONE).ok
    assert turns.calls == 1


@pytest.mark.parametrize(
    ("facts", "expected"),
    [
        (tool("get"), True),
        (tool("head"), True),
        (tool("put"), True),
        (tool("delete"), True),
        (tool("post"), False),
        (tool("patch"), False),
        (tool("post", canonical_action="search", changes_state=False), True),
        (tool("post", {"name": "Idempotency-Key", "location": "header"}), True),
        (tool("post", {"name": "idempotency-key", "location": "query"}), False),
        ({}, False),
    ],
)
def test_what_is_idempotent(facts: dict[str, Any], expected: bool) -> None:
    """By method (RFC 9110), by the contract's word that nothing changes, or by an idempotency key."""
    assert expected == is_idempotent("t", facts)


def test_policy_is_checked() -> None:
    """Numbers without meaning are refused."""
    for options in ({"attempts": 0}, {"delay": -1}, {"factor": 0.5}, {"longest_wait": -1}):
        with pytest.raises(ValueError):
            RetryPolicy(**options)


@pytest.mark.parametrize(
    "first", [busy(429), busy(503, after=0.0), ConnectionRefusedError("nobody listens")], ids=["429", "503", "refused"]
)
def test_change_that_did_not_happen_is_repeated(first: Any) -> None:
    """The server, or its absence, says that nothing was changed: another try is the first one."""
    turns = Turns(first, {"ok": 1})

    assert turns.runner(tool("post")).run(ONE).ok
    assert turns.calls == 2


@pytest.mark.parametrize("first", [busy(500), busy(503), busy(408), ConnectionResetError("reset")], ids=repr)
def test_change_that_may_have_happened_is_not_repeated(first: Any) -> None:
    """Neither is one whose fate nobody knows."""
    turns = Turns(first, {"ok": 1})

    assert not turns.runner(tool("post")).run(ONE).ok
    assert turns.calls == 1
