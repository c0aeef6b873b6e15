from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from typing import Any

import pytest
from http_loopback import Execute, Loopback, Memo

from graph_tool_call.hooks import RunContext, ToolCall, ToolResult
from graph_tool_call_http import HttpOptions, plugin

#: What is of the document, and no option.
_DOCUMENT = {"security_schemes", "servers", "server_templates", "unrequired_schemes"}


@pytest.fixture(name="servers")
def _servers() -> Iterator[Callable[[], Loopback]]:
    """Starts servers that end with the test."""
    with ExitStack() as stack:

        def start() -> Loopback:
            server = Loopback()
            stack.callback(server.close)
            return server

        yield start


@pytest.fixture(name="server")
def _server(servers: Callable[[], Loopback]) -> Loopback:
    return servers()


@pytest.fixture(name="execute")
def _execute(server: Loopback) -> Iterator[Execute]:
    """Calls the executor: `execute(tool, args, credentials={…}, **options)`; the server is the loopback one."""
    memo = Memo()

    def execute(
        made: Mapping[str, Any],
        args: Mapping[str, Any] | None = None,
        *,
        credentials: Mapping[str, Any] | None = None,
        timeout: float | None = None,
        idempotency_key: str = "",
        run_id: str = "",
        dry_run: bool = False,
        **options: Any,
    ) -> ToolResult:
        document = {name: options.pop(name) for name in _DOCUMENT & options.keys()}
        context = RunContext(
            credentials=(credentials or {}).get,
            options=HttpOptions(**{"base_url": server.url, "trust_env": False, **options}),
            document=document,
            memo=memo,
            run_memo=memo,
        )
        call = ToolCall(
            executor="http",
            name="t",
            args=args or {},
            tool=made,
            timeout=timeout,
            idempotency_key=idempotency_key,
            run_id=run_id,
            dry_run=dry_run,
        )
        result = plugin.gtc_execute(call, context)
        assert result is not None
        return result

    yield execute
    memo.close()
