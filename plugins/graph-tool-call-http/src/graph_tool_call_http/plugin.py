"""The plugin: an executor named "http" that makes calls from the contracts of an OpenAPI document.

Options of `PlanRunner.from_plugins(graph, executor="http", options={…})` are those of
`HttpOptions`: the settings, and `transport`.
"""

from __future__ import annotations

from graph_tool_call.hooks import ExecutorSpec, PluginInfo, RunContext, ToolCall, ToolResult, hookimpl

from .settings import HttpOptions, HttpSettings

NAME = "http"


@hookimpl
def gtc_plugin_info() -> PluginInfo:
    """Who this is."""
    return PluginInfo(title="HTTP executor", description="Makes calls over HTTP.", hook_api=1, settings=HttpSettings)


@hookimpl
def gtc_executors() -> list[ExecutorSpec]:
    """The executor "http"."""
    said = "Sends requests as the OpenAPI contract describes them."
    return [ExecutorSpec(name=NAME, description=said, options=HttpOptions, dry_run=True)]


@hookimpl
def gtc_execute(call: ToolCall, context: RunContext) -> ToolResult | None:
    """Make *call* over HTTP."""
    if call.executor != NAME:
        return None
    # The client comes with the first call: hosts import every installed plugin, few runs need this one.
    from .execute import execute

    return execute(call, context)
