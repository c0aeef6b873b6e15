"""The plugins that the main distribution ships, whatever else is installed beside them."""

from __future__ import annotations

from graph_tool_call.pluginset import PluginSet


def bundled() -> PluginSet:
    """Installed plugins of `graph-tool-call` itself."""
    installed = PluginSet.installed()
    return installed.only(*(one.id for one in installed if one.distribution == "graph-tool-call"))
