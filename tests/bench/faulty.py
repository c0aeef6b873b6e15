"""Runs against a server that fails in twenty ways, cut off and taken up again: is a change ever made twice, or lost?

A plan of four steps, the second of them a POST. 35 % of the requests are faulted; in most
ways the server has done its work before it fails. A run is resumed up to five times, as its
last event says: what is uncertain is decided by a look at the server, as a person would. At the
end the server is well: a run that does not complete then is stuck for ever.

    python tests/bench/faulty.py 1000
"""

from __future__ import annotations

import json
import random
import socket
import struct
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from graph_tool_call import ToolGraph
from graph_tool_call.plan import ExecutionTrace, Plan, PlanRunner, PlanStep, RetryPolicy, SqliteStore

SHARE = 0.35
RESUMES = 5
TIMEOUT = 0.4


class Handler(BaseHTTPRequestHandler):
    """Items to order, and orders by the `reference` that they were made with."""

    protocol_version = "HTTP/1.1"
    server: Shop

    def do_GET(self) -> None:
        """A list, an order, or its state."""
        self.answer_or_fail(lambda: self.server.read(self.path))

    def do_POST(self) -> None:
        """Make an order."""
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.answer_or_fail(lambda: self.server.order(body))

    def answer_or_fail(self, work: Callable[[], Any]) -> None:
        """Do the work and answer, or fail in one of the ways."""
        fault = self.server.fault()
        if fault in BEFORE:
            BEFORE[fault](self)
            return
        answer = json.dumps(work()).encode()
        if fault in AFTER:
            self.close_connection = True
            AFTER[fault](self, answer)
        else:
            self.send(201 if self.command == "POST" else 200, answer)

    def send(self, status: int, body: bytes, media: str = "application/json", **headers: str) -> None:
        """A whole answer."""
        head = [f"HTTP/1.1 {status} X", f"Content-Type: {media}", f"Content-Length: {len(body)}"]
        head += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
        self.wfile.write("\r\n".join([*head, "", ""]).encode() + body)

    def raw(self, text: bytes) -> None:
        """Anything."""
        self.wfile.write(text)

    def reset(self) -> None:
        """End the connection by a reset."""
        self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.close_connection = True
        self.connection.close()

    def slow(self, answer: bytes) -> None:
        """Answer when nobody waits any more."""
        time.sleep(TIMEOUT * 1.5)
        self.send(200, answer)

    def handle_one_request(self) -> None:
        """Clients that went away are no error."""
        try:
            super().handle_one_request()
        except (OSError, ValueError):
            self.close_connection = True

    def log_message(self, *_args: Any) -> None:
        """Be quiet."""


JSON_HEAD = b"HTTP/1.1 200 X\r\nContent-Type: application/json\r\n"
#: Ways to fail before anything is done: what a client may know (4xx, 503 with Retry-After), and what not.
BEFORE: dict[str, Callable[[Handler], object]] = {
    "429": lambda at: at.send(429, b'{"message": "too many"}', Retry_After="0"),
    "503 retry": lambda at: at.send(503, b'{"message": "busy"}', Retry_After="0"),
    "404": lambda at: at.send(404, b'{"message": "not yet"}'),
    "reset before": lambda at: at.reset(),
}
#: Ways to fail when the work is done.
AFTER: dict[str, Callable[[Handler, bytes], object]] = {
    "500": lambda at, _: at.send(500, b'{"message": "broken"}'),
    "502": lambda at, _: at.send(502, b"<html>Bad gateway</html>", "text/html"),
    "503": lambda at, _: at.send(503, b""),
    "504": lambda at, _: at.send(504, b""),
    "reset": lambda at, _: at.reset(),
    "dropped": lambda at, _: None,
    "truncated": lambda at, body: at.raw(JSON_HEAD + b"Content-Length: 9999\r\n\r\n" + body),
    "bad chunk": lambda at, body: at.raw(JSON_HEAD + b"Transfer-Encoding: chunked\r\n\r\nZZ\r\n" + body),
    "bad gzip": lambda at, body: at.send(200, body, Content_Encoding="gzip"),
    "bad header": lambda at, body: at.raw(b"HTTP/1.1 200 X\r\nno colon here\r\n\r\n" + body),
    "slow": lambda at, body: at.slow(body),
    "broken JSON": lambda at, body: at.send(200, body[:-2]),
    "login page": lambda at, _: at.send(200, b"<html>Please log in</html>", "text/html"),
    "deep": lambda at, _: at.send(200, b"[" * 200_000),
    "NaN": lambda at, body: at.send(200, body[:-1] + b', "x": NaN}'),
    "bad redirect": lambda at, _: at.send(303, b"", Location="http://[bad"),
}


