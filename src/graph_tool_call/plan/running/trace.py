"""What is left of a run: outputs for the program, and a record without credentials for everybody else."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict
from typing import Any

import attrs

from .events import (
    BindingChosen,
    ChoiceRequired,
    InputRequired,
    PageRead,
    PlanAborted,
    PlanCompleted,
    PlanStarted,
    RunEvent,
    StepCompleted,
    StepEvent,
    StepFailed,
    StepRetrying,
    StepSkipped,
    StepStarted,
)

_NOTE = ("step_id", "tool", "key", "reason", "message", "position", "matched")


@attrs.frozen(kw_only=True)
class StepTrace:
    """One step of a run. `status`: completed, failed, skipped, or pending when it was never reached."""

    step_id: str
    tool: str
    status: str = "pending"
    duration_ms: float = 0.0
    #: Calls made, all elements and repetitions together.
    calls: int = 0
    error_kind: str = ""
    reason: str = ""
    message: str = ""


@attrs.frozen(kw_only=True)
class ExecutionTrace:
    """The result of `PlanRunner.run`.

    `output` and `outputs` are what the tools gave, for the program; everything else, and
    all of `to_dict()`, is free of credentials and bounded.
    """

    plan_id: str
    run_id: str
    #: completed, failed, input_required, choice_required, or cancelled.
    status: str
    output: Any = attrs.field(default=None, repr=False)
    #: Step id → output of the steps that are done.
    outputs: Mapping[str, Any] = attrs.field(factory=dict, repr=False)
    steps: tuple[StepTrace, ...] = ()
    failed_step: str = ""
    #: `{error_kind, reason, message, exception_type, …}` of what ended the run; empty when nothing did.
    error: Mapping[str, Any] = attrs.Factory(dict)
    #: As in `InputRequired.missing`.
    missing_inputs: tuple[Mapping[str, Any], ...] = ()
    #: As in `ChoiceRequired.choices`.
    choices: tuple[Mapping[str, Any], ...] = ()
    #: What was taken of a list though it is not the only exact match; the fields of `BindingChosen`.
    notes: tuple[Mapping[str, Any], ...] = ()
    #: A row for each lookup of an element in a list that was tried: its `key`, `step_id` and `tool` that need it,
    #: `source_step` and `source_tool` that gave the list, the `list`'s path, the compared `fields` and the values
    #: `wanted`, `pages` and `rows` that were read, how many `matched` and at which `level` (exact, case, punctuation,
    #: contains, chosen), and the `reason` where it has found nothing, or no only one: no_list (the answer has none),
    #: wrong_array (the path leads to no list; `lists` are there), no_attribute (no element has the field), no_match,
    #: page_limit, list_failed (with the `status`), several_match, more_pages, not_comparable.
    lookups: tuple[Mapping[str, Any], ...] = ()
    #: As in `PlanStarted.unread`.
    unread: tuple[Mapping[str, Any], ...] = ()
    #: As in `PlanStarted.request`.
    request: Mapping[str, Any] = attrs.Factory(dict)
    #: As in `PlanCompleted.accepted`.
    accepted: tuple[Mapping[str, Any], ...] = ()
    duration_ms: float = 0.0
    resumable: bool = False
    library_version: str = ""
    trace_metadata: Mapping[str, Any] = attrs.Factory(dict)
    events: tuple[RunEvent, ...] = attrs.field(default=(), repr=False)

    @property
    def ok(self) -> bool:
        """Whether the plan ran to its end."""
        return self.status == "completed"

    @property
    def success(self) -> bool:
        """The same as `ok`."""
        return self.ok

    def to_dict(self) -> dict[str, Any]:
        """The run as JSON-shaped data, without credentials; outputs are there as bounded previews of the events."""
        return {
            "plan_id": self.plan_id,
            "run_id": self.run_id,
            "status": self.status,
            "failed_step": self.failed_step,
            "error": dict(self.error),
            "missing_inputs": [dict(row) for row in self.missing_inputs],
            "choices": [dict(row) for row in self.choices],
            "notes": [dict(note) for note in self.notes],
            "lookups": [dict(row) for row in self.lookups],
            "unread": [dict(row) for row in self.unread],
            "request": dict(self.request),
            "accepted": [dict(row) for row in self.accepted],
            "steps": [attrs.asdict(step) for step in self.steps],
            "duration_ms": self.duration_ms,
            "resumable": self.resumable,
            "library_version": self.library_version,
            "trace_metadata": dict(self.trace_metadata),
            "events": [asdict(event) for event in self.events],
        }


def trace_of(events: Iterable[RunEvent], *, output: Any, outputs: Mapping[str, Any]) -> ExecutionTrace:
    """The trace that *events* of one run add up to."""
    all_events = tuple(events)
    last = all_events[-1]
    started = next((event for event in all_events if isinstance(event, PlanStarted)), None)
    rows = {row["id"]: row["tool"] for row in started.steps} if started is not None else {}
    ended = last if isinstance(last, PlanAborted) else None
    return ExecutionTrace(
        plan_id=last.plan_id,
        run_id=last.run_id,
        status=_status(last),
        output=output,
        outputs=dict(outputs),
        steps=_steps(all_events, rows),
        failed_step=ended.failed_step if ended is not None else "",
        error=_error(ended),
        missing_inputs=tuple(last.missing) if isinstance(last, InputRequired) else (),
        choices=tuple(last.choices) if isinstance(last, ChoiceRequired) else (),
        notes=tuple(_note(event) for event in all_events if isinstance(event, BindingChosen)),
        lookups=tuple(last.lookups) if isinstance(last, (PlanCompleted, PlanAborted, ChoiceRequired)) else (),
        unread=tuple(started.unread) if started is not None else (),
        request=started.request if started is not None else {},
        accepted=tuple(last.accepted) if isinstance(last, PlanCompleted) else (),
        duration_ms=last.duration_ms,
        resumable=isinstance(last, (PlanAborted, ChoiceRequired)) and last.resumable,
        library_version=last.library_version,
        trace_metadata=last.trace_metadata,
        events=all_events,
    )


def _status(last: RunEvent) -> str:
    if isinstance(last, PlanCompleted):
        return "completed"
    if isinstance(last, InputRequired):
        return "input_required"
    if isinstance(last, ChoiceRequired):
        return "choice_required"
    return "cancelled" if isinstance(last, PlanAborted) and last.error_kind == "cancelled" else "failed"


def _note(event: BindingChosen) -> dict[str, Any]:
    return {name: getattr(event, name) for name in _NOTE}


def _error(ended: PlanAborted | None) -> dict[str, Any]:
    if ended is None:
        return {}
    return {
        **ended.error,
        "error_kind": ended.error_kind,
        "reason": ended.reason,
        "message": ended.message,
        "exception_type": ended.exception_type,
    }


def _steps(events: tuple[RunEvent, ...], planned: Mapping[str, str]) -> tuple[StepTrace, ...]:
    found = {step_id: StepTrace(step_id=step_id, tool=tool) for step_id, tool in planned.items()}
    for event in events:
        if isinstance(event, StepEvent):
            known = found.get(event.step_id) or StepTrace(step_id=event.step_id, tool=event.tool)
            found[event.step_id] = _with(known, event)
    return tuple(found.values())


def _with(step: StepTrace, event: StepEvent) -> StepTrace:
    if isinstance(event, StepStarted):
        return attrs.evolve(step, tool=event.tool)
    if isinstance(event, PageRead) and not event.restored:
        return attrs.evolve(step, calls=step.calls + 1, duration_ms=step.duration_ms + event.duration_ms)
    if isinstance(event, StepRetrying):
        return attrs.evolve(step, calls=step.calls + 1)
    if isinstance(event, StepCompleted):
        total = step.duration_ms + event.duration_ms
        return attrs.evolve(step, status="completed", duration_ms=total, calls=step.calls + 1)
    if isinstance(event, StepSkipped):
        return attrs.evolve(step, status="skipped", reason=event.reason)
    if isinstance(event, StepFailed):
        return attrs.evolve(
            step,
            status="failed",
            duration_ms=event.duration_ms,
            calls=step.calls + (1 if event.attempts else 0),
            error_kind=event.error_kind,
            reason=event.reason,
            message=event.message,
        )
    return step
