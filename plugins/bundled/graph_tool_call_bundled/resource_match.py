"""Evidence from the business object: is the operation's primary resource what the question is about?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import attrs

from graph_tool_call.hooks import Candidate, Evidence, PluginInfo, QueryContext, SignalSpec, ToolFacts, hookimpl

from .asked import asked, changes, each, is_slot, mass, said, segments
from .words import is_plural

#: Words of the question that count this much stand before the first preposition: they are its object.
OBJECT: Final = 0.85
#: Parts of a thing that are changed for the thing itself.
STATUS: Final = frozenset({"status", "state"})
#: Another resource than the question's object.
OTHER: Final = -0.3


@attrs.frozen
class _Resource:
    name: str
    words: tuple[tuple[frozenset[str], float], ...]


@hookimpl
def gtc_plugin_info() -> PluginInfo:
    """Say who this is."""
    return PluginInfo(
        title="Resource",
        description="Agreement of the question's object and the primary resource.",
        hook_api=1,
        signals=(
            SignalSpec(
                name="resource",
                weight=0.2,
                meaning="how much of the question's object is what the operation works on",
                noise_opposed=0.55,
            ),
        ),
    )


@attrs.frozen
class _Question:
    #: Nouns before the first preposition; all nouns when there are none.
    objects: frozenset[str]
    #: Terms of each word that mean the same.
    close: Mapping[str, frozenset[str]]
    #: All of these.
    terms: frozenset[str]


@hookimpl
def gtc_selector_evidence(query: str, candidates: Sequence[Candidate], context: QueryContext) -> list[Evidence]:
    """`resource`: for operations on what the question is about, against those on something else."""
    return each(query, candidates, context, read=_question, about=_resource, judge=_evidence)


def _question(query: str, context: QueryContext) -> _Question:
    question = asked(query, context)
    nouns = question.nouns
    heads = [word for word, terms in nouns.items() if max(terms.values()) >= OBJECT]
    return _Question(frozenset(heads or nouns), question.close, question.terms)


def _evidence(name: str, question: _Question, resource: _Resource) -> Sequence[Evidence]:
    if not (resource.words and question.objects):
        return ()
    score, matched = _judge(question, resource)
    reason = f"its resource is {resource.name}" + ("" if matched else ", which the question is not about")
    return (Evidence(candidate=name, signal="resource", score=score, matched=matched, reason=reason),)


def _judge(question: _Question, resource: _Resource) -> tuple[float, tuple[str, ...]]:
    named = [(words, weight) for words, weight in resource.words if not words.isdisjoint(question.terms)]
    total = sum([weight for _, weight in resource.words])
    if not named or not total:
        return OTHER, ()
    own = frozenset().union(*(words for words, _ in named))
    matched = [word for word, terms in question.close.items() if not terms.isdisjoint(own)]
    about = sum([word in question.objects for word in matched])
    share = sum([weight for _, weight in named]) / total
    # Being named as the object counts in full, as a place or owner in half.
    return round(share * (0.5 + 0.5 * about / len(question.objects)), 3), tuple(sorted(matched))


def _resource(candidate: Candidate, context: QueryContext) -> _Resource:
    tool = candidate.tool
    name = tool.resource or _from_path(tool, context)
    if changes(tool) and name.rsplit("_", 1)[-1] in STATUS:
        # Who sets a meeting's status ends or disables the meeting.
        static = [part for part in segments(tool.path) if not is_slot(part)]
        name = next((part for part in reversed(static) if part.lower() not in STATUS), name)
    text = said(context.terms(name.replace("_", " ")))
    words = tuple((text.close[word], mass(terms, context.rarity)) for word, terms in text.words.items())
    return _Resource(name, words)


def _from_path(tool: ToolFacts, context: QueryContext) -> str:
    """The last collection of the path, else the last static segment that is no verb.

    `/orders/{id}/cancel` is about orders.
    """
    parts = segments(tool.path)
    static = [part for part in parts if not is_slot(part)]
    for part, after in zip(reversed(parts), ("", *reversed(parts)), strict=False):
        if not is_slot(part) and (is_slot(after) or is_plural(part.lower())):
            return part
    return next((part for part in reversed(static) if said(context.terms(part)).nouns), static[-1] if static else "")
