"""Evidence from the module of a large API: tag and first path segment."""

from __future__ import annotations

from collections.abc import Sequence

from graph_tool_call.hooks import Candidate, Evidence, PluginInfo, QueryContext, SignalSpec, hookimpl

from .asked import Said, asked, each, is_slot, said, segments


@hookimpl
def gtc_plugin_info() -> PluginInfo:
    """Say who this is."""
    return PluginInfo(
        title="Module",
        description="The question names the part of the API.",
        hook_api=1,
        signals=(
            SignalSpec(
                name="module",
                weight=0.05,
                meaning="the question names the part of the API",
                supports=False,
                compared=False,
            ),
        ),
    )


@hookimpl
def gtc_selector_evidence(query: str, candidates: Sequence[Candidate], context: QueryContext) -> list[Evidence]:
    """`module`: for operations whose tag or first path segment the question names."""
    return each(query, candidates, context, read=asked, about=_module, judge=_judge)


def _judge(name: str, question: Said, words: tuple[frozenset[str], ...]) -> Sequence[Evidence]:
    named = [part for part in words if not part.isdisjoint(question.terms)]
    if not named:
        return ()
    own = frozenset().union(*named)
    matched = tuple([word for word, terms in question.close.items() if not terms.isdisjoint(own)])
    reason = "the question names its part of the API"
    return (Evidence(candidate=name, signal="module", score=len(named) / len(words), matched=matched, reason=reason),)


def _module(candidate: Candidate, context: QueryContext) -> tuple[frozenset[str], ...]:
    tool = candidate.tool
    first = next((part for part in segments(tool.path) if not is_slot(part)), "")
    texts = (*tool.tags[:1], first) if tool.tags else (first,)
    words = (terms for text in texts for terms in said(context.terms(text)).close.values())
    return tuple(dict.fromkeys(words))
