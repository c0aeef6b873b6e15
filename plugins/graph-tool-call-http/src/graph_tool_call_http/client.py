"""Sending: timeouts, size limit, redirects, cookies. A request is sent once; nothing here repeats one."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any
from urllib.parse import quote, urljoin

import attrs
import httpx

from graph_tool_call.hooks import ToolResult

from .addresses import Resolve, check_address
from .auth import answered
from .connections import Deadline
from .cookies import Cookies
from .decoding import ACCEPTED, decoded
from .failures import Problem
from .request import Outgoing
from .responses import Promise, read_body, result_of
from .settings import HttpSettings
from .styles import escape
from .urls import origin, with_query, without_userinfo

#: Characters that stand in no URL as they are (RFC 3986, 2).
_NO_URL = re.compile(r"[^\x21-\x7e]+")
_REDIRECTS = frozenset({301, 302, 303, 307, 308})


@attrs.frozen(kw_only=True)
class _Answer:
    status: int
    headers: Mapping[str, str]
    data: bytes
    charset: str | None


@attrs.define(kw_only=True)
class Exchange:
    """One call over one client, until its deadline."""

    client: httpx.Client
    deadline: Deadline
    settings: HttpSettings
    resolve: Resolve
    cookies: Cookies
    run_id: str = ""
    #: Whether a request may have reached a server.
    sent: bool = False

    def send(self, outgoing: Outgoing, promise: Promise) -> ToolResult:
        """Send, follow redirects, and read the answer. Raises `Problem` and httpx's errors."""
        home = origin(outgoing.url)
        method, url, content = outgoing.method, outgoing.url, outgoing
        for _hop in range(self.settings.max_redirects + 1):
            at_home = origin(url) == home
            if not (self.settings.allow_private or (outgoing.trusted and at_home)):
                check_address(url, self.resolve)
            answer = self._answer(self._request(method, url, content, at_home=at_home), outgoing, at_home=at_home)
            following = self._following(outgoing, method, url, answer)
            if following is None:
                result = self._result(outgoing, answer, promise)
                return _done(outgoing, result) if url != outgoing.url and not outgoing.is_safe else result
            method, url = following
            content = attrs.evolve(
                outgoing, content=attrs.evolve(outgoing.content, data=None, parts=(), content_type="")
            )
        raise Problem(f"{outgoing.label} redirects more than {self.settings.max_redirects} times", kind="http")

    def _request(self, method: str, url: str, outgoing: Outgoing, *, at_home: bool) -> httpx.Request:
        headers = {name: text.encode() for name, text in outgoing.headers.items()}
        cookies = dict(outgoing.cookies)
        if at_home:
            headers |= {name: text.encode() for name, text in outgoing.credentials.headers.items()}
            cookies = self.cookies.of(self.run_id, url) | cookies
            cookies |= {name: escape(text) for name, text in outgoing.credentials.cookies.items()}
            # A redirect may carry the key on already; a given argument of the same name stands.
            present = httpx.URL(url).params
            pairs = [(k, v) for k, v in outgoing.credentials.query.items() if k not in present]
            url = with_query(url, *(f"{escape(name)}={escape(text)}" for name, text in pairs))
        else:
            # Another origin gets nothing that was meant for the API.
            headers = {name: headers[name] for name in ("Accept", "User-Agent") if name in headers}
            cookies = {}
        if outgoing.content.data is not None and outgoing.content.content_type:
            headers["Content-Type"] = outgoing.content.content_type.encode()
        if cookies:
            headers["Cookie"] = "; ".join(f"{name}={value}" for name, value in cookies.items()).encode()
        sent = _lower_unique({"Accept-Encoding": ACCEPTED.encode(), **headers})
        return self.client.build_request(method, _exactly(url), headers=sent, **_body(outgoing))

    def _answer(self, request: httpx.Request, outgoing: Outgoing, *, at_home: bool) -> _Answer:
        """The answer to *request*, or to its second form where the server first asks who sends it."""
        login = outgoing.credentials.login if at_home else None
        answer, response = self._once(request)
        again = None if login is None else answered(login, response)
        return answer if again is None else self._once(again)[0]

    def _once(self, request: httpx.Request) -> tuple[_Answer, httpx.Response]:
        self.deadline.check(request)
        request.extensions["timeout"] = httpx.Timeout(self.deadline.left).as_dict()
        request.extensions["trace"] = self.deadline.trace
        before, self.sent = self.sent, True
        try:
            response = self.client.send(request, stream=True, follow_redirects=False)
        except (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout):
            self.sent = before
            raise
        try:
            data = b"".join(self._pieces(response))
        finally:
            response.close()
        self.cookies.keep(self.run_id, response)
        headers = dict(response.headers)
        charset = response.charset_encoding
        return _Answer(status=response.status_code, headers=headers, data=data, charset=charset), response

    def _pieces(self, response: httpx.Response) -> Iterator[bytes]:
        """The body, decoded; never more than the limit and one piece in memory."""
        limit = self.settings.max_bytes
        size = 0
        # Transports in memory give answers that are read and decoded already.
        in_memory = response.is_stream_consumed
        raw, codings = response.iter_raw, response.headers.get("Content-Encoding", "")
        for piece in response.iter_bytes() if in_memory else decoded(raw(), codings):
            size += len(piece)
            if size > limit:
                message = f"the response is larger than {limit} bytes (option max_bytes)"
                raise Problem(message, kind="answer", data={"option": "max_bytes"})
            self.deadline.check(response.request)
            yield piece
        # A connection that was cut looks like the end of an answer without a length.
        self.deadline.check(response.request)

    def _following(self, outgoing: Outgoing, method: str, url: str, answer: _Answer) -> tuple[str, str] | None:
        """Method and URL of the next request; None when the answer is the last one.

        Requests that change something are never sent again: of their redirects only 303
        is followed, which asks for a GET (RFC 9110, 15.4.4).
        """
        location = answer.headers.get("location", "")
        if answer.status not in _REDIRECTS or not location or self.settings.max_redirects == 0:
            return None
        if not outgoing.is_safe and answer.status != 303:
            return None
        target, scheme = _target(outgoing.label, url, location)
        if scheme not in {"http", "https"}:
            raise Problem(f"{outgoing.label} redirects to something that is neither http nor https", kind="refused")
        if origin(url)[0] == "https" and scheme == "http":
            raise Problem(f"{outgoing.label} redirects from https to http", kind="refused")
        return ("GET" if method != "HEAD" else "HEAD"), target

    def _result(self, outgoing: Outgoing, answer: _Answer, promise: Promise) -> ToolResult:
        read = read_body(answer.data, answer.status, answer.headers, answer.charset, promise)
        return result_of(
            outgoing.label,
            answer.status,
            answer.headers,
            read,
            promise,
            outgoing.credentials.lacking,
            with_credential=outgoing.has_credential,
        )


