"""Morphemes of a text, by MeCab with the dictionary mecab-ko-dic."""

from __future__ import annotations

import re
import threading
import warnings
from collections.abc import Iterator
from typing import Any, Final

import attrs

#: Characters of a text that are analysed; what an operation does is said at its beginning.
LENGTH: Final = 1000
#: MeCab's own output is lines of tab-separated columns, a zero byte ends its input, and lone surrogates are no text.
_BREAKS: Final = re.compile(r"[\x00-\x20\ud800-\udfff]+")


@attrs.frozen
class Morpheme:
    """One morpheme: its dictionary form, and its part of speech as the Sejong tag set names it (NNG, VV, JKO …)."""

    form: str
    tag: str
    #: Nouns that a compound noun is made of: 현금영수증 → 현금, 영수증.
    parts: tuple[str, ...] = ()


class Dictionary:
    """An opened dictionary. One of its taggers must not work in two threads at once: they wait for each other."""

    def __init__(self) -> None:
        with warnings.catch_warnings():
            # The generated binding has types without __module__, which Python 3.12 and later warn of.
            warnings.simplefilter("ignore", DeprecationWarning)
            import mecab_ko
        self._tagger: Any = mecab_ko.Tagger()
        self._lock = threading.Lock()

    def morphemes(self, text: str) -> list[Morpheme]:
        """The morphemes of *text*, in order."""
        with self._lock:
            answer = self._tagger.parse(_BREAKS.sub(" ", text[:LENGTH]))
        return [found for line in (answer or "").splitlines() for found in _of_line(line)]


def _of_line(line: str) -> Iterator[Morpheme]:
    """The morphemes of one row: surface, tab, tag, meaning, final, reading, type, first tag, last tag, expression."""
    surface, tab, features = line.partition("\t")
    columns = features.split(",")
    if not tab or len(columns) < 8:
        return
    tag, kind, expression = columns[0], columns[4], columns[7]
    if kind in {"Inflect", "Preanalysis"} and "/" in expression:
        # Merged forms stand as their morphemes: 지워 is 지우/VV/*+어/EC/*.
        for piece in expression.split("+"):
            form, _, rest = piece.partition("/")
            yield Morpheme(form, rest.partition("/")[0])
    elif kind == "Compound":
        yield Morpheme(surface, tag, tuple(piece.partition("/")[0] for piece in expression.split("+")))
    else:
        yield Morpheme(surface, tag.partition("+")[0])
