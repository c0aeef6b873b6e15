"""Text on its way to a terminal."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable
from typing import Any, Final

# C0 and C1 controls, and those that turn the direction of writing: documents come from strangers, and an escape
# sequence in a description could rewrite the screen.
_CONTROLS: Final = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
_SPACE: Final = re.compile(r"\s+")


def printable(text: Any) -> str:
    """*text* without control characters; line breaks and tabs stay."""
    return _CONTROLS.sub("\ufffd", str(text))


def one_line(text: Any) -> str:
    """*text* on one line."""
    return printable(_SPACE.sub(" ", str(text)).strip())


def shortened(text: Any, width: int) -> str:
    """*text* on one line of at most *width* characters."""
    line = one_line(text)
    return line if len(line) <= width else line[: width - 1].rstrip() + "…"


def near(name: str, names: Iterable[str], count: int = 3) -> list[str]:
    """Those of *names* that *name* may be a slip of: alike in spelling, case apart."""
    by_folded = {candidate.casefold(): candidate for candidate in sorted(names)}
    found = difflib.get_close_matches(name.casefold(), list(by_folded), n=count, cutoff=0.55)
    return [by_folded[folded] for folded in found]


def did_you_mean(name: str, names: Iterable[str]) -> str:
    """`; did you mean a or b?`, or "" when nothing is near."""
    found = near(name, names)
    return f"; did you mean {' or '.join(found)}?" if found else ""


def with_article(noun: str) -> str:
    """*noun* behind "a" or "an"."""
    return f"{'an' if noun[:1] in 'aeiou' else 'a'} {noun}"
