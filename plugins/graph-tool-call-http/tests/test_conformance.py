from __future__ import annotations

from typing import ClassVar

import httpx
from http_loopback import row, tool

from graph_tool_call.hooks import ToolCall
from graph_tool_call_http import plugin
from graph_tool_call_testing import ExecutorContract


def answer(request: httpx.Request) -> httpx.Response:
    return httpx.Response(404 if request.url.path == "/gone" else 200, json={"path": request.url.path})


SERVERS = ["https://api.example.test"]
SECURITY = {"security": [{"k": []}], "servers": SERVERS}


def call(made: dict[str, object], **args: object) -> ToolCall:
    return ToolCall(executor="http", name="t", args=args, tool=made)


class TestHttp(ExecutorContract):
    """What is asked of every executor."""

    plugin = plugin
    options: ClassVar[dict[str, object]] = {"transport": httpx.MockTransport(answer)}
    document: ClassVar[dict[str, object]] = {
        "security_schemes": {"k": {"type": "apiKey", "location": "query", "name": "key"}},
    }
    calls = (call(tool("GET /a/{id}", row("id", "path"), servers=SERVERS), id=1), call(tool("GET /b", **SECURITY)))
    failing_calls = (
        call(tool("GET /gone", **SECURITY)),
        call(tool("GET /a/{id}", row("id", "path"), servers=SERVERS), id=""),
        call(tool("GET /a", servers=["http://127.0.0.1"])),
        call({}),
    )
