"""`graph-tool-call search`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import click

from ..model.tool import tool_facts
from . import options
from .entities import parse_entities, values_of
from .failure import NO_ANSWER, CommandError
from .options import Setup
from .output import show
from .source import load
from .text import one_line


def compact_row(position: int, row: Mapping[str, Any]) -> dict[str, Any]:
    """A retrieval row without the whole tool: place, name, operation, summary, score and evidence."""
    facts = tool_facts(row["name"], row.get("tool", {}))
    out = {
        "rank": position,
        "name": row["name"],
        "operation": f"{facts.method.upper()} {facts.path}".strip(),
        "summary": one_line(facts.summary or facts.description),
        "score": row["score"],
    }
    out.update({key: row[key] for key in ("expanded_from", "score_breakdown", "evidence") if row.get(key)})
    return out


@click.command(short_help="Search the operations that fit a question.")
@options.source
@options.question
@options.known
@click.option("-k", "--top", type=click.IntRange(min=1), default=10, show_default=True, help="How many rows at most.")
@click.option("--evidence", is_flag=True, help="Show what speaks for and against each row.")
@options.common
def command(
    source: str,
    question: str,
    entities: tuple[str, ...],
    top: int,
    evidence: bool,
    as_json: bool,
    plugins: str | None,
    config: str | None,
) -> None:
    """Search SPEC or ARTIFACT for the operations that fit QUESTION, the best first."""
    given = values_of(parse_entities(entities))
    loaded = load(source, Setup(plugins, config))
    found = loaded.engine.search(loaded.graph, question, top_k=top, include_evidence=evidence, entities=given)
    if not found["results"]:
        raise no_candidates(question)
    answer = {
        "query": question,
        "results": [compact_row(i, row) for i, row in enumerate(found["results"], 1)],
        "intent": found.get("intent", {}),
        "stats": found.get("stats", {}),
    }
    from .render.search import render_search

    show(answer, render_search, as_json=as_json)


def no_candidates(question: str) -> CommandError:
    """The error for a question that nothing fits."""
    message = (
        f"no operation has anything to do with {question!r} (use words of the API: what it is about, what is done)"
    )
    return CommandError("no_candidates", message, NO_ANSWER, {"query": question})
