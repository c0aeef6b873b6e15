"""Calls and their results, as executors see them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import attrs

from .checks import attrs_class, optional_rank


@attrs.frozen(kw_only=True)
class ExecutorSpec:
    """An executor that a plugin offers, looked up by name, and what a runner may rely on."""

    name: str
    description: str = ""
    #: attrs class that the options of a run (`options={…}`, `--option`) are decoded into, strictly; None takes any.
    options: type | None = attrs.field(default=None, validator=attrs_class)
    #: Making a call again has the effect of making it once, whatever the call: by its `idempotency_key`, or because
    #: nothing is changed. Runners then repeat calls whose effect is not known; else the operation's contract decides.
    idempotent: bool = False
    #: It can show a call with `dry_run` instead of making it. Others never get such a call.
    dry_run: bool = False
    #: Calls that may be on their way at once, of all runs of a runner; None for any number.
    concurrency: int | None = attrs.field(default=None, validator=optional_rank)


@attrs.frozen(kw_only=True)
class ToolCall:
    """One call to make. `tool` is the artifact's tool dict, for executors that need its contract and servers."""

    executor: str
    name: str
    args: Mapping[str, Any]
    tool: Mapping[str, Any] = attrs.Factory(dict)
    plan_id: str = ""
    step_id: str = ""
    #: Seconds; None waits as long as the executor does by itself.
    timeout: float | None = None
    idempotency_key: str = ""
    #: The run that the call belongs to; an executor may keep things of one run apart from those of others.
    run_id: str = ""
    #: Do not make the call: answer with what would be sent as the body (`ExecutorSpec.dry_run`).
    dry_run: bool = False


@attrs.frozen(kw_only=True)
class ToolResult:
    """What a call gave."""

    ok: bool
    body: Any = None
    #: HTTP status where there is one, else 0.
    status: int = 0
    headers: Mapping[str, str] = attrs.Factory(dict)
    #: When not ok: "http", "timeout", "connection", "argument", "auth", "refused", "tool", or "answer":
    #: one came and cannot be used, because it is too large or not what the contract promises.
    error_kind: str = ""
    error: str = ""
    #: Seconds the server asks to wait before a retry; None when it says nothing.
    retry_after: float | None = None
    #: False when it is known that the call reached nobody, so that it changed nothing.
    sent: bool = True
    #: What programs may want to know besides: `option` (the executor's option that would help, which `error` calls
    #: "option NAME"), `location` of a redirect; of a refusal `lacking`, the security schemes without a credential,
    #: and `with_credential`, whether the request had one.
    data: Mapping[str, Any] = attrs.Factory(dict)
