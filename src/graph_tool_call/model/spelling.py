"""Singular forms of English words as they occur in names of APIs: one function for planning and for plugins."""

from __future__ import annotations

from .plurals import IRREGULAR, SHORT_PLURALS, UNCHANGED


def singular(word: str) -> str:
    """The singular of a lower-case English *word*; the word itself when it is none."""
    if word in UNCHANGED or not word.endswith(("s", "a", "i", "n", "t", "e", "h")):
        return word
    known = IRREGULAR.get(word)
    if known is not None:
        return known
    if not word.endswith("s") or word.endswith(("ss", "us", "is")):
        return word
    if len(word) <= 3:
        return word[:-1] if word in SHORT_PLURALS else word
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("sses", "shes", "ches", "xes", "zzes", "oes")):
        return word[:-2]
    return word[:-1]
