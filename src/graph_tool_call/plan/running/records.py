"""What is kept of a run, and what a store has to do with it."""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping
from typing import Any, Final, Protocol

import attrs

from ...model.digest import digest_of
from ..binding.scope import Response

STARTED: Final = "started"
DONE: Final = "done"
FAILED: Final = "failed"
#: Whether the call took effect is not known.
UNCERTAIN: Final = "uncertain"
STATES: Final = frozenset({STARTED, DONE, FAILED, UNCERTAIN})


@attrs.frozen(kw_only=True)
class CallMark:
    """Which call of a run: a step, and the element for a `foreach` step (-1 otherwise)."""

    step_id: str
    element: int = -1


#: Between the step and the number of a further page of its list, in the record of its call.
_PAGE: Final = ".$page."
#: The same where the list is read without the arguments that narrow it.
_WIDE: Final = ".$wide."


def page_mark(mark: CallMark, page: int, *, wide: bool = False) -> CallMark:
    """Which call reads a further *page* of the list that the call of *mark* began; *wide* without its hints."""
    return CallMark(step_id=f"{mark.step_id}{_WIDE if wide else _PAGE}{page}", element=mark.element)


def page_of(mark: CallMark) -> tuple[CallMark, int, bool]:
    """The call whose list a call goes on with, its page, and whether without hints; page 0 for a call of its own."""
    for way in (_PAGE, _WIDE):
        step, found, page = mark.step_id.rpartition(way)
        if found and page.isdecimal():
            return CallMark(step_id=step, element=mark.element), int(page), way == _WIDE
    return mark, 0, False


@attrs.frozen(kw_only=True)
class CallRecord:
    """What a store knows of one call. `state`: started, done, failed, uncertain."""

    tool: str
    state: str
    idempotency_key: str
    output: Any = attrs.field(default=None, repr=False)
    response: Response = attrs.field(factory=Response, repr=False)
    error: Mapping[str, Any] = attrs.Factory(dict)


@attrs.frozen(kw_only=True)
class RunRecord:
    """What a store knows of one run.

    `status`: running, completed, failed, cancelled, input_required, choice_required.
    """

    run_id: str
    plan_id: str
    plan_digest: str
    plan: Mapping[str, Any] = attrs.field(repr=False)
    inputs: Mapping[str, Any] = attrs.field(repr=False)
    status: str = "running"
    calls: Mapping[CallMark, CallRecord] = attrs.field(factory=dict, repr=False)


class RunStore(Protocol):
    """What a runner needs of a store. Every method returns only when what it wrote will survive the process."""

    #: Whether credentials may be given to it unmasked.
    keeps_secrets: bool

    def load(self, run_id: str) -> RunRecord | None:
        """The run of that id; None when there is none."""

    def create(self, record: RunRecord) -> None:
        """Write a new run down. Raises `JournalError` when the id is taken."""

    def begin(self, run_id: str, mark: CallMark, call: CallRecord, args: Any, *, after: str) -> bool:
        """Write down that a call is about to be made.

        *after* is the state that the record must be in ("" for none yet): False, and
        nothing written, when another process was faster.
        """

    def end(self, run_id: str, mark: CallMark, call: CallRecord) -> None:
        """Write down how a call ended."""

    def set_status(self, run_id: str, status: str) -> None:
        """Write down the status of a run; a completed one stays completed until a call begins."""

    def keep_inputs(self, run_id: str, inputs: Mapping[str, Any]) -> None:
        """Write down the inputs of a run that goes on with more of them."""

    def replace_plan(self, record: RunRecord) -> None:
        """Go on with another plan: `record.calls` are those that it takes over."""

    def keep_choices(self, run_id: str, choices: Mapping[str, Any]) -> None:
        """Write down which elements of lists the caller has chosen, by the key of the choice."""

    def choices(self, run_id: str) -> Mapping[str, Any]:
        """The choices that were written down for a run."""


def as_kept(value: Any) -> str:
    """*value* in a form in which what a store gives back is equal to what it was given."""
    return json.dumps(value, default=_encode, sort_keys=True)


def plan_digest(plan: Mapping[str, Any]) -> str:
    """sha256 over the steps and the output binding, hex: two plans of one digest call the same."""
    content = {"steps": plan.get("steps"), "output_binding": plan.get("output_binding")}
    return digest_of(json.dumps(content, sort_keys=True, default=str), 64)


def idempotency_key(run_id: str, mark: CallMark, tool: str) -> str:
    """The key of one call: the same in every process that takes the run up."""
    return digest_of(f"{run_id}\n{mark.step_id}\n{mark.element}\n{tool}", 32)


def text_of(value: Any) -> str:
    """*value*, which must be a text. Raises `TypeError`."""
    if not isinstance(value, str):
        raise TypeError(f"expected a text, found {type(value).__name__}")
    return value


def object_of(text: Any) -> Mapping[str, Any]:
    """The object that *text* is in JSON. Raises `TypeError` or `ValueError`."""
    value = read_back(text_of(text))
    if not isinstance(value, Mapping):
        raise TypeError(f"expected an object, found {type(value).__name__}")
    return value


def written(value: Any) -> str:
    """*value* as JSON; bytes as an object that `read_back` knows."""
    return json.dumps(value, default=_encode)


def read_back(text: Any) -> Any:
    """The value that `written` wrote."""
    return None if text is None else json.loads(text_of(text), object_hook=_decode)


def _encode(value: Any) -> Any:
    if isinstance(value, bytes):
        return {"$base64": base64.b64encode(value).decode()}
    return dict(value) if isinstance(value, Mapping) else list(value) if isinstance(value, tuple) else str(value)


def _decode(value: dict[str, Any]) -> Any:
    if set(value) == {"$base64"} and isinstance(value["$base64"], str):
        return base64.b64decode(value["$base64"])
    return value
