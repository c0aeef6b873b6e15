"""What a question asks for, read from its terms: helpers of the evidence plugins, no plugin itself."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final, Generic, TypeVar

import attrs

from graph_tool_call.hooks import Candidate, Evidence, QueryContext, SignalSpec, Term, ToolFacts

from .words import split

Q = TypeVar("Q")
T = TypeVar("T")

#: Kinds of operation that change nothing.
READING: Final = frozenset({"read", "search"})
#: Terms of this share of a word's heaviest mean the same; below, they are only related.
CLOSE: Final = 0.45
#: Against a change that is not what is asked for; its reason is shown, and the change is asked about.
UNSAID: Final = SignalSpec(
    name="unsaid",
    weight=0.0,
    meaning="against changes of something else, or of something more, than what is asked for",
    supports=False,
    compared=False,
)
_SENTENCE: Final = re.compile(r"(?<=[.!?。])\s|\n|(?<=[。])")
_HARMLESS: Final = READING | {""}
#: How operations on many things at a time are called.
BULK: Final = frozenset({"bulk", "batch", "mass", "multiple"})
#: Kind of operation by method, where nothing better is known.
BY_METHOD: Final[Mapping[str, str]] = {
    "get": "read",
    "head": "read",
    "options": "read",
    "query": "search",
    "put": "update",
    "patch": "update",
    "delete": "delete",
    "post": "create",
}


@attrs.frozen
class Verb:
    """A verb of a text: the kind of operation it asks for, its share, and the words that say the same."""

    action: str
    share: float
    words: frozenset[str]
    surface: str
    #: Words of related verbs.
    related: frozenset[str] = frozenset()
    #: The heaviest of the words.
    main: str = ""


@attrs.frozen
class Said:
    """The terms of one text, sorted: words by surface, verbs with the strongest first, scope words."""

    words: Mapping[str, Mapping[str, float]]
    verbs: tuple[Verb, ...]
    scopes: frozenset[str]
    #: Terms of each word that mean the same, without those that are only related to it.
    close: Mapping[str, frozenset[str]]
    #: All of these.
    terms: frozenset[str]
    #: Words that are not verbs.
    nouns: Mapping[str, Mapping[str, float]]

    @property
    def action(self) -> str:
        """The kind of operation asked for; a text without a verb reads."""
        return self.verbs[0].action if self.verbs else "read"


def said(terms: Iterable[Term]) -> Said:
    """*terms* of a text, sorted."""
    words: dict[str, dict[str, float]] = {}
    verbs: list[Term] = []
    scopes: set[str] = set()
    for term in terms:
        surface = term.surface or term.value
        if term.kind == "word":
            words.setdefault(surface, {})[term.value] = term.weight
        elif term.kind == "verb":
            verbs.append(term)
        elif term.kind == "scope":
            scopes.add(term.value)
    close = {word: _close(terms) for word, terms in words.items()}
    same = frozenset().union(*close.values())
    if not verbs:
        return Said(words, (), frozenset(scopes), close, same, words)
    verbs.sort(key=lambda term: -term.weight)
    verbal = {term.surface or term.value for term in verbs}
    nouns = {word: terms for word, terms in words.items() if word not in verbal}
    return Said(words, tuple([_verb(term, words, close) for term in verbs]), frozenset(scopes), close, same, nouns)


def _verb(term: Term, words: Mapping[str, Mapping[str, float]], close: Mapping[str, frozenset[str]]) -> Verb:
    surface = term.surface or term.value
    same = close.get(surface, frozenset())
    terms = words.get(surface, {})
    main = max(terms, key=lambda one: (terms[one], one), default="")
    return Verb(term.value, term.weight, same, surface, frozenset(terms) - same, main)


def _close(terms: Mapping[str, float]) -> frozenset[str]:
    if len(terms) == 1:
        return frozenset(terms)
    least = CLOSE * max(terms.values())
    return frozenset([term for term, weight in terms.items() if weight >= least])


def asked(query: str, context: QueryContext) -> Said:
    """The terms of a question, sorted; once for each question of a session."""
    return context.memo.once(("asked", query), lambda: said(context.terms(query)))


def summary_of(tool: ToolFacts) -> str:
    """First sentence of the summary, or of the description."""
    return sentence_of(tool.summary or tool.description)


def sentence_of(text: str) -> str:
    """First sentence of a text, as far as its first 200 letters go."""
    return _SENTENCE.split(text[:200], maxsplit=1)[0]


def name_of(tool: ToolFacts) -> str:
    """The operation's own name."""
    return tool.operation_id or tool.name


