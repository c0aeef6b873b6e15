"""`graph-tool-call plugin check`."""

from __future__ import annotations

import contextlib
import sys
from typing import Any

import attrs
import click

from .. import options
from ..failure import PLUGIN, USAGE, CommandError
from ..output import show
from . import named


@click.command("check", short_help="Check a plugin against what the host relies on, and show what it changes.")
@named.argument
@click.option(
    "--on", "source", metavar="SPEC", help="The document on which to compare with and without it (a small shop)."
)
@options.common
def command(plugin: str, source: str | None, as_json: bool, plugins: str | None, config: str | None) -> None:
    """Hold a plugin against the conformance kit, rule by rule, without a test file of its own.

    A plugin that is not installed is named as Python imports it: MODULE, or MODULE:ATTRIBUTE. Then it is shown
    what is other with the plugin than without it, end to end; nothing differing is no failure. Needs the kit:
    pip install graph-tool-call[testing].
    """
    checking = _kit()
    chosen = named.named(plugin, plugins, config)
    # A rule that finds a plugin printing has caught that; what it prints elsewhere belongs in no answer.
    with contextlib.redirect_stdout(sys.stderr):
        report = checking.check(chosen.load(), chosen.settings.get(chosen.id))
    answer: dict[str, Any] = {
        "plugin": chosen.id,
        "counts": {status: report.count(status) for status in ("passed", "failed", "skipped")},
        "rules": [attrs.asdict(rule) for rule in report.rules],
        "unchecked": list(report.unchecked),
        "document": source or "the demo's shop",
        "differences": [],
    }
    if not answer["counts"]["failed"]:
        from .differing import differences

        with contextlib.redirect_stdout(sys.stderr):
            found = differences(_document(source), chosen.plugins, chosen.id, chosen.settings)
        answer["differences"] = [one.to_dict() for one in found]
    from ..render.checked import render_checked

    show(answer, render_checked, as_json=as_json)
    if answer["counts"]["failed"]:
        click.get_current_context().exit(PLUGIN)


def _kit() -> Any:
    from ...testing import kit

    try:
        return kit("checking")
    except ModuleNotFoundError as error:
        if error.name not in {"graph_tool_call_testing", "pytest"}:
            raise
        raise CommandError("needs_testing", str(error), USAGE) from None


def _document(source: str | None) -> Any:
    if source is not None:
        return source
    from graph_tool_call_shop import document_text

    return document_text()
