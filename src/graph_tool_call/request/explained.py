"""Words of a question that nobody explains: where something is changed, they are asked about."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ..hooks import Explained, Mention, Placement, Reading, RequestText, Word
from .values import UnreadValue

_Span = tuple[int, int]


def is_picked(text: RequestText) -> bool:
    """Whether a caller has picked values out of the question: a given one stands in it."""
    asked = text.question.casefold()
    given = (one for one in text.said if one.source == "given")
    return any(one.start >= 0 or _stands(one.value, asked) for one in given)


def _stands(value: object, asked: str) -> bool:
    members = value if isinstance(value, (list, tuple)) else ()
    return any(isinstance(member, (str, int)) and str(member).casefold() in asked for member in members)


def unexplained(text: RequestText, said: Sequence[Reading]) -> Iterator[UnreadValue]:
    """Runs of words that give no value and that no reader explains, each as a value without a place.

    Nothing where no reader explains any word: then nobody knows the language of the question.
    """
    if not any(isinstance(reading, Explained) for reading in said):
        return
    told = [*_spans(said), *((one.start, one.end) for one in text.said if one.start >= 0)]
    # The word that a value is given under is no further value.
    under = {part.casefold() for one in text.said for part in (one.word, *one.word.replace("_", " ").split())}
    run: list[Word] = []
    for word in text.words:
        left = word.quoted or (any(char.isalnum() for char in word.text) and word.text.casefold() not in under)
        if left and not any(start < word.end and word.start < end for start, end in told):
            run.append(word)
        elif run:
            yield _unread(text.question, run)
            run = []
    if run:
        yield _unread(text.question, run)


def _spans(said: Iterable[Reading]) -> Iterator[_Span]:
    """Where the words stand that readers make something of. A mention is none: its value is said, or lost to others."""
    for reading in said:
        if not isinstance(reading, (Mention, Placement)) and reading.start >= 0:
            yield reading.start, reading.end


def _unread(question: str, run: Sequence[Word]) -> UnreadValue:
    words = run[0].text if len(run) == 1 else question[run[0].start : run[-1].end]
    return UnreadValue(word=words, value=words, reason="unexplained")
