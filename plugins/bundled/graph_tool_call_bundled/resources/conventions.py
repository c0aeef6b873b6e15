"""The naming conventions of one document: the words that come with the plugin, and those that others add."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final

from graph_tool_call.hooks import Vocabulary

from ..words import Spelled, singular, split, squash
from .keys import BY_SPELLING, FAMILIES, GLUED, IDENTIFIER, Family, Parsed
from .nouns import ENVELOPES, GENERIC, LINKAGE, LIST_WRAPPERS

#: Words that stand between a key and an alternative spelling of it (id_or_slug).
_ALTERNATIVE: Final = "or"
#: The shortest owner that is told from an ending without a word boundary.
_SHORTEST: Final = 3


class Conventions:
    """How names are taken apart, and which of them only wrap or say nothing.

    Attributes:
        list_wrappers: Lower-case names of properties that hold the list of an answer.
        envelopes: Those that hold the one thing that an answer is about.
        generic: Words that name no resource by themselves.
        spelled: The document's names, squashed.
    """

    def __init__(self, added: Vocabulary | None = None, short: Mapping[str, str] = MappingProxyType({})) -> None:
        added = added or Vocabulary()
        self._short = short
        wrappers = {form for name in added.wrappers for form in (name.lower(), squash(name))}
        self.list_wrappers = LIST_WRAPPERS | wrappers
        self.envelopes = ENVELOPES | wrappers
        self.generic = GENERIC | {squash(name) for name in added.generic_names}
        self.spelled = Spelled()
        self._phrases: dict[tuple[str, ...], tuple[str, ...]] = {}
        self._plurals = {plural.lower(): one.lower() for plural, one in added.plurals.items()}
        endings = dict(_families(added.key_endings))
        self._families: Mapping[str, Family] = {**BY_SPELLING, **endings}
        # Scripts without capitals write no word boundary: 주문번호 ends in 번호.
        self._joined = tuple(sorted((e for e in endings if not e.isascii()), key=len, reverse=True))
        self._glued = (*GLUED, *sorted((e for e in endings if e.isascii()), key=len, reverse=True))

    def singular(self, word: str) -> str:
        """The singular of a lower-case *word*; the word itself when it is none."""
        return self._plurals.get(word) or singular(word)

    def singular_phrase(self, words: tuple[str, ...]) -> tuple[str, ...]:
        """*words* with the last one in the singular: noun phrases take the plural at their head."""
        known = self._phrases.get(words)
        if known is None:
            known = self._phrases[words] = (*words[:-1], self.singular(words[-1])) if words else ()
        return known

    def segment_noun(self, words: tuple[str, ...]) -> tuple[str, ...]:
        """The noun of a path segment, in the singular; a letter that is short for one is that one."""
        short = self._short.get(words[0]) if len(words) == 1 else None
        return (short,) if short else self.singular_phrase(words)

    def is_plural(self, word: str) -> bool:
        """Whether a lower-case *word* has a singular that differs from it."""
        return self.singular(word) != word

    def squash_singular(self, name: str) -> str:
        """The squashed singular of a property name: `petTypes` → pettype."""
        return "".join(self.singular_phrase(split(name)))

    def noun(self, name: str) -> tuple[str, ...]:
        """The noun of a property that holds objects; () for wrappers and other names that say nothing."""
        lower = name.lower()
        if lower in self.list_wrappers or lower in self.envelopes or lower in LINKAGE:
            return ()
        words = self.singular_phrase(split(name))
        return () if len(words) == 1 and words[0] in self.generic else words

    def parse(self, name: str) -> Parsed:
        """Take *name* apart at its ending. `petIds` → prefix ("pet",), family id, plural."""
        words = split(name)
        if _ALTERNATIVE in words[1:]:
            words = words[: words.index(_ALTERNATIVE, 1)]
        words = self._apart(words)
        if not words:
            return Parsed((), (), None, "", False)
        last = words[-1]
        one = self.singular(last) if len(last) > 3 or last == "ids" else last
        family = self._families.get(one)
        # "user_name" and "screen_name" log in; the words before them name no owner.
        if one == "name" and len(words) > 1 and words[-2] in ("user", "login", "screen"):
            return Parsed(words, words[:-2], self._families["username"], "username", one != last)
        return Parsed(words, words[:-1] if family else words, family, one, one != last)

    def _apart(self, words: tuple[str, ...]) -> tuple[str, ...]:
        """*words* with an ending that is joined to the last one as a word of its own."""
        last = words[-1] if words else ""
        if last.isascii():
            return words
        ending = next((e for e in self._joined if last.endswith(e) and last != e), "")
        return (*words[:-1], last.removesuffix(ending), ending) if ending else words

    def unglue(self, word: str) -> tuple[tuple[str, str], ...]:
        """Ways to cut a one-word name into an owner and an ending: `userids` → (("user", "id"), …)."""
        return tuple(
            (word[: -len(ending)], "id" if ending == "ids" else ending)
            for ending in self._glued
            if word.endswith(ending) and len(word) - len(ending) >= _SHORTEST
        )


def _families(endings: Mapping[str, str]) -> Iterator[tuple[str, Family]]:
    """Each added ending with the family of its key: a known one, or one of its own."""
    known = {family.key: family for family in reversed(FAMILIES)}
    for ending, key in endings.items():
        spelled, like = squash(ending), known.get(squash(key))
        kind = like.kind if like is not None else IDENTIFIER
        # Who names an ending means it: it makes an identifier of any name.
        yield spelled, Family(key=squash(key), kind=kind, strong=True, spellings=(spelled,))
