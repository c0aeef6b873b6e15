"""Text analysis as the index sees it: terms of texts, each text analysed once.

What words mean is the text plugins' business. The core only splits: where every plugin is
silent, identifiers are split at their humps and separators, and scripts without spaces
into overlapping pairs of characters.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final

import attrs

from ..hooks import Term, Text

Analyze = Callable[[Sequence[Text]], Sequence[Sequence[Term]]]
#: (source, value) of a text.
Piece = tuple[str, str]

_PIECE: Final = re.compile(r"[A-Z]+(?![a-z])[0-9]*|[A-Z]?[a-z]+[0-9]*|[0-9]+|[^\W\d_A-Za-z]+")


def split_words(text: str) -> list[str]:
    """Lower-case pieces of *text*: words, parts of camelCase and snake_case names, runs of other scripts."""
    return [piece.lower() for piece in _PIECE.findall(text)]


def is_cjk(char: str) -> bool:
    """Whether *char* is of a script that is written without spaces, or Hangul (U+2E80 to U+D7FF, U+F900 to U+FAFF)."""
    return "\u2e80" <= char <= "\ud7ff" or "\uf900" <= char <= "\ufaff"


def pairs(run: str) -> list[str]:
    """Overlapping pairs of characters of a *run* of one script; the run itself when it is shorter."""
    return [run[i : i + 2] for i in range(len(run) - 1)] or [run]


def plain_terms(text: Text) -> tuple[Term, ...]:
    """Terms of a text that no plugin knows anything about."""
    words = (part for word in split_words(text.value) for part in (pairs(word) if is_cjk(word[0]) else (word,)))
    return tuple(Term(value=word, surface=word) for word in dict.fromkeys(words))


class Analyzer:
    """Calls the text plugins once for each text and remembers the answer."""

    def __init__(self, analyze: Analyze) -> None:
        self._analyze = analyze
        self._terms: dict[Piece, tuple[Term, ...]] = {}
        self._weights: dict[Piece, dict[str, float]] = {}

    def all(self, pieces: Iterable[Piece]) -> None:
        """Analyse many texts in one batch."""
        fresh = [piece for piece in dict.fromkeys(pieces) if piece not in self._terms]
        texts = [Text(value=value, source=source) for source, value in fresh]
        for piece, text, terms in zip(fresh, texts, self._analyze(texts), strict=True):
            self._terms[piece] = tuple(terms) or plain_terms(text)

    def terms(self, piece: Piece) -> tuple[Term, ...]:
        """The terms of one text."""
        known = self._terms.get(piece)
        if known is None:
            self.all((piece,))
            known = self._terms[piece]
        return known

    def weights(self, piece: Piece) -> Mapping[str, float]:
        """Terms of kind "word" of one text with their weights; a term counts once."""
        known = self._weights.get(piece)
        if known is None:
            known = self._weights[piece] = {}
            for term in self.terms(piece):
                if term.kind == "word" and term.weight > known.get(term.value, 0.0):
                    known[term.value] = term.weight
        return known


@attrs.frozen
class Word:
    """One word of a text with its terms: term → weight."""

    surface: str
    terms: dict[str, float]

    @property
    def weight(self) -> float:
        """What the word counts for."""
        return max(self.terms.values())


def words_of(terms: Iterable[Term]) -> Iterator[Word]:
    """The terms of kind "word", put together again by the word they come from."""
    found: dict[str, dict[str, float]] = {}
    for term in terms:
        if term.kind == "word":
            found.setdefault(term.surface or term.value, {})[term.value] = term.weight
    for surface, weights in found.items():
        yield Word(surface, weights)
