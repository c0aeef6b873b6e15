"""`graph-tool-call build`."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from . import options
from .failure import USAGE, CommandError
from .options import Setup
from .output import show
from .source import load, refuse_errors

if TYPE_CHECKING:
    from ..graph import ToolGraph

_NAMES = (
    ("context_field_names", "--context-field", "A field that the caller's surroundings supply (tenant, site)."),
    ("auth_field_names", "--auth-field", "A field that is a credential."),
    ("paging_field_names", "--paging-field", "A field that pages through a list."),
    ("search_filter_field_names", "--search-field", "A field that searches or filters."),
    ("user_input_field_names", "--user-input-field", "A field that only a person can fill."),
)


def naming(function: Any) -> Any:
    """Options that say what fields of a name are."""
    for name, flag, text in reversed(_NAMES):
        function = click.option(flag, name, multiple=True, metavar="NAME", help=text)(function)
    return options.annotated(function)


@click.command(short_help="Build a collection artifact from an API description.")
@click.argument("spec", metavar="SPEC")
@click.option("-o", "--output", required=True, metavar="FILE", help="Where the artifact goes.")
@naming
@click.option("--skip-deprecated", is_flag=True, default=None, help="Leave deprecated operations out.")
@click.option(
    "--validate", type=click.Choice(["off", "structure", "full"]), help="How closely the document is checked."
)
@click.option(
    "--arazzo", multiple=True, metavar="FILE", help="An Arazzo document: what its steps hand over counts as declared."
)
@click.option("--strict", is_flag=True, help="Write nothing when a part of the document had to be left out.")
@options.common
def command(
    spec: str,
    output: str,
    arazzo: tuple[str, ...],
    strict: bool,
    as_json: bool,
    plugins: str | None,
    config: str | None,
    **given: Any,
) -> None:
    """Read the OpenAPI document SPEC and write its collection artifact: contracts, relations and a search index.

    The other commands take an artifact where they take a document, and are quicker with it.
    Problems of single operations are reported and leave the rest usable.
    """
    loaded = load(spec, Setup(plugins, config), given, [Path(name) for name in arazzo], saves=True)
    if not loaded.built:
        raise CommandError("usage", f"{spec} is an artifact already; build takes an API description", USAGE)
    if strict:
        refuse_errors(loaded, spec)
    size = _save(loaded.graph, Path(output))
    from .render.build import render_build

    show(_answer(loaded.graph, output, size), render_build, as_json=as_json)


def _save(graph: ToolGraph, path: Path) -> int:
    try:
        graph.save(path)
    except OSError as error:
        raise CommandError("output", f"{path}: cannot be written: {error.strerror}", USAGE) from None
    return path.stat().st_size


def _answer(graph: ToolGraph, output: str, size: int) -> dict[str, Any]:
    metadata = graph.artifact["metadata"]
    severities = Counter(row["severity"] for row in graph.artifact["diagnostics"])
    return {
        "output": output,
        "bytes": size,
        "title": metadata["title"],
        "tools": len(graph.tools),
        "edges": len(graph.edges),
        "diagnostics": dict(sorted(severities.items())),
    }
