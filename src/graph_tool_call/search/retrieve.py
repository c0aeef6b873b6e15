"""Retrieval: from a question to ranked tools, with the evidence for each."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, Protocol

import attrs

from ..hooks import Candidate, Evidence, Term
from ..model import Opinion
from .index import SearchIndex
from .match import Fusion, TextScore, matching
from .meaning import COVERED, WEIGHT, Find, by_meaning, left_open
from .ranking import WEIGHTS, Ranked, rank, row_dict
from .text import Analyze, Analyzer, Word, words_of

#: Documents that are compared word by word, and of those the ones that evidence is asked for.
POOL: Final = 40
JUDGED: Final = 20
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
    producers: Callable[[str], Sequence[str]],
    find: Find | None = None,
    top_k: int = 10,
    include_evidence: bool = False,
    learning_suggestions: Sequence[Mapping[str, Any]] | None = None,
    fusion: Fusion | None = None,
    weights: Mapping[str, float] = WEIGHTS,
) -> dict[str, Any]:
    """The tools that fit *query* best.

    Args:
        index: The index of *tools*.
        tools: Tool name → tool.
        query: The user's words, in any language the text plugins know.
        analyze: Terms of texts, all text plugins taken together.
        evidence: Evidence for candidates, with the plugin that gives it.
        producers: Names of the tools that supply what a tool requires, best first.
        find: What plugins find by meaning; asked when words leave a part of the question open.
        top_k: Rows at most.
        include_evidence: Add `score_breakdown`, `evidence` and `expanded_from` to each row.
        learning_suggestions: Promoted suggestions; their tools are looked at whether or not the text matches.
        fusion: Weights of the parts of the text score.
        weights: Weights of the evidence signals.

    Returns:
        `{"results": [row…], "intent": {…}, "stats": {…}}`; a row has `name`, `score` (0 to 1)
        and `tool`. Rows for producers of the best hits (`expanded_from`) come last. Tools that
        destroy are withheld from questions that only read, and named in `stats`.
    """
    fusion = fusion or Fusion()
    question = Question.read(query, analyze)
    found = matching(index, question.words, fusion, pool=max(POOL, 2 * top_k), keep=max(JUDGED, top_k))
    rows = [(index.names[row.number], row) for row in found]
    share = left_open(index, question.words, found)
    meant = by_meaning(find, query, share) if find and query.strip() and share >= COVERED else []
    rows += _added((said.value.candidate for said in meant), index, rows)
    rows += _added(_suggested(learning_suggestions or ()), index, rows)
    rows = [(name, text) for name, text in rows if name in tools]
    rows, withheld = _without_destruction(index, tools, rows, question)
    said = evidence(query, _candidates(index, tools, rows)) if rows else ()
    # Without hits the scale of the scores stays as it is.
    counted = {**weights, "meaning": WEIGHT} if meant else weights
    ranked = _harmless_first(index, tools, rank(rows, (*said, *meant), counted, fusion), question)
    chosen = _with_producers(ranked, tools, producers, max(0, top_k))
    return {
        "results": [row_dict(r, tools[r.name], include_evidence=include_evidence, weights=counted) for r in chosen],
        "intent": intent_of(question),
        "stats": {**_stats(index, question, len(ranked), chosen), "withheld": withheld},
    }


def _candidates(index: SearchIndex, tools: Mapping[str, Any], rows: Sequence[tuple[str, TextScore]]) -> list[Candidate]:
    best = max((text.total for _, text in rows), default=0.0) or 1.0
    return [
        index.parts(name, tools[name]).at(position, min(1.0, max(0.0, text.total / best)))
        for position, (name, text) in enumerate(rows)
    ]


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


def _suggested(suggestions: Iterable[Mapping[str, Any]]) -> Iterator[str]:
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
