"""Values that a question gives beside a noun or a preposition: "the label bug", "to mona", "Marcus Bell"."""

from __future__ import annotations

from collections.abc import Iterator

from graph_tool_call.hooks import Frame, Mention, PluginInfo, RequestContext, RequestText, hookimpl

from .found import sentence_of
from .hangul import is_korean


@hookimpl
def gtc_plugin_info() -> PluginInfo:
    """Who the plugin is."""
    return PluginInfo(title="Values by nouns", description="Names beside the noun of a thing.", hook_api=1)


@hookimpl
def gtc_read_request(request: RequestText, frame: Frame, context: RequestContext) -> Iterator[Mention]:
    """Names of things: beside a noun of the API, in capitals, or where a preposition lets only a name stand."""
    if not is_korean(request.question):
        yield from sentence_of(request, frame, context).mentions(form=False)
