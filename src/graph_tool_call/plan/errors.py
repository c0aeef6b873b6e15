"""What can go wrong while a plan is read and run. Each error carries its data and pickles."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from ..errors import GraphToolCallError


class BindingSyntaxError(GraphToolCallError):
    """A binding expression cannot be read.

    `position` counts characters from 0 in `expression`; the message shows the place.
    """

    code = "binding_syntax"
    fields = ("expression", "position", "message")
    expression: str
    position: int

    def __init__(self, expression: str, position: int, message: str) -> None:
        super().__init__(expression, position, message)

    def __str__(self) -> str:
        return f"{self.message} at character {self.position} of {self.expression!r}"


class BindingError(GraphToolCallError):
    """A binding is well formed, but what it names is not there.

    `reason` is one of: empty_result, index_out_of_range, missing_key, null_value, not_a_container,
    no_match, not_comparable, missing_input, unknown_step, missing_header, no_item, no_parent, not_text, not_stored.
    `step` is the root that was read ("s1", "input", "item"), `path` the part of it that
    exists, `available` the keys that stand there.
    """

    code = "binding"
    fields: ClassVar[tuple[str, ...]] = ("binding", "reason", "detail", "step", "path", "available")
    binding: str
    reason: str
    detail: str
    step: str
    path: str
    available: tuple[str, ...]

    def __init__(
        self, binding: str, reason: str, detail: str, step: str = "", path: str = "", available: tuple[str, ...] = ()
    ) -> None:
        super().__init__(binding, reason, detail, step, path, available)

    def __str__(self) -> str:
        return f"{self.binding}: {self.detail}"


class ChoiceError(BindingError):
    """Which element of a list a binding means has to be chosen, or the choice that was given does not say which.

    `reason` is one of: several_match, no_match, more_pages (one matches, but the list may
    have pages that were not read), wrong_choice, unknown_choice. `choice` has `key`, `reason`,
    `list`, `field`, `looked_at`, `matched`, `further_pages`, and `rows`: `position`,
    `label` (fields and values) and the `answer` that chooses the row.
    """

    code = "choice"
    fields = ("binding", "reason", "detail", "step", "path", "available", "choice")
    choice: Mapping[str, Any]

    def __init__(
        self,
        binding: str,
        reason: str,
        detail: str,
        step: str = "",
        path: str = "",
        available: tuple[str, ...] = (),
        choice: Mapping[str, Any] | None = None,
    ) -> None:
        GraphToolCallError.__init__(self, binding, reason, detail, step, path, available, choice or {})


class ArgumentError(GraphToolCallError):
    """Arguments do not fit the tool's contract; nothing has been sent. One problem per line of `problems`."""

    code = "argument"
    fields = ("tool", "problems")
    tool: str
    problems: tuple[str, ...]

    def __init__(self, tool: str, problems: tuple[str, ...]) -> None:
        super().__init__(tool, problems)

    def __str__(self) -> str:
        return f"{self.tool}: " + "; ".join(self.problems)


class InvalidPlanError(GraphToolCallError):
    """A plan cannot be run as it is: duplicate step ids, an unknown or later step in a binding, a bad expression."""

    code = "invalid_plan"
    fields = ("plan_id", "problems")
    plan_id: str
    problems: tuple[str, ...]

    def __init__(self, plan_id: str, problems: tuple[str, ...]) -> None:
        super().__init__(plan_id, problems)

    def __str__(self) -> str:
        return f"plan {self.plan_id!r}: " + "; ".join(self.problems)


class ToolCallError(GraphToolCallError):
    """A tool answered with a failure.

    An adapter's `call_tool` may raise it to say more than an exception's text can:
    `kind` is one of the `ToolResult.error_kind` values, `retry_after` counts seconds.
    """

    code = "tool"
    fields = ("message", "kind", "status", "retry_after", "body")
    kind: str
    status: int
    retry_after: float | None
    body: Any

    def __init__(
        self, message: str, kind: str = "tool", status: int = 0, retry_after: float | None = None, body: Any = None
    ) -> None:
        super().__init__(message, kind, status, retry_after, body)


class StepTimeoutError(GraphToolCallError):
    """A call did not answer in time. Whether it took effect is not known; a late answer is dropped."""

    code = "timeout"
    fields = ("seconds", "scope")
    seconds: float
    scope: str

    def __init__(self, seconds: float, scope: str = "step") -> None:
        super().__init__(seconds, scope)

    def __str__(self) -> str:
        return f"no answer within the {self.seconds:g} s of the {self.scope}"


class JournalError(GraphToolCallError):
    """A run store cannot be used for this run.

    `code`: journal_unreadable, journal_format, unknown_run, run_exists, plan_changed,
    plan_masked, inputs_changed, or choice_changed.
    """

    fields = ("code", "message", "run_id")
    run_id: str

    def __init__(self, code: str, message: str, run_id: str = "") -> None:
        super().__init__(code, message, run_id)


class UnknownExecutorError(GraphToolCallError):
    """No installed plugin offers an executor of this name."""

    code = "unknown_executor"
    fields = ("executor", "available", "hint")
    executor: str
    available: tuple[str, ...]
    hint: str

    def __init__(self, executor: str, available: tuple[str, ...], hint: str = "") -> None:
        super().__init__(executor, available, hint)

    def __str__(self) -> str:
        there = ", ".join(self.available) or "none"
        return f"no executor '{self.executor}' (there are: {there})" + (f"; {self.hint}" if self.hint else "")


def error_data(error: BaseException) -> Mapping[str, Any]:
    """`to_dict()` of our own errors; type and text of others."""
    if isinstance(error, GraphToolCallError):
        return error.to_dict()
    return {"code": "error", "type": type(error).__name__, "message": str(error)}
