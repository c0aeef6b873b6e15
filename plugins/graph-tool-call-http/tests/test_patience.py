"""How long a call waits, and what becomes of its connection."""

from __future__ import annotations

import threading
import time
from typing import Any

from http_loopback import Answer, Execute, Loopback, tool


def test_timeout_is_a_result(execute: Execute, server: Loopback) -> None:
    """A slow answer ends at the call's limit; the POST was sent once."""
    release = threading.Event()
    server.default = Answer(stream=lambda _out: release.wait(10) and None)
    started = time.monotonic()

    result = execute(tool("POST /slow"), timeout=0.2)
    release.set()

    assert (result.ok, result.error_kind) == (False, "timeout")
    assert time.monotonic() - started < 2
    assert server.targets == ["POST /slow"]


def test_dripping_answer_ends_too(execute: Execute, server: Loopback) -> None:
    """The limit is one for the whole call, not for each read."""

    def drip(out: Any) -> None:
        for _ in range(100):
            out.write(b"x")
            out.flush()
            time.sleep(0.05)

    server.default = Answer(stream=drip)
    started = time.monotonic()

    assert execute(tool("GET /drip"), timeout=0.3).error_kind == "timeout"
    assert time.monotonic() - started < 2


def test_dripping_headers_end_too(execute: Execute, server: Loopback) -> None:
    """A server that sends one header line now and then does not hold a call for longer than its limit.

    The next call has a connection of its own.
    """
    stopped = threading.Event()

    def drip(out: Any) -> None:
        try:
            for number in range(600):
                out.write(f"X-Drip-{number}: 1\r\n".encode())
                out.flush()
                time.sleep(0.05)
        except OSError:
            stopped.set()

    server.answers["GET /warm"] = Answer()
    server.answers["GET /drip"] = Answer(raw=drip)
    assert execute(tool("GET /warm")).ok

    result = execute(tool("GET /drip"), timeout=0.5)

    assert (result.error_kind, result.sent) == ("timeout", True)
    assert stopped.wait(10)
    assert execute(tool("GET /warm")).ok


def test_broken_connection_after_a_post(execute: Execute, server: Loopback) -> None:
    """A POST whose answer breaks off is not sent again."""
    server.default = Answer(headers={"Content-Length": "100"}, stream=lambda out: out.write(b"partial"))

    result = execute(tool("POST /a"))

    assert (result.error_kind, server.targets) == ("connection", ["POST /a"])


def test_kept_connections_are_reused(execute: Execute, server: Loopback) -> None:
    """One run has one client."""
    for _ in range(3):
        assert execute(tool("GET /a")).ok
    assert len(server.received) == 3
