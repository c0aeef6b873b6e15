"""What a command writes: one JSON document, or tables for people."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, Final

import click

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

#: Columns of tables that go to a file or a pipe, where there is no window to fill.
PIPE_WIDTH: Final = 120

Render = Callable[[Mapping[str, Any]], "Iterable[RenderableType]"]


def ready_streams() -> None:
    """Let standard output and error take any text: a character without bytes in their encoding becomes an escape."""
    if sys.stdout is None:
        # Closed by whoever started this: there is nobody to tell, and the exit code still counts.
        sys.stdout = io.StringIO()
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            # JSON has the same escape for half a surrogate pair, which a document may contain.
            reconfigure(errors="backslashreplace")


def show(data: Mapping[str, Any], render: Render, *, as_json: bool) -> None:
    """Write *data* to standard output: as JSON, or as what *render* makes of it."""
    if as_json:
        write_json(data)
        return
    console = console_for(sys.stdout)
    for part in render(data):
        put(console, part)


def put(console: Console, part: RenderableType) -> None:
    """Print *part*; where no terminal needs the padding, without the spaces at the ends of lines."""
    # rich joins the texts of one call, and what they say of wrapping is lost on the way.
    wrapping: Any = {"no_wrap": getattr(part, "no_wrap", None), "overflow": getattr(part, "overflow", None)}
    if console.is_terminal:
        console.print(part, **wrapping)
        return
    with console.capture() as captured:
        console.print(part, **wrapping)
    for line in captured.get().splitlines():
        click.echo(line.rstrip(), file=console.file)


def write_json(data: Mapping[str, Any], indent: int | None = 2) -> None:
    """One JSON document, in the characters that standard output can take."""
    unicode = (getattr(sys.stdout, "encoding", None) or "ascii").lower().replace("-", "").startswith("utf")
    click.echo(json.dumps(data, indent=indent, ensure_ascii=not unicode, default=str))


def console_for(stream: Any) -> Console:
    """A console on *stream*: colours and the window's width on a terminal, plain text elsewhere."""
    from rich.console import Console

    width = None if stream.isatty() else PIPE_WIDTH
    return Console(file=stream, width=width, highlight=False, markup=False, emoji=False, soft_wrap=False)
