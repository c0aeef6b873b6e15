"""Formats "mermaid" and "dot": plans and graphs as pictures.

Names come from strangers' documents, and stay text in both.
"""

from __future__ import annotations

import attrs

from graph_tool_call.hooks import ExporterSpec, PluginInfo, hookimpl

from . import dot, mermaid


@attrs.frozen(kw_only=True)
class NoOptions:
    """A picture takes no options: one that is given is an error."""


@hookimpl
def gtc_plugin_info() -> PluginInfo:
    """Who this is."""
    said = "Draws plans with Mermaid and Graphviz, and graphs with Graphviz."
    return PluginInfo(title="Pictures", description=said, hook_api=1)


@hookimpl
def gtc_exporters() -> list[ExporterSpec]:
    """The formats "mermaid" and "dot"."""
    return [
        ExporterSpec(
            name="mermaid",
            media_type="text/vnd.mermaid",
            suffix=".mmd",
            description="A Mermaid flowchart.",
            plan=mermaid.plan_picture,
            options=NoOptions,
        ),
        ExporterSpec(
            name="dot",
            media_type="text/vnd.graphviz",
            suffix=".dot",
            description="A Graphviz digraph.",
            plan=dot.plan_picture,
            graph=dot.graph_picture,
            options=NoOptions,
        ),
    ]
