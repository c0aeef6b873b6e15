"""Values that a question gives by their form: quoted text, numbers, dates, addresses, codes, owner/name."""

from __future__ import annotations

from collections.abc import Iterator

from graph_tool_call.hooks import Frame, Mention, PluginInfo, RequestContext, RequestText, hookimpl

from .found import sentence_of
from .hangul import is_korean


@hookimpl
def gtc_plugin_info() -> PluginInfo:
    """Who the plugin is."""
    return PluginInfo(title="Values by form", description="Quotes, numbers, dates, addresses, codes.", hook_api=1)


@hookimpl
def gtc_read_request(request: RequestText, frame: Frame, context: RequestContext) -> Iterator[Mention]:
    """Values of the question that need no other word to be recognised, under the word that they stand beside."""
    if not is_korean(request.question):
        yield from sentence_of(request, frame, context).mentions(form=True)
