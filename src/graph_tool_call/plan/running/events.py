"""What a run says while it goes on: one frozen dataclass for each kind of event.

Dataclasses, because the documented way to forward them is `dataclasses.asdict(event)`:
every field is JSON-shaped. Values of credentials never stand in them, and previews are
bounded (see `redact`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar


@dataclass(frozen=True)
class RunEvent:
    """What every event has."""

    TYPE: ClassVar[str] = ""

    #: "plan.started", "step.completed" …
    type: str
    plan_id: str
    run_id: str
    #: Part of the run that speaks: plan, inputs, binding, validation, call, journal, output.
    stage: str
    #: Counts from 1 within one run.
    sequence: int
    #: Seconds since the epoch.
    timestamp: float
    library_version: str
    #: As given to the run.
    trace_metadata: Mapping[str, Any]
    #: Milliseconds: of the call on step events, since the start on plan events.
    duration_ms: float


@dataclass(frozen=True)
class StepEvent(RunEvent):
    """What every event about one step has."""

    step_id: str
    tool: str


@dataclass(frozen=True)
class PlanStarted(RunEvent):
    """The run has begun, or goes on after an earlier process ended (`resumed`)."""

    TYPE: ClassVar[str] = "plan.started"

    goal: str
    #: Step ids and tools in plan order.
    steps: list[dict[str, str]]
    #: Names of the given inputs; never their values.
    inputs: list[str]
    resumed: bool = False
    #: Given values that the plan has no place for: their keys, and the nearest inputs; never the values.
    unread: list[dict[str, Any]] = field(default_factory=list)
    #: The request that the plan obeys, where it tells one: `target`, `settings`, `things`, `unread`; bounded,
    #: credentials masked.
    request: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class StepStarted(StepEvent):
    """Arguments are resolved; the call comes next."""

    TYPE: ClassVar[str] = "step.started"

    args_preview: Any = None
    #: Index of the element for a `foreach` step; -1 otherwise.
    element: int = -1
    idempotency_key: str = ""


@dataclass(frozen=True)
class StepCompleted(StepEvent):
    """The tool answered with a success."""

    TYPE: ClassVar[str] = "step.completed"

    output_preview: Any = None
    #: HTTP status where there is one, else 0.
    status: int = 0
    attempts: int = 1
    element: int = -1
    #: Where to look for the outcome of a call that was only accepted (status 202), as far as the server says.
    location: str = ""


@dataclass(frozen=True)
class PageRead(StepEvent):
    """A further page of the list that a finished step has answered was read, since a lookup needs more of it.

    The output of the step has the elements of all pages from then on.
    """

    TYPE: ClassVar[str] = "page.read"

    #: The lookup that it was read for: a binding up to and with its filter.
    key: str = ""
    #: Of the list, from 1, which is what the step itself has answered.
    page: int = 0
    #: Elements of this page, and of all that were read.
    rows: int = 0
    rows_read: int = 0
    #: Whether the list is read without the arguments that only narrow it (`PlanStep.lookup`).
    widened: bool = False
    #: Whether the page came from the store, without a call.
    restored: bool = False
    status: int = 0
    element: int = -1
    args_preview: Any = None


@dataclass(frozen=True)
class StepFailed(StepEvent):
    """The step gave nothing. `error_kind` is one of `ERROR_KINDS`, `reason` the finer code."""

    TYPE: ClassVar[str] = "step.failed"

    error_kind: str = ""
    reason: str = ""
    message: str = ""
    exception_type: str = ""
    status: int = 0
    attempts: int = 0
    element: int = -1
    #: The error's own data: binding, problems, available keys …
    error: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class StepRetrying(StepEvent):
    """The call failed and will be made again after `delay` seconds."""

    TYPE: ClassVar[str] = "step.retrying"

    attempt: int = 1
    delay: float = 0.0
    reason: str = ""
    message: str = ""
    status: int = 0


@dataclass(frozen=True)
class StepSkipped(StepEvent):
    """The step was not called.

    `reason`: already_done (its output is in the store), empty_result (no element to call it
    for), given (the caller supplied its output).
    """

    TYPE: ClassVar[str] = "step.skipped"

    reason: str = ""
    output_preview: Any = None


@dataclass(frozen=True)
class PlanRepaired(RunEvent):
    """The rest of the run follows another plan; finished steps that it shares are not called again."""

    TYPE: ClassVar[str] = "plan.repaired"

    failed_step: str = ""
    reason: str = ""
    steps: list[dict[str, str]] = field(default_factory=list)
    #: Steps of the new plan whose output is already there.
    kept: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class BindingRepaired(StepEvent):
    """A binding did not fit the response; another one, found in the response, does."""

    TYPE: ClassVar[str] = "binding.repaired"

    binding: str = ""
    repaired: str = ""
    reason: str = ""


@dataclass(frozen=True)
class BindingChosen(RunEvent):
    """A filter took an element that is not its only exact match.

    `reason`: several_match (the first was taken: nothing after it changes anything),
    other_spelling (case, blanks or punctuation differ), contains (the text has more than
    was looked for; reading plans only), chosen (by the caller).
    """

    TYPE: ClassVar[str] = "binding.chosen"

    #: Of the step that reads it; "" for the plan's output.
    step_id: str = ""
    tool: str = ""
    #: The lookup: a binding up to and with its filter.
    key: str = ""
    reason: str = ""
    message: str = ""
    #: Of the element in its list, from 0.
    position: int = 0
    #: How many elements match.
    matched: int = 0


@dataclass(frozen=True)
class ArgsCoerced(StepEvent):
    """Arguments were changed to the types of the contract before the call; no values, only names and types."""

    TYPE: ClassVar[str] = "args.coerced"

    changes: list[dict[str, str]] = field(default_factory=list)
    element: int = -1


@dataclass(frozen=True)
class InputRequired(RunEvent):
    """Inputs are missing, all of them listed; no step has run. The same plan goes on with them in `input_context`.

    Each of `missing` has `field_name`, `step_id`, `tool`, `binding`, and what the plan's
    slot says of the field.
    """

    TYPE: ClassVar[str] = "input.required"

    missing: list[dict[str, Any]] = field(default_factory=list)


@dataclass(frozen=True)
class ChoiceRequired(RunEvent):
    """Which element of a list is meant has to be chosen, since the rest of the plan changes something.

    The same plan goes on with `choices={key: answer}`: the `answer` of a row, any fields and
    values that only one of the rows has, or a position. Each of `choices` has `key`,
    `reason` (several_match, no_match, more_pages), `message`, `list`, `field`, `looked_at`
    and `matched` (numbers of elements), `further_pages` (what shows that there are some),
    `rows` (`position`, `label`, `answer`, and `within`: the element in whose list the row lies,
    or what its call was made for), `rows_left`, `binding`, `step_id` and `tool` of
    the step that needs it, `source_step` and `source_tool` of the one that gave the list.
    """

    TYPE: ClassVar[str] = "choice.required"

    choices: list[dict[str, Any]] = field(default_factory=list)
    completed_steps: list[str] = field(default_factory=list)
    #: When a store has kept what was done.
    resumable: bool = False
    #: What became of each lookup; see `ExecutionTrace.lookups`.
    lookups: list[dict[str, Any]] = field(default_factory=list)


@dataclass(frozen=True)
class PlanCompleted(RunEvent):
    """All steps are done; `output` is what the plan's output binding names, credentials masked."""

    TYPE: ClassVar[str] = "plan.completed"

    output: Any = None
    completed_steps: list[str] = field(default_factory=list)
    #: Steps whose call was accepted and may not be done yet (status 202): `step_id`, `tool`, `location`.
    accepted: list[dict[str, str]] = field(default_factory=list)
    #: What became of each lookup; see `ExecutionTrace.lookups`.
    lookups: list[dict[str, Any]] = field(default_factory=list)


