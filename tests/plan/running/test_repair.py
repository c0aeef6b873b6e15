from __future__ import annotations

from dataclasses import asdict
from typing import Any

import pytest

from graph_tool_call.plan import Plan, PlanRunner, PlanStep, PlanSynthesisError, resynthesize
from graph_tool_call.plan.binding.bindings import parse
from graph_tool_call.plan.running.repair import StepFailureReport, find_binding, shared_steps


@pytest.mark.parametrize(
    ("text", "body", "found"),
    [
        ("${s1.items.0.id}", {"data": {"items": [{"id": 1}]}}, "${s1.data.items.0.id}"),
        ("${s1.items.0.id}", {"result": {"data": {"items": [{"id": 1}]}}}, "${s1.result.data.items.0.id}"),
        ("${s1.data.items.0.id}", {"items": [{"id": 1}]}, "${s1.items.0.id}"),
        ("${s1.items.0.id}", [{"id": 1}], "${s1.0.id}"),
        ("${s1.items.0.id}", {"data": [{"id": 1}]}, "${s1.data.0.id}"),
        ("${s1.items.*.id}", {"data": {"items": [{"id": 1}]}}, "${s1.data.items.*.id}"),
        # Two places fit equally well: a guess would be as often wrong as right.
        ("${s1.items.0.id}", {"a": {"items": [{"id": 1}]}, "b": {"items": [{"id": 2}]}}, None),
        # The value itself is nowhere.
        ("${s1.items.0.id}", {"data": {"items": []}}, None),
        ("${s1.items.0.id}", {"data": {"items": [{"no": 1}]}}, None),
        ("${s1.id}", {"data": {"id": None}}, None),
        ("${s1.id}", None, None),
    ],
)
def test_binding_of_another_wrapping(text: str, body: Any, found: str | None) -> None:
    """A wrapper more or less is found, when it is the only way to the value."""
    reference = parse(text).whole
    assert reference is not None
    repaired = find_binding(reference, body)

    assert found == (None if repaired is None else str(repaired))


TWO = Plan(
    id="p",
    steps=[PlanStep(id="s1", tool="list"), PlanStep(id="s2", tool="get", args={"id": "no ${s1.items.0.id}"})],
)


def test_runner_repairs_a_binding() -> None:
    """With "recover" the run goes on, says what it read instead, and text around bindings stays."""
    calls: list[Any] = []

    def call_tool(name: str, args: dict[str, Any]) -> Any:
        calls.append(args)
        return {"data": {"items": [{"id": 7}]}} if name == "list" else {}

    events = list(PlanRunner(call_tool, on_error="recover").run_stream(TWO))

    # The binding stands inside text, where it is not the whole value: it is read all the same.
    assert calls[1] == {"id": "no 7"}
    repaired = asdict(next(e for e in events if e.type == "binding.repaired"))
    assert (repaired["binding"], repaired["repaired"]) == ("${s1.items.0.id}", "${s1.data.items.0.id}")


@pytest.mark.parametrize("mode", ["abort", "retry"])
def test_only_recover_repairs(mode: str) -> None:
    """Other modes fail where the plan does not fit."""
    runner = PlanRunner(lambda _n, _a: {"data": {"items": [{"id": 7}]}}, on_error=mode)

    assert runner.run(TWO).error["reason"] == "missing_key"


def test_empty_list_is_not_repaired() -> None:
    """The shape is right, there is just nothing: looking elsewhere would find something else."""
    runner = PlanRunner(lambda _n, _a: {"items": [], "others": {"items": [{"id": 7}]}}, on_error="recover")

    assert runner.run(TWO).error["reason"] == "empty_result"


# --- other plans ---


def three(first: str, *, ids: tuple[str, str, str] = ("s1", "s2", "s3")) -> Plan:
    a, b, c = ids
    return Plan(
        id=f"plan-{first}",
        steps=[
            PlanStep(id=a, tool="base", args={"k": 1}),
            PlanStep(id=b, tool=first, args={"x": f"${{{a}.v}}"}),
            PlanStep(id=c, tool="target", args={"y": f"${{{b}.w}}", "z": f"${{{a}.v}}"}),
        ],
        output_binding=f"${{{c}}}",
        metadata={"synthesis": {"target": "target"}},
    )


