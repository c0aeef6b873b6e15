"""Arazzo on the command line: a workflow taken as the plan, and a plan written as a workflow."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from .failure import BAD_INPUT, USAGE, CommandError
from .source import Loaded

if TYPE_CHECKING:
    from ..model.plan import Plan

F = TypeVar("F", bound=Callable[..., Any])


def taken(command: F) -> F:
    """Options that take a workflow as the plan."""
    return _WORKFLOW(_UNCHECKED(command))


def written(command: F) -> F:
    """Options that write a plan as an Arazzo document."""
    return _ARAZZO(_SOURCE_URL(command))


_WORKFLOW: Callable[[F], F] = click.option(
    "--workflow",
    metavar="FILE[#ID]",
    help="Take this workflow of an Arazzo document as the plan, instead of --target or --ask.",
)
_UNCHECKED: Callable[[F], F] = click.option(
    "--unchecked", is_flag=True, help="With --workflow: leave success criteria out that a plan cannot check."
)
_ARAZZO: Callable[[F], F] = click.option(
    "--arazzo",
    "arazzo",
    is_flag=False,
    flag_value="1.0.1",
    type=click.Choice(["1.0.1", "1.1"]),
    help="Write an Arazzo document instead of the plan (1.0.1): to FILE, or to standard output.",
)
_SOURCE_URL: Callable[[F], F] = click.option(
    "--source-url", default="", metavar="URL", help="With --arazzo: where the document says that SPEC is."
)


def workflow_plan(loaded: Loaded, given: Mapping[str, Any]) -> Plan:
    """The plan of the workflow that the options name: "file.yaml#workflowId", or a file with one workflow.

    Raises `ArazzoError`, `CommandError`.
    """
    name = given["workflow"]
    # A file may have a # in its name; a workflow id has no path in it.
    path, workflow_id = (name, "") if Path(name).is_file() else name.rpartition("#")[::2] if "#" in name else (name, "")
    if path.startswith(("http://", "https://")):
        raise CommandError("remote_source", f"{path}: nothing is fetched; download it first", BAD_INPUT)
    return loaded.engine.plan_from_arazzo(Path(path), loaded.graph, workflow_id, unchecked=given["unchecked"])


def explained(loaded: Loaded, plan: Plan) -> dict[str, Any]:
    """The answer of `plan` for a plan that nobody had to look for."""
    from .planview import explain_plan

    return explain_plan(plan, loaded.graph.tools) | {"selection": None}


def refuse_wish(given: dict[str, Any], option: str) -> None:
    """Raise `CommandError` where a plan is named, and something to plan for as well."""
    if given["target"] or given["ask"]:
        raise CommandError("usage", f"{option} goes without --target and --ask", USAGE)
    if given.get("request"):
        raise CommandError("usage", f"{option} goes without --request", USAGE)
