"""The plugin: an executor named "http" that makes calls from the contracts of an OpenAPI document.

Options of `PlanRunner.from_plugins(graph, executor="http", options={…})` are those of
`HttpSettings`, and `transport`: an `httpx.BaseTransport` to send through, such as
`httpx.MockTransport(handler)` in tests.
"""

from __future__ import annotations

from collections.abc import Mapping
from http.cookiejar import CookieJar, DefaultCookiePolicy
from typing import Any

import httpx

from graph_tool_call.hooks import ExecutorSpec, PluginInfo, RunContext, ToolCall, ToolResult, hookimpl

from .addresses import literal_only, resolve_host
from .client import Sender
from .failures import Problem
from .request import build
from .settings import HttpSettings, effective

NAME = "http"


@hookimpl
def gtc_plugin_info() -> PluginInfo:
    """Who this is."""
    return PluginInfo(title="HTTP executor", description="Makes calls over HTTP.", hook_api=1, settings=HttpSettings)


@hookimpl
def gtc_executors() -> list[ExecutorSpec]:
    """The executor "http"."""
    return [ExecutorSpec(name=NAME, description="Sends requests as the OpenAPI contract describes them.")]


@hookimpl
def gtc_execute(call: ToolCall, context: RunContext) -> ToolResult | None:
    """Make *call* over HTTP."""
    if call.executor != NAME:
        return None
    label = call.name
    try:
        settings = effective(context.settings, context.options)
        outgoing = build(call, context, settings)
        label = outgoing.label
        sender = _sender(context, settings)
        return sender.send(outgoing, call.timeout or settings.timeout, _declared(call.tool))
    except Problem as problem:
        return ToolResult(ok=False, error_kind=problem.kind, error=str(problem))
    except httpx.TimeoutException as error:
        return ToolResult(ok=False, error_kind="timeout", error=f"{label}: no answer in time ({type(error).__name__})")
    except (httpx.RequestError, httpx.InvalidURL) as error:
        # Texts of these errors may quote the URL, which may hold a key.
        return ToolResult(ok=False, error_kind="connection", error=f"{label}: {type(error).__name__}")


def _sender(context: RunContext, settings: HttpSettings) -> Sender:
    """One client for a run; the host closes it with the run's memo."""
    transport = context.options.get("transport")

    def make() -> httpx.Client:
        # Cookies that servers set are not sent back: a call has what its arguments say.
        no_cookies = CookieJar(policy=DefaultCookiePolicy(allowed_domains=[]))
        return httpx.Client(
            transport=transport, verify=settings.verify, trust_env=settings.trust_env, cookies=no_cookies
        )

    client = context.memo.once((NAME, "client"), make)
    return Sender(client, settings, resolve_host if transport is None else literal_only)


def _declared(tool: Mapping[str, Any]) -> str:
    metadata = tool.get("metadata")
    contract = metadata.get("api_contract") if isinstance(metadata, Mapping) else None
    result = contract.get("result") if isinstance(contract, Mapping) else None
    return str(result.get("status") or "") if isinstance(result, Mapping) else ""
