"""Wording that the errors of this package share."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from typing import Final

_LONGEST: Final = 300


def near_miss(word: str, known: Iterable[str]) -> str:
    """The one of *known* that *word* was probably meant to be; "" when none is close."""
    return next(iter(difflib.get_close_matches(word, sorted(known), n=1, cutoff=0.7)), "")


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Give a question in brackets, ready to append: (did you mean 'names'?); nothing when nothing is close."""
    found = near_miss(word, known)
    return f" (did you mean {found!r}?)" if found else ""


def one_line(exc: BaseException) -> str:
    """The text of *exc* on one line, cut at 300 characters."""
    # Validators of attrs raise with (message, attribute, value …); only the first part is for people.
    text = exc.args[0] if len(exc.args) > 1 and isinstance(exc.args[0], str) and not isinstance(exc, OSError) else exc
    line = " ".join(str(text).split())
    return line if len(line) <= _LONGEST else line[:_LONGEST] + "…"
