"""What a command writes: one JSON document, or tables for people.

Texts of a document are a stranger's. Whatever goes to standard output goes through here, where each text
of an answer is put on one line before a renderer sees it (`rendered`), and control characters are taken
out of what is printed (`put`, `write_text`) or escaped (`write_json`): no renderer needs to think of it.
"""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, Final

import click

from .text import escaped, on_one_line, printable

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
    for part in rendered(data, render):
        put(console, part)


def rendered(data: Mapping[str, Any], render: Render) -> Iterable[RenderableType]:
    """What *render* makes of *data*, none of whose texts can begin a line of its own."""
    return render(on_one_line(data))


def put(console: Console, part: RenderableType) -> None:
    """Print *part* without control characters; off a terminal without the spaces that pad its lines, too."""
    from rich.segment import Segments

    # rich joins the texts of one call, and what they say of wrapping is lost on the way.
    wrapping: Any = {"no_wrap": getattr(part, "no_wrap", None), "overflow": getattr(part, "overflow", None)}
    clean = Segments(
        segment if segment.control else segment._replace(text=printable(segment.text))
        for segment in console.render(part, console.options.update(**wrapping))
    )
    if console.is_terminal:
        console.print(clean)
        return
    with console.capture() as captured:
        console.print(clean)
    for line in captured.get().splitlines():
        click.echo(line.rstrip(), file=console.file)


def write_json(data: Mapping[str, Any], indent: int | None = 2) -> None:
    """One JSON document, in the characters that standard output can take."""
    unicode = (getattr(sys.stdout, "encoding", None) or "ascii").lower().replace("-", "").startswith("utf")
    click.echo(escaped(json.dumps(data, indent=indent, ensure_ascii=not unicode, default=str)))


def write_text(text: str) -> None:
    """*text* that has lines of its own, as it is but for control characters."""
    click.echo(printable(text), nl=False)


def console_for(stream: Any) -> Console:
    """A console on *stream*: colours and the window's width on a terminal, plain text elsewhere."""
    from rich.console import Console

    width = None if stream.isatty() else PIPE_WIDTH
    return Console(file=stream, width=width, highlight=False, markup=False, emoji=False, soft_wrap=False)
