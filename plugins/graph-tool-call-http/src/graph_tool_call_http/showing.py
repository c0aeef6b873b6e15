"""A request for people, without sending it."""

from __future__ import annotations

import re
from typing import Any, Final
from urllib.parse import unquote

from .request import Outgoing

#: A binding that is not filled yet, as a URL has it: `${s1.id}`.
_PENDING: Final = re.compile(r"%24%7B.*?%7D", re.IGNORECASE)


def shown(outgoing: Outgoing) -> dict[str, Any]:
    """The request as data: `method`, `url`, `headers`, `cookies`, `body`, and `attached`, where credentials go."""
    content, secret = outgoing.content, outgoing.credentials
    places = {"header": secret.headers, "query": secret.query, "cookie": secret.cookies}
    credentials = [f"{place} {name}" for place, named in places.items() for name in named]
    found: dict[str, Any] = {
        "method": outgoing.method,
        "url": _PENDING.sub(lambda match: unquote(match[0]), outgoing.url),
        "headers": {**outgoing.headers, **({"Content-Type": content.content_type} if content.content_type else {})},
        "cookies": dict(outgoing.cookies),
        "body": _text(content.data) if content.data is not None else None,
        "parts": [name for name, _ in content.parts],
        "attached": [*credentials, *(["digest login"] if secret.login is not None else [])],
        "lacking": list(secret.lacking),
    }
    return {name: value for name, value in found.items() if value}


def _text(data: bytes) -> str:
    try:
        return data.decode()
    except UnicodeDecodeError:
        return f"<{len(data)} bytes>"
