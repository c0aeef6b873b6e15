"""`graph-tool-call plugin show`."""

from __future__ import annotations

import click

from .. import options
from ..output import show
from . import named
from .described import described


@click.command("show", short_help="Show what a plugin is, does and takes.")
@named.argument
@options.common
def command(plugin: str, as_json: bool, plugins: str | None, config: str | None) -> None:
    """Show one plugin: who it is, its hooks and when it is asked, settings, signals, executors and formats.

    A plugin that is not installed is named as Python imports it: MODULE, or MODULE:ATTRIBUTE.
    """
    chosen = named.named(plugin, plugins, config)
    from ..render.plugins import render_plugin

    show(described(chosen.host(on_error="report"), chosen.id), render_plugin, as_json=as_json)
