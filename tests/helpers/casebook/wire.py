"""A server that is not there: it answers as a case says, and keeps every request."""

from __future__ import annotations

import re
import time
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote, urlsplit

import pytest

from . import sample
from .collection import Collection

if TYPE_CHECKING:
    import httpx


JSON = {"Content-Type": "application/json"}


class Wire:
    """Answers requests by `METHOD path`; what the case leaves open is answered by contract."""

    def __init__(
        self, collection: Collection, http: Sequence[Mapping[str, Any]] = (), raw: Mapping[str, str] | None = None
    ) -> None:
        # The HTTP executor brings its client along.
        self._httpx = pytest.importorskip("httpx", reason="needs the distribution graph-tool-call-http")
        self.requests: list[httpx.Request] = []
        self._collection = collection
        self._answers = {answer["when"]: answer for answer in http}
        for when, text in (raw or {}).items():
            self._answers[when] = {"when": when, "status": 200, "text": text, "headers": JSON}

    def transport(self) -> httpx.MockTransport:
        """The transport for an HTTP client."""
        made: httpx.MockTransport = self._httpx.MockTransport(self._answer)
        return made

    @property
    def sent(self) -> list[str]:
        """`METHOD url` of every request, in order."""
        return [f"{request.method} {request.url}" for request in self.requests]

    def of(self, operation: str) -> list[httpx.Request]:
        """The requests of one `METHOD /path`."""
        return [request for request in self.requests if self.operation(request) == operation]

    def operation(self, request: httpx.Request) -> str:
        """The `METHOD /path` that a request is a call of; templates without variables before those with."""
        path = urlsplit(str(request.url)).path
        for operation in sorted(self._collection.names, key=lambda name: name.count("{")):
            method, _, template = operation.partition(" ")
            parts = re.split(r"(\{[^}]*\})", template)
            pattern = "".join("[^/]*" if part.startswith("{") else re.escape(part) for part in parts)
            if method == request.method and re.search(f"{pattern}$", path):
                return operation
        return f"{request.method} {path}"

    def _answer(self, request: httpx.Request) -> httpx.Response:
        self.requests.append(request)
        path = unquote(urlsplit(str(request.url)).path)
        answer = self._answers.get(f"{request.method} {path}")
        if answer is None:
            operation = self.operation(request)
            rows = self._collection.produces(operation) if operation in self._collection.names else []
            answer = {"status": 200, "json": sample.body(rows)}
        unknown = set(answer) - {"when", "status", "json", "text", "headers", "delay_s"}
        assert not unknown, f"{sorted(unknown)} of an answer has no meaning here"
        self._wait(request, answer.get("delay_s", 0))
        content = {"json": answer["json"]} if "json" in answer else {"content": answer.get("text", "")}
        made: httpx.Response = self._httpx.Response(answer["status"], headers=answer.get("headers"), **content)
        return made

    def _wait(self, request: httpx.Request, delay: float) -> None:
        """Be late as a network is: a client that waits for less gives up when its time is over."""
        patience = (request.extensions.get("timeout") or {}).get("read")
        if patience is not None and delay > patience:
            time.sleep(patience)
            raise self._httpx.ReadTimeout("no answer in time", request=request)
        time.sleep(delay)
