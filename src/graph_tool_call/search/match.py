"""Matching of a question against the index: view scores, fusion, coverage of heads."""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

import attrs

from .index import SearchIndex, View
from .text import Word

#: Reciprocal ranks flatten beyond this rank.
RANK: Final = 8.0


@attrs.frozen(kw_only=True)
class Fusion:
    """How much each part of the text score counts; the parts are between 0 and 1."""

    head: float = 0.45
    all: float = 0.2
    head_rank: float = 0.1
    all_rank: float = 0.05
    coverage: float = 0.6

    @property
    def total(self) -> float:
        """The best possible text score."""
        return self.head + self.all + self.head_rank + self.all_rank + self.coverage


@attrs.frozen(kw_only=True)
class TextScore:
    """What the text says for one document. All parts are relative to the best document or between 0 and 1."""

    number: int
    total: float
    head: float
    all: float
    #: Share of the question that name and summary explain, by rarity.
    explained: float = 0.0
    #: Share of name and summary that the question explains, by rarity.
    asked: float = 0.0


#: (negative score, document number, head, all): sorts the best first.
Fused = tuple[float, int, float, float]


def view_scores(view: View, words: Sequence[Word]) -> dict[int, float]:
    """BM25 sums by document number. Of the terms of one word, the best counts."""
    scores: dict[int, float] = {}
    get = scores.get
    for word in words:
        for number, score in _word_scores(view, word):
            scores[number] = get(number, 0.0) + score
    return scores


def _word_scores(view: View, word: Word) -> Iterable[tuple[int, float]]:
    found = [(posted, weight * view.unit) for term, weight in word.terms.items() if (posted := view.postings(term))]
    if len(found) == 1:
        (documents, impacts), weight = found[0]
        return ((number, weight * impact) for number, impact in zip(documents, impacts, strict=True))
    best: dict[int, float] = {}
    for (documents, impacts), weight in found:
        for number, impact in zip(documents, impacts, strict=True):
            score = weight * impact
            if score > best.get(number, 0.0):
                best[number] = score
    return best.items()


def fuse(head: Mapping[int, float], everything: Mapping[int, float], fusion: Fusion, pool: int) -> list[Fused]:
    """The best *pool* documents by normalised magnitudes and ranks of both views, the first view leading."""
    first, second = _best(head, pool), _best(everything, pool)
    top_head, top_all = (first[0][1] if first else 1.0), (second[0][1] if second else 1.0)
    ranks = _reciprocal_ranks(first), _reciprocal_ranks(second)
    rows = []
    for number in sorted(ranks[0].keys() | ranks[1].keys()):
        a, b = head.get(number, 0.0) / top_head, everything.get(number, 0.0) / top_all
        score = fusion.head * a + fusion.all * b
        score += fusion.head_rank * ranks[0].get(number, 0.0) + fusion.all_rank * ranks[1].get(number, 0.0)
        rows.append((-score, number, a, b))
    rows.sort()
    return rows[:pool]


def _reciprocal_ranks(best: Sequence[tuple[int, float]]) -> dict[int, float]:
    """From 1 for the first downwards; equal scores have equal ranks."""
    ranks: dict[int, float] = {}
    place, before = 0, math.inf
    for position, (number, score) in enumerate(best):
        if score < before:
            place, before = position, score
        ranks[number] = RANK / (RANK + place)
    return ranks


def _best(scores: Mapping[int, float], count: int) -> list[tuple[int, float]]:
    return heapq.nsmallest(count, scores.items(), key=lambda item: (-item[1], item[0]))


def coverage(index: SearchIndex, number: int, words: Sequence[Word], masses: Sequence[float]) -> tuple[float, float]:
    """(share of the question that the head explains, share of the head that the question explains), by rarity."""
    head = index.head_of(number)
    told = [0.0] * len(head.masses)
    explained = 0.0
    for word, mass in zip(words, masses, strict=True):
        best = 0.0
        for term, weight in word.terms.items():
            for position, share in head.table.get(term, ()):
                strength = min(1.0, weight / word.weight) * share
                best = max(best, strength)
                told[position] = max(told[position], strength)
        explained += mass * best
    total = sum(masses)
    asked = sum(mass * share for mass, share in zip(head.masses, told, strict=True))
    return (explained / total if total else 0.0, asked / head.total if head.total else 0.0)


def mass_of(index: SearchIndex, word: Word) -> float:
    """What a word of a question weighs; a word that occurs nowhere weighs nothing."""
    return max(weight * index.rarity(term) for term, weight in word.terms.items())


def matching(index: SearchIndex, words: Sequence[Word], fusion: Fusion, *, pool: int, keep: int) -> list[TextScore]:
    """The best *keep* documents by text: *pool* of them by fusion, re-ordered by coverage."""
    fused = fuse(view_scores(index.head, words), view_scores(index.all, words), fusion, pool)
    masses = [mass_of(index, word) for word in words]
    rows = []
    for negative, number, head, everything in fused:
        explained, asked = coverage(index, number, words, masses)
        both = explained + asked
        # Both shares in one: their harmonic mean.
        total = fusion.coverage * 2 * explained * asked / both - negative if both else -negative
        rows.append((-total, number, head, everything, explained, asked))
    rows.sort()
    return [TextScore(number=n, total=-t, head=h, all=a, explained=e, asked=q) for t, n, h, a, e, q in rows[:keep]]