def action_of(tool: ToolFacts) -> str:
    """The kind of operation: as known, else by method; "" when neither says."""
    return tool.action or BY_METHOD.get(tool.method, "")


def changes(tool: ToolFacts) -> bool:
    """Whether calling the tool can change something, as far as its facts say."""
    return tool.changes_state or action_of(tool) not in _HARMLESS


def words_said(texts: Iterable[str], context: QueryContext) -> frozenset[str]:
    """Terms of the words of *texts* that mean the same; each text is looked at once in a session."""
    known: dict[str, frozenset[str]] = context.memo.once("words said", dict)
    found = []
    for text in texts:
        words = known.get(text)
        if words is None:
            words = known[text] = said(context.terms(text)).terms
        found.append(words)
    return found[0] if len(found) == 1 else frozenset().union(*found)


def is_bulk(tool: ToolFacts) -> bool:
    """Whether the tool changes many things at a time, by its name or path."""
    return changes(tool) and not BULK.isdisjoint((*split(name_of(tool)), *split(tool.path)))


class _Last(Generic[Q]):
    """What was said of the candidates of the last question; a new one takes its place as a whole."""

    def __init__(self) -> None:
        self._kept: tuple[str, Q, dict[str, Sequence[Evidence]]] | None = None

    def of(self, query: str, read: Callable[[], Q]) -> tuple[Q, dict[str, Sequence[Evidence]]]:
        """The question as *read* gives it, and evidence by candidate as far as it is known."""
        kept = self._kept
        if kept is None or kept[0] != query:
            kept = self._kept = (query, read(), {})
        return kept[1], kept[2]


def each(
    query: str,
    candidates: Sequence[Candidate],
    context: QueryContext,
    *,
    read: Callable[[str, QueryContext], Q],
    about: Callable[[Candidate, QueryContext], T],
    judge: Callable[[str, Q, T], Sequence[Evidence]],
) -> list[Evidence]:
    """Evidence for each candidate, by name, question and tool.

    A question is *read* once, what a tool is *about* found once in a session. Selecting asks
    about candidates of the search before it: what was said of these is known.
    """
    last: _Last[Q] = context.memo.once("last", _Last)
    question, known = last.of(query, lambda: read(query, context))
    tools: dict[str, T] = context.memo.once("tools", dict)
    found: list[Evidence] = []
    for candidate in candidates:
        name = candidate.name
        evidence = known.get(name)
        if evidence is None:
            tool = tools.get(name)
            if tool is None:
                tool = tools[name] = about(candidate, context)
            evidence = known[name] = judge(name, question, tool)
        found += evidence
    return found


def mass(terms: Mapping[str, float], rarity: Callable[[str], float]) -> float:
    """What a word weighs: its weight by the rarity of its heaviest term that occurs; 0 when none does."""
    ranked = sorted(terms.items(), key=lambda item: (-item[1], item[0]))
    return next((found for term, weight in ranked if (found := weight * rarity(term))), 0.0)


def segments(path: str) -> tuple[str, ...]:
    """The segments of a path, versions and `api` left out."""
    parts = path.split("?", 1)[0].strip("/").split("/")
    return tuple(part for part in parts if part and part != "api" and not _is_version(part))


def _is_version(part: str) -> bool:
    return len(part) <= 8 and part[:1] in "vV" and part[1:2].isdigit()


def is_slot(segment: str) -> bool:
    """Whether a path segment is a template variable, whole or in part."""
    return "{" in segment
