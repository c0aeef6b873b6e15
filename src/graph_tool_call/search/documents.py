"""What the index reads of a tool: its two views as weighted texts."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any, Final

from ..model.tool import Row, ToolFacts, row_name, rows_of
from .text import Piece

#: Characters of a description that are read; what an operation does is said at its beginning.
DESCRIPTION: Final = 400
#: Distinct names of response fields that are read, the nearest first.
FIELDS: Final = 60
#: Weights of the parts of the second view.
PATH, TAG, ABOUT, INPUT, OUTPUT, CHOICE = 1.0, 0.6, 0.6, 0.5, 0.25, 0.3

_SENTENCES: Final = re.compile(r"(?<=[.!?])\s|\n|(?<=。)")
_MARKUP: Final = re.compile(r"\]\([^)]*\)|<[^>]*>|https?://\S+|[*_`#>|\[\]]")


def head(facts: ToolFacts) -> list[Piece]:
    """Name and summary: the first view. A tool without summary has the first sentence of its description instead."""
    name = facts.operation_id or facts.name
    return [("name", name), ("summary", summary_of(facts))]


def summary_of(facts: ToolFacts) -> str:
    """The first sentence of the summary, or of the description."""
    plain = clean(facts.summary or facts.description)
    return _SENTENCES.split(plain, maxsplit=1)[0][:160]


def clean(text: str) -> str:
    """*text* without markup and addresses, cut to what is read of it."""
    return _MARKUP.sub(" ", text[: 2 * DESCRIPTION]).strip()[:DESCRIPTION]


def body(facts: ToolFacts, tool: Any) -> Iterator[tuple[Piece, float]]:
    """Everything else: path, tags, description, inputs with their choices, response fields."""
    yield ("path", facts.path), PATH
    for tag in facts.tags:
        yield ("tag", tag), TAG
    about = clean(facts.description)
    if about and about != facts.summary:
        yield ("description", about), ABOUT
    consumes = rows_of(tool, "consumes")
    for name in _names(consumes):
        yield ("field", name), INPUT
    for label in _labels(consumes):
        yield ("enum", label), CHOICE
    for name in _names(rows_of(tool, "produces")):
        yield ("field", name), OUTPUT


def _names(rows: Iterable[Row]) -> list[str]:
    named = dict.fromkeys(row_name(row) for row in rows if row.get("kind") != "auth")
    return list(named)[:FIELDS]


def _labels(rows: Iterable[Row]) -> Iterator[str]:
    for row in rows:
        for value in row.get("enum") or ():
            if isinstance(value, str) and len(value) <= 40:
                yield value
