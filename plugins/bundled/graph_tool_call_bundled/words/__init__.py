"""Words of API names: splitting by any spelling convention, and singular forms."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from graph_tool_call.hooks import singular

#: Acronyms with a plural s (IDs), acronyms, capitalised or lower-case words with trailing digits, numbers, other
#: scripts.
_WORD: Final = re.compile(r"[A-Z]{2,}s(?![a-z])|[A-Z]+(?![a-z])[0-9]*|[A-Z]?[a-z]+[0-9]*|[0-9]+|[^\W\d_A-Za-z]+")
#: Names whose words are kept: readers ask for the same few hundred again and again.
_KEPT: Final = 8192
_NOT_ALNUM: Final = re.compile(r"[\W_]+")


@lru_cache(maxsize=_KEPT)
def split(name: str) -> tuple[str, ...]:
    """The lower-case words of a camelCase, PascalCase, snake_case, kebab-case or dotted *name*."""
    return tuple(word.lower() for word in _WORD.findall(name))


@lru_cache(maxsize=_KEPT)
def squash(name: str) -> str:
    """*name* in lower case without anything but letters and digits: equal for all spellings of the same words."""
    return _NOT_ALNUM.sub("", name).lower()


class Spelled(dict[str, str]):
    """Names squashed, each once: `spelled[name]`. One belongs to a build; plugins keep it in their memo."""

    def __missing__(self, name: str) -> str:
        made = self[name] = squash(name)
        return made


def singular_phrase(words: tuple[str, ...]) -> tuple[str, ...]:
    """*words* with the last one in the singular: English noun phrases take the plural at their head."""
    return (*words[:-1], singular(words[-1])) if words else ()


def is_plural(word: str) -> bool:
    """Whether a lower-case *word* has a singular that differs from it."""
    return singular(word) != word


__all__ = ["Spelled", "is_plural", "singular", "singular_phrase", "split", "squash"]
