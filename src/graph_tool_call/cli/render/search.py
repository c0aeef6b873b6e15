"""The answer of `search`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from rich.text import Text

from ..text import shortened
from .parts import number, row, table

if TYPE_CHECKING:
    from rich.console import RenderableType


def render_search(answer: Mapping[str, Any]) -> Iterator[RenderableType]:
    """One row for each operation; evidence under it, where there is some."""
    made = table("", "#", "Operation", "What it does", "Score")
    for found in answer["results"]:
        name = Text(found["name"], style="bold")
        if found["operation"]:
            name.append(f"\n{found['operation']}", style="not bold dim")
        says = Text(shortened(found["summary"], 160))
        if found.get("expanded_from"):
            says.append(f"\nsupplies what {_names(found['expanded_from'])} needs", style="dim")
        for line in evidence_lines(found.get("evidence", ())):
            says.append(f"\n{line}", style="dim")
        row(made, found["rank"], name, says, number(found["score"]))
    yield made


def evidence_lines(rows: Any) -> Iterator[str]:
    """One line for each piece of evidence: signal, score, reason, plugin."""
    for entry in rows if isinstance(rows, (list, tuple)) else ():
        if isinstance(entry, Mapping):
            said = f" [{entry['plugin']}]" if entry.get("plugin") else ""
            yield shortened(
                f"{entry.get('signal', '')} {number(entry.get('score', ''))}: {entry.get('reason', '')}{said}", 160
            )


def _names(value: Any) -> str:
    return ", ".join(map(str, value)) if isinstance(value, (list, tuple)) else str(value)
