"""Retrieval: from a question to ranked tools, with the evidence for each."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Final, Protocol

import attrs

from ..hooks import Candidate, Evidence, Term
from ..hooks.signals import Signals
from ..model import Opinion
from .index import SearchIndex
from .match import Fusion, TextScore, matching
from .meaning import COVERED, Find, by_meaning, left_open
from .ranking import Ranked, rank, row_dict
from .reach import Parts
from .text import Analyze, Analyzer, Word, words_of

#: Documents that are compared word by word, and for which evidence is asked: in a large collection, that many may have
#: the same words (the templates, groups and bulk variants of a thing).
POOL: Final = 40
#: Kinds of operation that change nothing.
READING: Final = frozenset({"read", "search"})
#: Direct hits whose producers are offered as well, and how many of these at most.
EXPANDED_ROWS: Final = 3
EXPANSIONS: Final = 3
#: Direct hits below this share of the best one give way to producers of the best ones.
WEAK: Final = 0.35


class AskEvidence(Protocol):
    """What a host session offers: evidence of all plugins for the candidates of a question."""

    def __call__(self, query: str, candidates: Sequence[Candidate]) -> Sequence[Opinion[Evidence]]:
        """All evidence, each piece with its plugin."""
        ...


@attrs.frozen
class Question:
    """A question, analysed."""

    text: str
    terms: tuple[Term, ...]
    words: tuple[Word, ...]

    @property
    def verbs(self) -> tuple[Term, ...]:
        """Verbs, the one that says what is wanted first."""
        return tuple(sorted((t for t in self.terms if t.kind == "verb"), key=lambda term: -term.weight))

    @property
    def only_reads(self) -> bool:
        """Whether verbs say what is wanted, and all of them read."""
        return bool(self.verbs) and all(verb.value in READING for verb in self.verbs)

    @classmethod
    def read(cls, text: str, analyze: Analyze) -> Question:
        """The terms and words of *text*."""
        terms = Analyzer(analyze).terms(("query", text)) if text.strip() else ()
        return cls(text, terms, tuple(words_of(terms)))


def retrieve(
    index: SearchIndex,
    tools: Mapping[str, Any],
    query: str,
    *,
    analyze: Analyze,
    evidence: AskEvidence,
    signals: Signals,
    producers: Callable[[str], Sequence[str]],
    find: Find | None = None,
    top_k: int = 10,
    include_evidence: bool = False,
    learning_suggestions: Sequence[Mapping[str, Any]] | None = None,
    given: Mapping[str, Any] | None = None,
    parts: Parts | None = None,
    fusion: Fusion = Fusion(),  # noqa: B008 - frozen
) -> dict[str, Any]:
    """The tools that fit *query* best.

    Args:
        index: The index of *tools*.
        tools: Tool name → tool.
        query: The user's words, in any language the text plugins know.
        analyze: Terms of texts, all text plugins taken together.
        evidence: Evidence for candidates, with the plugin that gives it.
        signals: What each signal of the evidence counts.
        producers: Names of the tools that supply what a tool requires, best first.
        find: What plugins find by meaning; asked when words leave a part of the question open.
        top_k: Rows at most.
        include_evidence: Add `score_breakdown`, `evidence` and `expanded_from` to each row.
        learning_suggestions: Promoted suggestions; their tools are looked at whether or not the text matches.
        given: Values that are given, by their words: the question is searched as it is, and with words for values.
        parts: What evidence plugins are told of a tool; what the index has read by default.
        fusion: Weights of the parts of the text score.

    Returns:
        `{"results": [row…], "intent": {…}, "stats": {…}}`; a row has `name`, `score` (0 to 1) and `tool`. Rows for
        producers (`expanded_from`) come last. What destroys is withheld from questions that only read (`stats`).
    """
    search = _Search(
        index=index,
        tools=tools,
        analyze=analyze,
        evidence=evidence,
        find=find,
        suggested=tuple(_suggested(learning_suggestions or ())),
        parts=parts or index.parts,
        fusion=fusion,
        signals=signals,
        top_k=top_k,
    )
    found = search.both(query, keyed(query, given)) if given else search.of(query)
    chosen = _with_producers(found.ranked, tools, producers, max(0, top_k))
    as_row = partial(row_dict, include_evidence=include_evidence, signals=signals)
    return {
        "results": [as_row(r, tools[r.name]) for r in chosen],
        "intent": intent_of(found.question),
        "stats": {**_stats(index, found.question, len(found.ranked), chosen), "withheld": found.withheld},
    }


@attrs.frozen
class _Found:
    """The answer to one wording of a question."""

    question: Question
    ranked: list[Ranked]
    withheld: list[str]


@attrs.frozen(kw_only=True)
class _Search:
    """A search, ready for any wording of a question."""

    index: SearchIndex
    tools: Mapping[str, Any]
    analyze: Analyze
    evidence: AskEvidence
    find: Find | None
    suggested: tuple[str, ...]
    parts: Parts
    fusion: Fusion
    signals: Signals
    top_k: int

    def of(self, query: str, asked: Question | None = None) -> _Found:
        """The tools for one wording, best first; *asked* is the question itself, where the wording is another."""
        index, tools, top_k = self.index, self.tools, self.top_k
        question = Question.read(query, self.analyze)
        # Whether it only reads is for the question to say: keys of given values may be verbs.
        asked = asked or question
        found = matching(index, question.words, self.fusion, pool=max(POOL, top_k))
        rows = [(index.names[row.number], row) for row in found]
        share = left_open(index, question.words, found)
        meant = by_meaning(self.find, query, share) if self.find and query.strip() and share >= COVERED else []
        rows += _added((said.value.candidate for said in meant), index, rows)
        rows += _added(self.suggested, index, rows)
        rows = [(name, text) for name, text in rows if name in tools]
        rows, withheld = _without_destruction(index, tools, rows, asked)
        said = self.evidence(query, self._candidates(rows)) if rows else ()
        ranked = _harmless_first(index, tools, rank(rows, (*said, *meant), self.signals, self.fusion), asked)
        return _Found(question, ranked, withheld)

    def both(self, query: str, wording: str) -> _Found:
        """The tools for a question and for another wording of it."""
        found = self.of(query)
        other = self.of(wording, found.question)
        ranked = _harmless_first(self.index, self.tools, _together(found.ranked, other.ranked), found.question)
        withheld = list(dict.fromkeys((*found.withheld, *other.withheld)))
        return attrs.evolve(found, ranked=ranked, withheld=withheld)

    def _candidates(self, rows: Sequence[tuple[str, TextScore]]) -> list[Candidate]:
        best = max((text.total for _, text in rows), default=0.0) or 1.0
        return [
            self.parts(name, self.tools[name]).at(position, min(1.0, max(0.0, text.total / best)))
            for position, (name, text) in enumerate(rows)
        ]


def keyed(query: str, given: Mapping[str, Any]) -> str:
    """*query* with the words under which values are *given* in place of the values, or behind it."""
    for key, value in given.items():
        words = " ".join(key.split("."))
        text = str(value).strip() if isinstance(value, (str, int, float)) and not isinstance(value, bool) else ""
        there = re.compile(rf"(?<!\w){re.escape(text)}(?!\w)", re.IGNORECASE) if text else None
        if there is not None and there.search(query):
            # By way of its parts: the words may hold what a replacement would take for a group.
            query = words.join(there.split(query))
        elif words.lower() not in query.lower():
            query = f"{query} {words}"
    return query


def _together(first: Sequence[Ranked], second: Sequence[Ranked]) -> list[Ranked]:
    """Rows of two rankings by the mean of their scores; a row that one of them does not have scores 0 there."""
    other = {row.name: row.score for row in second}
    rows = [attrs.evolve(row, score=(row.score + other.pop(row.name, 0.0)) / 2) for row in first]
    rows += [attrs.evolve(row, score=row.score / 2) for row in second if row.name in other]
    return sorted(rows, key=lambda row: (-row.score, row.name))


def _without_destruction(
    index: SearchIndex, tools: Mapping[str, Any], rows: Sequence[tuple[str, TextScore]], question: Question
) -> tuple[list[tuple[str, TextScore]], list[str]]:
    """*rows* without tools that destroy, and the names of those, for a question whose verbs all read."""
    if not question.only_reads:
        return list(rows), []
    kept = [row for row in rows if not index.parts(row[0], tools[row[0]]).tool.destructive]
    left = {name for name, _ in kept}
    return kept, [name for name, _ in rows if name not in left]


def _harmless_first(
    index: SearchIndex, tools: Mapping[str, Any], ranked: list[Ranked], question: Question
) -> list[Ranked]:
    """*ranked* with a tool that destroys never first for a question without any verb: that reads, as far as it says."""

    def destroys(row: Ranked) -> bool:
        return index.parts(row.name, tools[row.name]).tool.destructive

    if question.verbs or not ranked or not destroys(ranked[0]):
        return ranked
    place = next((i for i, row in enumerate(ranked) if not destroys(row)), 0)
    behind = [attrs.evolve(row, score=min(row.score, ranked[place].score)) for row in ranked[:place]]
    return [ranked[place], *behind, *ranked[place + 1 :]]


def _suggested(suggestions: Iterable[Any]) -> Iterator[str]:
    """Tools that suggestions name."""
    for suggestion in suggestions:
        for key in ("target", "tool", "tool_name", "selected_target"):
            name = suggestion.get(key)
            if isinstance(name, str):
                yield name


def _added(
    names: Iterable[str], index: SearchIndex, rows: Sequence[tuple[str, TextScore]]
) -> list[tuple[str, TextScore]]:
    """Rows for *names* that the text does not find."""
    present = {name for name, _ in rows}
    numbers = {name: index.number(name) for name in dict.fromkeys(names) if name not in present}
    return [
        (name, TextScore(number=number, total=0.0, head=0.0, all=0.0))
        for name, number in numbers.items()
        if number is not None
    ]


def _with_producers(
    ranked: Sequence[Ranked], tools: Mapping[str, Any], producers: Callable[[str], Sequence[str]], top_k: int
) -> list[Ranked]:
    """The first *top_k* rows; producers of the best ones stand in for weak hits and fill free places."""
    direct = list(ranked[:top_k])
    if not direct:
        return direct
    strong = sum(1 for row in direct if row.score >= WEAK * direct[0].score)
    room = top_k - strong
    kept = {row.name for row in direct[:strong]}
    added: list[Ranked] = []
    for row in direct[:EXPANDED_ROWS]:
        for name in producers(row.name):
            if name in tools and name not in kept and len(added) < min(room, EXPANSIONS):
                kept.add(name)
                known = next((r for r in ranked if r.name == name), Ranked(name=name, score=0.0))
                added.append(attrs.evolve(known, expanded_from=row.name))
    direct = [row for row in direct if row.name not in {r.name for r in added}][: top_k - len(added)]
    floor = direct[-1].score if direct else 0.0
    return direct + [attrs.evolve(row, score=min(row.score, floor)) for row in added]


def intent_of(question: Question) -> dict[str, Any]:
    """What the question asks for, as far as its words say."""
    verbs = question.verbs
    return {
        "query": question.text,
        "action": verbs[0].value if verbs else "read",
        "verbs": list(dict.fromkeys(term.surface or term.value for term in verbs)),
        "words": [word.surface for word in question.words],
        "scope": sorted({term.value for term in question.terms if term.kind == "scope"}),
    }


def _stats(index: SearchIndex, question: Question, judged: int, chosen: Sequence[Ranked]) -> dict[str, Any]:
    return {
        "tools": len(index.names),
        "candidates": judged,
        "returned": len(chosen),
        "expanded": sum(1 for row in chosen if row.expanded_from),
        "unknown_words": [word.surface for word in question.words if not any(map(index.knows, word.terms))],
    }
