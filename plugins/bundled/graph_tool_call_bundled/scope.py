"""Evidence from whose things are meant: the caller's own, those of a parent, or all.

An operation below `/orgs/{org}/` works inside one organisation. If the question names an
organisation, that speaks for it; if not, the question more likely means a sibling without
that parent. `/user/…`, `/me/…` and "for the authenticated user" work on the caller's own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import attrs

from graph_tool_call.hooks import Candidate, Contradiction, Evidence, PluginInfo, QueryContext, SignalSpec, hookimpl

from .asked import asked, each, is_slot, name_of, said, segments, summary_of, words_said

#: Path segments that stand for the caller, where no slot follows.
CALLER: Final = frozenset({"me", "self", "user", "current", "my", "mine", "current-user", "currentuser", "~"})
#: One unnamed parent, and what all of them together may say.
UNNAMED: Final = 0.25
UNNAMED_MOST: Final = 0.8
NAMED: Final = 0.25
CALLER_UNASKED: Final = 0.15
CALLER_MISSED: Final = 0.6


@attrs.frozen
class _Scope:
    #: Words of each parent in the path.
    parents: tuple[tuple[str, frozenset[str]], ...]
    caller: bool


@hookimpl
def gtc_plugin_info() -> PluginInfo:
    """Say who this is."""
    return PluginInfo(
        title="Scope",
        description="Whose things are meant: the caller's, a parent's, or all.",
        hook_api=1,
        signals=(
            SignalSpec(
                name="scope",
                weight=0.2,
                meaning="whether it is about the caller's, a parent's or all things, as asked",
                noise_opposed=0.45,
                contradicts=Contradiction(by=0.8),
            ),
        ),
    )


@attrs.frozen
class _Question:
    mine: bool
    words: frozenset[str]


@hookimpl
def gtc_selector_evidence(query: str, candidates: Sequence[Candidate], context: QueryContext) -> list[Evidence]:
    """`scope`: for operations whose parents the question names, against those with a scope that it doesn't name."""
    return each(query, candidates, context, read=_question, about=_scope, judge=_evidence)


def _question(query: str, context: QueryContext) -> _Question:
    question = asked(query, context)
    return _Question("mine" in question.scopes, question.terms)


def _evidence(name: str, question: _Question, scope: _Scope) -> Sequence[Evidence]:
    score, matched, reason = _judge(question, scope)
    return (Evidence(candidate=name, signal="scope", score=score, matched=matched, reason=reason),) if score else ()


def _judge(question: _Question, scope: _Scope) -> tuple[float, tuple[str, ...], str]:
    mine = question.mine
    if mine and scope.caller:
        return 1.0, ("my",), "it works on the caller's own, as asked"
    named = tuple([name for name, terms in scope.parents if not terms.isdisjoint(question.words)])
    unnamed = [name for name, _ in scope.parents if name not in named]
    score = -min(UNNAMED_MOST, UNNAMED * len(unnamed)) + (NAMED if named else 0.0)
    if mine:
        return (
            max(-1.0, score - CALLER_MISSED),
            named,
            "the question means the caller's own, and this is not limited to them",
        )
    if scope.caller and not named:
        return score - CALLER_UNASKED, (), "it works on the caller's own, which the question does not say"
    if unnamed:
        return score, named, f"it works inside {', '.join(unnamed)}, which the question does not name"
    return score, named, f"the question names {', '.join(named)}, inside which it works"


def _scope(candidate: Candidate, context: QueryContext) -> _Scope:
    tool = candidate.tool
    parts = segments(tool.path)
    parents = tuple((name, words_said((name,), context)) for name in dict.fromkeys(_parents(parts)))
    texts = [said(context.terms(text)) for text in (summary_of(tool), name_of(tool))]
    caller = any("mine" in text.scopes for text in texts) or any(_is_caller(parts, i) for i in range(len(parts)))
    return _Scope(parents, caller)


def _parents(parts: Sequence[str]) -> Iterator[str]:
    """Static segments that a slot picks one of, where a further static segment follows."""
    last = max((i for i, part in enumerate(parts) if not is_slot(part)), default=-1)
    for here, after in zip(range(len(parts)), range(1, last), strict=False):
        if is_slot(parts[after]) and not is_slot(parts[here]):
            yield parts[here]


def _is_caller(parts: Sequence[str], position: int) -> bool:
    follows = parts[position + 1] if position + 1 < len(parts) else ""
    return parts[position].lower() in CALLER and not is_slot(follows)
