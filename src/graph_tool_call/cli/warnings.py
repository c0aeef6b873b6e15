"""What the library logs, on its way to a terminal."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager

import click

from .text import one_line


@contextmanager
def on_one_line() -> Iterator[None]:
    """Warnings of the library, such as a plugin that fails at watching a run, become one line on stderr each."""
    handler = OneLine(logging.WARNING)
    logger = logging.getLogger("graph_tool_call")
    logger.addHandler(handler)
    try:
        yield
    finally:
        logger.removeHandler(handler)


class OneLine(logging.Handler):
    """Writes `warning: message`, without a traceback."""

    def emit(self, record: logging.LogRecord) -> None:
        """Write *record*."""
        click.echo(one_line(f"{record.levelname.lower()}: {record.getMessage()}"), err=True)
