"""What the body of an error says, whatever it is wrapped in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from .text import short

#: Where error bodies keep their message, by common use; RFC 9457 has "detail" and "title".
MESSAGE_KEYS = (
    *("message", "msg", "error_message", "errorMessage", "error_description"),
    *("detail", "title", "error", "errors"),
)
CODE_KEYS = ("code", "errcode", "error_code", "errorCode", "resultCode", "status")


def envelope_message(body: Any) -> str:
    """The message that an error envelope `{code, message, …}` carries; "" when the body has none."""
    if not isinstance(body, Mapping):
        return ""
    for key in MESSAGE_KEYS:
        value = body.get(key)
        if isinstance(value, Mapping):
            value = envelope_message(value) or None
        if isinstance(value, Sequence) and not isinstance(value, str) and value:
            value = value[0] if isinstance(value[0], str) else envelope_message(value[0])
        if isinstance(value, str) and value.strip():
            return short(value.strip()) + _code_text(body)
    return ""


def _code_text(body: Mapping[str, Any]) -> str:
    for key in CODE_KEYS:
        value = body.get(key)
        if isinstance(value, (str, int)) and not isinstance(value, bool) and value != "":
            return f" ({key} {short(str(value))})"
    return ""