def test_steps_that_two_plans_share() -> None:
    """Equal calls with equal origins, under whatever id."""
    old, new = three("one"), three("two", ids=("s3", "s1", "s2"))

    assert shared_steps(old, new, {"s1": {}}) == {"s3": "s1"}
    assert shared_steps(old, old, {"s1": {}, "s2": {}}) == {"s1": "s1", "s2": "s2"}
    assert shared_steps(old, new, {}) == {}


def test_equal_calls_are_not_merged() -> None:
    """Two equal steps are two calls: one finished step stands for one of them."""
    old = Plan(id="a", steps=[PlanStep(id="s1", tool="t")])
    new = Plan(id="b", steps=[PlanStep(id="s1", tool="t"), PlanStep(id="s2", tool="t")])

    assert shared_steps(old, new, {"s1": 1}) == {"s1": "s1"}


class Synthesizer:
    """Plans by the first tool that is not excluded."""

    def __init__(self) -> None:
        self.asked: list[dict[str, Any]] = []

    def synthesize(self, **wanted: Any) -> Plan:
        self.asked.append(wanted)
        rest = [name for name in ("one", "two") if name not in wanted["exclude_tools"]]
        if not rest:
            raise PlanSynthesisError("unsatisfied_field", "nothing left", {})
        return three(rest[0])


def run_with(failing: set[str], synthesizer: Synthesizer) -> tuple[list[str], Any]:
    calls: list[str] = []

    def call_tool(name: str, _args: dict[str, Any]) -> Any:
        calls.append(name)
        if name in failing:
            raise ValueError("down")
        return {"v": 1, "w": 2}

    runner = PlanRunner(call_tool, on_error="recover", repair_plan=resynthesize(synthesizer))
    return calls, runner.run(three("one"), {"e": 5})


def test_runner_takes_another_plan() -> None:
    """The failed tool is avoided, and what is done already is not done again."""
    synthesizer = Synthesizer()

    calls, trace = run_with({"one"}, synthesizer)

    assert calls == ["base", "one", "two", "target"]
    assert trace.ok
    assert synthesizer.asked[0]["exclude_tools"] == {"one"}
    assert synthesizer.asked[0]["entities"] == {"e": 5}
    repaired = next(asdict(e) for e in trace.events if e.type == "plan.repaired")
    assert (repaired["failed_step"], repaired["kept"]) == ("s2", ["s1"])


def test_runner_gives_up_without_another_plan() -> None:
    """When nothing else leads there, the failure stands."""
    calls, trace = run_with({"one", "two"}, Synthesizer())

    assert calls == ["base", "one", "two"]
    assert (trace.status, trace.failed_step) == ("failed", "s2")


def test_failed_target_has_no_other_plan() -> None:
    """Another way to call what failed is no repair."""
    calls, trace = run_with({"target"}, Synthesizer())

    assert calls == ["base", "one", "target"]
    assert not trace.ok


def test_timeouts_are_not_planned_around() -> None:
    """The call may have taken effect: another way to the same end could do it twice."""
    synthesizer = Synthesizer()

    def call_tool(name: str, _args: dict[str, Any]) -> Any:
        if name == "one":
            raise TimeoutError
        return {"v": 1}

    trace = PlanRunner(call_tool, on_error="recover", repair_plan=resynthesize(synthesizer)).run(three("one"))

    assert (trace.error["error_kind"], synthesizer.asked) == ("timeout", [])


def test_repair_is_told_what_happened() -> None:
    """The report has plan, step, failure and what is done."""
    reports: list[StepFailureReport] = []

    def call_tool(name: str, _args: dict[str, Any]) -> Any:
        if name == "one":
            raise ValueError("down")
        return {"v": 1}

    def repair(report: StepFailureReport) -> None:
        reports.append(report)

    PlanRunner(call_tool, on_error="recover", repair_plan=repair).run(three("one"))

    (report,) = reports
    assert (report.step.id, report.failure.message, report.done, report.failed_tools) == (
        "s2",
        "down",
        ("s1",),
        ("one",),
    )
