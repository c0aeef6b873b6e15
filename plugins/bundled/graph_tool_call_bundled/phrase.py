"""The first noun phrase of an English question, and values that follow nouns; no plugin itself."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import pairwise
from typing import Final

import attrs

from .lexicon.english import ABBREVIATIONS, GENERIC, PREPOSITIONS

_TOKEN: Final = re.compile(r"[A-Za-z][\w-]*|#?\d[\w-]*|[\"“'`][^\"“”'`]+[\"”'`]|[^\w\s]")
_NUMBER: Final = re.compile(r"#?\d[\w-]*$")
_CODE: Final = re.compile(r"(?=.*[A-Z0-9])[A-Z][A-Z0-9_-]*[A-Z0-9]$|[A-Za-z]+[-_]?\d[\w-]*$")
#: Acronyms that are words of APIs, not somebody's codes.
_ACRONYMS: Final = frozenset(
    "api cli cpu csv db dns gpg gpu html http https ip json jwt mfa oauth pdf pr ram rest rss sdk sla sms sql ssh sso "
    "ssl tls tv ui uri url uuid vm vpc vpn xml yaml zip get post put patch delete head options readme".split()
)


@attrs.frozen
class NounPhrase:
    """Words of a noun phrase; the last is its head. *before* is the word in front of it."""

    words: tuple[str, ...] = ()
    before: str = ""
    #: A number or code follows the head: it is one thing.
    valued: bool = False

    @property
    def head(self) -> str:
        """The noun that the others describe."""
        return self.words[-1] if self.words else ""


def first_phrase(query: str, nouns: Iterable[str]) -> NounPhrase:
    """The first run of words of *query* that are *nouns* (lower case), before a preposition or a mark ends it."""
    wanted = frozenset(nouns)
    words: list[str] = []
    before = ""
    for token in _TOKEN.findall(query):
        lower = token.lower()
        if lower in wanted and not is_value(token):
            words.append(lower)
        elif words:
            return NounPhrase(tuple(words), before, is_value(token))
        else:
            before = lower
    return NounPhrase(tuple(words), before)


def is_value(token: str) -> bool:
    """Whether a token is a number, a quoted text, or a code in capitals or with digits."""
    if token[0] in "\"“'`":
        return len(token) > 1
    lower = token.lower()
    if lower in _ACRONYMS or lower in GENERIC or lower in ABBREVIATIONS or lower in PREPOSITIONS:
        return False
    return bool(_NUMBER.match(token) or _CODE.match(token))


def identified(query: str) -> frozenset[str]:
    """Nouns (lower case) that a value follows: "ticket 42", "the lighthouse ABC", "order 'A-100'"."""
    tokens = _TOKEN.findall(query)
    pairs = pairwise(tokens)
    return frozenset(
        noun.lower() for noun, value in pairs if is_value(value) and noun[0].isalpha() and not is_value(noun)
    )
