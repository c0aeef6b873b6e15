"""Words of a question that may be kept: those that the collection itself uses, and nothing that looks like a value."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

#: Quoted passages are values, whatever is in them.
_QUOTED: Final = re.compile(
    r"""```.*?(?:```|$) | "[^"]*(?:"|$) | “[^”]*(?:”|$) | ‘[^’]*(?:’|$) | 「[^」]*(?:」|$) | 『[^』]*(?:』|$)
    | `[^`]*(?:`|$) | (?<!\w)'[^']*(?:'(?!\w)|$) | «[^»]*(?:»|$)""",
    re.VERBOSE | re.DOTALL,
)
#: Runs with any of these are addresses, identifiers, keys, paths or assignments, not words.
_MARKS: Final = frozenset("@/\\=_+#$%^&*<>{}[]|~:.")
#: What may stand around a word.
_EDGES: Final = ".,;:!?()[]{}…。、，！？"
#: Longer runs of Latin letters are no words of a language; keys and tokens are.
_LONGEST: Final = 24
#: Latin text, and text of other scripts, which may follow each other without a space: 주문번호A-12를.
_PIECES: Final = re.compile(r"[\x21-\x7e]+|[^\x00-\x7e]+")
_LETTERS: Final = re.compile(r"[A-Za-z]+")


def plain_words(question: str, values: Iterable[str] = ()) -> str:
    """*question* without *values*, quoted passages, and every run that is more than letters."""
    text = question
    for value in sorted(set(values), key=lambda value: (-len(value), value)):
        if _is_value(value):
            text = re.sub(rf"(?<![A-Za-z0-9]){re.escape(value)}(?![A-Za-z0-9])", " ", text, flags=re.IGNORECASE)
    pieces = (piece.strip(_EDGES) for piece in _PIECES.findall(_QUOTED.sub(" ", text)))
    return " ".join(piece for piece in pieces if piece and _is_word(piece))


def _is_value(text: str) -> bool:
    """Whether *text* can be removed by itself: not empty, no binding, no single syllable of other scripts."""
    return bool(text.strip()) and not text.startswith("${") and (len(text) > 1 or text.isascii())


def _is_word(run: str) -> bool:
    if any(char.isdigit() or char in _MARKS for char in run):
        return False
    letters = _LETTERS.findall(run)
    if any(len(part) > _LONGEST for part in letters):
        return False
    # Capitals inside: base64, keys and camelCase identifiers. Abbreviations (PR, API) are all capitals.
    return all(part.islower() or part.istitle() or (part.isupper() and len(part) <= 4) for part in letters)


def texts_in(value: Any) -> Iterator[str]:
    """Every text and number in a JSON-shaped value, as text; names of members are no values."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for member in value.values():
            yield from texts_in(member)
    elif isinstance(value, Sequence):
        for member in value:
            yield from texts_in(member)
    elif value is not None and not isinstance(value, bool):
        yield str(value)
