"""Evidence from words: how much of a question the operation's name and summary explain, and the reverse.

Weighed by rarity. The second direction is what tells an operation from its longer
siblings (issue and issue field): words of the operation that nobody asked for.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from operator import mul
from typing import Final

import attrs

from graph_tool_call.hooks import Candidate, Contradiction, Evidence, PluginInfo, QueryContext, SignalSpec, hookimpl

from .asked import Said, asked, each, mass, name_of, said, summary_of

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
    return PluginInfo(
        title="Words",
        description="Coverage of question and operation by each other.",
        hook_api=1,
        signals=(
            SignalSpec(
                name="surface",
                weight=0.0,
                unranked=0.9,
                meaning="how much question and summary say the same",
                noise=0.1,
                noise_opposed=0.3,
                contradicts=Contradiction(other=0.8, by=0.15, beside=(("remainder", -0.05),)),
            ),
            SignalSpec(
                name="remainder",
                weight=0.0,
                unranked=0.4,
                meaning="against words of the question that the operation does not have",
                supports=False,
            ),
            SignalSpec(
                name="phrase", weight=0.15, unranked=0.1, meaning="words of both that stand together", noise=1.0
            ),
        ),
    )


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
    return each(query, candidates, context, read=_question, about=_surface, judge=_judge)


def _question(query: str, context: QueryContext) -> _Question:
    question = asked(query, context)
    masses = tuple(mass(terms, context.rarity) for terms in question.words.values())
    table: dict[str, list[tuple[int, float]]] = {}
    for number, terms in enumerate(question.words.values()):
        heaviest = max(terms.values())
        for term, weight in terms.items():
            table.setdefault(term, []).append((number, weight / heaviest))
    return _Question(tuple(question.words), masses, table, sum(masses), _pairs(question))


def _judge(name: str, question: _Question, surface: _Surface) -> list[Evidence]:
    if not question.total:
        return []
    found = _coverage(name, question, surface)
    common = question.pairs & surface.pairs
    if common:
        share = len(common) / len(question.pairs)
        words = tuple(sorted([" ".join(pair) for pair in common]))
        reason = "these words stand together in its summary"
        found.append(Evidence(candidate=name, signal="phrase", score=share, matched=words, reason=reason))
    return found


def _coverage(name: str, question: _Question, surface: _Surface) -> list[Evidence]:
    explained, told = _explained(question, surface)
    total = question.total
    of_question = sum(map(mul, question.masses, explained)) / total
    of_it = sum(map(mul, surface.masses, told)) / (surface.total or 1.0)
    both = of_question + of_it
    score = 2 * of_question * of_it / both if both else 0.0
    found = []
    if score:
        matched = tuple([word for word, share in zip(question.surfaces, explained, strict=True) if share >= LEFT_OVER])
        reason = f"name and summary explain {of_question:.0%} of the question; it asks for {of_it:.0%} of them"
        found.append(Evidence(candidate=name, signal="surface", score=min(1.0, score), matched=matched, reason=reason))
    left = [number for number, share in enumerate(explained) if share < LEFT_OVER]
    share = sum([question.masses[number] for number in left]) / total
    if share:
        matched = tuple([question.surfaces[number] for number in left])
        reason, score = "words of the question that it does not explain", -min(1.0, share)
        found.append(Evidence(candidate=name, signal="remainder", score=score, matched=matched, reason=reason))
    return found


def _explained(question: _Question, surface: _Surface) -> tuple[list[float], list[float]]:
    """How far each word of the question is explained, and each word of the operation asked for, from 0 to 1."""
    explained, told = [0.0] * len(question.masses), [0.0] * len(surface.masses)
    asked_for = question.terms.get
    for term, places in surface.table.items():
        words = asked_for(term)
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
    return explained, told


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
