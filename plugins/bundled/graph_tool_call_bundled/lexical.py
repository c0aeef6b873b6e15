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

from .asked import Said, mass, name_of, remembered, said, summary_of

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


@hookimpl
def gtc_selector_evidence(query: str, candidates: Sequence[Candidate], context: QueryContext) -> list[Evidence]:
    """`surface`: coverage in both directions; `remainder`: what stays unexplained; `phrase`: words in sequence."""
    question = said(context.terms(query))
    masses = {word: mass(terms, context.rarity) for word, terms in question.words.items()}
    total = sum(masses.values())
    if not total:
        return []
    pairs = _pairs(question)
    found: list[Evidence] = []
    for candidate in candidates:
        surface = remembered(context, "lexical", candidate, _surface)
        found += _coverage(candidate.name, question, masses, total, surface)
        common = pairs & surface.pairs
        if common:
            share = len(common) / len(pairs)
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


def _coverage(
    name: str, question: Said, masses: Mapping[str, float], total: float, surface: _Surface
) -> list[Evidence]:
    told = [0.0] * len(surface.masses)
    matched: list[str] = []
    left: list[str] = []
    explained = 0.0
    for word, terms in question.words.items():
        best = _best(terms, surface.table, told)
        explained += best * masses[word]
        (matched if best >= LEFT_OVER else left).append(word)
    asked = sum(m * t for m, t in zip(surface.masses, told, strict=True)) / (surface.total or 1.0)
    explained /= total
    both = explained + asked
    score = 2 * explained * asked / both if both else 0.0
    out = []
    if score:
        reason = f"name and summary explain {explained:.0%} of the question; it asks for {asked:.0%} of them"
        out.append(
            Evidence(candidate=name, signal="surface", score=min(1.0, score), matched=tuple(matched), reason=reason)
        )
    share = sum(masses[word] for word in left) / total
    if share:
        out.append(
            Evidence(
                candidate=name,
                signal="remainder",
                score=-min(1.0, share),
                matched=tuple(left),
                reason="words of the question that it does not explain",
            )
        )
    return out


def _best(terms: Mapping[str, float], table: Mapping[str, tuple[tuple[int, float], ...]], told: list[float]) -> float:
    heaviest = max(terms.values())
    best = 0.0
    for term, weight in terms.items():
        for position, share in table.get(term, ()):
            strength = weight / heaviest * share
            best = max(best, strength)
            told[position] = max(told[position], strength)
    return best


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
