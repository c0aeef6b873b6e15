"""From an exception to one line, a JSON object and an exit code."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final, NamedTuple

import click

from ..errors import AnnotationError, ArtifactError, DecodeError, GraphToolCallError, PluginError, SpecError
from .text import one_line

OK: Final = 0
NO_ANSWER: Final = 1
USAGE: Final = 2
BAD_INPUT: Final = 3
PLUGIN: Final = 4
NEEDS_INPUT: Final = 5
INTERNAL: Final = 70
INTERRUPTED: Final = 130

#: What `--help` says of them.
EXIT_CODES: Final = (
    (OK, "done"),
    (NO_ANSWER, "no answer: no operation fits, no plan can be made, or a run failed"),
    (USAGE, "the command line is wrong"),
    (BAD_INPUT, "a document, artifact, plan, annotations or configuration file cannot be read"),
    (PLUGIN, "a plugin cannot be loaded, is unknown, or did something wrong"),
    (NEEDS_INPUT, "nothing was called: a confirmation, a value or a credential is missing, or a choice"),
    (INTERNAL, "an error of this program"),
    (INTERRUPTED, "interrupted"),
)

_LIMITS: Final = "from Python, Engine.build(…, limits=Limits(…)) allows more"
#: Next steps that are others here than for a caller from Python, by code of a `SpecError`.
_HINTS: Final = {
    "ref_remote": "save that document beside this one and refer to the file; nothing is fetched",
    "too_large": _LIMITS,
    "too_deep": _LIMITS,
    "too_many_aliases": _LIMITS,
}
#: Errors of a plugin that whoever uses it can do nothing about.
_WITHOUT: Final = ("plugin_error", "plugin_load_error", "unknown_hook", "hook_signature", "hook_failed", "hook_result")
#: What to do next about a plan that cannot be made, by reason.
_NEXT_STEPS: Final = {
    "enum_required": "give it with -e NAME=VALUE",
    "cycle": "give one of these values with -e NAME=VALUE",
    "max_depth": "raise --max-depth, or give a value with -e NAME=VALUE",
    "invalid_entity": "correct the value given with -e",
    "unread_value": "say what it is: -e INPUT=VALUE, -e THING.ATTRIBUTE=VALUE; `understand` shows what each word is "
    "taken for; --allow-unread goes on without",
    "empty_filter": "-e INPUT=VALUE; --allow-unread goes on without",
}


class CommandError(GraphToolCallError):
    """Something that only the command line can say. `exit_code` is one of this module's constants."""

    fields = ("code", "message", "exit_code", "details")
    exit_code: int
    details: dict[str, Any]

    def __init__(self, code: str, message: str, exit_code: int = USAGE, details: dict[str, Any] | None = None) -> None:
        super().__init__(code, message, exit_code, details or {})

    def to_dict(self) -> dict[str, Any]:
        """Code and message, with the details at top level."""
        return {"code": self.code, "message": self.message, **self.details}


class Failure(NamedTuple):
    """How a command ended that did not do what was asked."""

    # No attrs class: its import would be a sixth of what `--help` takes.
    code: str
    message: str
    exit_code: int
    details: Mapping[str, Any] = MappingProxyType({})

    @property
    def line(self) -> str:
        """The one line for people."""
        return one_line(f"error[{self.code}]: {self.message}")

    def to_dict(self) -> dict[str, Any]:
        """`{"error": {code, message, exit_code, …}}`."""
        return {"error": {**self.details, "code": self.code, "message": self.message, "exit_code": self.exit_code}}


def failure_of(error: BaseException) -> Failure:
    """What *error* means for the user."""
    if isinstance(error, CommandError):
        return Failure(code=error.code, message=error.message, exit_code=error.exit_code, details=error.to_dict())
    if isinstance(error, GraphToolCallError):
        details = error.to_dict()
        return Failure(code=error.code, message=_with_next_step(error), exit_code=_exit_code(error), details=details)
    if isinstance(error, click.Abort):
        return Failure(code="interrupted", message="interrupted", exit_code=INTERRUPTED)
    if isinstance(error, click.ClickException):
        return Failure(code="usage", message=_usage(error), exit_code=USAGE)
    message = f"{type(error).__name__}: {error} (this is a fault of graph-tool-call; --traceback shows where)"
    return Failure(code="internal", message=message, exit_code=INTERNAL)


def _exit_code(error: GraphToolCallError) -> int:
    if error.code in ("needs_1_1", "not_expressible"):
        # The plan is in order; Arazzo has no words for it.
        return NO_ANSWER
    if isinstance(error, (AnnotationError, SpecError, ArtifactError, DecodeError)):
        return BAD_INPUT
    if isinstance(error, PluginError):
        return PLUGIN
    if error.code in ("invalid_entity", "unknown_format"):
        return USAGE
    if error.code in ("unread_value", "empty_filter"):
        return NEEDS_INPUT
    # A saved plan that does not hold together; its class lives in a stage that need not be imported here.
    return BAD_INPUT if error.code in ("invalid_plan", "binding_syntax") else NO_ANSWER


def _with_next_step(error: GraphToolCallError) -> str:
    if isinstance(error, SpecError) and error.code in _HINTS:
        return str(SpecError(error.code, error.message, error.source, error.pointer, _HINTS[error.code]))
    step = _NEXT_STEPS.get(error.code, "")
    if isinstance(error, PluginError) and error.code in _WITHOUT and error.plugin:
        step = f"go on without it: --plugins=-{error.plugin}"
    return f"{error} ({step})" if step else str(error)


def _usage(error: click.ClickException) -> str:
    context = getattr(error, "ctx", None)
    path = context.command_path if context is not None else "graph-tool-call"
    message = error.format_message().rstrip(".")
    return f"{message} (see {path} --help)"
