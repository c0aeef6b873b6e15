"""`graph-tool-call plan`."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ..model.whole_file import write_whole
from . import credentials, formats, options, workflow
from .failure import USAGE, CommandError
from .options import Setup
from .output import show, write_text
from .source import load
from .text import escaped

if TYPE_CHECKING:
    from .planning import Wish


@click.command(short_help="Plan the calls that lead to an operation.")
@options.source
@options.planning
@workflow.taken
@credentials.named
@click.option("-o", "--output", metavar="FILE", help="Write the plan as JSON, for `run --plan`.")
@formats.written
@workflow.written
@click.option(
    "--alternatives",
    type=click.IntRange(min=0),
    default=0,
    metavar="N",
    help="Show so many other plans: in what they differ from the best, and why they cost more.",
)
@click.option("--mermaid", "picture", flag_value="mermaid", help="Write the plan as a Mermaid flowchart.")
@click.option("--dot", "picture", flag_value="dot", help="Write the plan as a Graphviz digraph.")
@options.common
def command(
    source: str,
    output: str | None,
    picture: str | None,
    as_json: bool,
    plugins: str | None,
    config: str | None,
    **given: Any,
) -> None:
    """Plan the calls of SPEC or ARTIFACT that lead to an operation, and show where each argument comes from.

    Nothing is called. What no call can supply is listed as a question.
    """
    setup = Setup(plugins, config)
    if given["workflow"]:
        workflow.refuse_wish(given, "--workflow")
    wish = None if given["workflow"] else _wish(given)
    loaded = load(source, setup, {"annotations": given["annotations"]})
    if wish is None:
        plan = workflow.workflow_plan(loaded, given)
        answer = workflow.explained(loaded, plan)
    else:
        from .planning import make_plan

        made = make_plan(loaded, wish, setup)
        plan, answer = made.plan, made.explained(loaded.graph.tools)
    answer |= credentials.readiness(loaded, plan, given)
    written = formats.document(loaded, plan, given)
    if output:
        _save(plan.to_dict() if written is None else written, Path(output))
    if written is not None and not output:
        write_text(written if isinstance(written, str) else escaped(_text(written)) + "\n")
        return
    if picture:
        drawn = str(loaded.engine.export(plan, picture, loaded.graph))
        answer["picture"] = drawn
        if not as_json:
            write_text(drawn)
            return
    from .render.plan import render_plan

    show(answer, render_plan, as_json=as_json)


def _wish(given: dict[str, Any]) -> Wish:
    from .planning import Wish

    return Wish.of(given)


def _text(data: Mapping[str, Any]) -> str:
    return json.dumps(data, indent=2, ensure_ascii=False)


def _save(written: str | Mapping[str, Any], path: Path) -> None:
    """Save a plan or a document. Raises `CommandError`."""
    text = written if isinstance(written, str) else _text(written) + "\n"
    try:
        write_whole(path, text.encode("utf-8", "backslashreplace"))
    except OSError as error:
        raise CommandError("output", f"{path}: cannot be written: {error.strerror}", USAGE) from None
