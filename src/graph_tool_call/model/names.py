"""Names that a caller gives."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any


def names_of(given: Iterable[Any] | None) -> frozenset[str]:
    """*given* as a set; a lone text is one name, and not its letters. Raises TypeError for what is no text."""
    names = frozenset((given,) if isinstance(given, str) else given or ())
    wrong = [name for name in names if not isinstance(name, str)]
    if wrong:
        raise TypeError(f"names are texts, and {wrong[0]!r} is none")
    return names
