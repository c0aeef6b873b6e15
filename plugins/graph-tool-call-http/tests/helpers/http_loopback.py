"""An HTTP server on the loopback interface, and tools to call it with."""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable, Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import attrs

from graph_tool_call.hooks import ToolResult


@attrs.frozen(kw_only=True)
class Received:
    """One request as it came over the wire; `target` is undecoded."""

    method: str
    target: str
    headers: Mapping[str, str]
    body: bytes


@attrs.define
class Answer:
    """What the server sends. `stream` writes the body bit by bit, `raw` all that follows the status line."""

    status: int = 200
    headers: Mapping[str, str] = attrs.Factory(dict)
    body: bytes = b""
    stream: Callable[[Any], None] | None = None
    raw: Callable[[Any], None] | None = None


class Loopback:
    """An HTTP server on the loopback interface that remembers what it got."""

    def __init__(self) -> None:
        self.received: list[Received] = []
        self.answers: dict[str, Answer] = {}
        #: Decides instead of `answers`, where set.
        self.choose: Callable[[Received], Answer] | None = None
        self.default = Answer(headers={"Content-Type": "application/json"}, body=b"{}")
        loopback = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def handle_one_request(self) -> None:
                try:
                    super().handle_one_request()
                except (ConnectionError, TimeoutError):
                    self.close_connection = True

            def take(self) -> None:
                length = int(self.headers.get("Content-Length") or 0)
                headers = {name.lower(): value for name, value in self.headers.items()}
                body = self.rfile.read(length)
                loopback.received.append(Received(method=self.command, target=self.path, headers=headers, body=body))
                loopback.answer(self)

            def log_message(self, *_args: Any) -> None:
                """Be quiet."""

        for method in ("GET", "POST", "PUT", "PATCH", "DELETE", "HEAD"):
            setattr(Handler, f"do_{method}", Handler.take)
        self.http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.http.daemon_threads = True
        self.thread = threading.Thread(target=self.http.serve_forever, args=(0.01,), daemon=True)
        self.thread.start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.http.server_address[1]}"

    @property
    def targets(self) -> list[str]:
        return [f"{request.method} {request.target}" for request in self.received]

    def answer(self, handler: BaseHTTPRequestHandler) -> None:
        path = handler.path.partition("?")[0]
        answer = self.answers.get(f"{handler.command} {path}", self.default)
        if self.choose is not None:
            answer = self.choose(self.received[-1])
        handler.send_response(answer.status)
        for name, value in answer.headers.items():
            handler.send_header(name, value)
        if answer.raw is not None:
            handler.flush_headers()
            handler.close_connection = True
            answer.raw(handler.wfile)
            return
        if answer.stream is not None:
            handler.send_header("Connection", "close")
            handler.end_headers()
            handler.close_connection = True
            answer.stream(handler.wfile)
            return
        handler.send_header("Content-Length", str(len(answer.body)))
        handler.end_headers()
        if handler.command != "HEAD":
            handler.wfile.write(answer.body)

    def close(self) -> None:
        self.http.shutdown()
        self.http.server_close()
        self.thread.join()


class Memo:
    """A cache as a host gives it."""

    def __init__(self) -> None:
        self.values: dict[Hashable, Any] = {}

    def once(self, key: Hashable, make: Callable[[], Any]) -> Any:
        if key not in self.values:
            self.values[key] = make()
        return self.values[key]

    def close(self) -> None:
        for value in self.values.values():
            value.close()


def row(name: str, location: str, path: str = "", **facts: Any) -> dict[str, Any]:
    """A `consumes` row."""
    return {"name": name, "path": path or (f"$.{name}" if location == "body" else name), "location": location, **facts}


def tool(operation: str, *rows: dict[str, Any], contract: Any = None, **metadata: Any) -> dict[str, Any]:
    """The tool dict of `METHOD /path`."""
    method, _, path = operation.partition(" ")
    return {
        "name": "t",
        "metadata": {
            "method": method.lower(),
            "path": path,
            "api_contract": {"consumes": list(rows), **(contract or {})},
            **metadata,
        },
    }


Execute = Callable[..., ToolResult]
