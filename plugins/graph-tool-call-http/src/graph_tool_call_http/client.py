"""Sending: timeouts, size limit, redirects. A request is sent once; nothing here repeats one."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any
from urllib.parse import urljoin

import attrs
import httpx

from graph_tool_call.hooks import ToolResult

from .addresses import Resolve, check_address
from .failures import Problem
from .request import Outgoing
from .responses import body_of, result_of
from .settings import HttpSettings
from .styles import escape
from .urls import join_url, origin

_REDIRECTS = frozenset({301, 302, 303, 307, 308})


@attrs.frozen(kw_only=True)
class _Answer:
    status: int
    headers: Mapping[str, str]
    data: bytes
    charset: str | None


class Sender:
    """Sends requests over one client."""

    def __init__(self, client: httpx.Client, settings: HttpSettings, resolve: Resolve) -> None:
        self._client = client
        self._settings = settings
        self._resolve = resolve

    def send(self, outgoing: Outgoing, timeout: float, declared: str = "") -> ToolResult:
        """Send, follow redirects, and read the answer. Raises `Problem` and httpx's errors."""
        deadline = time.monotonic() + timeout
        home = origin(outgoing.url)
        method, url, content = outgoing.method, outgoing.url, outgoing
        for _hop in range(self._settings.max_redirects + 1):
            at_home = origin(url) == home
            if not (self._settings.allow_private or (outgoing.trusted and at_home)):
                check_address(url, self._resolve)
            answer = self._once(self._request(method, url, content, at_home=at_home), deadline)
            following = self._following(outgoing, method, url, answer)
            if following is None:
                return self._result(outgoing, answer, declared)
            method, url = following
            content = attrs.evolve(
                outgoing, content=attrs.evolve(outgoing.content, data=None, parts=(), content_type="")
            )
        raise Problem(f"{outgoing.label} redirects more than {self._settings.max_redirects} times", kind="http")

    def _request(self, method: str, url: str, outgoing: Outgoing, *, at_home: bool) -> httpx.Request:
        headers = {name: text.encode() for name, text in outgoing.headers.items()}
        cookies = dict(outgoing.cookies)
        if at_home:
            headers |= {name: text.encode() for name, text in outgoing.credentials.headers.items()}
            cookies |= {name: escape(text) for name, text in outgoing.credentials.cookies.items()}
            # A redirect may carry the key on already; a given argument of the same name stands.
            present = httpx.URL(url).params
            pairs = [(k, v) for k, v in outgoing.credentials.query.items() if k not in present]
            url = join_url(url, "", "&".join(f"{escape(name)}={escape(text)}" for name, text in pairs))
        else:
            # Another origin gets nothing that was meant for the API.
            headers = {name: headers[name] for name in ("Accept", "User-Agent") if name in headers}
            cookies = {}
        if outgoing.content.data is not None and outgoing.content.content_type:
            headers["Content-Type"] = outgoing.content.content_type.encode()
        if cookies:
            headers["Cookie"] = "; ".join(f"{name}={value}" for name, value in cookies.items()).encode()
        return self._client.build_request(method, _exactly(url), headers=_lower_unique(headers), **_body(outgoing))

    def _once(self, request: httpx.Request, deadline: float) -> _Answer:
        left = deadline - time.monotonic()
        if left <= 0:
            raise httpx.ReadTimeout("no time left", request=request)
        request.extensions["timeout"] = httpx.Timeout(left).as_dict()
        response = self._client.send(request, stream=True, follow_redirects=False)
        try:
            data = self._read(response, deadline)
        finally:
            response.close()
        return _Answer(
            status=response.status_code, headers=dict(response.headers), data=data, charset=response.charset_encoding
        )

    def _read(self, response: httpx.Response, deadline: float) -> bytes:
        limit = self._settings.max_bytes
        chunks: list[bytes] = []
        size = 0
        for chunk in response.iter_bytes():
            size += len(chunk)
            if size > limit:
                raise Problem(f"the response is larger than {limit} bytes (option max_bytes)", kind="refused")
            if time.monotonic() > deadline:
                raise httpx.ReadTimeout("the answer takes too long", request=response.request)
            chunks.append(chunk)
        return b"".join(chunks)

    def _following(self, outgoing: Outgoing, method: str, url: str, answer: _Answer) -> tuple[str, str] | None:
        """Method and URL of the next request; None when the answer is the last one.

        Requests that change something are never sent again: of their redirects only 303
        is followed, which asks for a GET (RFC 9110, 15.4.4).
        """
        location = answer.headers.get("location", "")
        if answer.status not in _REDIRECTS or not location or self._settings.max_redirects == 0:
            return None
        if not outgoing.is_safe and answer.status != 303:
            return None
        target = urljoin(url, location)
        if origin(target)[0] not in {"http", "https"}:
            raise Problem(f"{outgoing.label} redirects to something that is neither http nor https", kind="refused")
        if origin(url)[0] == "https" and origin(target)[0] == "http":
            raise Problem(f"{outgoing.label} redirects from https to http", kind="refused")
        return ("GET" if method != "HEAD" else "HEAD"), target

    def _result(self, outgoing: Outgoing, answer: _Answer, declared: str) -> ToolResult:
        body = body_of(answer.data, answer.headers.get("content-type", ""), answer.charset)
        return result_of(
            outgoing.label, answer.status, answer.headers, body, declared=declared, lacking=outgoing.credentials.lacking
        )


def _exactly(url: str) -> httpx.URL:
    """*url* with the escapes that it has: httpx would decode some of them and encode others."""
    raw = httpx.URL(url)
    head, _, rest = url.partition("://")
    slash = rest.find("/")
    target = rest[slash:] if slash >= 0 else "/" + rest[len(rest.partition("?")[0]) :]
    return raw.copy_with(raw_path=target.encode()) if head else raw


def _body(outgoing: Outgoing) -> dict[str, Any]:
    content = outgoing.content
    if content.parts:
        return {"files": list(content.parts)}
    return {} if content.data is None else {"content": content.data}


def _lower_unique(headers: Mapping[str, Any]) -> dict[str, Any]:
    """Each header once, whatever the case of its name; the later one holds."""
    found: dict[str, tuple[str, Any]] = {}
    for name, value in headers.items():
        found[name.lower()] = (name, value)
    return dict(found.values())
