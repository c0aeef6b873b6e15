"""Standard output belongs to the answer: what a plugin prints goes to standard error, with the plugin's name."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, TextIO

from .text import printable


@contextmanager
def kept_apart() -> Iterator[None]:
    """While this holds, what plugins print to standard output, when imported or asked, goes to standard error."""
    usual = sys.stdout
    apart = _Apart(usual)
    sys.stdout = apart
    try:
        yield
    finally:
        apart.finish()
        if sys.stdout is apart:
            sys.stdout = usual


class _Apart:
    """Standard output for everybody but plugins."""

    def __init__(self, usual: TextIO) -> None:
        self._usual = usual
        #: Plugin → the line that it has begun.
        self._begun: dict[str, str] = {}

    def __getattr__(self, name: str) -> Any:
        return getattr(self._usual, name)

    def write(self, text: str) -> int:
        """Write *text*, of a plugin line by line to standard error."""
        plugin = _asked_plugin()
        if not plugin:
            return self._usual.write(text)
        *lines, rest = (self._begun.pop(plugin, "") + text).split("\n")
        for line in lines:
            _say(plugin, line)
        if rest:
            self._begun[plugin] = rest
        return len(text)

    def writelines(self, lines: Any) -> None:
        """Write each of *lines*."""
        for line in lines:
            self.write(line)

    def finish(self) -> None:
        """Write the lines that were begun."""
        for plugin, line in self._begun.items():
            _say(plugin, line)
        self._begun.clear()


def _asked_plugin() -> str:
    if "graph_tool_call.pluginset.host" not in sys.modules:
        # No plugin is loaded yet, and `--help` should not wait for the host.
        return ""
    from ..pluginset.asking import asked_plugin

    return asked_plugin()


def _say(plugin: str, line: str) -> None:
    if line.strip():
        sys.stderr.write(printable(f"plugin {plugin} prints: {line}\n"))
