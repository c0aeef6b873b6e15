"""Docstrings as Markdown."""

from __future__ import annotations

import inspect
import re

NOTE = "<!-- Made from the sources: `python -m reference` in tests/helpers. Change the docstrings. -->"

_SECTION = re.compile(r"^(Args|Attributes|Raises|Returns|Options|Keys):$", re.MULTILINE)
_ITEM = re.compile(r"^    (\*{0,2}[\w.]+):(?= )", re.MULTILINE)


def markdown(docstring: str | None) -> str:
    """A Google-style docstring: its sections become bold words, their entries list items."""
    text = inspect.cleandoc(docstring or "")
    text = _ITEM.sub(lambda m: f"- `{m[1].lstrip('*')}`:", text)
    text = re.sub(r"^        (?=\S)", "  ", text, flags=re.MULTILINE)
    return _SECTION.sub(r"**\1**\n", text)


def cell(text: str) -> str:
    """*text* for a table cell."""
    return " ".join(text.split()).replace("|", r"\|")
