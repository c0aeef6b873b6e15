"""Evidence from promoted suggestions: what earlier, checked runs of the same collection chose.

Suggestions as `graph_tool_call.learning` makes them have `format, target, terms, state, confidence`;
rows written by hand may have a `query`, an example of the question, instead of terms.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from graph_tool_call.hooks import Candidate, Evidence, PluginInfo, QueryContext, SignalSpec, hookimpl

from .asked import said

#: Names under which a suggestion may carry the tool, the question, and its confidence.
TOOL_KEYS: Final = ("target", "tool", "tool_name", "selected_target", "name")
QUERY_KEYS: Final = ("query", "question", "example_query", "pattern")
WORD_KEYS: Final = ("keywords", "aliases")
CONFIDENCE_KEYS: Final = ("confidence", "score", "weight")
STATE_KEYS: Final = ("state", "status")
#: The format that is read; rows written by hand have none.
FORMAT: Final = 1
#: States that keep a suggestion from counting.
UNPROMOTED: Final = frozenset({"suggested", "promotable", "pending", "candidate", "rejected", "draft", "disabled"})
#: Share of the question that a suggestion has to have in common.
LIKENESS: Final = 0.5


@hookimpl
def gtc_plugin_info() -> PluginInfo:
    """Say who this is."""
    return PluginInfo(
        title="Learning",
        description="A small boost from promoted suggestions.",
        hook_api=1,
        signals=(
            SignalSpec(
                name="learning",
                weight=0.1,
                unranked=0.0,
                meaning="a promoted suggestion chose it for a like question",
                supports=False,
                compared=False,
            ),
        ),
    )


@hookimpl
def gtc_selector_evidence(query: str, candidates: Sequence[Candidate], context: QueryContext) -> list[Evidence]:
    """`learning`: for the tools of promoted suggestions whose words are like the question's."""
    if not context.learning:
        return []
    asked = _words(query, context)
    best: dict[str, tuple[float, tuple[str, ...]]] = {}
    for suggestion in context.learning:
        tool = str(_first(suggestion, TOOL_KEYS) or "")
        if not tool or not _counts(suggestion):
            continue
        score, matched = _likeness(asked, suggestion, context)
        if score > best.get(tool, (0.0, ()))[0]:
            best[tool] = (score, matched)
    reason = "a promoted suggestion chose it for a question like this"
    return [
        Evidence(
            candidate=c.name, signal="learning", score=round(best[c.name][0], 3), matched=best[c.name][1], reason=reason
        )
        for c in candidates
        if c.name in best
    ]


def _counts(suggestion: Mapping[str, Any]) -> bool:
    state = str(_first(suggestion, STATE_KEYS) or "").lower()
    return suggestion.get("format", FORMAT) == FORMAT and state not in UNPROMOTED


def _likeness(
    asked: frozenset[str], suggestion: Mapping[str, Any], context: QueryContext
) -> tuple[float, tuple[str, ...]]:
    texts = [str(_first(suggestion, QUERY_KEYS) or "")]
    words = _first(suggestion, WORD_KEYS)
    texts += [words] if isinstance(words, str) else [str(w) for w in words] if isinstance(words, Iterable) else []
    known = _terms(suggestion).union(*(_words(text, context) for text in texts if text))
    # Names and values in a question are no words of the collection: they make it no less alike.
    spoken = frozenset(term for term in asked if term in known or context.rarity(term) > 0)
    common = spoken & known
    likeness = len(common) / len(spoken | known) if common else 0.0
    confidence = _first(suggestion, CONFIDENCE_KEYS)
    trust = min(1.0, max(0.0, float(confidence))) if isinstance(confidence, (int, float)) else 1.0
    return (likeness * trust if likeness >= LIKENESS else 0.0), tuple(sorted(common))


def _terms(suggestion: Mapping[str, Any]) -> frozenset[str]:
    """Analysed terms, as the library stores them."""
    terms = suggestion.get("terms")
    rows = terms if isinstance(terms, Iterable) and not isinstance(terms, (str, Mapping)) else ()
    return frozenset(term for term in rows if isinstance(term, str))


def _first(suggestion: Mapping[str, Any], keys: Sequence[str]) -> Any:
    return next((suggestion[key] for key in keys if suggestion.get(key) is not None), None)


def _words(text: str, context: QueryContext) -> frozenset[str]:
    """The main term of each word."""
    words = said(context.terms(text)).words.values()
    return frozenset(max(terms, key=lambda term: (terms[term], term)) for terms in words)
