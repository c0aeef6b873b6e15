"""Evidence from words: how much of a question the operation's name and summary explain, and the reverse.

Weighed by rarity. The second direction is what tells an operation from its longer
siblings (issue and issue field): words of the operation that nobody asked for.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Final

import attrs

from graph_tool_call.hooks import Candidate, Evidence, PluginInfo, QueryContext, hookimpl

from .asked import Said, asked, mass, name_of, remembered, said, summary_of

#: A word of the question that the operation does not explain at all counts as left over from this share on.
LEFT_OVER: Final = 0.5


@attrs.frozen
class _Surface:
    """Words of an operation's name and summary."""

    #: Term → (word number, share).
    table: Mapping[str, tuple[tuple[int, float], ...]]
    masses: tuple[float, ...]
    total: float
    pairs: frozenset[tuple[str, str]]


@hookimpl
def gtc_plugin_info() -> PluginInfo:
    """Say who this is."""
    return PluginInfo(title="Words", description="Coverage of question and operation by each other.", hook_api=1)


@attrs.frozen
class _Question:
    """Words of a question: surfaces, masses, and term → (word number, share)."""

    surfaces: tuple[str, ...]
    masses: tuple[float, ...]
    terms: Mapping[str, Sequence[tuple[int, float]]]
    total: float
    pairs: frozenset[tuple[str, str]]


@hookimpl
def gtc_selector_evidence(query: str, candidates: Sequence[Candidate], context: QueryContext) -> list[Evidence]:
    """`surface`: coverage in both directions; `remainder`: what stays unexplained; `phrase`: words in sequence."""
    question = _question(asked(query, context), context)
    if not question.total:
        return []
    found: list[Evidence] = []
    for candidate in candidates:
        surface = remembered(context, "lexical", candidate, _surface)
        found += _coverage(candidate.name, question, surface)
        common = question.pairs & surface.pairs
        if common:
            share = len(common) / len(question.pairs)
            words = tuple(sorted(" ".join(pair) for pair in common))
            found.append(
                Evidence(
                    candidate=candidate.name,
                    signal="phrase",
                    score=share,
                    matched=words,
                    reason="these words stand together in its summary",
                )
            )
    return found


def _question(question: Said, context: QueryContext) -> _Question:
    masses = tuple(mass(terms, context.rarity) for terms in question.words.values())
    table: dict[str, list[tuple[int, float]]] = {}
    for number, terms in enumerate(question.words.values()):
        heaviest = max(terms.values())
        for term, weight in terms.items():
            table.setdefault(term, []).append((number, weight / heaviest))
    return _Question(tuple(question.words), masses, table, sum(masses), _pairs(question))


def _coverage(name: str, question: _Question, surface: _Surface) -> list[Evidence]:
    told = [0.0] * len(surface.masses)
    best = [0.0] * len(question.masses)
    for term in question.terms.keys() & surface.table.keys():
        for position, share in surface.table[term]:
            for number, weight in question.terms[term]:
                strength = weight * share
                best[number] = max(best[number], strength)
                told[position] = max(told[position], strength)
    explained = sum([m * b for m, b in zip(question.masses, best, strict=True)]) / question.total
    of_it = sum([m * t for m, t in zip(surface.masses, told, strict=True)]) / (surface.total or 1.0)
    both = explained + of_it
    score = 2 * explained * of_it / both if both else 0.0
    out = []
    if score:
        matched = tuple([word for word, b in zip(question.surfaces, best, strict=True) if b >= LEFT_OVER])
        reason = f"name and summary explain {explained:.0%} of the question; it asks for {of_it:.0%} of them"
        out.append(Evidence(candidate=name, signal="surface", score=min(1.0, score), matched=matched, reason=reason))
    left = [number for number, b in enumerate(best) if b < LEFT_OVER]
    share = sum([question.masses[number] for number in left]) / question.total
    if share:
        out.append(
            Evidence(
                candidate=name,
                signal="remainder",
                score=-min(1.0, share),
                matched=tuple([question.surfaces[number] for number in left]),
                reason="words of the question that it does not explain",
            )
        )
    return out


def _surface(candidate: Candidate, context: QueryContext) -> _Surface:
    texts = [said(context.terms(text)) for text in (summary_of(candidate.tool), name_of(candidate.tool))]
    table: dict[str, list[tuple[int, float]]] = {}
    masses: list[float] = []
    seen: set[str] = set()
    for text in texts:
        for terms in text.words.values():
            main = max(terms, key=lambda term: (terms[term], term))
            if main in seen:
                continue
            seen.add(main)
            for term, weight in terms.items():
                table.setdefault(term, []).append((len(masses), weight / terms[main]))
            masses.append(mass(terms, context.rarity))
    pairs = frozenset().union(*(_pairs(text) for text in texts))
    return _Surface({term: tuple(rows) for term, rows in table.items()}, tuple(masses), sum(masses), pairs)


def _pairs(text: Said) -> frozenset[tuple[str, str]]:
    """Neighbouring words of a text by their main terms, words without meaning left out."""
    mains = [max(terms, key=lambda term: (terms[term], term)) for terms in text.words.values()]
    return frozenset(pairwise(mains))
