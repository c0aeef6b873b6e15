"""Evidence from the module of a large API: tag and first path segment."""

from __future__ import annotations

from collections.abc import Sequence

from graph_tool_call.hooks import Candidate, Evidence, PluginInfo, QueryContext, hookimpl

from .asked import asked, is_slot, remembered, said, segments


@hookimpl
def gtc_plugin_info() -> PluginInfo:
    """Say who this is."""
    return PluginInfo(title="Module", description="The question names the part of the API.", hook_api=1)


@hookimpl
def gtc_selector_evidence(query: str, candidates: Sequence[Candidate], context: QueryContext) -> list[Evidence]:
    """`module`: for operations whose tag or first path segment the question names."""
    question = asked(query, context).close
    found = []
    for candidate in candidates:
        words = remembered(context, "module", candidate, _module)
        matched = tuple(word for word, terms in question.items() if any(part & terms for part in words))
        if matched:
            hit = sum(1 for part in words if any(part & terms for terms in question.values()))
            reason = "the question names its part of the API"
            found.append(
                Evidence(
                    candidate=candidate.name, signal="module", score=hit / len(words), matched=matched, reason=reason
                )
            )
    return found


def _module(candidate: Candidate, context: QueryContext) -> tuple[frozenset[str], ...]:
    tool = candidate.tool
    first = next((part for part in segments(tool.path) if not is_slot(part)), "")
    texts = (*tool.tags[:1], first) if tool.tags else (first,)
    words = (terms for text in texts for terms in said(context.terms(text)).close.values())
    return tuple(dict.fromkeys(words))
