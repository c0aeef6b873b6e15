"""Light stemming of English words: inflection off, derivation to related words.

Not a linguistic stem: only equal results matter. Inflection (plural, -ed, -ing) is
removed from the term itself; a derived word (assignee, membership, installation) keeps
its own term and has its base as a second, weaker one.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from ..words import singular

_VOWELS: Final = frozenset("aeiouy")
#: Nouns that only look inflected.
_WHOLE: Final = frozenset(
    "anything building ceiling ding during embed evening everything heading hundred listing meeting morning nothing "
    "setting something spring string thing".split()
)
#: Past forms of verbs that no rule leads back; forms that are also nouns or adjectives (left, found, held) stay.
_PAST: Final[Mapping[str, str]] = MappingProxyType(
    dict(
        pair.split("=")
        for pair in """
        sent=send paid=pay unpaid=unpay bought=buy sold=sell built=build made=make given=give taken=take written=write
        wrote=write chosen=choose hidden=hide shown=show spent=spend drawn=draw stolen=steal frozen=freeze
        forgotten=forget withdrawn=withdraw undone=undo told=tell said=say
        """.split()
    )
)
#: Ending → what it leaves. The longest comes first.
_DERIVED: Final = (
    ("ification", "ify"),
    ("ization", "iz"),
    ("isation", "iz"),
    ("ability", "abl"),
    ("ation", ""),
    ("ition", ""),
    ("ship", ""),
    ("ment", ""),
    ("ness", ""),
    ("ance", ""),
    ("ence", ""),
    ("tion", "t"),
    ("sion", "s"),
    ("able", ""),
    ("ible", ""),
    ("ing", ""),
    ("ive", ""),
    ("ity", ""),
    ("ful", ""),
    ("ee", ""),
    ("er", ""),
    ("or", ""),
    ("al", ""),
    ("ly", ""),
)


def stem(word: str) -> str:
    """A lower-case *word* without inflection: plural, -ed, -ing, final e and y."""
    if len(word) <= 3 or not word.isascii():
        return word
    base = _PAST.get(word) or singular(word)
    if base in _WHOLE or base.endswith("eed"):
        return base
    if base.endswith("ied") and len(base) > 4:
        return base[:-3] + "i"
    for ending in ("ing", "ed"):
        if base.endswith(ending) and len(base) - len(ending) >= 3 and not _VOWELS.isdisjoint(base[: -len(ending)]):
            return _final(_undouble(base[: -len(ending)]))
    return _final(base)


def is_past(word: str) -> bool:
    """Whether a lower-case *word* has the form of what has been done: deleted, sent."""
    return word.endswith("ed") or word in _PAST


def base_of(word: str) -> str:
    """The stem of the word that a lower-case *word* derives from; "" when it derives from none."""
    word = singular(word)
    for ending, instead in _DERIVED:
        if word.endswith(ending) and len(word) - len(ending) + len(instead) >= 4:
            base = _final(_undouble(word[: len(word) - len(ending)] + instead))
            return "" if base == stem(word) else base
    return ""


def _undouble(word: str) -> str:
    """`running` without -ing is `runn`: the doubled letter goes, but not from `install` or `pass`."""
    if len(word) > 3 and word[-1] == word[-2] and (word[-1] not in "lsz" or (len(word) > 5 and word.endswith("ell"))):
        return word[:-1]
    return word


def _final(word: str) -> str:
    if len(word) > 3 and word.endswith("e"):
        return word[:-1]
    if len(word) > 3 and word.endswith("y") and word[-2] not in _VOWELS:
        return word[:-1] + "i"
    return word
