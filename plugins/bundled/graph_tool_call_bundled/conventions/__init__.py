"""The naming conventions that many APIs share: a file for each theme, a table of words for each use."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from graph_tool_call.hooks import PluginInfo, Vocabulary, hookimpl

from . import answers, credentials, goals, keys, outcomes, paging

#: Table → its words, the surest first.
TABLES: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType({
    table: tuple(words.split())
    for theme in (answers, credentials, goals, keys, outcomes, paging)
    for table, words in theme.TABLES.items()
})  # fmt: skip
WORDS: Final = Vocabulary(tables=TABLES)


@hookimpl
def gtc_plugin_info() -> PluginInfo:
    """Who the plugin is."""
    return PluginInfo(
        title="Conventions",
        description="Words by which names of many APIs are read: keys, wrappers, paging.",
        hook_api=1,
    )


@hookimpl
def gtc_vocabulary() -> Vocabulary:
    """The words of all themes."""
    return WORDS
