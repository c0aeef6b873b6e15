"""Verbs in path segments and operation ids, by where English and generators put them."""

from __future__ import annotations

import re
from typing import Final

import attrs

from ..words import split
from .verbs import ACTION_OF, BEFORE_VERB, METHOD_WORDS, NOUNS_AT_END, PARTICLES, SAFE

_CHUNKS: Final = re.compile(r"[./:#\s]+")


@attrs.frozen
class Said:
    """What a name says.

    Attributes:
        verb: The verb in it.
        whole: Whether it is a verb with its object and nothing else.
        certain: Whether the verb stands where only a verb stands.
        counts: Whether it asks how many.
        lists: Whether it asks for a list.
    """

    verb: str = ""
    whole: bool = False
    certain: bool = False
    counts: bool = False
    lists: bool = False


def read_segment(text: str) -> Said:
    """The verb of a static path segment: `delete`, `orders:search` (its part), `cancelOrder`, `bulk-delete`."""
    text = _CHUNKS.split(re.sub(r"\.(json|xml|do|php|action)$", "", text))[-1]
    words = split(text)
    if not words:
        return Said()
    verb = _leading(words)
    rest = [w for w in words if w not in BEFORE_VERB and w != verb]
    # "cancel" is a verb, "cancelOrder" too; "change-log" and "test-results" are not.
    whole = bool(verb) and (not rest or (text[:1].islower() and any(c.isupper() for c in text)))
    return Said(verb, whole, whole, words[-1] == "count", whole and words[-1] == "list")


def read_name(name: str, method: str) -> Said:
    """The verb of an operation id.

    Verb first (`cancelOrder`, `delete_user`), or last behind its group (`orders_cancel`, `chat.delete`).
    """
    chunks = [chunk for chunk in _CHUNKS.split(name.replace("__", ".")) if chunk]
    words = split(chunks[-1]) if chunks else ()
    if not words:
        return Said()
    verb, certain = _verb_of(words, chunks[-1], method)
    counts = words[-1] in ("count", "counts") or words[0] == "count"
    return Said(verb, False, certain, counts, "list" in (words[0], words[-1]))


def _verb_of(words: tuple[str, ...], name: str, method: str) -> tuple[str, bool]:
    """The verb among the *words* of an operation id, and whether it stands where only a verb stands."""
    if method == "get" and (safe := next((w for w in words[:3] if w in SAFE), "")):
        return safe, False
    first = _leading(words)
    if first and first != method:
        return first, True
    if words[0] == method and method in METHOD_WORDS:
        return (method if method in ACTION_OF and method != "post" else ""), False
    if not first and len(words) > 2 and words[1] in ACTION_OF and "_" not in name:
        return words[1], False
    for separator in ("_", "-"):
        if separator in name:
            tail = split(name.rsplit(separator, 1)[-1])
            verb = _leading(tail)
            if verb:
                return verb, len(tail) == 1
    if len(words) > 1 and words[-1] in ACTION_OF and words[-1] not in NOUNS_AT_END:
        return words[-1], False
    return "", False


def _leading(words: tuple[str, ...]) -> str:
    """The first word if it is a verb, leaving out what may stand before it; "" otherwise."""
    for i, word in enumerate(words):
        following = words[i + 1] if i + 1 < len(words) else ""
        if word in ACTION_OF and following not in PARTICLES:
            if word in BEFORE_VERB and following in ACTION_OF:
                continue
            return word
        if word not in BEFORE_VERB:
            return ""
    return ""
