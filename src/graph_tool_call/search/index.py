"""The text index: two BM25 views over the tools of a collection, and the words of each tool's head.

The first view is name and summary, the second everything. Impacts (term frequency and
rarity in one number) are computed at build time, so that a question adds up one number
for each posting. The index is plain JSON; postings stay encoded until a question uses
their term.
"""

from __future__ import annotations

import base64
import math
import sys
from array import array
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

import attrs

from ..errors import ArtifactError
from ..hooks.candidates import CandidateParts, candidate_parts
from ..model.tool import tool_facts
from .documents import body, head
from .text import Analyze, Analyzer, Piece, words_of

FORMAT: Final = 1
#: BM25 (Robertson and Walker 1994): saturation of term frequency, and normalisation by length in each view.
K1: Final = 1.2
LENGTH: Final = {"head": 0.4, "all": 0.6}
PRIOR: Final = 50
#: Steps of a stored impact.
STEPS: Final = 255
#: Words of the head count again in the second view.
HEAD_IN_ALL: Final = 1.0

#: Words of questions whose scores are kept: questions about one collection share their nouns and verbs.
WORDS_KEPT: Final = 512

Postings = tuple["array[int]", "array[int]"]


class View:
    """Postings of one view by term."""

    def __init__(self, stored: Mapping[str, Sequence[str]], unit: float, total: int) -> None:
        self._stored = stored
        self._total = total
        self._decoded: dict[str, Postings] = {}
        self._words: dict[tuple[tuple[str, float], ...], dict[int, float]] = {}
        #: What one step of an impact is worth.
        self.unit = unit

    def __contains__(self, term: str) -> bool:
        return term in self._stored

    def postings(self, term: str) -> Postings | None:
        """Documents that have *term*, and its impact in each; None when no document has it."""
        known = self._decoded.get(term)
        if known is None and term in self._stored:
            known = self._decoded[term] = self._decode(term)
        return known

    def _decode(self, term: str) -> Postings:
        """The postings of *term*. Raises `ArtifactError` where they cannot be read."""
        try:
            documents, impacts = self._stored[term]
            numbers, steps = _unpack(documents, "I"), _unpack(impacts, "B")
        except (ValueError, TypeError, LookupError) as error:
            raise damaged(f"the postings of {term!r} cannot be read: {error}") from None
        if len(numbers) != len(steps) or (numbers and max(numbers) >= self._total):
            raise damaged(f"the postings of {term!r} speak of documents that are not there")
        return numbers, steps

    def frequency(self, term: str) -> int:
        """Number of documents that have *term*."""
        found = self.postings(term)
        return len(found[0]) if found else 0

    def word_scores(self, terms: Mapping[str, float]) -> Mapping[int, float]:
        """Document number → score of a word (term → weight): the best of its terms. Kept for the words met last."""
        key = tuple(terms.items())
        known = self._words.get(key)
        if known is None:
            if len(self._words) >= WORDS_KEPT:
                self._words.clear()
            known = self._words[key] = self._best_of(terms)
        return known

    def _best_of(self, terms: Mapping[str, float]) -> dict[int, float]:
        best: dict[int, float] = {}
        for term, weight in terms.items():
            found = self.postings(term)
            if found is None:
                continue
            numbers, impacts = found
            step = weight * self.unit
            if not best:
                best = dict(zip(numbers, [step * impact for impact in impacts], strict=True))
                continue
            for number, impact in zip(numbers, impacts, strict=True):
                score = step * impact
                if score > best.get(number, 0.0):
                    best[number] = score
        return best

    def to_dict(self) -> dict[str, Any]:
        """The view as JSON-shaped data."""
        return {"unit": self.unit, "terms": {term: list(pair) for term, pair in self._stored.items()}}

    @classmethod
    def build(cls, documents: Sequence[Mapping[str, float]], kind: str) -> View:
        """The view of *documents*, each a mapping of term → weight."""
        total = len(documents)
        lengths = [sum(weights.values()) for weights in documents]
        mean = sum(lengths) / total if total else 1.0
        posted: dict[str, tuple[list[int], list[float]]] = {}
        for number, weights in enumerate(documents):
            norm = K1 * (1 - LENGTH[kind] + LENGTH[kind] * lengths[number] / (mean or 1.0))
            for term, weight in weights.items():
                rows = posted.get(term)
                if rows is None:
                    rows = posted[term] = ([], [])
                rows[0].append(number)
                rows[1].append(weight * (K1 + 1) / (weight + norm))
        rarity = {term: idf(len(numbers), total) for term, (numbers, _) in posted.items()}
        unit = max((rarity[term] * max(scores) for term, (_, scores) in posted.items()), default=1.0) / STEPS
        stored = {}
        for term, (numbers, scores) in sorted(posted.items()):
            step = rarity[term] / unit
            stored[term] = (
                _pack(array("I", numbers)),
                _pack(array("B", [round(score * step) or 1 for score in scores])),
            )
        return cls(stored, unit, total)


