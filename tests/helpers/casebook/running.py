"""Runs of a case: its plan, or its single calls, against a server that is not there.

Runs use the HTTP executor and `validate_args="coerce"`, as the documented hand-over does.
A single call is a plan of one step.
"""

from __future__ import annotations

import json
import re
import time
from collections.abc import Mapping
from functools import cached_property
from typing import Any

import attrs

from graph_tool_call.plan import Plan, PlanRunner, PlanStep

from .collection import Collection
from .load import Case
from .wire import Wire

RUN_INPUTS = {
    "calls",
    "choices",
    "credentials",
    "http",
    "http_raw",
    "inputs",
    "keys",
    "options",
    "plan",
    "time_limit_s",
    "timeout_s",
    "variant",
}


@attrs.frozen(kw_only=True)
class Outcome:
    """One run: its trace, and how long it took on the clock."""

    trace: Any
    seconds: float

    @property
    def text(self) -> str:
        """All that the run says of its failure, in lower case."""
        return json.dumps(self.trace.error, ensure_ascii=False, default=str).lower()


class Runs:
    """All runs of a case, made once, in order, over one wire."""

    def __init__(self, case: Case, http: Any = None) -> None:
        self.case = case
        self.collection = Collection(case)
        self.wire = Wire(
            self.collection, case.input.get("http", ()) if http is None else http, case.input.get("http_raw")
        )

    @cached_property
    def plans(self) -> list[Plan]:
        """The case's plan, or one plan for each call."""
        if "plan" in self.case.input:
            steps = self.case.input["plan"]["steps"]
            return [plan_of([self._step(s["id"], s["operation"], s.get("args", {})) for s in steps])]
        calls = self.case.input.get("calls", ())
        return [plan_of([self._step("s1", call["operation"], arguments_of(call))]) for call in calls]

    @cached_property
    def outcomes(self) -> list[Outcome]:
        """What came of each plan."""
        return [self.run(plan) for plan in self.plans]

    @property
    def only(self) -> Outcome:
        """The outcome of a case with one plan or call."""
        (outcome,) = self.outcomes
        return outcome

    def run(self, plan: Plan) -> Outcome:
        """Run *plan* over the wire, with what the case gives."""
        given = self.case.input
        options = {key: given[key] for key in ("choices", "credentials", "inputs", "options") if key in given}
        if "timeout_s" in given:
            options["timeout"] = given["timeout_s"]
        return run_over(self.wire, self.collection, plan, **options)

    def _step(self, step_id: str, operation: str, args: Mapping[str, Any]) -> PlanStep:
        return PlanStep(id=step_id, tool=self.collection.names[operation], args={k: _value(v) for k, v in args.items()})


def run_over(
    wire: Wire,
    collection: Collection,
    plan: Plan,
    *,
    inputs: Mapping[str, Any] | None = None,
    choices: Mapping[str, Any] | None = None,
    **options: Any,
) -> Outcome:
    """Run *plan* through the HTTP executor over *wire*; `options` are the executor's, all others the runner's."""
    made = {} if choices is None else {"choices": choices}
    transport = {"transport": wire.transport(), **options.pop("options", {})}
    runner = PlanRunner.from_plugins(
        collection.graph, executor="http", options=transport, validate_args="coerce", **options
    )
    before = time.monotonic()
    trace = runner.run(plan, input_context=inputs or {}, **made)
    return Outcome(trace=trace, seconds=time.monotonic() - before)


def plan_of(steps: list[PlanStep]) -> Plan:
    """A plan of *steps* whose result is the last one's; what each depends on is read from its bindings."""
    for step in steps:
        step.depends_on = sorted(set(re.findall(r"\$\{(s\d+)", json.dumps(step.args))))
    return Plan(id="case", steps=steps, output_binding="${" + steps[-1].id + "}")


def arguments_of(call: Mapping[str, Any]) -> dict[str, Any]:
    """Arguments of a single call; a lone `body` is the whole body."""
    unknown = set(call) - {"operation", "args", "body"}
    assert not unknown, f"{sorted(unknown)} of a call has no meaning here"
    whole = {"body": call["body"]} if "body" in call else {}
    return {**call.get("args", {}), **whole}


def _value(value: Any) -> Any:
    """`{"input": name}` is what the run is given under that name."""
    if isinstance(value, Mapping) and set(value) == {"input"}:
        return "${input." + value["input"] + "}"
    return value