class Shop(ThreadingHTTPServer):
    """The server: its orders, and how it fails."""

    daemon_threads = True

    def __init__(self, seed: int) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.rng = random.Random(seed)
        self.lock = threading.Lock()
        self.well = False
        self.faults = Counter[str]()
        self.requests = 0
        #: Reference → orders made with it.
        self.orders: dict[str, list[dict[str, Any]]] = {}

    def handle_error(self, *_args: Any) -> None:
        """Connections break all the time here."""

    def fault(self) -> str:
        """How this request fails; "" when it does not."""
        with self.lock:
            self.requests += 1
            if self.well or self.rng.random() >= SHARE:
                return ""
            name = self.rng.choice([*BEFORE, *AFTER])
            self.faults[name] += 1
            return name

    def order(self, body: dict[str, Any]) -> dict[str, Any]:
        """Make an order."""
        with self.lock:
            made = self.orders.setdefault(body["reference"], [])
            made.append({"id": f"{body['reference']}.{len(made)}", "item": body["item"]})
            return made[-1]

    def read(self, path: str) -> Any:
        """The items, or an order."""
        if path.startswith("/items"):
            return {"items": [{"id": 1, "name": "cup"}, {"id": 2, "name": "pot"}]}
        order_id = path.split("/")[2]
        return {"id": order_id, "item": 2, "state": "open"}


def document(url: str) -> dict[str, Any]:
    """What the server is described by."""

    def answer(status: str, **properties: Any) -> dict[str, Any]:
        schema = {"type": "object", "required": list(properties), "properties": properties}
        return {status: {"description": "ok", "content": {"application/json": {"schema": schema}}}}

    text, number = {"type": "string"}, {"type": "integer"}
    item = {"type": "object", "properties": {"id": number, "name": text}}
    body = {"type": "object", "required": ["item", "reference"], "properties": {"item": number, "reference": text}}
    by_id = [{"name": "id", "in": "path", "required": True, "schema": text}]
    made = {"required": True, "content": {"application/json": {"schema": body}}}
    one, created = answer("200", id=text, item=number, state=text), answer("201", id=text, item=number)
    items = {"type": "array", "items": item}
    return {
        "openapi": "3.0.3",
        "info": {"title": "Shop", "version": "1"},
        "servers": [{"url": url}],
        "paths": {
            "/items": {"get": {"operationId": "listItems", "responses": answer("200", items=items)}},
            "/orders": {"post": {"operationId": "order", "requestBody": made, "responses": created}},
            "/orders/{id}": {"get": {"operationId": "getOrder", "parameters": by_id, "responses": one}},
            "/orders/{id}/state": {"get": {"operationId": "getState", "parameters": by_id, "responses": one}},
        },
    }


def plan_for(reference: str) -> Plan:
    """List, order, read the order, read its state."""
    return Plan(
        id="order",
        steps=[
            PlanStep(id="s1", tool="listItems"),
            PlanStep(id="s2", tool="order", args={"item": "${s1.items[?name == 'pot'].id}", "reference": reference}),
            PlanStep(id="s3", tool="getOrder", args={"id": "${s2.id}"}),
            PlanStep(id="s4", tool="getState", args={"id": "${s3.id}"}),
        ],
        output_binding="${s4.state}",
    )


def decided(trace: ExecutionTrace, shop: Shop, reference: str) -> dict[str, Any]:
    """What a person says who looks at the server, as far as the run asks."""
    decisions: dict[str, Any] = {}
    for step_id, offered in (trace.error.get("decisions") or {}).items():
        made = shop.orders.get(reference)
        decisions[step_id] = {"output": made[0]} if made and "output" in offered else "retry"
    return decisions


def run(runs: int, seed: int = 1) -> dict[str, Any]:
    """Figures of so many runs: `twice`, `lost`, `stuck`, `completed`, resumes, requests, faults."""
    found = Counter[str](dict.fromkeys(("completed", "twice", "lost", "stuck", "resumes", "uncertain"), 0))
    endings = Counter[str]()
    shop = Shop(seed)
    threading.Thread(target=shop.serve_forever, daemon=True).start()
    url = f"http://127.0.0.1:{shop.server_address[1]}"
    graph = ToolGraph.from_openapi(document(url))
    options = {"base_url": url, "trust_env": False, "allow_private": True}
    with tempfile.TemporaryDirectory() as folder, closing(SqliteStore(Path(folder) / "runs.sqlite")) as store:
        for number in range(runs):
            reference, decisions = f"r{number}", {}
            for attempt in range(RESUMES + 2):
                shop.well = attempt > RESUMES
                # A new runner each time, as in a new process.
                with PlanRunner.from_plugins(
                    graph, options=options, store=store, validate_args="coerce", on_error="retry", timeout=TIMEOUT,
                    retry_policy=RetryPolicy(attempts=2, delay=0.0),
                ) as runner:  # fmt: skip
                    trace = runner.run(plan_for(reference), run_id=reference, decisions=decisions)
                if trace.ok:
                    break
                found["resumes"] += 1
                endings[f"{trace.error['error_kind']} {trace.error['reason']}"] += 1
                found["uncertain"] += trace.error["error_kind"] == "uncertain"
                decisions = decided(trace, shop, reference)
            made = len(shop.orders.get(reference, ()))
            found["completed"] += trace.ok
            found["stuck"] += not trace.ok
            found["twice"] += made > 1
            found["lost"] += trace.ok and made == 0
    shop.shutdown()
    shop.server_close()
    return {**found, "runs": runs, "requests": shop.requests, "faults": dict(shop.faults), "endings": dict(endings)}


if __name__ == "__main__":
    outcome = run(int(sys.argv[1]) if len(sys.argv) > 1 else 1000, int(sys.argv[2]) if len(sys.argv) > 2 else 1)
    print(json.dumps(outcome, indent=1))
