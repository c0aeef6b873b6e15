"""A plan in another format, as plugins write it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

import click

from .entities import parse_entities, values_of
from .failure import USAGE, CommandError
from .source import Loaded

if TYPE_CHECKING:
    from ..model.plan import Plan

F = TypeVar("F", bound=Callable[..., Any])


def written(command: F) -> F:
    """Options that write a plan in a format."""
    return _FORMAT(_OPTION(command))


_FORMAT: Callable[[F], F] = click.option(
    "--format",
    "format_name",
    metavar="NAME",
    help="Write the plan in a format that a plugin offers (`plugins` lists them): to FILE, or to standard output.",
)
_OPTION: Callable[[F], F] = click.option(
    "--format-option", "format_options", multiple=True, metavar="NAME=VALUE", help="With --format: an option of it."
)


def document(loaded: Loaded, plan: Plan, given: Mapping[str, Any]) -> str | dict[str, Any] | None:
    """What `--format`, or `--arazzo`, makes of *plan*; None where neither is given.

    Raises `CommandError` for both, or for options of no format, and what `Engine.export` raises.
    """
    name, options, arazzo = given["format_name"], given["format_options"], given["arazzo"]
    if name and arazzo:
        raise CommandError("usage", "--arazzo is a format: give it, or --format", USAGE)
    if options and not name:
        raise CommandError("usage", "--format-option goes with --format", USAGE)
    if arazzo:
        return loaded.engine.plan_to_arazzo(plan, loaded.graph, arazzo, source_url=given["source_url"])
    if not name:
        return None
    return loaded.engine.export(plan, name, loaded.graph, **values_of(parse_entities(options, "--format-option")))
