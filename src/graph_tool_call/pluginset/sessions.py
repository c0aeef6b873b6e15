"""Sessions: the hooks of one stage, with each plugin's own context.

A session lives as long as one build, one synthesizer, one search index or one run. Its
methods are what the stages take as plain callables.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Generic, TypeVar

import attrs

from ..errors import DecodeError
from ..hooks import (
    EVIDENCE,
    BuildContext,
    Candidate,
    Collection,
    Documents,
    Evidence,
    Field,
    FieldVerdict,
    Hit,
    Operation,
    OperationVerdict,
    Preference,
    QueryContext,
    Term,
    Text,
    Vocabulary,
)
from ..hooks.answers import Classification, Decided
from ..hooks.signals import Signals
from ..model import Opinion
from ..model.frozen import frozen_mapping
from .memo import PluginMemo
from .rules import UNDECIDED, opinion, settle, unite
from .signals import undeclared
from .table import Entry, Table, shown

C = TypeVar("C")


@attrs.frozen(kw_only=True, eq=False)
class Desk:
    """What a host gives to its sessions: tables by hook, settings by plugin id, signals by name."""

    tables: Mapping[str, Table]
    settings: Mapping[str, Any]
    signals: Signals


class Contexts(Generic[C]):
    """The context of each plugin in one session, made when it is first wanted."""

    def __init__(self, make: Callable[[Any, PluginMemo], C], settings: Mapping[str, Any]) -> None:
        self._make = make
        self._settings = settings
        self._contexts: dict[str, C] = {}
        self.memos: dict[str, PluginMemo] = {}

    def of(self, plugin: str) -> C:
        """The one context of *plugin*."""
        context = self._contexts.get(plugin)
        if context is None:
            memo = self.memos.setdefault(plugin, PluginMemo())
            context = self._contexts.setdefault(plugin, self._make(self._settings.get(plugin), memo))
        return context

    def pairs(self, table: Table) -> tuple[tuple[Entry, C], ...]:
        """The entries of *table*, each with its plugin's context."""
        return tuple((entry, self.of(entry.plugin)) for entry in table.entries)


class BuildSession:
    """Classification of the operations of one document.

    Attributes:
        vocabulary: The words that the plugins, united, add to the naming conventions.
    """

    def __init__(self, desk: Desk, collection: Collection) -> None:
        def contexts(vocabulary: Vocabulary) -> Contexts[BuildContext]:
            return Contexts(
                lambda settings, memo: BuildContext(
                    collection=collection, settings=settings, memo=memo, vocabulary=vocabulary
                ),
                desk.settings,
            )

        asked = contexts(Vocabulary())
        self.vocabulary = _united(asked.pairs(desk.tables["gtc_vocabulary"]))
        classifying = contexts(self.vocabulary)
        # What a plugin kept while it was asked for words, it finds again when it classifies.
        classifying.memos = asked.memos
        self._classifiers = classifying.pairs(desk.tables["gtc_classify_fields"])

    def classify(self, operation: Operation, fields: Sequence[Field]) -> Classification:
        """What the plugins say of *operation* and its *fields*; every field's ref is a key of the answer.

        Raises `HookFailedError` and `HookResultError`.
        """
        decided: dict[Any, Decided] = dict.fromkeys([field.ref for field in fields], UNDECIDED)
        by_ref: dict[Any, list[Opinion[Any]]] = {}
        of_operation: list[Opinion[Any]] = []
        place = f"operation {operation.key!r}"
        asked = tuple(fields)
        for entry, context in self._classifiers:
            plugin = entry.plugin
            for verdict in entry.collect(place, operation, asked, context):
                if isinstance(verdict, FieldVerdict):
                    ref: Any = verdict.field
                    if not isinstance(ref, int) or ref not in decided:
                        raise entry.wrong(f"no field has the ref {ref!r}", place)
                    by_ref.setdefault(ref, []).append(opinion(plugin, verdict))
                elif isinstance(verdict, OperationVerdict):
                    of_operation.append(opinion(plugin, verdict))
                else:
                    raise entry.wrong(f"expected FieldVerdict or OperationVerdict, got {shown(verdict)}", place)
        decided.update((ref, settle(opinions)) for ref, opinions in by_ref.items())
        return Classification(decided, settle(of_operation))


def _united(entries: Sequence[tuple[Entry, BuildContext]]) -> Vocabulary:
    said: dict[str, Vocabulary] = {}
    for entry, context in entries:
        words = entry.ask("vocabulary", context)
        if words is None:
            continue
        if not isinstance(words, Vocabulary):
            raise entry.wrong(f"expected Vocabulary or None, got {shown(words)}", "vocabulary")
        said[entry.plugin] = words
    return Vocabulary.united(said.values(), by=tuple(said))


