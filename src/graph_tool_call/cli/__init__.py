"""The command line: `graph-tool-call`."""

from __future__ import annotations

from collections.abc import Sequence


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line on *arguments* (the process's own by default); the exit code."""
    from .app import run
    from .output import ready_streams

    ready_streams()
    return run(arguments)
