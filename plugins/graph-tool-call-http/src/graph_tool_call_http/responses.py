"""Responses as results: bodies by media type, failures with what the server said."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping
from email.utils import parsedate_to_datetime
from typing import Any

from graph_tool_call.hooks import ToolResult

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


def body_of(data: bytes, content_type: str, charset: str | None) -> Any:
    """The body by its media type: JSON decoded (integers of any size), text, or bytes; None when empty."""
    media = content_type.partition(";")[0].strip().lower()
    if not data:
        return None
    if media == "application/json" or media.endswith(("+json", "/json")):
        return _json_or_text(data, charset)
    if media in _LINES:
        return _lines(data, charset)
    if media.startswith(_TEXTS) or media.endswith("+xml"):
        return _text(data, charset)
    if not media and data.lstrip()[:1] in (b"{", b"["):
        return _json_or_text(data, charset)
    return _text(data, charset) if not media and _is_text(data) else data


def _json_or_text(data: bytes, charset: str | None) -> Any:
    """JSON; what is labelled so and is not stays the text that it is."""
    try:
        return json.loads(data)
    except ValueError:
        return _text(data, charset)


def _lines(data: bytes, charset: str | None) -> Any:
    lines = [line.strip("\x1e \r") for line in _text(data, charset).split("\n")]
    try:
        return [json.loads(line) for line in lines if line]
    except ValueError:
        return _text(data, charset)


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
    label: str, status: int, headers: Mapping[str, str], body: Any, *, declared: str = "", lacking: tuple[str, ...] = ()
) -> ToolResult:
    """A response as a result; *declared*: the contract's success status, *lacking*: schemes without a credential."""
    if 200 <= status < 300 or _matches(status, declared):
        return ToolResult(ok=True, body=body, status=status, headers=headers)
    kind = "auth" if status in {401, 403} else "http"
    said = message_of(body)
    error = f"{label} answered {status}" + (f": {said}" if said else "")
    if kind == "auth" and lacking:
        error += f" (no credential was given for {', '.join(lacking)})"
    if 300 <= status < 400:
        error += " (a redirect that is not followed)"
    return ToolResult(
        ok=False,
        body=body,
        status=status,
        headers=headers,
        error_kind=kind,
        error=error,
        retry_after=retry_after(headers, time.time),
    )


def _matches(status: int, declared: str) -> bool:
    return declared == str(status) or (declared.upper() == "3XX" and status // 100 == 3)


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
    """Seconds of a `Retry-After` header, given in seconds or as a date (RFC 9110, 10.2.3)."""
    text = next((value for name, value in headers.items() if name.lower() == "retry-after"), "").strip()
    if not text:
        return None
    if text.isdigit():
        return float(text)
    try:
        return max(0.0, parsedate_to_datetime(text).timestamp() - now())
    except ValueError:
        return None


def _short(text: str) -> str:
    return text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"
