"""Evidence from promoted suggestions: what earlier, checked runs of the same collection chose."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from graph_tool_call.hooks import Candidate, Evidence, PluginInfo, QueryContext, hookimpl

from .asked import said

#: Names under which a suggestion may carry the tool, the question, and its confidence.
TOOL_KEYS: Final = ("target", "tool", "tool_name", "selected_target", "name")
QUERY_KEYS: Final = ("query", "question", "example_query", "pattern")
WORD_KEYS: Final = ("keywords", "terms", "aliases")
CONFIDENCE_KEYS: Final = ("confidence", "score", "weight")
#: States that keep a suggestion from counting.
UNPROMOTED: Final = frozenset({"pending", "candidate", "rejected", "draft", "disabled"})
#: Share of the question that a suggestion has to have in common.
LIKENESS: Final = 0.5


@hookimpl
def gtc_plugin_info() -> PluginInfo:
    """Say who this is."""
    return PluginInfo(title="Learning", description="A small boost from promoted suggestions.", hook_api=1)


@hookimpl
def gtc_selector_evidence(query: str, candidates: Sequence[Candidate], context: QueryContext) -> list[Evidence]:
    """`learning`: for the tools of promoted suggestions whose words are like the question's."""
    if not context.learning:
        return []
    asked = _words(query, context)
    best: dict[str, tuple[float, tuple[str, ...]]] = {}
    for suggestion in context.learning:
        tool = str(_first(suggestion, TOOL_KEYS) or "")
        if not tool or str(suggestion.get("status", "")).lower() in UNPROMOTED:
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


def _likeness(
    asked: frozenset[str], suggestion: Mapping[str, Any], context: QueryContext
) -> tuple[float, tuple[str, ...]]:
    texts = [str(_first(suggestion, QUERY_KEYS) or "")]
    words = _first(suggestion, WORD_KEYS)
    texts += [words] if isinstance(words, str) else [str(w) for w in words] if isinstance(words, Iterable) else []
    known = frozenset().union(*(_words(text, context) for text in texts if text))
    common = asked & known
    likeness = len(common) / len(asked | known) if common else 0.0
    confidence = _first(suggestion, CONFIDENCE_KEYS)
    trust = min(1.0, max(0.0, float(confidence))) if isinstance(confidence, (int, float)) else 1.0
    return (likeness * trust if likeness >= LIKENESS else 0.0), tuple(sorted(common))


def _first(suggestion: Mapping[str, Any], keys: Sequence[str]) -> Any:
    return next((suggestion[key] for key in keys if suggestion.get(key) is not None), None)


def _words(text: str, context: QueryContext) -> frozenset[str]:
    """The main term of each word."""
    words = said(context.terms(text)).words.values()
    return frozenset(max(terms, key=lambda term: (terms[term], term)) for terms in words)