def idf(documents: int, total: int) -> float:
    """Inverse document frequency as in BM25, never negative.

    `PRIOR` documents without the term are added: in a collection of six, a noun that all
    have is still worth more than nothing, and a verb that one has says little.
    """
    return math.log(1 + (total + PRIOR - documents + 0.5) / (documents + 0.5))


@attrs.frozen
class Head:
    """Words of one document's name and summary."""

    #: Term → (word number, share of the word).
    table: Mapping[str, Sequence[tuple[int, float]]]
    #: Weight of each word by rarity.
    masses: Sequence[float]
    total: float


class SearchIndex:
    """All that a question is matched against."""

    def __init__(self, names: Sequence[str], views: Mapping[str, View], heads: Sequence[Any]) -> None:
        self.names = tuple(names)
        self.head = views["head"]
        self.all = views["all"]
        self._heads = heads
        self._rarity: dict[str, float] = {}
        self._numbers = {name: number for number, name in enumerate(self.names)}
        self._parts: dict[str, CandidateParts] = {}
        self._prepared: dict[int, Head] = {}

    @classmethod
    def build(cls, tools: Mapping[str, Any], analyze: Analyze) -> SearchIndex:
        """The index of *tools* (name → tool), with the terms that *analyze* gives."""
        analyzer = Analyzer(analyze)
        facts = [tool_facts(name, tool) for name, tool in sorted(tools.items())]
        heads = [head(fact) for fact in facts]
        bodies = [list(body(fact, tools[fact.name])) for fact in facts]
        analyzer.all(piece for pieces in heads for piece in pieces)
        analyzer.all(piece for parts in bodies for piece, _ in parts)
        first = [_sum(analyzer, [(piece, 1.0) for piece in pieces]) for pieces in heads]
        second = [
            _sum(analyzer, [*((piece, HEAD_IN_ALL) for piece in pieces), *parts])
            for pieces, parts in zip(heads, bodies, strict=True)
        ]
        views = {"head": View.build(first, "head"), "all": View.build(second, "all")}
        return cls(sorted(tools), views, [_head_words(analyzer, pieces) for pieces in heads])

    def rarity(self, term: str) -> float:
        """How rare *term* is among the operations: 1 in one of them, towards 0 in all; 0 as well when it is in none."""
        known = self._rarity.get(term)
        if known is None:
            total = len(self.names)
            count = self.head.frequency(term) or self.all.frequency(term)
            known = self._rarity[term] = idf(count, total) / idf(1, total) if count else 0.0
        return known

    def knows(self, term: str) -> bool:
        """Whether any operation has *term*."""
        return term in self.all

    def number(self, name: str) -> int | None:
        """The document number of a tool."""
        return self._numbers.get(name)

    def parts(self, name: str, tool: Any) -> CandidateParts:
        """What evidence plugins are told of a tool; read once."""
        known = self._parts.get(name)
        if known is None:
            known = self._parts[name] = candidate_parts(name, tool)
        return known

    def head_of(self, number: int) -> Head:
        """Words of name and summary of a document; prepared once."""
        known = self._prepared.get(number)
        if known is None:
            try:
                known = self._prepared[number] = self._prepare(self._heads[number])
            except (ValueError, TypeError, LookupError, ZeroDivisionError) as error:
                raise damaged(f"the words of document {number} cannot be read: {error}") from None
        return known

    def _prepare(self, words: Sequence[Sequence[Any]]) -> Head:
        table: dict[str, list[tuple[int, float]]] = {}
        masses = []
        for position, word in enumerate(words):
            # Stored as term, weight, term, weight …, the heaviest first.
            terms, weights = word[::2], word[1::2]
            masses.append(weights[0] * self.rarity(terms[0]))
            for term, weight in zip(terms, weights, strict=True):
                table.setdefault(term, []).append((position, weight / weights[0]))
        return Head(table, masses, sum(masses))

    def to_dict(self) -> dict[str, Any]:
        """The index as JSON-shaped data."""
        return {
            "format": FORMAT,
            "names": list(self.names),
            "head": self.head.to_dict(),
            "all": self.all.to_dict(),
            "words": [list(words) for words in self._heads],
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> SearchIndex:
        """The opposite of `to_dict`. Raises `ArtifactError`, here or when a damaged part is first used."""
        names, words = data.get("names"), data.get("words")
        if not isinstance(names, Sequence) or not set(map(type, names)) <= {str}:
            raise damaged("'names' must be a list of texts")
        if not isinstance(words, Sequence) or len(words) != len(names):
            raise damaged("'words' must be a list with one entry for each of the names")
        views = {kind: _view(kind, data.get(kind), len(names)) for kind in ("head", "all")}
        return cls(names, views, words)


def damaged(what: str) -> ArtifactError:
    """The error of an index that cannot be used."""
    return ArtifactError("damaged", f"$.search: {what}; the artifact is damaged: build it again")


def _view(kind: str, data: Any, total: int) -> View:
    terms, unit = (data.get("terms"), data.get("unit")) if isinstance(data, Mapping) else (None, None)
    if not isinstance(terms, Mapping) or not isinstance(unit, (int, float)):
        raise damaged(f"'{kind}' must have 'terms', an object, and 'unit', a number")
    return View(terms, unit, total)


def _sum(analyzer: Analyzer, parts: Iterable[tuple[Piece, float]]) -> dict[str, float]:
    """Term frequencies of a document: each part counts a term once."""
    total: dict[str, float] = {}
    get = total.get
    for piece, weight in parts:
        for term, share in analyzer.weights(piece).items():
            total[term] = get(term, 0.0) + weight * share
    return total


def _head_words(analyzer: Analyzer, pieces: Sequence[Piece]) -> list[list[Any]]:
    """Distinct words of name and summary; the same word in both counts once."""
    found: dict[str, list[Any]] = {}
    for piece in pieces:
        for word in words_of(analyzer.terms(piece)):
            ranked = sorted(word.terms.items(), key=lambda item: (-item[1], item[0]))
            found.setdefault(ranked[0][0], [part for item in ranked for part in item])
    return list(found.values())


def _pack(values: array[int]) -> str:
    if sys.byteorder == "big":
        values.byteswap()
    if values.typecode == "I" and (not values or max(values) < 1 << 16):
        return "H" + base64.b64encode(array("H", values).tobytes()).decode()
    return values.typecode + base64.b64encode(values.tobytes()).decode()


def _unpack(text: str, typecode: str) -> array[int]:
    values: array[int] = array(text[0] if typecode == "I" else typecode)
    values.frombytes(base64.b64decode(text[1:]))
    if sys.byteorder == "big":
        values.byteswap()
    return values
