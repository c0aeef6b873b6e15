"""Evidence from how many are asked for: one, a list, or a count."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

import attrs

from graph_tool_call.hooks import (
    SHAPES,
    Candidate,
    Contradiction,
    Evidence,
    PluginInfo,
    Preference,
    QueryContext,
    SignalSpec,
    ToolFacts,
    hookimpl,
)

from .asked import READING, Said, asked, changes, each, is_bulk, is_slot, segments
from .phrase import NounPhrase, first_phrase
from .words import is_plural

#: Terms that name a shape, in any language whose plugin translates them to these stems.
COUNT_TERMS: Final = frozenset({"count"})
LIST_TERMS: Final = frozenset({"list"})
SINGLE_TERMS: Final = frozenset({"detail"})
_COUNT: Final = re.compile(r"\b(how many|number of|count of|total number)\b", re.IGNORECASE)
#: "Who is in the room" asks for people, "what do you know" for all that is known; "who is the owner" for one.
_WHO: Final = re.compile(
    r"\s*(?:(who)\b(?! (?:is|was) (?:the|my|our|this)\b)|(what) (?:do|did) (?:you|we|they)\b)", re.IGNORECASE
)
ONE: Final = frozenset({"a", "an", "one", "this", "that", "single"})
#: Nouns of this weight are what is asked for; participles and generic words weigh less.
FULL: Final = 0.85
#: A shape that the question says, and one that only an article implies.
SAID: Final = 0.6
IMPLIED: Final = 0.3
#: A shape that the question says, and no article implies.
CLEAR: Final = 0.5


@hookimpl
def gtc_plugin_info() -> PluginInfo:
    """Say who this is."""
    return PluginInfo(
        title="Shape",
        description="One, a list or a count, as asked.",
        hook_api=1,
        signals=(
            SignalSpec(
                name="shape",
                weight=0.2,
                meaning="whether it answers with as many as are asked for: one, a list, a count",
                contradicts=Contradiction(target=-CLEAR, other=CLEAR, both=("resource",)),
            ),
        ),
    )


@attrs.frozen
class _Question:
    #: The shape asked for, "" when it is left open; the words that say so, and how clearly.
    wanted: str = ""
    matched: tuple[str, ...] = ()
    share: float = 0.0
    #: It changes all; and "many" or "one" where it says how many things it changes.
    changes_all: bool = False
    quantity: str = ""


@attrs.frozen
class _Tool:
    shape: str
    #: It changes one member of a collection; None when it changes nothing, or has no path.
    changes_one: bool | None
    #: It changes many things at a time.
    bulk: bool


#: A bare read of each shape; no operation of a document has a blank in its name.
_SHAPES: Final = tuple(
    Candidate(
        name=f"any {shape}",
        tool=ToolFacts(name=f"any {shape}", operation_id="-", action="read", shape=shape),
        rank=-1,
        score=0.0,
    )
    for shape in SHAPES
    if shape != "mutation"
)


@hookimpl
def gtc_selector_evidence(
    query: str, candidates: Sequence[Candidate], context: QueryContext
) -> list[Evidence | Preference]:
    """`shape`: for reads that answer with as many as were asked for."""
    found = each(query, [*candidates, *_SHAPES], context, read=_question, about=_tool, judge=_judge)
    shapes = {one.name: str(one.tool.shape) for one in _SHAPES}
    scores = {shapes[e.candidate]: e.score for e in found if e.candidate in shapes}
    return [*(e for e in found if e.candidate not in shapes), Preference(shapes=scores)]


def _question(query: str, context: QueryContext) -> _Question:
    question = asked(query, context)
    if question.action not in READING:
        return _Question(changes_all="all" in question.scopes, quantity=_quantity(query, question))
    return _Question(*wanted_shape(query, question))


def _quantity(query: str, question: Said) -> str:
    """Whether "many" or "one" thing is to be changed; "" where the question leaves it open."""
    if "many" in question.scopes:
        return "many"
    phrase = first_phrase(query, _nouns(question))
    return "one" if phrase.before in ONE and not is_plural(phrase.head) else ""


def _tool(candidate: Candidate, _context: QueryContext) -> _Tool:
    tool = candidate.tool
    parts = segments(tool.path)
    changing = changes(tool)
    changes_one = any(is_slot(part) for part in parts[-2:]) if parts and changing else None
    return _Tool(shape_of(tool), changes_one, is_bulk(tool))


def _judge(name: str, question: _Question, tool: _Tool) -> Sequence[Evidence]:
    if question.quantity or question.changes_all:
        return (*_of_bulk(name, question, tool), *_of_changes(name, question, tool))
    wanted, shape = question.wanted, tool.shape
    if not wanted or shape not in {"single", "list", "count"}:
        return ()
    same = shape == wanted
    score = question.share if same else -question.share
    reason = f"it answers with {_words(shape)}" + ("" if same else f", and {_words(wanted)} is asked for")
    return (Evidence(candidate=name, signal="shape", score=score, matched=question.matched, reason=reason),)


def _of_bulk(name: str, question: _Question, tool: _Tool) -> Iterator[Evidence]:
    """Operations on many things at a time, for questions about many and against those about one."""
    if question.quantity and tool.bulk:
        score, reason = (SAID, "as asked") if question.quantity == "many" else (-IMPLIED, "and one is meant")
        yield Evidence(candidate=name, signal="shape", score=score, reason=f"it works on many at a time, {reason}")


def _of_changes(name: str, question: _Question, tool: _Tool) -> Iterator[Evidence]:
    """What "all" are to be changed: operations on a collection are meant, not those on one of its members."""
    one = tool.changes_one
    if question.changes_all and one is not None:
        reason = "it changes one, and all are meant" if one else "it changes all, as asked"
        score = -SAID if one else SAID
        yield Evidence(candidate=name, signal="shape", score=score, matched=("all",), reason=reason)


def _words(shape: str) -> str:
    return {"single": "one", "list": "a list", "count": "a count"}[shape]


def wanted_shape(query: str, question: Said) -> tuple[str, tuple[str, ...], float]:
    """The shape asked for, the words that say so, and how clearly; "" when the question leaves it open."""
    stated = _COUNT.search(query)
    if stated:
        return "count", (stated.group().lower(),), SAID
    for names, shape in ((COUNT_TERMS, "count"), (SINGLE_TERMS, "single"), (LIST_TERMS, "list")):
        surfaces = tuple(word for word, terms in question.words.items() if names & terms.keys())
        if surfaces:
            return shape, surfaces, SAID
    if "all" in question.scopes:
        return "list", ("all",), SAID
    several = _WHO.match(query)
    if several:
        return "list", (several.group(several.lastindex or 0).lower(),), IMPLIED
    return _of_head(first_phrase(query, _nouns(question)), question)


def _nouns(question: Said) -> list[str]:
    return [word for word, terms in question.nouns.items() if max(terms.values()) >= FULL]


def _of_head(phrase: NounPhrase, question: Said) -> tuple[str, tuple[str, ...], float]:
    """A plural head asks for a list; one that is counted, or that a value follows, for one."""
    head = phrase.head
    if not head:
        return "", (), 0.0
    if phrase.valued:
        return "single", (head,), SAID
    if is_plural(head):
        return "list", (head,), SAID
    if phrase.before in ONE and question.verbs:
        return "single", (f"{phrase.before} {head}",), IMPLIED
    return "", (), 0.0


def shape_of(tool: ToolFacts) -> str:
    """What a tool answers with: as known, else by path (a collection or one of its members)."""
    if tool.shape or changes(tool) or not tool.path:
        return tool.shape
    parts = segments(tool.path)
    if not parts:
        return ""
    return "single" if is_slot(parts[-1]) else "list" if is_plural(parts[-1].lower()) else ""
