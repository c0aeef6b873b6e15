"""`graph-tool-call plugins`."""

from __future__ import annotations

from collections import Counter
from typing import Any

import click

from . import options
from .authoring.described import described
from .failure import PLUGIN, CommandError
from .options import Setup
from .output import show


@click.command(short_help="List the plugins, what they do, and what is wrong with them.")
@click.option("--strict", is_flag=True, help="A plugin that cannot be loaded is a failure.")
@options.common
def command(strict: bool, as_json: bool, plugins: str | None, config: str | None) -> None:
    """List every installed plugin: id, version, distribution, hooks; blocked or failed, and why.

    --json has besides: what each is for, its settings, signals, executors, formats, and when it is asked.
    `graph-tool-call plugin show ID` shows one of them.
    """
    host = Setup(plugins, config, on_error="report").engine.host
    rows = [described(host, row.id) for row in host.report]
    counts = Counter(row["status"] for row in rows)
    answer: dict[str, Any] = {
        "hook_api": host.fingerprint()["hook_api"],
        "digest": host.fingerprint()["digest"],
        "counts": dict(sorted(counts.items())),
        "executors": sorted(host.executors),
        "exporters": sorted(host.formats.exporters),
        "importers": sorted(host.formats.importers),
        "plugins": rows,
    }
    if strict and counts["failed"]:
        failed = ", ".join(row["id"] for row in rows if row["status"] == "failed")
        raise CommandError("plugin_failed", f"these plugins cannot be used: {failed}", PLUGIN, answer)
    from .render.plugins import render_plugins

    show(answer, render_plugins, as_json=as_json)
