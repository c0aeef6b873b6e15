"""Why a step ends without an output: failures of bindings, of the journal, and of what is not known."""

from __future__ import annotations

from typing import Any

import attrs

from ...model import PlanStep
from ..errors import BindingError, ChoiceError, JournalError
from .outcome import Failure
from .retry import may_change
from .session import RunSession


class StepFailedSignal(Exception):  # noqa: N818 - carries a failure to the end of the step
    """The step cannot go on."""

    def __init__(self, failure: Failure, attempts: int = 0) -> None:
        super().__init__(failure.message)
        self.failure = failure
        self.attempts = attempts


def signal_of(error: StepFailedSignal | JournalError) -> StepFailedSignal:
    """*error* as the signal that ends a step."""
    if isinstance(error, StepFailedSignal):
        return error
    failed = Failure(
        kind="journal",
        reason=error.code,
        message=str(error),
        stage="journal",
        exception_type=type(error).__name__,
        data=error.to_dict(),
    )
    return StepFailedSignal(failed)


def failure_of_binding(session: RunSession, step: PlanStep, error: BindingError) -> Failure:
    """A binding of *step* that reads nothing, and the call that may be made again for it."""
    if isinstance(error, ChoiceError):
        return session.chooser.failure(step, error)
    failure = binding_failure(error)
    source = next((one for one in session.plan.steps if one.id == error.step), None)
    if source is None or session.store is None or may_change(session.tool(source.tool)):
        return failure
    # What was read may be another by now; without this word a resumed run reads it from the store.
    message = f"{failure.message} (decisions={{'{source.id}': 'retry'}} makes that call again)"
    return attrs.evolve(failure, message=message, data={**failure.data, "decisions": {source.id: ["retry"]}})


def failure_fields(session: RunSession, failure: Failure, tool: str = "") -> dict[str, Any]:
    """What events say of a failure, without credentials."""
    return {
        "error_kind": failure.kind,
        "reason": failure.reason,
        "message": session.redactor.text(failure.message),
        "exception_type": failure.exception_type,
        "error": session.redactor.preview(failure.data, session.secret(tool) if tool else frozenset()),
    }


def is_open_choice(failure: Failure) -> bool:
    """Whether the caller has to choose an element, and has not yet."""
    return failure.kind == "choice" and failure.reason != "wrong_choice"


def binding_failure(error: BindingError, kind: str = "binding", stage: str = "binding") -> Failure:
    """A binding that reads nothing, as a failure."""
    return Failure(
        kind=kind,
        reason=error.reason,
        message=str(error),
        stage=stage,
        exception_type=type(error).__name__,
        data=error.to_dict(),
    )


def uncertain(step: PlanStep, why: str) -> Failure:
    """That a call may or may not have taken effect, and what the caller may decide."""
    message = (
        f"{why}, and '{step.tool}' is not declared idempotent: look whether it took effect, then go on with "
        f"decisions={{'{step.id}': 'retry'}} or decisions={{'{step.id}': {{'output': …}}}}"
    )
    data = {"decisions": {step.id: ["retry", "output"]}}
    return Failure(kind="uncertain", reason="in_flight", message=message, stage="journal", data=data)
