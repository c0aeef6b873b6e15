"""Evidence from the contract: inputs the question names, fields it asks for, inputs it says nothing of."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import attrs

from graph_tool_call.hooks import Candidate, Evidence, PluginInfo, QueryContext, SignalSpec, hookimpl

from .asked import READING, Said, asked, each, is_slot, mass, segments, words_said
from .phrase import identified

#: Words that hardly any contract lacks say nothing about the one that has them.
COMMON: Final = 0.25
FITS: Final = 0.6
#: Each required input that the question says nothing of, and the most that they count together.
UNASKED: Final = 0.12
UNASKED_MOST: Final = 0.48
#: The question says which one it means ("ticket 42"): for operations keyed by that, against those that are not.
KEYED: Final = 0.4
UNKEYED: Final = -0.4


@attrs.frozen
class _Contract:
    takes: frozenset[str]
    #: What it takes and what it gives.
    all: frozenset[str]
    #: Words of each required input.
    required: tuple[frozenset[str], ...]


@attrs.frozen
class _Question:
    reads: bool
    #: Nouns that say something: word, mass, terms that mean the same.
    nouns: tuple[tuple[str, float, frozenset[str]], ...]
    #: Mass of all nouns.
    total: float
    #: Terms of all words that mean the same, and of the nouns that a value is given for.
    words: frozenset[str]
    keys: frozenset[str]


@hookimpl
def gtc_plugin_info() -> PluginInfo:
    """Say who this is."""
    return PluginInfo(
        title="Contract",
        description="Inputs and response fields named by the question.",
        hook_api=1,
        signals=(
            SignalSpec(
                name="contract",
                weight=0.15,
                meaning="fields of the operation that the question names",
                noise=0.2,
                noise_opposed=0.5,
            ),
        ),
    )


@hookimpl
def gtc_selector_evidence(query: str, candidates: Sequence[Candidate], context: QueryContext) -> list[Evidence]:
    """`contract`: for operations that take or give what the question names, against those that need what it doesn't."""
    return each(query, candidates, context, read=_question, about=_contract, judge=_judge)


def _question(query: str, context: QueryContext) -> _Question:
    question = asked(query, context)
    masses = {word: mass(terms, context.rarity) for word, terms in question.nouns.items()}
    return _Question(
        reads=question.action in READING,
        nouns=tuple([(word, heavy, question.close[word]) for word, heavy in masses.items() if heavy >= COMMON]),
        total=sum(masses.values()),
        words=question.terms,
        keys=_keys(query, question),
    )


def _judge(name: str, question: _Question, contract: _Contract) -> Sequence[Evidence]:
    fields = contract.all if question.reads else contract.takes
    named = [(word, heavy) for word, heavy, terms in question.nouns if not terms.isdisjoint(fields)]
    fit = FITS * sum([heavy for _, heavy in named]) / question.total if question.total else 0.0
    unasked = sum([terms.isdisjoint(question.words) for terms in contract.required])
    keyed = not all(terms.isdisjoint(question.keys) for terms in contract.required)
    unkeyed = bool(question.keys) and not keyed
    score = fit - min(UNASKED_MOST, UNASKED * unasked) + (KEYED if keyed else UNKEYED if unkeyed else 0.0)
    if not score:
        return ()
    matched = tuple([word for word, _ in named])
    reason = _reason(matched, unasked, keyed=keyed, unkeyed=unkeyed)
    score = round(max(-1.0, min(1.0, score)), 3)
    return (Evidence(candidate=name, signal="contract", score=score, matched=matched, reason=reason),)


def _keys(query: str, question: Said) -> frozenset[str]:
    """Main terms of the nouns that the question gives a value for."""
    named = identified(query)
    words = (terms for word, terms in question.words.items() if word in named)
    return frozenset(max(terms, key=lambda term: (terms[term], term)) for terms in words)


def _reason(matched: Sequence[str], unasked: int, *, keyed: bool, unkeyed: bool) -> str:
    parts = []
    if keyed:
        parts.append("it takes the key that the question gives")
    if unkeyed:
        parts.append("it does not take the key that the question gives")
    if matched:
        parts.append(f"its contract has {', '.join(matched)}")
    if unasked:
        parts.append(f"it needs {unasked} input{'s' if unasked > 1 else ''} that the question does not name")
    return "; ".join(parts)


def _contract(candidate: Candidate, context: QueryContext) -> _Contract:
    required = [words_said((name, *_collection(candidate, name)), context) for name in candidate.required]
    takes = words_said(candidate.consumes, context)
    return _Contract(takes, takes | words_said(candidate.produces, context), tuple(required))


def _collection(candidate: Candidate, name: str) -> tuple[str, ...]:
    """The path segment that a slot picks one of: `/repos/{owner}/{repo}` picks a repo by both."""
    parts = segments(candidate.tool.path)
    here = next((i for i, part in enumerate(parts) if is_slot(part) and name in part), -1)
    return next(((parts[i],) for i in range(here - 1, -1, -1) if not is_slot(parts[i])), ())
