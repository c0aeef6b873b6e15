"""One call: from its request to its result. Failures are results."""

from __future__ import annotations

from collections.abc import Mapping
from http.cookiejar import CookieJar, DefaultCookiePolicy
from typing import Any

import httpx

from graph_tool_call.hooks import RunContext, ToolCall, ToolResult

from .addresses import literal_only, resolve_host
from .client import Exchange
from .connections import Clients
from .cookies import Cookies
from .failures import Problem
from .request import Outgoing, build
from .responses import promise_of
from .settings import HttpSettings, effective, options_of
from .showing import shown


def execute(call: ToolCall, context: RunContext) -> ToolResult:
    """The result of *call*."""
    try:
        settings = effective(context.settings, options_of(context))
        outgoing = build(call, context, settings)
    except Problem as problem:
        return _failed(problem.kind, str(problem), sent=False, data=problem.data)
    except UnicodeEncodeError:
        return _failed("argument", f"{call.name}: a text with half of a surrogate pair cannot be sent", sent=False)
    except (TypeError, ValueError, RecursionError) as error:
        # A value that has no text: a date object, a number of thousands of digits, an object that holds itself.
        return _failed("argument", f"{call.name}: an argument cannot be written ({type(error).__name__})", sent=False)
    if call.dry_run:
        return ToolResult(ok=True, body=shown(outgoing))
    clients = _clients(context, settings)
    cookies = context.memo.once(("http", "cookies"), Cookies)
    with clients.lent(call.timeout or settings.timeout) as (client, deadline):
        exchange = Exchange(
            client=client,
            deadline=deadline,
            settings=settings,
            resolve=resolve_host if options_of(context).transport is None else literal_only,
            cookies=cookies,
            run_id=call.run_id,
        )
        return _outcome(exchange, outgoing, call)


def _outcome(exchange: Exchange, outgoing: Outgoing, call: ToolCall) -> ToolResult:
    label = outgoing.label
    try:
        return exchange.send(outgoing, promise_of(call.tool))
    except Problem as problem:
        # What changes something may have been done, whatever was wrong with the answer.
        kind = "answer" if exchange.sent and not outgoing.is_safe else problem.kind
        return _failed(kind, str(problem), sent=exchange.sent, data=problem.data)
    except httpx.RequestError as error:
        if isinstance(error, httpx.TimeoutException) or exchange.deadline.left <= 0:
            return _failed("timeout", f"{label}: no answer in time ({type(error).__name__})", sent=exchange.sent)
        return _failed("connection", f"{label}: {_reason(error)}", sent=exchange.sent)
    except httpx.InvalidURL as error:
        return _failed("connection", f"{label}: {type(error).__name__}", sent=exchange.sent)
    except UnicodeEncodeError:
        return _failed("argument", f"{label}: a text with half of a surrogate pair cannot be sent", sent=exchange.sent)


def _failed(kind: str, error: str, *, sent: bool, data: Mapping[str, Any] | None = None) -> ToolResult:
    return ToolResult(ok=False, error_kind=kind, error=error, sent=sent, data=data or {})


def _reason(error: httpx.RequestError) -> str:
    """Where nothing answered, and why. The error's own text may quote the URL, which may hold a key."""
    cause: BaseException | None = error
    while cause is not None and not (isinstance(cause, OSError) and cause.strerror):
        cause = cause.__cause__ or cause.__context__
    why = cause.strerror if isinstance(cause, OSError) else type(error).__name__
    # Scheme, host and port; user name and password are not part of it.
    url = error.request.url
    return f"no answer from {url.scheme}://{url.netloc.decode()} ({why})"


def _clients(context: RunContext, settings: HttpSettings) -> Clients:
    """The clients of a runner; the host closes them with the runner's memo."""
    transport = options_of(context).transport

    def make() -> httpx.Client:
        # Cookies are kept by run and origin (`Cookies`), not by client.
        no_cookies = CookieJar(policy=DefaultCookiePolicy(allowed_domains=[]))
        return httpx.Client(
            transport=transport, verify=settings.verify, trust_env=settings.trust_env, cookies=no_cookies
        )

    clients: Clients = context.memo.once(("http", "clients"), lambda: Clients(make, shared=transport is not None))
    return clients
