"""Responses as results: bodies by media type, failures with what the server said."""

from __future__ import annotations

import json
import math
import time
from collections.abc import Callable, Mapping
from datetime import timezone
from email.utils import parsedate_to_datetime
from fnmatch import fnmatchcase
from typing import Any

import attrs

from graph_tool_call.hooks import ToolResult

from .urls import without_userinfo

_TEXTS = ("text/", "application/xml", "application/javascript", "application/yaml", "application/x-yaml")
_LINES = frozenset({"application/x-ndjson", "application/ndjson", "application/jsonl", "application/json-seq"})
#: Where error bodies keep their message; RFC 9457 has "detail" and "title".
_MESSAGES = (
    "message",
    "error_description",
    "detail",
    "msg",
    "error_message",
    "errorMessage",
    "title",
    "error",
    "errors",
)
_SHOWN = 300
#: Most digits that a `Retry-After` in seconds may have; a longer one is ignored.
_LONGEST_WAIT = 12
#: What objects and lists begin with.
_OPENING = (b"{", b"[")


@attrs.frozen(kw_only=True)
class Promise:
    """What the contract says of the answer to a call."""

    #: "200", "2XX", "default"; "" where the contract says nothing.
    status: str = ""
    #: Media types of the documented answer, first the one that the contract's fields are of.
    media: tuple[str, ...] = ()
    #: Whether fields of the body are described, so that a program may read them.
    structured: bool = False

    def wants_json(self, status: int) -> bool:
        """Whether the body of an answer with *status* is read as JSON by whoever relies on the contract."""
        named = self.status in {"", "default"} or self.status.upper() == f"{status // 100}XX"
        return self.structured and self.media[:1] != () and _is_json(self.media[0]) and (named or self.is_for(status))

    def is_for(self, status: int) -> bool:
        """Whether the documented status is *status*; "3XX" stands for all redirects."""
        return self.status == str(status) or (self.status.upper() == "3XX" and status // 100 == 3)

    def allows(self, media: str) -> bool:
        """Whether *media* is among the documented ones, or in a documented range such as `text/*`."""
        return any(fnmatchcase(media, known.partition(";")[0].strip().lower()) for known in self.media)


def promise_of(tool: Mapping[str, Any]) -> Promise:
    """What the contract of *tool* promises."""
    metadata = tool.get("metadata")
    contract = metadata.get("api_contract") if isinstance(metadata, Mapping) else None
    contract = contract if isinstance(contract, Mapping) else {}
    result = contract.get("result")
    if not isinstance(result, Mapping):
        return Promise()
    media = [result.get("content_type"), *(result.get("content_types") or ())]
    rows = [row for row in contract.get("produces") or () if isinstance(row, Mapping)]
    return Promise(
        status=str(result.get("status") or ""),
        media=tuple(str(name) for name in media if name),
        structured=any(row.get("location") == "response" and row.get("path") != "$" for row in rows),
    )


@attrs.frozen
class Body:
    """A body, and why it is not what was promised; `problem` is "" when it is."""

    value: Any
    problem: str = ""


def read_body(data: bytes, status: int, headers: Mapping[str, str], charset: str | None, promise: Promise) -> Body:
    """The body by its media type: JSON decoded (integers of any size), text, or bytes; None when empty.

    Where the contract promises JSON, the body is read as such under another label too,
    unless that label is a documented one.
    """
    wants_json = promise.wants_json(status)
    media = headers.get("content-type", "").partition(";")[0].strip().lower()
    if not data:
        return Body(None)
    if _is_json(media) or (not media and data.lstrip()[:1] in _OPENING):
        return _json(data, charset, strict=wants_json or data.lstrip()[:1] in _OPENING)
    if media in _LINES:
        return _lines(data, charset, strict=wants_json)
    if wants_json and not promise.allows(media):
        found = _json(data, charset, strict=True)
        problem = f"is {media or 'without a media type'} where the contract promises {promise.media[0]}"
        return Body(_plain(data, media, charset), problem) if found.problem else found
    return Body(_plain(data, media, charset))


def _is_json(media: str) -> bool:
    name = media.partition(";")[0].strip().lower()
    return name == "application/json" or name.endswith(("+json", "/json"))


def _plain(data: bytes, media: str, charset: str | None) -> Any:
    """Text where the media type, or the bytes, say so."""
    if media.startswith(_TEXTS) or media.endswith("+xml") or (not media and _is_text(data)):
        return _text(data, charset)
    return data


def _json(data: bytes, charset: str | None, *, strict: bool) -> Body:
    """JSON (RFC 8259); other text is kept as text, and is a problem where *strict*."""
    try:
        return Body(_loads(data, charset))
    except (ValueError, RecursionError) as error:
        why = "it is nested too deeply" if isinstance(error, RecursionError) else str(error)
        return Body(_text(data, charset), f"is not JSON ({why})" if strict else "")


def _loads(data: bytes, charset: str | None) -> Any:
    try:
        return json.loads(data, parse_constant=_constant, parse_float=_number)
    except UnicodeDecodeError:
        if charset is None:
            raise
        return json.loads(_text(data, charset), parse_constant=_constant, parse_float=_number)


def _constant(name: str) -> Any:
    raise ValueError(f"{name} is not a JSON value")


def _number(text: str) -> float:
    """The number; one beyond all floats would become infinity, which no JSON can say again."""
    if math.isinf(number := float(text)):
        raise ValueError(f"{_short(text)} is too large a number")
    return number


def _lines(data: bytes, charset: str | None, *, strict: bool) -> Body:
    lines = [line.strip("\x1e \r") for line in _text(data, charset).split("\n")]
    try:
        return Body([json.loads(line, parse_constant=_constant, parse_float=_number) for line in lines if line])
    except (ValueError, RecursionError) as error:
        return Body(_text(data, charset), f"has a line that is not JSON ({error})" if strict else "")


def _text(data: bytes, charset: str | None) -> str:
    try:
        return data.decode(charset or "utf-8", errors="replace")
    except LookupError:
        return data.decode("utf-8", errors="replace")


def _is_text(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


def result_of(
    label: str,
    status: int,
    headers: Mapping[str, str],
    body: Body,
    promise: Promise,
    lacking: tuple[str, ...] = (),
    *,
    with_credential: bool = False,
) -> ToolResult:
    """A response as a result.

    *lacking* are schemes that the operation accepts and no credential was given for;
    *with_credential* when the request had one.
    """
    if 200 <= status < 300 or promise.is_for(status):
        if body.problem:
            error = f"{label} answered {status}, and its body {body.problem}"
            return ToolResult(
                ok=False, body=body.value, status=status, headers=headers, error_kind="answer", error=error
            )
        return ToolResult(ok=True, body=body.value, status=status, headers=headers)
    kind = "auth" if status in {401, 403} else "http"
    wait = retry_after(headers, time.time)
    data: dict[str, Any] = {}
    said = message_of(body.value)
    error = f"{label} answered {status}" + (f": {said}" if said else "")
    if kind == "auth":
        data |= {"lacking": list(lacking), "with_credential": with_credential}
    if kind == "auth" and lacking:
        error += f" (no credential was given for {', '.join(lacking)})"
    if 300 <= status < 400:
        data["location"] = location = shown_location(headers)
        error += f" (a redirect{' to ' + location if location else ''} that is not followed)"
    if wait is not None:
        error += f" (the server asks to wait {wait:.0f} s)"
    return ToolResult(
        ok=False,
        body=body.value,
        status=status,
        headers=headers,
        error_kind=kind,
        error=error,
        retry_after=wait,
        data=data,
    )


def shown_location(headers: Mapping[str, str]) -> str:
    """The `Location` header without its query and user name, which may hold a secret; "" without one."""
    location = headers.get("location", "").partition("#")[0].partition("?")[0]
    try:
        return _short(without_userinfo(location))
    except ValueError:
        return ""


def message_of(body: Any) -> str:
    """The message of an error body, bounded."""
    if isinstance(body, str):
        text = " ".join(body.split())
        return "" if text.startswith("<") else _short(text)
    if isinstance(body, list) and body:
        return message_of(body[0])
    if not isinstance(body, Mapping):
        return ""
    return next((found for key in _MESSAGES if (found := message_of(body.get(key)))), "")


def retry_after(headers: Mapping[str, str], now: Callable[[], float]) -> float | None:
    """Seconds of a `Retry-After` header, given in seconds or as a date (RFC 9110, 10.2.3); None for anything else."""
    text = next((value for name, value in headers.items() if name.lower() == "retry-after"), "").strip()
    if text.isascii() and text.isdigit():
        return float(text) if len(text) <= _LONGEST_WAIT else None
    try:
        date = parsedate_to_datetime(text)
        # Dates of HTTP are in UTC, said or not.
        seconds = (date if date.tzinfo else date.replace(tzinfo=timezone.utc)).timestamp() - now()
    except (ValueError, TypeError, OverflowError):
        return None
    return max(0.0, seconds)


def _short(text: str) -> str:
    return text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"
