"""Tables and lines that several commands use."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from rich import box
from rich.table import Table
from rich.text import Text

from ..text import shortened


def table(title: str, *columns: str, widths: Mapping[str, int] | None = None) -> Table:
    """An empty table; *widths* bounds columns by name."""
    made = Table(
        title=Text(title, style="bold") if title else None,
        title_justify="left",
        box=box.SIMPLE_HEAD,
        pad_edge=False,
        show_edge=False,
    )
    for column in columns:
        made.add_column(column, max_width=(widths or {}).get(column), overflow="fold", header_style="bold")
    return made


def row(into: Table, *cells: Any, style: str = "") -> None:
    """Add a row of plain values: nothing in them is read as markup."""
    into.add_row(*(cell if isinstance(cell, Text) else Text(str(cell)) for cell in cells), style=style)


def heading(text: str) -> Text:
    """A line that begins a part."""
    return Text(f"\n{text}", style="bold")


def bullets(lines: Iterable[str]) -> list[Text]:
    """One line each, indented."""
    return [Text(f"  {line}") for line in lines]


def pairs(facts: Sequence[tuple[str, Any]]) -> Table:
    """Names and values side by side, without a frame."""
    made = Table(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
    made.add_column(style="dim", no_wrap=True)
    made.add_column(overflow="fold")
    for name, value in facts:
        row(made, name, value)
    return made


def value_text(value: Any, width: int = 60) -> str:
    """A value in a cell: text as it is, anything else as JSON."""
    return shortened(value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str), width)


def number(value: Any) -> str:
    """A score or a share with two decimals; other values as they are."""
    return f"{value:.2f}" if isinstance(value, float) else str(value)
