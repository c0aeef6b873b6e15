"""Text on its way to a terminal."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Mapping
from typing import Any, Final

from ..plain_text import HIDDEN

# Documents come from strangers, and an escape sequence in a description could rewrite the screen.
_CONTROLS: Final = re.compile(rf"(?![\n\t])[{HIDDEN}]")
_SPACE: Final = re.compile(r"\s+")


def printable(text: Any) -> str:
    """*text* without control characters; line breaks and tabs stay."""
    return _CONTROLS.sub("\ufffd", str(text))


def one_line(text: Any) -> str:
    """*text* on one line."""
    return printable(_SPACE.sub(" ", str(text)).strip())


def on_one_line(data: Any) -> Any:
    """JSON-shaped *data* with each of its texts, names of members too, on one line."""
    if isinstance(data, str):
        return one_line(data)
    if isinstance(data, Mapping):
        return {on_one_line(key): on_one_line(value) for key, value in data.items()}
    if isinstance(data, (list, tuple)):
        return [on_one_line(value) for value in data]
    return data


def escaped(json_text: str) -> str:
    """*json_text* with the hidden characters of its texts as the escapes that JSON has for them."""
    return _CONTROLS.sub(lambda found: f"\\u{ord(found[0]):04x}", json_text)


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
