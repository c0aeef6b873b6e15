"""Words of texts and identifiers."""

from __future__ import annotations

import re

from ...model.spelling import singular

_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+|[^\W\d_a-zA-Z]+")


def words_in(text: str) -> list[str]:
    """Lower-case words of a text or identifier, in order, each in the singular."""
    return [singular(word.lower()) for word in _WORD.findall(text)]


def different_words(text: str) -> frozenset[str]:
    """The same, each once."""
    return frozenset(map(singular, {word.lower() for word in _WORD.findall(text)}))
