"""What came back from a tool, whatever form the adapter gave it in, and whether it is a success."""

from __future__ import annotations

import concurrent.futures
from collections.abc import Callable, Mapping
from functools import cached_property
from http import HTTPStatus
from typing import Any, Final

import attrs

from ...errors import GraphToolCallError
from ...hooks import ToolResult, Vocabulary
from ...hooks.vocabulary import normal
from ...model import ABSENT
from ...model.depth import is_deeper
from ...model.json_path import steps
from ...model.tool import metadata_of, row_path, rows_of
from ..binding.envelope import envelope_message
from ..binding.scope import Response
from ..binding.text import kind as kind_of
from ..errors import ArgumentError, StepTimeoutError, ToolCallError, error_data

#: `ToolResult.error_kind` → the run's error kind; other kinds are failures of the tool.
_KINDS: Final = {"timeout": "timeout", "argument": "argument", "cancelled": "cancelled", "answer": "answer"}
#: Reasons that stand for a call that was not sent, where no status came back.
_UNSENT: Final = frozenset({"auth", "refused"})
#: Levels of an answer's lists and objects that are read; deeper ones are no data of an API.
_DEEPEST: Final = 128


@attrs.frozen(kw_only=True)
class Failure:
    """Why a step gave nothing. `kind` is one of `events.ERROR_KINDS`."""

    kind: str
    reason: str
    message: str
    stage: str = "call"
    exception_type: str = ""
    status: int = 0
    retry_after: float | None = None
    #: False when it is known that the call reached nobody.
    sent: bool = True
    data: Mapping[str, Any] = attrs.Factory(dict)

    @property
    def is_without_effect(self) -> bool:
        """Whether the call is known to have changed nothing.

        It was refused before it was sent or reached nobody, or a server refused it: 4xx but
        for 408, and 503 with `Retry-After` (RFC 9110, 15.5 and 15.6.4). Of everything else,
        an error of the server or of an adapter, the effect is not known.
        """
        if not self.sent or self.kind == "argument" or (self.reason in _UNSENT and not self.status):
            return True
        if self.status == HTTPStatus.SERVICE_UNAVAILABLE:
            return self.retry_after is not None
        return 400 <= self.status < 500 and self.status != HTTPStatus.REQUEST_TIMEOUT


#: Whoever made the run was stopped while a call was on its way.
INTERRUPTED: Final = Failure(kind="cancelled", reason="cancelled", message="the run was stopped during the call")


class Successes:
    """Codes and messages by which envelopes say that all went well; *vocabulary* is asked when one is met."""

    def __init__(self, vocabulary: Callable[[], Vocabulary]) -> None:
        self._vocabulary = vocabulary

    @cached_property
    def _codes(self) -> frozenset[str]:
        # A sign is part of a code: -1 is not 1.
        return frozenset(code.strip().lower() for code in self._vocabulary().tables.get("success_codes", ()))

    @cached_property
    def _texts(self) -> frozenset[str]:
        return frozenset(self._vocabulary().words("success_texts"))

    def says(self, code: Any, message: Any) -> bool:
        """Whether *code* or *message* stands for success; no code at all does."""
        if code is None:
            return True
        if isinstance(message, str) and normal(message) in self._texts:
            return True
        return str(code).strip().lower() in self._codes


#: For whom no plugin has said a word.
NO_WORDS: Final = Successes(Vocabulary)


@attrs.frozen(kw_only=True)
class Reply:
    """One answer of a tool."""

    body: Any = None
    response: Response = attrs.Factory(Response)
    failure: Failure | None = None


def reply_of(answer: Any) -> Reply:
    """What `call_tool` returned: a `ToolResult`, or the body itself."""
    if not isinstance(answer, ToolResult):
        return Reply(body=answer)
    response = Response(headers=answer.headers, status=answer.status)
    if answer.ok:
        return Reply(body=answer.body, response=response)
    said = (
        answer.error or envelope_message(answer.body) or f"the tool failed ({answer.error_kind or 'no reason given'})"
    )
    failure = Failure(
        kind=_KINDS.get(answer.error_kind, "tool"),
        reason=answer.error_kind or "tool",
        message=said,
        status=answer.status,
        retry_after=answer.retry_after,
        sent=answer.sent,
        data=_data(answer),
    )
    return Reply(body=answer.body, response=response, failure=failure)


def _data(answer: ToolResult) -> dict[str, Any]:
    """What a failed answer says to programs."""
    said = {"body": answer.body, "retry_after": answer.retry_after}
    return {**answer.data, **{name: value for name, value in said.items() if value is not None}}


def failed_reply(error: BaseException) -> Reply:
    """What `call_tool` raised, as an answer."""
    return Reply(failure=failure_of(error))


