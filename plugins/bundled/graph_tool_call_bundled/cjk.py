"""Chinese and Japanese text: overlapping pairs of characters, and the verbs that say what is wanted.

Pairs find words in any position without a dictionary (the usual analysis of CJK text in
search engines). They count half: a dictionary word says more. Verbs come from a lexicon of common ones,
with their English counterparts as terms. In Japanese the last verb says what is wanted, in
Chinese the first. Hangul has spaces, and its own plugin.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from graph_tool_call.hooks import PluginInfo, QueryContext, Term, Text, hookimpl

from .lexicon import han
from .lexicon.stem import stem

WEIGHT: Final = 0.5
#: Weights of a verb's first English word, of its others, and of those that only say that something is read.
VERB: Final = 0.6
OTHER_VERB: Final = 0.4
PLAIN: Final = 0.25
PLAIN_VERBS: Final = frozenset({"get", "list", "show", "check", "view"})
#: Kinds of operation of verbs that do not decide.
MINOR: Final = 0.5
#: Unicode blocks: CJK radicals, kana, bopomofo, unified and compatibility ideographs.
_RUN: Final = re.compile(r"[\u2e80-\u2fff\u3040-\u312f\u31a0-\u9fff\uf900-\ufaff]+")
_KANA: Final = re.compile(r"[\u3040-\u30ff]")
#: Texts that are sentences; elsewhere a word is no verb that says what is wanted.
SENTENCES: Final = frozenset({"query", "summary"})


@hookimpl
def gtc_plugin_info() -> PluginInfo:
    """Say who this is."""
    return PluginInfo(
        title="CJK", description="Pairs of characters and verbs of Chinese and Japanese text.", hook_api=1
    )


@hookimpl
def gtc_analyze_text(texts: Sequence[Text], context: QueryContext) -> list[Sequence[Term]]:
    """Pairs of each run of characters (a single character stands for itself), and verbs."""
    verbs: _Verbs = context.memo.once(("cjk", "verbs"), _Verbs)
    return [(*_pairs(text.value), *verbs.terms(text)) if _RUN.search(text.value) else () for text in texts]


def _pairs(text: str) -> tuple[Term, ...]:
    runs = _RUN.findall(text)
    found = dict.fromkeys(run[i : i + 2] for run in runs for i in range(max(1, len(run) - 1)))
    return tuple(Term(value=pair, weight=WEIGHT, surface=pair) for pair in found)


class _Verbs:
    """The verbs of the lexicon, found in texts; it lives as long as the context's memo."""

    def __init__(self) -> None:
        self._known = han.verbs()
        # Alternatives are tried in order: the longest word holds.
        self._pattern = re.compile("|".join(sorted(self._known, key=lambda word: (-len(word), word))))

    def terms(self, text: Text) -> Iterator[Term]:
        """Verbs as words, and in sentences as what is wanted."""
        found = list(dict.fromkeys(self._pattern.findall(text.value)))
        if not found:
            return
        decides = found[-1] if _KANA.search(text.value) else found[0]
        for word in found:
            action, english = self._known[word]
            if text.source in SENTENCES:
                yield Term(value=action, weight=1.0 if word == decides else MINOR, kind="verb", surface=word)
            for position, verb in enumerate(english):
                weight = PLAIN if verb in PLAIN_VERBS else OTHER_VERB if position else VERB
                yield Term(value=stem(verb), weight=weight, surface=word)
