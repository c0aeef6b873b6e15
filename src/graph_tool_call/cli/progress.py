"""A progress bar on stderr for what takes long."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

#: Seconds before a bar appears: most documents are done by then.
PATIENCE: Final = 0.5
#: Stage of a build → what is shown.
_LABELS: Final = {
    "read": "Reading",
    "operations": "Reading operations",
    "contracts": "Contracts",
    "tools": "Contracts",
    "edges": "Relations",
}

Report = Callable[[str, int, int], None]


@contextmanager
def progress_bar(patience: float | None = None) -> Iterator[Report | None]:
    """A callback for `progress=`; None where stderr is no terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    bar = Bar(PATIENCE if patience is None else patience)
    try:
        yield bar.report
    finally:
        bar.close()


class Bar:
    """One bar for all stages; it shows after *patience* seconds."""

    def __init__(self, patience: float) -> None:
        self._from = time.monotonic() + patience
        self._progress: Progress | None = None
        self._task: TaskID | None = None
        self._stage = ""

    def report(self, stage: str, done: int, total: int) -> None:
        """*done* of *total* steps of *stage* are done."""
        if self._progress is None:
            if time.monotonic() < self._from:
                return
            self._progress = self._start()
        label = _LABELS.get(stage, stage)
        if self._task is None or stage != self._stage:
            if self._task is not None:
                self._progress.remove_task(self._task)
            self._stage = stage
            self._task = self._progress.add_task(label, total=total or None)
        self._progress.update(self._task, completed=done, total=total or None)

    def close(self) -> None:
        """Take the bar away."""
        if self._progress is not None:
            self._progress.stop()

    @staticmethod
    def _start() -> Progress:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
        progress = Progress(*columns, console=Console(file=sys.stderr), transient=True)
        progress.start()
        return progress