@dataclass(frozen=True)
class PlanAborted(RunEvent):
    """The run has ended early. `resumable` when a store has kept what was done."""

    TYPE: ClassVar[str] = "plan.aborted"

    error_kind: str = ""
    reason: str = ""
    message: str = ""
    exception_type: str = ""
    failed_step: str = ""
    tool: str = ""
    completed_steps: list[str] = field(default_factory=list)
    resumable: bool = False
    error: dict[str, Any] = field(default_factory=dict)
    #: What became of each lookup; see `ExecutionTrace.lookups`.
    lookups: list[dict[str, Any]] = field(default_factory=list)


#: What `error_kind` may be, and what it means.
ERROR_KINDS: Mapping[str, str] = {
    "binding": "a binding names something that is not there; `reason` empty_result, missing_key, null_value …",
    "choice": "the given choice does not say which element is meant; nothing was changed on a guess",
    "approval": "a plugin wants the step approved; `error.decisions` says how, `error.approvals` by whom and why",
    "argument": "arguments do not fit the contract; nothing was sent",
    "validation": "the plan itself cannot be run; nothing was sent",
    "tool": "the tool answered with a failure; `reason` http, connection, auth, refused, envelope, exception",
    "timeout": "no answer in time; whether the call took effect is not known",
    "answer": "the answer is not what the contract promises: no JSON, text where fields are described",
    "journal": "the store could not be written or read; `reason` is the code of the `JournalError`",
    "cancelled": "the caller stopped the run",
    "uncertain": "whether a call that is not idempotent took effect is not known; `error.decisions` says what to do",
    "output_binding": "all steps are done, but the plan's output binding names something that is not there",
}

EVENT_TYPES: tuple[type[RunEvent], ...] = (
    PlanStarted,
    StepStarted,
    StepCompleted,
    PageRead,
    StepFailed,
    StepRetrying,
    StepSkipped,
    PlanRepaired,
    BindingRepaired,
    BindingChosen,
    ArgsCoerced,
    InputRequired,
    ChoiceRequired,
    PlanCompleted,
    PlanAborted,
)