def _done(outgoing: Outgoing, result: ToolResult) -> ToolResult:
    """The result of a request that changes something, and whose answer stands at another address.

    Its 303 says that it was done, whatever that address answers.
    """
    if result.ok:
        return result
    error = f"{outgoing.label} answered 303, and where that leads: {result.error}"
    return attrs.evolve(result, error_kind="answer", status=303, error=error, retry_after=None)


def _target(label: str, url: str, location: str) -> tuple[str, str]:
    """Where a redirect leads, and its scheme."""
    try:
        target = without_userinfo(urljoin(url, location))
        return target, origin(target)[0]
    except ValueError:
        raise Problem(f"{label} redirects to an address that cannot be read", kind="refused") from None


def _exactly(url: str) -> httpx.URL:
    """*url* with the escapes that it has: httpx would decode some of them and encode others.

    Characters that no URL has, in a redirect's address or in the document's own paths, are escaped.
    """
    raw = httpx.URL(url)
    head, _, rest = url.partition("://")
    slash = rest.find("/")
    target = rest[slash:] if slash >= 0 else "/" + rest[len(rest.partition("?")[0]) :]
    ascii_only = _NO_URL.sub(lambda match: quote(match[0]), target)
    return raw.copy_with(raw_path=ascii_only.encode()) if head else raw


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
