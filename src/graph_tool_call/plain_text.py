"""Texts of strangers, where a line break or a control character would mean something."""

from __future__ import annotations

import re
from typing import Final

#: Characters that do not show themselves, for a class of a regular expression: C0 and C1, the separators that end
#: a line, and the marks that turn the direction of writing. They rewrite a screen, or make a text look like another
#: one (Unicode Technical Report 36, 3.2).
HIDDEN: Final = r"\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069"
_CONTROLS: Final = re.compile(f"[{HIDDEN}]+")


def one_line(text: str) -> str:
    """*text* on one line, without control characters."""
    return _CONTROLS.sub(" ", text).strip()
