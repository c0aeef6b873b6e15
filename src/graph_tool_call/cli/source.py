"""SPEC or ARTIFACT: telling them apart, reading, building."""

from __future__ import annotations

import json
import os
import re
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import attrs
import click

from ..errors import ArtifactError, SpecError
from .failure import BAD_INPUT, CommandError
from .options import Setup
from .progress import progress_bar
from .text import one_line

if TYPE_CHECKING:
    from ..engine import Engine
    from ..graph import ToolGraph

#: Seconds of building after which an artifact is worth keeping.
LONG: Final = 3.0
#: Looked at to tell a document from an artifact without parsing either.
_HEAD: Final = 4096
_DOCUMENT: Final = re.compile(rb'"(?:openapi|swagger)"\s*:')
_ARTIFACT: Final = re.compile(rb'\{\s*"format_version"\s*:')


@attrs.frozen
class Loaded:
    """A collection, ready to be asked."""

    engine: Engine
    graph: ToolGraph
    #: Whether it was built just now from a document.
    built: bool

    @property
    def artifact(self) -> Mapping[str, Any]:
        """The plain JSON of the collection."""
        return self.graph.artifact


def load(
    source: str,
    setup: Setup,
    options: Mapping[str, Any] | None = None,
    arazzo: Sequence[Path] = (),
    *,
    saves: bool = False,
) -> Loaded:
    """The collection of *source*: an artifact as it is, a document built with *options* and *arazzo* documents.

    Where building took long and nobody *saves* the artifact, a line on the terminal says how to.

    Raises:
        SpecError, ArtifactError: it cannot be read.
        PluginError: a plugin failed on the way.
    """
    if not source.strip():
        raise CommandError("usage", "no path is given; - reads standard input")
    if source.startswith(("http://", "https://")):
        hint = f"curl -s {source} | graph-tool-call … -"
        raise CommandError("remote_source", f"{source}: nothing is fetched (download it: {hint})", BAD_INPUT)
    engine = setup.engine
    content = sys.stdin.buffer.read() if source == "-" else None
    if is_artifact(source, content):
        if options and options.get("annotations"):
            message = f"{source} is an artifact already; annotations count when a document is built"
            raise CommandError("usage", message)
        artifact = _parsed(source, content)
        graph = _graph(engine, artifact, source)
        for said in engine.differences(graph):
            click.echo(one_line(f"note: {source}: {said}; build it again"), err=True)
        return Loaded(engine, graph, built=False)
    build_options = setup.build_options(options)
    started = time.monotonic()
    with progress_bar() as progress, _named(source):
        # A path, whatever it looks like: text in its place is for callers from Python.
        document = Path(source) if content is None else content
        artifact = engine.build(document, progress=progress, arazzo=arazzo, **build_options)
    if not saves and content is None and sys.stderr.isatty() and time.monotonic() - started > LONG:
        target = Path(source).with_suffix(".artifact.json").name
        click.echo(
            one_line(f"note: graph-tool-call build {source} -o {target} once, and {target} answers sooner"), err=True
        )
    return Loaded(engine, engine.graph(artifact), built=True)


@contextmanager
def _named(source: str) -> Iterator[None]:
    """Errors name the document as the command line does: with its folder, or as standard input."""
    try:
        yield
    except SpecError as error:
        if error.source not in (Path(source).name, "<text>"):
            raise
        name = "standard input" if source == "-" else source
        raise SpecError(error.code, error.message, name, error.pointer, error.hint) from error


def refuse_errors(loaded: Loaded, source: str) -> None:
    """Raise the first diagnostic of severity "error" as a `SpecError`."""
    found = [row for row in loaded.artifact.get("diagnostics", ()) if row.get("severity") == "error"]
    if found:
        more = f"{len(found) - 1} more; " if len(found) > 1 else ""
        hint = f"{more}graph-tool-call inspect {source} --diagnostics lists all"
        raise SpecError(found[0]["code"], found[0]["message"], source, found[0]["pointer"], hint)


def is_artifact(source: str, content: bytes | None = None) -> bool:
    """Whether the file *source* (or *content*) is a collection artifact rather than an API description."""
    head = _head(source) if content is None else content[:_HEAD]
    head = head.lstrip(b"\xef\xbb\xbf \t\r\n")
    if _ARTIFACT.match(head):
        return True
    if not head.startswith(b"{") or _DOCUMENT.search(head):
        return False
    # Neither is at the beginning: an older artifact, or a document whose paths come first.
    try:
        data = json.loads(Path(source).read_bytes() if content is None else content)
    except (OSError, ValueError):
        return False
    # The tools of an artifact are by name; a list of tools is for a plugin to read.
    return (
        isinstance(data, dict)
        and isinstance(data.get("tools"), dict)
        and not {"openapi", "swagger", "paths"} & data.keys()
    )


def _head(source: str) -> bytes:
    if not os.path.isfile(source):  # noqa: PTH113 - a Path would refuse some texts that are no paths
        return b""
    with open(source, "rb") as file:  # noqa: PTH123
        return file.read(_HEAD)


def _parsed(source: str, content: bytes | None) -> Any:
    try:
        return json.loads(Path(source).read_bytes() if content is None else content)
    except OSError as error:
        raise ArtifactError("unreadable", f"cannot be read: {error.strerror}", source) from None
    except ValueError as error:
        raise ArtifactError("invalid_json", f"not JSON: {error}", source) from None


def _graph(engine: Engine, artifact: Any, source: str) -> ToolGraph:
    try:
        graph = engine.graph(artifact)
    except ArtifactError as error:
        raise ArtifactError(error.code, error.message, source) from None
    if source != "-":
        graph.folder = str(Path(source).resolve().parent)
    return graph
