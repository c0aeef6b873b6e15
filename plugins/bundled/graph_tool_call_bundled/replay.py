"""Executor "replay": recorded responses instead of calls, for tests, examples and demonstrations.

    options={"responses": [
        {"tool": "listOrders", "body": {"items": [{"orderNo": "A-1"}]}},
        {"tool": "getOrder", "args": {"orderNo": "A-1"}, "body": {"total": 3}},
        {"tool": "cancelOrder", "status": 409, "error": "already shipped"},
    ]}

A record answers calls of its tool whose arguments have all of its `args`; the one with the
most `args` first, then the earlier one. Records alike answer in turn, the last of them
from then on. `status` from 400, or `error`, make a failure.
"""

from __future__ import annotations

import copy
import itertools
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import attrs

from graph_tool_call.hooks import ExecutorSpec, PluginInfo, RunContext, ToolCall, ToolResult, hookimpl

NAME = "replay"

Record = Mapping[str, Any]


@attrs.frozen(kw_only=True)
class ReplayOptions:
    """Options of the executor."""

    #: Records as above.
    responses: Sequence[Record] = ()
    #: Where calls would go, and what would go with them: the command line of another executor does here as well.
    base_url: str = ""
    headers: Mapping[str, str] = attrs.Factory(dict)


@hookimpl
def gtc_plugin_info() -> PluginInfo:
    """Who this is."""
    return PluginInfo(title="Recorded responses", description="Answers from records, calls nothing.", hook_api=1)


@hookimpl
def gtc_executors() -> list[ExecutorSpec]:
    """The executor "replay"."""
    said = "Answers with records, given as options={'responses': […]}."
    return [ExecutorSpec(name=NAME, description=said, options=ReplayOptions)]


@hookimpl
def gtc_execute(call: ToolCall, context: RunContext) -> ToolResult | None:
    """Answer *call* with its record."""
    if call.executor != NAME:
        return None
    options = context.options if isinstance(context.options, ReplayOptions) else ReplayOptions()
    records = options.responses
    fitting = [record for record in records if record.get("tool") == call.name and _fits(record, call.args)]
    if not fitting:
        known = sum(1 for record in records if record.get("tool") == call.name)
        detail = f"{known} for other arguments" if known else "none for this tool"
        return ToolResult(ok=False, error_kind="argument", error=f"no recorded response of '{call.name}' ({detail})")
    closest = max(len(record.get("args") or {}) for record in fitting)
    alike = [record for record in fitting if len(record.get("args") or {}) == closest]
    turn: Iterator[int] = context.memo.once((NAME, call.name, repr(alike[0].get("args"))), itertools.count)
    return _result(alike[min(next(turn), len(alike) - 1)], call.name)


def _fits(record: Record, args: Mapping[str, Any]) -> bool:
    wanted = record.get("args") or {}
    return all(name in args and args[name] == value for name, value in wanted.items())


def _result(record: Record, name: str) -> ToolResult:
    status = int(record.get("status") or 0)
    body = copy.deepcopy(record.get("body"))
    headers = dict(record.get("headers") or {})
    error = str(record.get("error") or "")
    if status < 400 and not error:
        return ToolResult(ok=True, body=body, status=status, headers=headers)
    return ToolResult(
        ok=False,
        body=body,
        status=status,
        headers=headers,
        error_kind=str(record.get("error_kind") or ("http" if status else "tool")),
        error=error or f"{name} answered {status}",
        retry_after=record.get("retry_after"),
    )
