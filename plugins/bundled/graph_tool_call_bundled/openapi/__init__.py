"""Reads API descriptions: Swagger 2.0, OpenAPI 3.0, 3.1 and 3.2, in JSON or YAML, into one set of values."""

from __future__ import annotations

from graph_tool_call.hooks import Collection, PluginInfo, Source, SourceContext, hookimpl


@hookimpl
def gtc_plugin_info() -> PluginInfo:
    """Who the plugin is."""
    return PluginInfo(
        title="OpenAPI",
        description="Reads API descriptions: Swagger 2.0, OpenAPI 3.0, 3.1 and 3.2.",
        reads="OpenAPI and Swagger documents, with `openapi` or `swagger` at the top",
        hook_api=1,
    )


@hookimpl
def gtc_read_source(source: Source, context: SourceContext) -> Collection | None:
    """The operations of an OpenAPI or Swagger document."""
    # The readers of all parts are imported when there is a document to read.
    from .read import read_collection

    return read_collection(source, context)
