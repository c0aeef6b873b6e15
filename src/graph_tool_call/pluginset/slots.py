"""How many calls of an executor are on their way at once."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from ..hooks import ExecutorSpec, ToolCall, ToolResult


class Slots:
    """A slot for each call that an executor takes at once (`ExecutorSpec.concurrency`)."""

    def __init__(self, executors: Mapping[str, ExecutorSpec]) -> None:
        limits = {name: spec.concurrency for name, spec in executors.items()}
        self._free = {name: threading.Semaphore(limit) for name, limit in limits.items() if limit is not None}

    @contextmanager
    def taken(self, call: ToolCall) -> Iterator[bool]:
        """Waits for a slot as long as *call* may take; whether there was one."""
        free = self._free.get(call.executor)
        # What is shown is not made.
        if free is None or call.dry_run:
            yield True
            return
        is_free = free.acquire(timeout=call.timeout)
        try:
            yield is_free
        finally:
            if is_free:
                free.release()


def late(call: ToolCall) -> ToolResult:
    """The result of a call that no slot became free for."""
    error = f"the executor {call.executor!r} was busy for {call.timeout or 0:g} seconds; nothing was sent"
    return ToolResult(ok=False, error_kind="timeout", error=error, sent=False)
