"""The page on the command line, from the commands' own help."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from typing import Any

import click

from .text import NOTE, cell

HEAD = f"""\
# Command line

{NOTE}
"""


def make() -> str:
    """The page as text."""
    from graph_tool_call.cli.app import group

    return "\n".join([HEAD, *_command("graph-tool-call", group)])


def _command(path: str, command: Any, parent: click.Context | None = None) -> Iterator[str]:
    # With the settings and the parent that it runs with: options such as -h are inherited.
    context = click.Context(command, parent=parent, info_name=path, **command.context_settings)
    usage = " ".join([path, *command.collect_usage_pieces(context)])
    yield f"## `{path}`\n\n{_help(command)}\n\n    {usage}\n"
    rows = [_row(parameter, context) for parameter in command.get_params(context)]
    if rows:
        yield "| | |\n|---|---|\n" + "\n".join(row for row in rows if row) + "\n"
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            yield from _command(f"{path} {name}", command.get_command(context, name), context)


def _help(command: Any) -> str:
    # Python 3.13 takes the indentation off by itself.
    return inspect.cleandoc((command.help or "").replace("\b", ""))


def _row(parameter: Any, context: click.Context) -> str:
    record = parameter.get_help_record(context)
    if record is None:
        return f"| `{parameter.make_metavar(context)}` | {cell(getattr(parameter, 'help', '') or '')} |"
    return f"| `{cell(record[0])}` | {cell(record[1])} |"
