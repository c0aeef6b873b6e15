"""Evidence from how many are asked for: one, a list, or a count."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from graph_tool_call.hooks import Candidate, Evidence, PluginInfo, QueryContext, ToolFacts, hookimpl

from .asked import READING, Said, changes, is_slot, said, segments
from .lexicon.english import GENERIC, MINE
from .words import is_plural

#: Terms that name a shape, in any language whose plugin translates them to these stems.
COUNT_TERMS: Final = frozenset({"count"})
LIST_TERMS: Final = frozenset({"list"})
SINGLE_TERMS: Final = frozenset({"detail"})
_COUNT: Final = re.compile(r"\b(how many|number of|count of|total number)\b", re.IGNORECASE)
_ONE: Final = re.compile(r"\b(an?|one|this|that|single)\s+(?!list\b)", re.IGNORECASE)
AGREES: Final = 0.6
DIFFERS: Final = -0.6


@hookimpl
def gtc_plugin_info() -> PluginInfo:
    """Say who this is."""
    return PluginInfo(title="Shape", description="One, a list or a count, as asked.", hook_api=1)


@hookimpl
def gtc_selector_evidence(query: str, candidates: Sequence[Candidate], context: QueryContext) -> list[Evidence]:
    """`shape`: for reads that answer with as many as were asked for."""
    question = said(context.terms(query))
    if question.action not in READING:
        return []
    wanted, matched = _wanted(query, question)
    if not wanted:
        return []
    found = []
    for candidate in candidates:
        shape = shape_of(candidate.tool)
        if shape in {"single", "list", "count"}:
            same = shape == wanted
            reason = f"it answers with {_words(shape)}" + ("" if same else f", and {_words(wanted)} is asked for")
            found.append(
                Evidence(
                    candidate=candidate.name,
                    signal="shape",
                    score=AGREES if same else DIFFERS,
                    matched=matched,
                    reason=reason,
                )
            )
    return found


def _words(shape: str) -> str:
    return {"single": "one", "list": "a list", "count": "a count"}[shape]


def _wanted(query: str, question: Said) -> tuple[str, tuple[str, ...]]:
    """The shape asked for, and the words that say so; "" when the question leaves it open."""
    stated = _COUNT.search(query)
    if stated:
        return "count", (stated.group().lower(),)
    for names, shape in ((COUNT_TERMS, "count"), (SINGLE_TERMS, "single"), (LIST_TERMS, "list")):
        surfaces = tuple(word for word, terms in question.words.items() if names & terms.keys())
        if surfaces:
            return shape, surfaces
    if "all" in question.scopes:
        return "list", ("all",)
    nouns = [
        word
        for word, terms in question.nouns.items()
        if word.isascii() and max(terms.values()) >= 0.85 and word not in GENERIC
    ]
    if nouns and is_plural(nouns[-1]):
        return "list", (nouns[-1],)
    one = _ONE.search(query)
    if nouns and one and question.verbs and not MINE & set(query.lower().split()):
        return "single", (one.group().strip().lower(),)
    return "", ()


def shape_of(tool: ToolFacts) -> str:
    """What a tool answers with: as known, else by path (a collection or one of its members)."""
    if tool.shape or changes(tool) or not tool.path:
        return tool.shape
    parts = segments(tool.path)
    if not parts:
        return ""
    return "single" if is_slot(parts[-1]) else "list" if is_plural(parts[-1].lower()) else ""