class QuerySession:
    """Text analysis and evidence over one search index."""

    def __init__(self, desk: Desk, rarity: Callable[[str], float], learning: Sequence[Mapping[str, Any]]) -> None:
        suggestions = tuple(map(frozen_mapping, _suggestions(learning)))
        self._declared = desk.signals

        def context(terms: Callable[[str], tuple[Term, ...]]) -> Callable[[Any, PluginMemo], QueryContext]:
            return lambda settings, memo: QueryContext(
                terms=terms, rarity=rarity, learning=suggestions, settings=settings, memo=memo
            )

        judges = Contexts(context(self.terms), desk.settings)
        analyzers = Contexts(context(_no_terms), desk.settings)
        # A plugin that analyses texts and judges candidates finds in one hook what it kept in the other.
        analyzers.memos = judges.memos
        self._analyzers = analyzers.pairs(desk.tables["gtc_analyze_text"])
        self._judges = judges.pairs(desk.tables["gtc_selector_evidence"])
        self._finders = judges.pairs(desk.tables["gtc_find_tools"])
        self._queries = PluginMemo()

    def terms(self, query: str) -> tuple[Term, ...]:
        """Analysed terms of a query text; each text is analysed once in a session."""
        return self._queries.once(query, lambda: self._united_terms((Text(value=query, source="query"),))[0])

    def analyze(self, texts: Sequence[Text]) -> tuple[tuple[Term, ...], ...]:
        """For each text the terms of all plugins, united."""
        if len(texts) == 1 and texts[0].source == "query":
            return (self.terms(texts[0].value),)
        return self._united_terms(texts)

    def _united_terms(self, texts: Sequence[Text]) -> tuple[tuple[Term, ...], ...]:
        if not self._analyzers or not texts:
            return ((),) * len(texts)
        texts = tuple(texts)
        place = f"{len(texts)} texts"
        answers = [self._terms_of(entry, context, texts, place) for entry, context in self._analyzers]
        return tuple(unite(terms) for terms in zip(*filter(None, answers), strict=True)) or ((),) * len(texts)

    def _terms_of(
        self, entry: Entry, context: QueryContext, texts: Sequence[Text], place: str
    ) -> tuple[tuple[Term, ...], ...]:
        answer = entry.collect(place, texts, context)
        if not answer:
            return ()
        if len(answer) != len(texts):
            raise entry.wrong(f"expected one sequence of terms for each text, got {len(answer)}", place)
        try:
            rows = tuple(tuple(terms) for terms in answer)
        except TypeError:
            raise entry.wrong(f"expected sequences of Term, got {shown(answer)}", place) from None
        for term in itertools.chain.from_iterable(rows):
            if not isinstance(term, Term):
                raise entry.wrong(f"expected Term, got {shown(term)}", place)
        return rows

    def evidence(
        self, query: str, candidates: Sequence[Candidate], given: Mapping[str, Any] | None = None
    ) -> tuple[Opinion[Evidence], ...]:
        """What speaks for and against *candidates* as the target of *query* and *given* values, in plugin order."""
        return self.judged(query, candidates, given)[0]

    def judged(
        self, query: str, candidates: Sequence[Candidate], given: Mapping[str, Any] | None = None
    ) -> tuple[tuple[Opinion[Evidence], ...], tuple[Opinion[Preference], ...]]:
        """The same, and what *query* prefers whatever the candidates are."""
        if not self._judges or not candidates:
            return (), ()
        place = f"query {shown(query)}"
        names = {candidate.name for candidate in candidates}
        asked, values = tuple(candidates), frozen_mapping(given)
        said: list[Opinion[Evidence]] = []
        preferred: list[Opinion[Preference]] = []
        for entry, context in self._judges:
            plugin = entry.plugin
            told = attrs.evolve(context, given=values) if values else context
            for one in entry.collect(place, query, asked, told):
                if isinstance(one, Preference):
                    preferred.append(Opinion(plugin, one))
                    continue
                if not isinstance(one, Evidence) or one.candidate not in names:
                    raise entry.wrong(_no_evidence(one), place)
                if wrong := undeclared(one.signal, EVIDENCE, self._declared):
                    raise entry.wrong(wrong, place)
                said.append(opinion(plugin, one))
        return tuple(said), tuple(preferred)

    def find(self, query: str, documents: Documents) -> tuple[Opinion[Hit], ...]:
        """What plugins find among *documents* by meaning, in plugin order."""
        place = f"query {shown(query)}"
        names = frozenset(documents.names) if self._finders else frozenset()
        said: list[Opinion[Hit]] = []
        for entry, context in self._finders:
            for hit in entry.collect(place, query, documents, context):
                if not isinstance(hit, Hit):
                    raise entry.wrong(f"expected Hit, got {shown(hit)}", place)
                if hit.name not in names:
                    raise entry.wrong(f"no document is named {hit.name!r}", place)
                said.append(Opinion(entry.plugin, hit))
        return tuple(said)


def _suggestions(learning: Any) -> tuple[Mapping[str, Any], ...]:
    """Learning suggestions as they were given. Raises `DecodeError` for what is no list of objects."""
    if isinstance(learning, (str, bytes, Mapping)) or not isinstance(learning, Iterable):
        raise DecodeError("learning suggestions", (f"expected a list, got {type(learning).__name__} @ $",))
    suggestions = tuple(learning)
    for place, suggestion in enumerate(suggestions):
        if not isinstance(suggestion, Mapping):
            problem = f"expected an object, got {type(suggestion).__name__} @ $[{place}]"
            raise DecodeError("learning suggestions", (problem,))
    return suggestions


def _no_evidence(answer: object) -> str:
    """What is wrong with an answer that is no evidence for any of the candidates."""
    if isinstance(answer, Evidence):
        return f"no candidate is named {answer.candidate!r}"
    return f"expected Evidence or Preference, got {shown(answer)}"


def _no_terms(_text: str) -> tuple[Term, ...]:
    msg = "context.terms is made of the answers to gtc_analyze_text; it cannot be asked for inside that hook"
    raise RuntimeError(msg)
