from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import asdict
from typing import Any

import pytest

from graph_tool_call.plan import Plan, PlanRunner, PlanStep

#: s1 and s2 need nothing, s3 needs both.
FORK = Plan(
    id="p",
    steps=[
        PlanStep(id="s1", tool="a"),
        PlanStep(id="s2", tool="b"),
        PlanStep(id="s3", tool="c", args={"x": "${s1.v}", "y": "${s2.v}"}),
    ],
    output_binding="${s3}",
)


class Meeting:
    """An async tool that counts who is in it at the same time."""

    def __init__(self, failing: str = "") -> None:
        self.failing = failing
        self.inside = 0
        self.most = 0
        self.calls: list[str] = []

    async def __call__(self, name: str, args: dict[str, Any]) -> Any:
        self.calls.append(name)
        self.inside += 1
        self.most = max(self.most, self.inside)
        await asyncio.sleep(0.02)
        self.inside -= 1
        if name == self.failing:
            raise ValueError("down")
        return {"v": name, **args}


def collect(runner: PlanRunner, plan: Plan = FORK, **options: Any) -> list[dict[str, Any]]:
    async def run() -> list[dict[str, Any]]:
        return [asdict(event) async for event in runner.arun_stream(plan, **options)]

    return asyncio.run(run())


@pytest.mark.parametrize("limit", [1, 2])
def test_async_twin_tells_the_same(limit: int) -> None:
    """Same kinds of events for each step, same result, whether side by side or not."""
    events = collect(PlanRunner(Meeting(), max_concurrency=limit))

    assert events[0]["type"] == "plan.started"
    assert events[-1]["output"] == {"v": "c", "x": "a", "y": "b"}
    for step in ("s1", "s2", "s3"):
        assert ["step.started", "step.completed"] == [e["type"] for e in events if e.get("step_id") == step]
    assert [e["sequence"] for e in events] == list(range(1, len(events) + 1))


def test_independent_steps_run_side_by_side_when_asked() -> None:
    """As many as allowed, and never a step before what it needs."""
    alone, together = Meeting(), Meeting()

    collect(PlanRunner(alone))
    collect(PlanRunner(together, max_concurrency=4))

    assert (alone.most, together.most) == (1, 2)
    assert together.calls[-1] == "c"


def test_blocking_tool_does_not_block_the_loop() -> None:
    """An adapter that is no coroutine function runs beside the loop."""

    async def run() -> int:
        ticks = 0

        async def tick() -> None:
            nonlocal ticks
            while True:
                await asyncio.sleep(0.01)
                ticks += 1

        ticking = asyncio.create_task(tick())
        runner = PlanRunner(lambda _n, a: time.sleep(0.2) or a)
        trace = await runner.arun(Plan(id="p", steps=[PlanStep(id="s1", tool="a", args={"k": 1})]))
        ticking.cancel()
        assert trace.output == {"k": 1}
        return ticks

    assert asyncio.run(run()) >= 3


@pytest.mark.parametrize("blocking", [True, False])
def test_async_timeout(blocking: bool) -> None:
    """A slow call ends at the limit, and the loop does not wait for its late answer."""

    async def slow(_name: str, _args: dict[str, Any]) -> Any:
        await asyncio.sleep(30)

    def block(_name: str, _args: dict[str, Any]) -> Any:
        time.sleep(3)

    tool: Callable[[str, dict[str, Any]], Any] = block if blocking else slow
    started = time.monotonic()

    events = collect(PlanRunner(tool, timeout=0.5), Plan(id="p", steps=[PlanStep(id="s1", tool="a")]))

    assert events[-1]["error_kind"] == "timeout"
    assert time.monotonic() - started < 2


@pytest.mark.parametrize("limit", [1, 3])
def test_async_failure(limit: int) -> None:
    """What is on its way is waited for; what comes later is not begun."""
    meeting = Meeting(failing="a")

    events = collect(PlanRunner(meeting, max_concurrency=limit))

    assert (events[-1]["type"], events[-1]["failed_step"]) == ("plan.aborted", "s1")
    assert "c" not in meeting.calls
    assert events[-1]["completed_steps"] == ([] if limit == 1 else ["s2"])
    assert meeting.inside == 0


@pytest.mark.parametrize("limit", [1, 3])
def test_async_cancelled_by_the_caller(limit: int) -> None:
    """The caller's word ends the run in order."""
    meeting = Meeting()

    events = collect(PlanRunner(meeting, max_concurrency=limit), cancelled=lambda: bool(meeting.calls))

    assert events[-1]["error_kind"] == "cancelled"
    assert "c" not in meeting.calls


@pytest.mark.parametrize("limit", [1, 3])
def test_async_missing_input(limit: int) -> None:
    """Nothing is called."""
    meeting = Meeting()
    plan = Plan(id="p", steps=[PlanStep(id="s1", tool="a", args={"x": "${input.x}"})])

    events = collect(PlanRunner(meeting, max_concurrency=limit), plan)

    assert [e["type"] for e in events] == ["plan.started", "input.required"]
    assert meeting.calls == []


@pytest.mark.parametrize("limit", [1, 3])
def test_closing_the_async_stream_cancels_calls(limit: int) -> None:
    """A reader that goes away leaves no task behind."""
    cancelled: list[str] = []

    async def hang(name: str, _args: dict[str, Any]) -> Any:
        try:
            await asyncio.sleep(30)
        except asyncio.CancelledError:
            cancelled.append(name)
            raise

    async def run() -> int:
        stream = PlanRunner(hang, max_concurrency=limit).arun_stream(FORK)

        async def read() -> None:
            async for _event in stream:
                pass

        reading = asyncio.create_task(read())
        await asyncio.sleep(0.1)
        reading.cancel()
        await asyncio.gather(reading, return_exceptions=True)
        await stream.aclose()  # type: ignore[attr-defined]
        return len(asyncio.all_tasks())

    assert asyncio.run(run()) == 1
    assert cancelled == (["a"] if limit == 1 else ["a", "b"])


def test_async_retry_waits_on_the_loop() -> None:
    """Waiting for a repetition goes through the loop's clock."""
    calls = 0

    async def flaky(_name: str, _args: dict[str, Any]) -> Any:
        nonlocal calls
        calls += 1
        if calls == 1:
            raise ConnectionError
        return {}

    from graph_tool_call.plan import RetryPolicy

    runner = PlanRunner(
        flaky,
        tools={"a": {"metadata": {"method": "get"}}},
        on_error="retry",
        retry_policy=RetryPolicy(delay=0.01),
        sleep=lambda _s: pytest.fail("blocking wait on a loop"),
    )

    assert collect(runner, Plan(id="p", steps=[PlanStep(id="s1", tool="a")]))[-1]["type"] == "plan.completed"
    assert calls == 2
