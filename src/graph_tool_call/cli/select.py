"""`graph-tool-call select`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import click

from ..model.whole_file import write_whole
from . import options
from .entities import parse_entities, values_of
from .failure import NO_ANSWER, USAGE, CommandError
from .options import Setup
from .output import show
from .search import compact_row, no_candidates
from .source import Loaded, load
from .target import find_tool

#: Rows of the retrieval that the selector compares.
CANDIDATES = 8


def choose(
    loaded: Loaded,
    question: str,
    llm_target: str | None = None,
    top: int = CANDIDATES,
    entities: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """The selection for *question* and given *entities*: the selector's answer, and `candidates`, the rows compared.

    Raises `CommandError` no_candidates.
    """
    found = loaded.engine.search(loaded.graph, question, top_k=top, include_evidence=True, entities=entities)
    selection = loaded.engine.select(
        question,
        found["results"],
        loaded.graph.tools,
        retrieval_results=found["results"],
        llm_target=find_tool(llm_target, loaded.graph.tools) if llm_target else None,
        entities=entities,
    )
    if not selection["selected_target"]:
        raise no_candidates(question)
    rows = [compact_row(i, row) for i, row in enumerate(found["results"], 1)]
    return {"query": question, **selection, "candidates": rows}


@click.command(short_help="Select the operation that a question means, with the evidence.")
@options.source
@options.question
@options.known
@click.option("--llm-target", metavar="OP", help="What a model chose; kept unless the evidence is strongly against it.")
@click.option(
    "-k",
    "--top",
    type=click.IntRange(min=1),
    default=CANDIDATES,
    show_default=True,
    help="How many candidates are compared.",
)
@click.option(
    "--html",
    "page",
    metavar="FILE",
    type=click.Path(dir_okay=False, writable=True),
    help="Write the comparison as a page for a browser, too.",
)
@click.option("--strict", is_flag=True, help="An ambiguous selection is a failure.")
@options.common
def command(
    source: str,
    question: str,
    entities: tuple[str, ...],
    llm_target: str | None,
    top: int,
    page: str | None,
    strict: bool,
    as_json: bool,
    plugins: str | None,
    config: str | None,
) -> None:
    """Select the operation of SPEC or ARTIFACT that QUESTION means, and show what speaks for it."""
    loaded = load(source, Setup(plugins, config))
    answer = choose(loaded, question, llm_target, top, values_of(parse_entities(entities)))
    if page is not None:
        _write(page, question, answer, loaded)
    if strict and answer["ambiguous"]:
        close = ", ".join(row["name"] for row in answer["candidates"][:3])
        raise CommandError(
            "ambiguous_target", f"{question!r} may mean several operations: {close}", NO_ANSWER, {"selection": answer}
        )
    from .render.select import render_select

    show(answer, render_select, as_json=as_json)


def _write(page: str, question: str, answer: dict[str, Any], loaded: Loaded) -> None:
    from ..select import selection_page

    try:
        # Half a surrogate pair has no bytes; as a character reference it is shown as unknown.
        text = selection_page(question, answer, loaded.graph.tools)
        write_whole(page, text.encode("utf-8", "xmlcharrefreplace"))
    except OSError as error:
        raise CommandError("output", f"{page}: cannot be written: {error.strerror}", USAGE) from None
