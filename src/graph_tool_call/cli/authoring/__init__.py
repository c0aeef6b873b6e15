"""`graph-tool-call plugin`: what an author of a plugin wants to know of one, and a beginning for another."""

from __future__ import annotations

from typing import Final

import click

from ..lazy import LazyGroup

#: Command name → what it does.
COMMANDS: Final = {
    "show": "Show what a plugin is, does and takes.",
    "new": "Write a plugin to begin with: a distribution that works, with its tests.",
    "check": "Check a plugin against what the host relies on, and show what it changes.",
}


class PluginCommands(LazyGroup):
    """The commands of `graph-tool-call plugin`."""

    table = COMMANDS
    package = __name__


@click.group(cls=PluginCommands, invoke_without_command=True, short_help="Show, check or begin one plugin.")
@click.pass_context
def command(context: click.Context) -> None:
    """Show, check or begin one plugin; `graph-tool-call plugins` lists them all."""
    if context.invoked_subcommand is None:
        click.echo(context.get_help())
