"""One call: from its request to its result. Failures are results."""

from __future__ import annotations

from collections.abc import Mapping
from http.cookiejar import CookieJar, DefaultCookiePolicy
from typing import Any

import httpx

from graph_tool_call.hooks import RunContext, ToolCall, ToolResult

from .addresses import literal_only, resolve_host
from .client import Sender
from .failures import Problem
from .request import build
from .settings import HttpSettings, effective


def execute(call: ToolCall, context: RunContext) -> ToolResult:
    """The result of *call*."""
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
    except httpx.RequestError as error:
        return ToolResult(ok=False, error_kind="connection", error=f"{label}: {_reason(error)}")
    except httpx.InvalidURL as error:
        return ToolResult(ok=False, error_kind="connection", error=f"{label}: {type(error).__name__}")
    except UnicodeEncodeError:
        return ToolResult(ok=False, error_kind="argument", error=f"{label}: half a surrogate pair cannot be sent")


def _reason(error: httpx.RequestError) -> str:
    """Where nothing answered, and why. The error's own text may quote the URL, which may hold a key."""
    cause: BaseException | None = error
    while cause is not None and not (isinstance(cause, OSError) and cause.strerror):
        cause = cause.__cause__ or cause.__context__
    why = cause.strerror if isinstance(cause, OSError) else type(error).__name__
    # Scheme, host and port; user name and password are not part of it.
    url = error.request.url
    return f"no answer from {url.scheme}://{url.netloc.decode()} ({why})"


def _sender(context: RunContext, settings: HttpSettings) -> Sender:
    """One client for a run; the host closes it with the run's memo."""
    transport = context.options.get("transport")

    def make() -> httpx.Client:
        # Cookies that servers set are not sent back: a call has what its arguments say.
        no_cookies = CookieJar(policy=DefaultCookiePolicy(allowed_domains=[]))
        return httpx.Client(
            transport=transport, verify=settings.verify, trust_env=settings.trust_env, cookies=no_cookies
        )

    client = context.memo.once(("http", "client"), make)
    return Sender(client, settings, resolve_host if transport is None else literal_only)


def _declared(tool: Mapping[str, Any]) -> str:
    metadata = tool.get("metadata")
    contract = metadata.get("api_contract") if isinstance(metadata, Mapping) else None
    result = contract.get("result") if isinstance(contract, Mapping) else None
    return str(result.get("status") or "") if isinstance(result, Mapping) else ""
