"""Values and known words of Korean questions."""

from __future__ import annotations

from collections.abc import Iterator

from graph_tool_call.hooks import Explained, Frame, Mention, PluginInfo, RequestContext, RequestText, hookimpl

from .found import own_words, pairs_of, split_pair
from .hangul import Korean, is_korean
from .sentence import Row, tokens
from .spoken import nouns_of


@hookimpl
def gtc_plugin_info() -> PluginInfo:
    """Who the plugin is."""
    return PluginInfo(title="Korean requests", description="Values beside Korean nouns and particles.", hook_api=1)


@hookimpl
def gtc_read_request(request: RequestText, frame: Frame, context: RequestContext) -> Iterator[Mention | Explained]:
    """Values that a Korean question gives, and, for a target, the words of it that need no place."""
    if not is_korean(request.question):
        return
    row = Row(request.question, tokens(request, nouns_of(frame, context.tools, context.shared), context.shared))
    korean = Korean(row, frame, context.shared)
    pair = pairs_of(frame, context)
    for value in korean.values:
        for part in split_pair(value, row, pair):
            yield part.mention(row)
    if frame.tool is not None:
        for token in korean.explained(own_words(frame.tool, context.shared)):
            yield Explained(start=token.word.start, end=token.word.end, reason="a known Korean word")
