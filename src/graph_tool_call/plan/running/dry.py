"""The calls that a run would make, without making any."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import attrs

from ...hooks import ToolCall, ToolResult
from ...model import ABSENT, PlanStep
from ..binding.resolve import resolve_args
from ..errors import BindingError
from .failing import StepFailedSignal
from .records import CallMark
from .session import RunSession
from .stepping import Stepper

#: Shows one call: its result has as the body what would be sent.
Show = Callable[[ToolCall], ToolResult]


@attrs.frozen(kw_only=True)
class DryCall:
    """One call as it would be made, credentials masked."""

    step_id: str
    tool: str
    #: As far as they are known before anything is called.
    args: Mapping[str, Any]
    #: Bindings that stand in `args` as they are: only the answers of earlier calls, or inputs, fill them.
    pending: tuple[str, ...] = ()
    #: What the executor would send; None where it cannot say, or `error` says why.
    shown: Any = None
    error: str = ""


def dry_calls(session: RunSession, show: Show | None) -> Iterator[DryCall]:
    """The call of each step, in plan order; a step that is made for each of several elements has one call here."""
    stepper = Stepper(session)
    for step in session.plan.steps:
        pending: list[str] = []
        args = _filled(step.args, _Known(session, step), pending)
        session.learn_secrets(step.tool, args)
        error = ""
        if not pending:
            try:
                args = dict(stepper.checked(step, args)[0])
            except StepFailedSignal as signal:
                error = signal.failure.message
        result = None if show is None or error else show(_call(session, step, args))
        yield DryCall(
            step_id=step.id,
            tool=step.tool,
            args=session.preview(step.tool, args),
            pending=tuple(dict.fromkeys(pending)),
            shown=session.preview(step.tool, result.body) if result is not None and result.ok else None,
            error=session.redactor.text(error or (result.error if result is not None and not result.ok else "")),
        )


def _call(session: RunSession, step: PlanStep, args: Mapping[str, Any]) -> ToolCall:
    return attrs.evolve(session.tool_call(step, args, CallMark(step_id=step.id)), dry_run=True)


class _Known:
    """Reads what is known of one step before anything is called."""

    def __init__(self, session: RunSession, step: PlanStep) -> None:
        self._scope = session.scope(ABSENT, session.chooser.picker(step, trial=True))

    def __call__(self, template: str) -> Any:
        """Raises `BindingError`."""
        return resolve_args(template, self._scope)


def _filled(template: Any, known: Callable[[str], Any], pending: list[str]) -> Any:
    if isinstance(template, Mapping):
        return {key: _filled(member, known, pending) for key, member in template.items()}
    if isinstance(template, (list, tuple)):
        return [_filled(member, known, pending) for member in template]
    if not isinstance(template, str):
        return template
    try:
        return known(template)
    except BindingError:
        pending.append(template)
        return template
