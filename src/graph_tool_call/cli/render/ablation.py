"""The answer of `inspect --ablation`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from rich.text import Text

from ..text import one_line
from .parts import bullets, heading, row, table

if TYPE_CHECKING:
    from rich.console import RenderableType


def render_ablation(answer: Mapping[str, Any]) -> Iterator[RenderableType]:
    """What there is with all plugins, then what changes without each."""
    base = answer["baseline"]
    yield Text(one_line(f"{answer['source']} with all plugins"), style="bold")
    yield Text(
        f"{base['typed']} of {base['rows']} fields typed, {base['edges']} edges, "
        f"{base['derived']} of {base['path_parameters']} path parameters supplied by calls"
    )
    yield heading("Without each of them")
    made = table("", "Plugin", "Tags", "Kinds and roles", "Edges", "Path parameters")
    for entry in answer["plugins"]:
        cells = (_changes(entry["typed"]), entry["described"] or "", _changes(entry["edges"]))
        row(made, entry["plugin"], *cells, _changes(entry["chains"]))
    yield made
    for entry in answer["plugins"]:
        if entry["examples"]["chains"]:
            yield heading(f"Chains without {entry['plugin']}, for example")
            yield from bullets(_chain(change) for change in entry["examples"]["chains"])


def _changes(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{count} {sort}" for sort, count in counts.items() if count)


def _chain(change: Mapping[str, Any]) -> str:
    return one_line(
        f"{change['tool']} {{{change['parameter']}}}: {change['with'] or 'asked'} → {change['without'] or 'asked'}"
    )
