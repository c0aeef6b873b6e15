"""Overlapping pairs of characters for scripts that are written without spaces: Han and kana.

Pairs find words in any position without a dictionary (the usual analysis of CJK text in
search engines). They count half: a dictionary word says more. Hangul has spaces, and its own plugin.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from graph_tool_call.hooks import PluginInfo, Term, Text, hookimpl

WEIGHT: Final = 0.5
#: Unicode blocks: CJK radicals, kana, bopomofo, unified and compatibility ideographs.
_RUN: Final = re.compile(r"[\u2e80-\u2fff\u3040-\u312f\u31a0-\u9fff\uf900-\ufaff]+")


@hookimpl
def gtc_plugin_info() -> PluginInfo:
    """Say who this is."""
    return PluginInfo(title="CJK", description="Pairs of characters of Chinese and Japanese text.", hook_api=1)


@hookimpl
def gtc_analyze_text(texts: Sequence[Text]) -> list[Sequence[Term]]:
    """Pairs of each run of characters; a single character stands for itself."""
    return [_pairs(text.value) for text in texts]


def _pairs(text: str) -> tuple[Term, ...]:
    runs = _RUN.findall(text)
    found = dict.fromkeys(run[i : i + 2] for run in runs for i in range(max(1, len(run) - 1)))
    return tuple(Term(value=pair, weight=WEIGHT, surface=pair) for pair in found)
