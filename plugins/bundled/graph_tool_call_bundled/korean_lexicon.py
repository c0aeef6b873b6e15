"""Korean words of requests and descriptions, with their English counterparts as terms.

A run of Hangul is cut into the longest known words; particles and endings that follow are
dropped. In Korean the last verb says what is wanted, and a verb with an adnominal ending
describes a noun (취소된 주문 is an order, not a cancellation).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

import attrs

from graph_tool_call.hooks import PluginInfo, QueryContext, Term, Text, hookimpl

from .lexicon import korean
from .lexicon.stem import stem

#: Weights: of a noun's first English word, of its others, of verbs as words, of generic words.
NOUN: Final = 1.0
OTHER: Final = 0.6
VERB: Final = 0.6
OTHER_VERB: Final = 0.4
GENERIC: Final = 0.45
#: Verbs that only say that something is read weigh less than 목록 (list) and 상세 (detail), which say what.
PLAIN: Final = 0.25
PLAIN_VERBS: Final = frozenset({"get", "list", "show", "check"})
EARLIER_VERB: Final = 0.5
DESCRIBING: Final = 0.6
PAIR: Final = 0.5
#: Longest word of the lexicon that is looked for.
LONGEST: Final = 8

_RUN: Final = re.compile(r"[\uac00-\ud7a3]+")


@hookimpl
def gtc_plugin_info() -> PluginInfo:
    """Say who this is."""
    return PluginInfo(title="Korean", description="A lexicon of Korean API words, generic.", hook_api=1)


@hookimpl
def gtc_analyze_text(texts: Sequence[Text], context: QueryContext) -> list[Sequence[Term]]:
    """English terms of Korean words, the Korean word itself where it is unknown; nothing for other scripts."""
    lexicon: _Lexicon = context.memo.once(("korean_lexicon", "lexicon"), _Lexicon)
    return [lexicon.terms(text.value) if _RUN.search(text.value) else () for text in texts]


@attrs.frozen
class _Part:
    """A known word of a run, or a stretch of unknown text, with what follows it."""

    word: str
    kind: str
    ending: str = ""


class _Lexicon:
    """The lexicon as tables; it lives as long as the context's memo."""

    def __init__(self) -> None:
        self._verbs = korean.verbs()
        self._nouns = korean.nouns()
        self._generic = korean.generic()

    def terms(self, text: str) -> tuple[Term, ...]:
        parts = [part for run in _RUN.findall(text) for part in self._parts(run)]
        verbal = [i for i, part in enumerate(parts) if part.kind == "verb" and part.ending not in korean.ADNOMINAL]
        # 보관 처리해 is 보관해: to process says nothing where another verb stands before it.
        verbal = [i for i in verbal if parts[i].word not in korean.LIGHT or i - 1 not in verbal]
        found: dict[tuple[str, str], Term] = {}
        for position, part in enumerate(parts):
            for term in self._of_part(part, position in verbal, last=bool(verbal) and position == verbal[-1]):
                key = (term.kind, term.value)
                if key not in found or found[key].weight < term.weight:
                    found[key] = term
        return tuple(found.values())

    def _of_part(self, part: _Part, verbal: bool, *, last: bool) -> Iterator[Term]:  # noqa: FBT001
        if part.kind == "scope":
            yield Term(value="mine" if part.word in korean.MINE else "all", kind="scope", surface=part.word)
        elif part.kind == "verb":
            action, words = self._verbs[part.word]
            if verbal:
                yield Term(value=action, weight=1.0 if last else EARLIER_VERB, kind="verb", surface=part.word)
            first, other = (VERB, OTHER_VERB) if verbal else (DESCRIBING, OTHER_VERB)
            if words[0] in PLAIN_VERBS:
                first = other = PLAIN
            yield from _words(words, part.word, first, other)
        elif part.kind == "noun":
            yield from _words(self._nouns[part.word], part.word, NOUN, OTHER)
        elif part.kind == "generic":
            yield from _words(self._generic[part.word], part.word, GENERIC, GENERIC)
        else:
            yield from _unknown(part.word)

    def _parts(self, run: str) -> Iterator[_Part]:
        """Known words of a run from the left, the longest first; what is between them is unknown."""
        if run in korean.STOP:
            return
        at, unknown = 0, ""
        while at < len(run):
            known = self._longest(run, at)
            if not known:
                unknown += run[at]
                at += 1
                continue
            if unknown:
                yield _Part(unknown, "unknown")
                unknown = ""
            at += len(known)
            ending = _ending(run[at:])
            yield _Part(known, self._kind(known), ending)
            at += len(ending)
        stripped = _without_suffix(unknown)
        if stripped and stripped not in korean.STOP:
            yield _Part(stripped, "unknown")

    def _longest(self, run: str, at: int) -> str:
        for end in range(min(len(run), at + LONGEST), at, -1):
            word = run[at:end]
            # One syllable is a word only where nothing but an ending follows.
            if self._kind(word) and (end - at > 1 or (at == 0 and run[end:] in {"", _ending(run[end:])})):
                return word
        return ""

    def _kind(self, word: str) -> str:
        if word in korean.MINE or word in korean.EVERY:
            return "scope"
        if word in self._verbs:
            return "verb"
        if word in self._generic:
            return "generic"
        return "noun" if word in self._nouns else ""


def _words(words: Sequence[str], surface: str, first: float, others: float) -> Iterator[Term]:
    for position, word in enumerate(words):
        yield Term(value=stem(word), weight=others if position else first, surface=surface)


def _unknown(word: str) -> Iterator[Term]:
    """A word that is not in the lexicon: itself, and its pairs of syllables, by which longer compounds are found."""
    yield Term(value=word, surface=word)
    if len(word) > 2:
        yield from (Term(value=word[i : i + 2], weight=PAIR, surface=word) for i in range(len(word) - 1))


def _ending(rest: str) -> str:
    """The longest suffix that *rest* begins with."""
    return next((rest[:end] for end in range(min(len(rest), 5), 0, -1) if rest[:end] in korean.SUFFIXES), "")


def _without_suffix(word: str) -> str:
    for length in range(min(len(word) - 1, 4), 0, -1):
        if word[-length:] in korean.SUFFIXES:
            return word[:-length]
    return word
