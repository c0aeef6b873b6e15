"""`graph-tool-call plan`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from . import options
from .failure import USAGE, CommandError
from .options import Setup
from .output import show
from .source import load

if TYPE_CHECKING:
    from ..model.plan import Plan


@click.command(short_help="Plan the calls that lead to an operation.")
@options.source
@options.planning
@click.option("-o", "--output", metavar="FILE", help="Write the plan as JSON, for `run --plan`.")
@options.common
def command(
    source: str, output: str | None, as_json: bool, plugins: str | None, config: str | None, **given: Any
) -> None:
    """Plan the calls of SPEC or ARTIFACT that lead to an operation, and show where each argument comes from.

    Nothing is called. What no call can supply is listed as a question.
    """
    from .planning import Wish, make_plan

    wish = Wish.of(given)
    setup = Setup(plugins, config)
    loaded = load(source, setup, {"annotations": given["annotations"]})
    made = make_plan(loaded, wish, setup)
    if output:
        write_plan(made.plan, Path(output))
    from .render.plan import render_plan

    show(made.explained(loaded.graph.tools), render_plan, as_json=as_json)


def write_plan(plan: Plan, path: Path) -> None:
    """Save *plan* as JSON. Raises `CommandError`."""
    try:
        path.write_text(json.dumps(plan.to_dict(), indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
    except OSError as error:
        raise CommandError("output", f"{path}: cannot be written: {error.strerror}", USAGE) from None