def failure_of(error: BaseException, stage: str = "call") -> Failure:
    """An exception as a failure."""
    status, retry_after, sent = 0, None, True
    if isinstance(error, ToolCallError):
        kind, reason, status, retry_after = _KINDS.get(error.kind, "tool"), error.kind, error.status, error.retry_after
    elif isinstance(error, ArgumentError):
        kind, reason, sent = "argument", "argument", False
    # Python 3.10 has a TimeoutError of its own for futures.
    elif isinstance(error, (StepTimeoutError, TimeoutError, concurrent.futures.TimeoutError)):
        kind, reason = "timeout", "plan" if getattr(error, "scope", "") == "plan" else "timeout"
    elif isinstance(error, ConnectionError):
        # Nothing reaches a server that refuses the connection; a broken one may have carried the call.
        kind, reason, sent = "tool", "connection", not isinstance(error, ConnectionRefusedError)
    else:
        kind, reason = "tool", error.code if isinstance(error, GraphToolCallError) else "exception"
    return Failure(
        kind=kind,
        reason=reason,
        message=str(error) or type(error).__name__,
        stage=stage,
        exception_type=type(error).__name__,
        status=status,
        retry_after=retry_after,
        sent=sent,
        data=error_data(error),
    )


def judged(tool: Any, reply: Reply, *, final: bool, is_read: bool = False, successes: Successes = NO_WORDS) -> Reply:
    """*reply* with the failure that its body tells of; *final* when no later step reads it.

    *successes* knows which codes and messages stand for none.
    """
    failure = (
        reply.failure
        or answer_failure(tool, reply, is_read=is_read)
        or envelope_failure(tool, reply.body, successes, final=final)
    )
    return attrs.evolve(reply, failure=failure, body=None if is_too_deep(reply.body) else reply.body)


def answer_failure(tool: Any, reply: Reply, *, is_read: bool = False) -> Failure | None:
    """The failure that an answer is which cannot be what the contract promises.

    That is text or a single value where fields are described, such as the page of a login
    instead of JSON, and what is nested beyond any sense. What a field holds is not looked at.
    An answer with another status than the described one may be anything, unless a later step
    reads its fields (*is_read*).
    """
    body = reply.body
    if is_too_deep(body):
        message = f"the answer is nested deeper than {_DEEPEST} levels"
    elif isinstance(body, (str, bytes, bool, int, float)) and _has_fields(
        tool, 0 if is_read else reply.response.status
    ):
        message = f"the answer is {kind_of(body)}, where the contract promises fields"
    else:
        return None
    return Failure(kind="answer", reason="answer", message=message, status=reply.response.status)


def _has_fields(tool: Any, status: int) -> bool:
    """Whether the contract describes fields of an answer with *status*, 0 for none, and no other form of it."""
    facts = {} if tool is None else result_facts(tool)
    documented = str(facts.get("status") or "default").lower()
    others = [name for name in facts.get("content_types") or () if not str(name).partition(";")[0].endswith("json")]
    if tool is None or others or (status and documented not in {"default", f"{status // 100}xx", str(status)}):
        return False
    rows = [row for row in rows_of(tool, "produces") if str(row.get("location") or "response") == "response"]
    return bool(rows) and all(row_path(row).startswith(("$.", "$[")) for row in rows)


def is_too_deep(body: Any) -> bool:
    """Whether *body* is nested beyond any sense, so that nothing should walk through it."""
    return is_deeper(body, _DEEPEST)


def location_of(response: Response) -> str:
    """Where the server says to look for the outcome of a call that it has only accepted (RFC 9110, 15.3.3)."""
    if response.status != HTTPStatus.ACCEPTED:
        return ""
    return next((text for name, text in response.headers.items() if name.lower() == "location"), "")


def envelope_failure(tool: Any, body: Any, successes: Successes, *, final: bool) -> Failure | None:
    """The failure that an envelope with HTTP 200 tells of, where the contract declares the envelope.

    A flag (`ok`, `success`) that is false is a failure. A code is one only where the
    payload is missing too and nothing else reads the answer (*final*): APIs disagree about
    which code means success, and a later binding will say best what it misses.
    """
    outcome = result_facts(tool).get("outcome")
    if not isinstance(outcome, Mapping) or not isinstance(body, Mapping):
        return None
    ok = _at(body, outcome.get("ok"))
    code = _at(body, outcome.get("code"))
    if ok is False:
        return _envelope(body, code)
    if not final or ok is True or code is ABSENT or successes.says(code, _at(body, outcome.get("message"))):
        return None
    payload = _at(body, result_facts(tool).get("path"))
    return _envelope(body, code) if payload is ABSENT or payload is None else None


def _envelope(body: Mapping[str, Any], code: Any) -> Failure:
    said = envelope_message(body) or "the response says that the call failed"
    data = {} if code is ABSENT else {"code": code}
    return Failure(kind="tool", reason="envelope", message=said, data=data)


def result_facts(tool: Any) -> Mapping[str, Any]:
    """What the contract of *tool* says of its answer as a whole (`api_contract.result`)."""
    contract = metadata_of(tool).get("api_contract") if tool is not None else None
    facts = contract.get("result") if isinstance(contract, Mapping) else None
    return facts if isinstance(facts, Mapping) else {}


def _at(body: Any, path: Any) -> Any:
    """The value at a JSON path, up to its first list; `ABSENT` where the path does not lead."""
    if not isinstance(path, str):
        return ABSENT
    for step in steps(path):
        if step in {"[*]", ".*"}:
            return body
        if not isinstance(body, Mapping) or step not in body:
            return ABSENT
        body = body[step]
    return body
