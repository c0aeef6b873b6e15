"""Component names without what they say about use: `OrderListItemDto` is about an order."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable
from typing import Final

from ..words import split
from .conventions import Conventions
from .nouns import ADJECTIVES, BEHIND_NOUNS, MESSAGES, PLAIN_ADJECTIVES, PREFIXES, SUFFIXES, VERBS, VIEWS

_VERSION: Final = re.compile(r"v\d+((alpha|beta)\d*)?|\d+")
_GENERIC_OF: Final = re.compile(r"[«<\[]\s*([^«»<>\[\],]+?)\s*[»>\]]*$")
_CERTAIN_LAST: Final = SUFFIXES | PLAIN_ADJECTIVES
_CERTAIN_FIRST: Final = PREFIXES | PLAIN_ADJECTIVES
_DOUBTFUL_LAST: Final = SUFFIXES | ADJECTIVES
_DOUBTFUL_FIRST: Final = PREFIXES | ADJECTIVES | VIEWS
#: A first word of that many component names, and of that share, is the API's own prefix (`objs_user`).
_PREFIX_COUNT: Final = 5
_PREFIX_SHARE: Final = 0.25


def house_prefixes(names: Iterable[str], nouns: Collection[str], conventions: Conventions) -> frozenset[str]:
    """First words that so many component names share that they tell nothing; never the name of a path's resource."""
    firsts: Counter[str] = Counter()
    total = 0
    for name in names:
        words = split(_tail(name))
        total += 1
        if len(words) > 1:
            firsts[words[0]] += 1
    often = max(_PREFIX_COUNT, _PREFIX_SHARE * total)
    return frozenset(
        word
        for word, n in firsts.items()
        if n >= often and word not in nouns and conventions.singular(word) not in nouns
    )


def _tail(name: str) -> str:
    """The part of a component name that names the thing: behind packages and inside generics (`Page«Order»`)."""
    inner = _GENERIC_OF.search(name)
    if inner:
        name = inner.group(1)
    parts = re.split(r"[./:\\]", name.replace("--", "_"))
    # `V1.Pod` and `Pod.v1` both are about the pod.
    named = [p for p in parts if p and not _VERSION.fullmatch(p.lower())]
    return named[-1] if named else name


def resource_words(
    name: str,
    house: Collection[str],
    nouns: Collection[str],
    conventions: Conventions,
    head: tuple[str, ...] = (),
) -> tuple[str, ...]:
    """The noun phrase of component *name*, singular; () when nothing of it names a thing.

    *house* are the API's own prefixes; *nouns* are the squashed names of resources known
    from paths: words of doubtful use (`PriceList`, `public-key`) are dropped only where
    the rest is one. *head* is the noun of the path where it occurs: in
    /spaces/{id}/resources, a `SpaceResource` is a resource, whatever the word means elsewhere.
    """
    words = split(_tail(name))
    if len(words) > 1 and words[0] in house:
        words = words[1:]
    words = _before_preposition(words, conventions)
    while len(words) > 1 and _VERSION.fullmatch(words[0]):
        words = words[1:]
    phrase = conventions.singular_phrase(words)
    if "".join(phrase) in nouns:
        return phrase
    if len(words) > 2 and words[-1] in MESSAGES and words[0] in VERBS:
        # RetrieveOrderResponse is a message of an operation: the verb is the operation's.
        words = words[1:]
    certain = _cut(words, _CERTAIN_LAST, _CERTAIN_FIRST, nouns, conventions, head)
    if "".join(certain) in nouns:
        return certain
    doubtful = _cut(words, _DOUBTFUL_LAST, _DOUBTFUL_FIRST, nouns, conventions, head)
    best = doubtful if "".join(doubtful) in nouns else certain
    return () if len(best) == 1 and best[0] in conventions.generic else best


def _before_preposition(words: tuple[str, ...], conventions: Conventions) -> tuple[str, ...]:
    """*words* up to one that begins what else is said: a label from a shipment is a label."""
    at = next((at for at, word in enumerate(words) if at and word in BEHIND_NOUNS), 0)
    left = words[:at]
    return left if left and not conventions.generic.union(PREFIXES, VERBS).issuperset(left) else words


def _cut(
    words: tuple[str, ...],
    last: Collection[str],
    first: Collection[str],
    nouns: Collection[str],
    conventions: Conventions,
    head: tuple[str, ...],
) -> tuple[str, ...]:
    """*words* in the singular without *last* words at their end and *first* words at their begin.

    Stops at a known noun, and keeps *head* at the end.
    """
    while len(words) > 1 and "".join(conventions.singular_phrase(words)) not in nouns:
        kept = bool(head) and conventions.singular(words[-1]) == head[-1]
        if (words[-1] in last and not kept) or _VERSION.fullmatch(words[-1]):
            words = words[:-1]
        elif words[0] in first:
            words = words[1:]
        else:
            break
    return conventions.singular_phrase(words)
