"""Evidence from the contract: inputs the question names, fields it asks for, inputs it says nothing of."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

import attrs

from graph_tool_call.hooks import Candidate, Evidence, PluginInfo, QueryContext, hookimpl

from .asked import READING, Said, asked, is_slot, mass, remembered, said, segments
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
    gives: frozenset[str]
    #: Words of each required input.
    required: tuple[frozenset[str], ...]


@hookimpl
def gtc_plugin_info() -> PluginInfo:
    """Say who this is."""
    return PluginInfo(title="Contract", description="Inputs and response fields named by the question.", hook_api=1)


@hookimpl
def gtc_selector_evidence(query: str, candidates: Sequence[Candidate], context: QueryContext) -> list[Evidence]:
    """`contract`: for operations that take or give what the question names, against those that need what it doesn't."""
    question = asked(query, context)
    words = frozenset().union(*question.close.values())
    masses = {word: mass(terms, context.rarity) for word, terms in question.nouns.items()}
    total = sum(masses.values())
    keys = _keys(query, question)
    found = []
    for candidate in candidates:
        contract = remembered(context, "contract", candidate, _contract)
        fields = contract.gives | contract.takes if question.action in READING else contract.takes
        matched = _named(question, fields, masses)
        fit = FITS * sum(masses[word] for word in matched) / total if total else 0.0
        unasked = sum(1 for terms in contract.required if not terms & words)
        keyed = any(terms & keys for terms in contract.required)
        score = fit - min(UNASKED_MOST, UNASKED * unasked) + (KEYED if keyed else UNKEYED if keys else 0.0)
        if score:
            found.append(
                Evidence(
                    candidate=candidate.name,
                    signal="contract",
                    score=round(max(-1.0, min(1.0, score)), 3),
                    matched=matched,
                    reason=_reason(matched, unasked, keyed=keyed, unkeyed=bool(keys) and not keyed),
                )
            )
    return found


def _named(question: Said, fields: frozenset[str], masses: dict[str, float]) -> tuple[str, ...]:
    return tuple(word for word in question.nouns if masses[word] >= COMMON and fields & question.close[word])


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
    required = tuple(_words((name,), context) | _slot_words(candidate, name, context) for name in candidate.required)
    return _Contract(_words(candidate.consumes, context), _words(candidate.produces, context), required)


def _slot_words(candidate: Candidate, name: str, context: QueryContext) -> frozenset[str]:
    """Words of the path segment that a slot picks one of: `/repos/{owner}/{repo}` picks a repo by both."""
    parts = segments(candidate.tool.path)
    here = next((i for i, part in enumerate(parts) if is_slot(part) and name in part), -1)
    before = next((parts[i] for i in range(here - 1, -1, -1) if not is_slot(parts[i])), "")
    return _words((before,), context) if before else frozenset()


def _words(names: Iterable[str], context: QueryContext) -> frozenset[str]:
    return frozenset().union(*(terms for name in names for terms in said(context.terms(name)).close.values()))
