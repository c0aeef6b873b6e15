"""Words of API names: splitting by any spelling convention, and singular forms."""

from __future__ import annotations

import re
from typing import Final

from .irregular import IRREGULAR, SHORT_PLURALS, UNCHANGED

#: Acronyms with a plural s (IDs), acronyms, capitalised or lower-case words with trailing digits, numbers, other
#: scripts.
_WORD: Final = re.compile(r"[A-Z]{2,}s(?![a-z])|[A-Z]+(?![a-z])[0-9]*|[A-Z]?[a-z]+[0-9]*|[0-9]+|[^\W\d_A-Za-z]+")
_NOT_ALNUM: Final = re.compile(r"[\W_]+")


def split(name: str) -> tuple[str, ...]:
    """The lower-case words of a camelCase, PascalCase, snake_case, kebab-case or dotted *name*."""
    return tuple(word.lower() for word in _WORD.findall(name))


def squash(name: str) -> str:
    """*name* in lower case without anything but letters and digits: equal for all spellings of the same words."""
    return _NOT_ALNUM.sub("", name).lower()


class Spelled(dict[str, str]):
    """Names squashed, each once: `spelled[name]`. One belongs to a build; plugins keep it in their memo."""

    def __missing__(self, name: str) -> str:
        made = self[name] = squash(name)
        return made


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


def singular_phrase(words: tuple[str, ...]) -> tuple[str, ...]:
    """*words* with the last one in the singular: English noun phrases take the plural at their head."""
    return (*words[:-1], singular(words[-1])) if words else ()


def is_plural(word: str) -> bool:
    """Whether a lower-case *word* has a singular that differs from it."""
    return singular(word) != word
