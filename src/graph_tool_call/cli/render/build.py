"""The answer of `build`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from rich.text import Text

from ..text import one_line

if TYPE_CHECKING:
    from rich.console import RenderableType


def render_build(answer: Mapping[str, Any]) -> Iterator[RenderableType]:
    """One line for the artifact, one for what was found wrong."""
    title = one_line(answer["title"]) or "the document"
    size = f"{answer['bytes'] / 1000:,.0f} kB"
    yield Text(f"{answer['output']}: {title}, {answer['tools']} tools, {answer['edges']} relations, {size}")
    if answer["diagnostics"]:
        found = ", ".join(f"{count} {severity}" for severity, count in answer["diagnostics"].items())
        yield Text(f"Diagnostics: {found} (graph-tool-call inspect {answer['output']} shows them)")
