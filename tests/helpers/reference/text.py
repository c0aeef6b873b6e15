"""Docstrings as Markdown."""

from __future__ import annotations

import inspect
import re

NOTE = "<!-- Made from the sources: `python -m reference` in tests/helpers. Change the docstrings. -->"

_SECTION = re.compile(r"^(Args|Attributes|Raises|Returns|Options|Keys):$", re.MULTILINE)
_ITEM = re.compile(r"^(\*{0,2}[\w.]+):(?= )", re.MULTILINE)


def markdown(docstring: str | None) -> str:
    """A Google-style docstring: its sections become bold words, their entries list items."""
    before, *sections = _SECTION.split(inspect.cleandoc(docstring or ""))
    parts = (f"**{name}**\n{_section(body)}" for name, body in zip(sections[::2], sections[1::2], strict=True))
    return "".join((before, *parts))


def _section(body: str) -> str:
    # Without its own indent, which Markdown would take for code.
    text = re.sub(r"^    ", "", body, flags=re.MULTILINE)
    text = _ITEM.sub(lambda m: f"- `{m[1].lstrip('*')}`:", text)
    return "\n" + re.sub(r"^    (?=\S)", "  ", text, flags=re.MULTILINE).lstrip("\n")


def cell(text: str) -> str:
    """*text* for a table cell."""
    return " ".join(text.split()).replace("|", r"\|")
