"""Executor "callable": tools that are Python functions.

    PlanRunner.from_plugins(graph, executor="callable", options={"functions": {"getOrder": get_order}})

A function gets the arguments by name (`get_order(orderNo="A-1")`), and answers with its
result or a `ToolResult`; what it raises is the failure of its step. One function under the
name "*" takes every call without a function of its own, as `function(name, args)`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import attrs

from graph_tool_call.hooks import ExecutorSpec, PluginInfo, RunContext, ToolCall, ToolResult, hookimpl, thawed

NAME = "callable"
ANY = "*"


@attrs.frozen(kw_only=True)
class CallableOptions:
    """Options of the executor."""

    #: Tool name → function; "*" → the one for all others.
    functions: Mapping[str, Any] = attrs.Factory(dict)


@hookimpl
def gtc_plugin_info() -> PluginInfo:
    """Who this is."""
    return PluginInfo(title="Python functions", description="Calls functions given by name.", hook_api=1)


@hookimpl
def gtc_executors() -> list[ExecutorSpec]:
    """The executor "callable"."""
    said = "Calls Python functions, given as options={'functions': {…}}."
    return [ExecutorSpec(name=NAME, description=said, options=CallableOptions)]


@hookimpl
def gtc_execute(call: ToolCall, context: RunContext) -> ToolResult | None:
    """Call the function that bears the tool's name."""
    if call.executor != NAME:
        return None
    options = context.options if isinstance(context.options, CallableOptions) else CallableOptions()
    functions: Mapping[str, Callable[..., Any]] = options.functions
    function, default = functions.get(call.name), functions.get(ANY)
    if function is None and default is None:
        known = ", ".join(sorted(functions)) or "none"
        return ToolResult(
            ok=False, error_kind="argument", error=f"no function for tool '{call.name}' (there are: {known})"
        )
    try:
        answer = (
            default(call.name, thawed(call.args))
            if function is None and default
            else _call(function, thawed(call.args))
        )
    except TimeoutError as error:
        return ToolResult(ok=False, error_kind="timeout", error=_text(error))
    except ConnectionError as error:
        return ToolResult(ok=False, error_kind="connection", error=_text(error))
    except Exception as error:  # noqa: BLE001 - a failing tool is a result, as for every executor
        return ToolResult(ok=False, error_kind="tool", error=_text(error))
    return answer if isinstance(answer, ToolResult) else ToolResult(ok=True, body=answer)


def _call(function: Callable[..., Any] | None, args: Mapping[str, Any]) -> Any:
    assert function is not None
    return function(**args)


def _text(error: Exception) -> str:
    return f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
