"""The shop over HTTP: a threading server on a loopback port, routed by its own document."""

from __future__ import annotations

import json
import re
import sqlite3
import tempfile
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.resources import files
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

import attrs

from . import data, operations


def document_text() -> str:
    """The shop's OpenAPI document."""
    return (files(__package__) / "openapi.json").read_text(encoding="utf-8")


@attrs.frozen
class Route:
    """One operation: which requests are meant for it."""

    method: str
    pattern: re.Pattern[str]
    operation_id: str


def routes(document: dict[str, Any]) -> tuple[Route, ...]:
    """The routes of all operations of *document*."""
    found = []
    for template, item in document["paths"].items():
        pattern = re.compile(re.sub(r"\{(\w+)\}", r"(?P<\1>[^/]+)", template))
        found += [Route(method.upper(), pattern, operation["operationId"]) for method, operation in item.items()]
    return tuple(found)


class Shop(ThreadingHTTPServer):
    """The server, with what its handlers need."""

    daemon_threads = True

    def __init__(self, database: Path) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.database = database
        self.document = document_text()
        self.routes = routes(json.loads(self.document))


class Handler(BaseHTTPRequestHandler):
    """Answers one request with JSON."""

    server: Shop

    def do_GET(self) -> None:
        """Any request."""
        status, body = self._answer()
        payload = body.encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(payload)))
        self.end_headers()
        self.wfile.write(payload)

    do_POST = do_GET  # noqa: N815 - the name that http.server calls

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - as in the base class
        """Say nothing: the demo's own output is on the same terminal."""

    def _answer(self) -> tuple[int, str]:
        url = urlsplit(self.path)
        if url.path == "/openapi.json":
            return 200, self.server.document
        try:
            status, body = self._call(url.path, dict(parse_qsl(url.query)))
        except operations.ShopError as error:
            status, body = error.status, {"code": error.code, "message": error.message}
        return status, json.dumps(body)

    def _call(self, path: str, query: dict[str, str]) -> operations.Answer:
        content = self._body()
        for route in self.server.routes:
            match = route.pattern.fullmatch(path)
            if match and route.method == self.command:
                given = {**query, **{name: unquote(value) for name, value in match.groupdict().items()}}
                with closing(sqlite3.connect(self.server.database)) as db, db:
                    db.row_factory = sqlite3.Row
                    return operations.HANDLERS[route.operation_id](operations.Request(db, given, content))
        raise operations.ShopError(404, "no_operation", f"There is no {self.command} {path}.")

    def _body(self) -> Any:
        text = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        try:
            return json.loads(text) if text else None
        except ValueError as error:
            raise operations.ShopError(400, "bad_body", f"The body is not JSON: {error}.") from None


@contextmanager
def running_shop() -> Iterator[str]:
    """Base URL of a shop on a free loopback port; its data, in a temporary file, is gone at the end."""
    with tempfile.TemporaryDirectory(prefix="graph-tool-call-demo-") as folder:
        database = Path(folder) / "shop.sqlite"
        data.create(database)
        with Shop(database) as server:
            # Polled often: the demo ends when the shop does.
            thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
            thread.start()
            try:
                yield f"http://127.0.0.1:{server.server_port}"
            finally:
                server.shutdown()
                thread.join()
