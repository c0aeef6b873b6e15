"""Words of texts and identifiers."""

from __future__ import annotations

import re

_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+|[^\W\d_a-zA-Z]+")


def words_in(text: str) -> list[str]:
    """Lower-case words of a text or identifier, in order, without a plural s."""
    return [singular(word.lower()) for word in _WORD.findall(text)]


def different_words(text: str) -> frozenset[str]:
    """The same, each once."""
    return frozenset(map(singular, {word.lower() for word in _WORD.findall(text)}))


def singular(word: str) -> str:
    """*word* without a plural s."""
    if len(word) > 4 and word.endswith("ies"):
        return word[:-3] + "y"
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word
