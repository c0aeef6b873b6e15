"""What words leave open: operations that plugins find by meaning, as evidence among the others.

Words say exactly what they say, so they lead: what is found by meaning counts for as much
of the question as the best operation's name and summary leave unexplained, words that
occur nowhere included.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final

from ..hooks import Documents, Evidence, Hit
from ..model import Opinion
from ..model.tool import tool_facts
from .documents import summary_of
from .index import SearchIndex
from .match import TextScore
from .text import Word, split_words

#: Questions of which words leave less than this open are not searched by meaning.
COVERED: Final = 0.25
#: Hits that become candidates.
HITS: Final = 24

#: What a host session offers over the documents of a collection.
Find = Callable[[str], Sequence[Opinion[Hit]]]


def documents_of(tools: Mapping[str, Any], folder: str = "") -> Documents:
    """Each tool's summary, and its operation id in words: the id says what a short summary leaves out."""
    names = tuple(sorted(tools))
    texts = tuple(_text(name, tools[name]) for name in names)
    digest = hashlib.sha256("\x00".join((*names, *texts)).encode("utf-8", "surrogatepass")).hexdigest()
    return Documents(names=names, texts=texts, digest=digest, folder=folder)


def _text(name: str, tool: Any) -> str:
    facts = tool_facts(name, tool)
    words = " ".join(split_words(facts.operation_id or facts.name))
    return " ".join(filter(None, (summary_of(facts), words)))


def left_open(index: SearchIndex, words: Sequence[Word], found: Iterable[TextScore]) -> float:
    """Share of a question that no operation's name and summary explain, 0 to 1."""
    total = sum(word.weight for word in words)
    if not total:
        return 1.0
    known = sum(word.weight for word in words if any(index.knows(term) for term in word.terms))
    best = max((text.explained for text in found), default=0.0)
    return 1.0 - known / total * best


def by_meaning(find: Find, query: str, share: float) -> list[Opinion[Evidence]]:
    """Evidence for what plugins find; *share* is what words leave open of the question."""
    hits = sorted(find(query), key=lambda hit: (-hit.value.score, hit.value.name))[:HITS]
    return [Opinion(hit.plugin, _evidence(hit.value, share)) for hit in hits]


def _evidence(hit: Hit, share: float) -> Evidence:
    return Evidence(candidate=hit.name, signal="meaning", score=hit.score * share, reason=hit.reason)
