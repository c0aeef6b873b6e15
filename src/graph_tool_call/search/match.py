"""Matching of a question against the index: view scores, fusion, coverage of heads."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from operator import mul
from typing import Final

import attrs

from .index import Head, SearchIndex, View
from .text import Word

#: Reciprocal ranks flatten beyond this rank.
RANK: Final = 8.0
#: Words of this weight are the objects of a question, and terms of this share of a word mean the same.
OBJECT: Final = 0.85
SAME: Final = 0.45
#: Documents that are looked at for answering, beside those of the fusion.
ANSWERS: Final = 12
#: How much more related words count where the collection has none of the question's own.
RELATED: Final = 2.0


@attrs.frozen(kw_only=True)
class Fusion:
    """How much each part of the text score counts; the parts are between 0 and 1."""

    head: float = 0.45
    all: float = 0.2
    head_rank: float = 0.1
    all_rank: float = 0.05
    coverage: float = 0.6
    #: Objects of the question that no name or summary has, found in a field, path or description.
    answers: float = 0.8

    @property
    def total(self) -> float:
        """The best possible text score of an operation that is named by the question."""
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
    found = sorted((view.word_scores(word.terms) for word in words), key=len, reverse=True)
    # The longest is copied, the others are added: copying costs a tenth of adding.
    scores = dict(found[0]) if found else {}
    get = scores.get
    for more in found[1:]:
        for number, score in more.items():
            scores[number] = get(number, 0.0) + score
    return scores


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
    """The *count* best, ties by number. Sorting bare numbers first is cheaper than sorting pairs, or a heap."""
    if len(scores) > count:
        least = sorted(scores.values(), reverse=True)[count - 1]
        kept = [(-score, number) for number, score in scores.items() if score >= least]
    else:
        kept = [(-score, number) for number, score in scores.items()]
    kept.sort()
    return [(number, -negative) for negative, number in kept[:count]]


@attrs.frozen
class Asked:
    """The words of a question for comparing: mass of each, and term → (word number, share of the word)."""

    masses: tuple[float, ...]
    terms: Mapping[str, Sequence[tuple[int, float]]]
    total: float

    @classmethod
    def of(cls, index: SearchIndex, words: Sequence[Word]) -> Asked:
        """The *words* by what they weigh in *index*."""
        masses = tuple(mass_of(index, word) for word in words)
        terms: dict[str, list[tuple[int, float]]] = {}
        for number, word in enumerate(words):
            for term, weight in word.terms.items():
                terms.setdefault(term, []).append((number, weight / word.weight))
        return cls(masses, terms, sum(masses))


def coverage(head: Head, asked: Asked) -> tuple[float, float]:
    """(share of the question that the head explains, share of the head that the question explains), by rarity."""
    explained, told = [0.0] * len(asked.masses), [0.0] * len(head.masses)
    words_of = asked.terms.get
    for term, places in head.table.items():
        words = words_of(term)
        if words is None:
            continue
        for position, share in places:
            for number, weight in words:
                strength = weight * share
                # Cheaper than a call of max.
                if strength > explained[number]:  # noqa: PLR1730
                    explained[number] = strength
                if strength > told[position]:  # noqa: PLR1730
                    told[position] = strength
    question, of_head = sum(map(mul, asked.masses, explained)), sum(map(mul, head.masses, told))
    return (question / asked.total if asked.total else 0.0, of_head / head.total if head.total else 0.0)


def mass_of(index: SearchIndex, word: Word) -> float:
    """What a word of a question weighs, by its heaviest term that occurs; a word that occurs nowhere weighs nothing."""
    ranked = sorted(word.terms.items(), key=lambda item: (-item[1], item[0]))
    return next((mass for term, weight in ranked if (mass := weight * index.rarity(term))), 0.0)


def answers(index: SearchIndex, words: Sequence[Word], asked: Asked) -> dict[int, float]:
    """How well documents answer what is asked for where nothing is named after it, from 0 to 1.

    "When is the birthday of the director": no operation is called after birthdays, and the
    one whose response has the field is meant, however many are about directors. Those are
    the objects of the question (words of nearly full weight) that the first view does not
    have, not even under another form of the word.
    """
    hidden = []
    told = total = 0.0
    for word, mass in zip(words, asked.masses, strict=True):
        if word.weight < OBJECT:
            continue
        total += mass
        least = SAME * word.weight
        if mass and not any(weight >= least and term in index.head for term, weight in word.terms.items()):
            hidden.append(word)
            told += mass
    found = view_scores(index.all, hidden) if hidden else {}
    top = max(found.values(), default=1.0)
    return {number: told / total * score / top for number, score in found.items()}


def adapted(index: SearchIndex, word: Word) -> Word:
    """*word* as the collection would say it: what is named by none of its forms is named by related words."""
    least = SAME * word.weight
    if any(weight >= least and term in index.head for term, weight in word.terms.items()):
        return word
    if not any(term in index.head for term in word.terms):
        return word
    return Word(word.surface, {t: w if w >= least else min(w * RELATED, word.weight) for t, w in word.terms.items()})


def matching(index: SearchIndex, words: Sequence[Word], fusion: Fusion, *, pool: int) -> list[TextScore]:
    """The best *pool* documents by text: by fusion, re-ordered by coverage and answers."""
    words = [adapted(index, word) for word in words]
    asked_for = Asked.of(index, words)
    fused = fuse(view_scores(index.head, words), view_scores(index.all, words), fusion, pool)
    told = answers(index, words, asked_for)
    if told:
        known = {number for _, number, _, _ in fused}
        fused += [(0.0, number, 0.0, 0.0) for number, _ in _best(told, ANSWERS) if number not in known]
    rows = []
    for negative, number, head, everything in fused:
        explained, asked = coverage(index.head_of(number), asked_for)
        both = explained + asked
        # Both shares in one: their harmonic mean.
        total = fusion.answers * told.get(number, 0.0) - negative
        total += fusion.coverage * 2 * explained * asked / both if both else 0.0
        rows.append((-total, number, head, everything, explained, asked))
    rows.sort()
    return [TextScore(number=n, total=-t, head=h, all=a, explained=e, asked=q) for t, n, h, a, e, q in rows[:pool]]
