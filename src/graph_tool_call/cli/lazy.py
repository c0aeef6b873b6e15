"""A group whose commands are imported when they are used."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from types import MappingProxyType
from typing import ClassVar

import click

from .text import did_you_mean


class LazyGroup(click.Group):
    """A group that imports a command when it is used; its help is a table.

    Attributes:
        table: Command name → what it does, in the order of a first acquaintance.
        package: Where the modules of the commands are; each has its command as `command`.
        modules: Command name → module, where that is not named as the command is.
    """

    table: ClassVar[Mapping[str, str]] = MappingProxyType({})
    package: ClassVar[str] = ""
    modules: ClassVar[Mapping[str, str]] = MappingProxyType({})

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - as in the base class
        """All names, in the order of the table."""
        return list(self.table)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """The command, imported; None for an unknown name."""
        if cmd_name not in self.table:
            return None
        module = importlib.import_module(f".{self.modules.get(cmd_name, cmd_name)}", self.package)
        command: click.Command = module.command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """As in the base class, with near names for a misspelt command."""
        if args and not args[0].startswith("-") and args[0] not in self.table:
            ctx.fail(f"there is no command {args[0]!r}{did_you_mean(args[0], self.table)}")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """The table of commands, without importing one."""
        with formatter.section("Commands"):
            formatter.write_dl(list(self.table.items()))
