"""Korean morphemes as terms: nouns and verb stems, without the particles and endings that follow them.

Beside the lexicon that graph-tool-call ships, which gives English counterparts of common
API words: morphemes compare Korean questions with Korean descriptions. They count
less than the lexicon's words, which they mostly repeat.

The module is the plugin. It imports nothing heavy; the dictionary is opened when the
first Korean text is analysed.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from graph_tool_call.hooks import PluginInfo, QueryContext, Term, Text, hookimpl

from .morphemes import Dictionary
from .terms import terms

__all__ = ["gtc_analyze_text", "gtc_plugin_info"]

_HANGUL: Final = re.compile(r"[\uac00-\ud7a3]")


@hookimpl
def gtc_plugin_info() -> PluginInfo:
    """Who this is."""
    return PluginInfo(title="Korean morphemes", description="Nouns and verb stems of Korean text.", hook_api=1)


@hookimpl
def gtc_analyze_text(texts: Sequence[Text], context: QueryContext) -> list[Sequence[Term]] | None:
    """Morphemes of each text that has Hangul in it; nothing for others."""
    if not any(_HANGUL.search(text.value) for text in texts):
        return None
    dictionary = context.memo.once("dictionary", Dictionary)
    return [terms(dictionary.morphemes(text.value)) if _HANGUL.search(text.value) else () for text in texts]
