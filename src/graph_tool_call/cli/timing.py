"""`GTC_TRACE=1` and `--time`: what plugins do and how long it takes, on standard error."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import attrs
import click

from .text import one_line

if TYPE_CHECKING:
    from ..pluginset.trace import HookCall

#: A line for each call of a plugin, where it is set, and not to 0.
VARIABLE = "GTC_TRACE"


@contextmanager
def measured(*, total: bool) -> Iterator[None]:
    """With *total* a table of all calls at the end; where `GTC_TRACE` says so, a line for each call."""
    each = os.environ.get(VARIABLE, "") not in ("", "0")
    if not total and not each:
        yield
        return
    from ..pluginset.trace import traced

    times = _Times(each=each)
    with traced(times.add):
        try:
            yield
        finally:
            if total:
                times.show()


@attrs.define
class _Row:
    calls: int = 0
    items: int = 0
    milliseconds: float = 0.0
    answers: int = 0
    slowest: float = 0.0


@attrs.define
class _Times:
    each: bool
    rows: dict[tuple[str, str], _Row] = attrs.Factory(dict)

    def add(self, call: HookCall) -> None:
        """Take one call to account, and write its line."""
        row = self.rows.setdefault((call.plugin, call.hook), _Row())
        row.calls += 1
        row.items += call.items
        row.milliseconds += call.milliseconds
        row.answers += call.answers
        row.slowest = max(row.slowest, call.milliseconds)
        if self.each:
            said = "failed" if call.failed else _count(call.answers, "answer")
            took = f"{_count(call.items, 'item')} {call.milliseconds:.2f} ms {said}"
            click.echo(one_line(f"trace: {call.plugin} {call.hook} {took}"), err=True)

    def show(self) -> None:
        """Write the table, the dearest first."""
        from .output import console_for, put
        from .render.parts import row as add_row, table

        made = table("Time of plugins", "Plugin", "Hook", "Calls", "Items", "Answers", "ms", "Slowest")
        for (plugin, hook), row in sorted(self.rows.items(), key=lambda pair: -pair[1].milliseconds):
            times = (f"{row.milliseconds:.1f}", f"{row.slowest:.1f}")
            add_row(made, plugin, hook.removeprefix("gtc_"), row.calls, row.items, row.answers, *times)
        put(console_for(sys.stderr), made)
        total = sum(row.milliseconds for row in self.rows.values())
        click.echo(f"{total:.1f} ms in all", err=True)


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"
