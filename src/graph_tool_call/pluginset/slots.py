"""How many calls of an executor are on their way at once."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from typing import Final

from ..hooks import ExecutorSpec, ToolCall, ToolResult

#: Seconds between two looks for a free slot.
_POLL: Final = 0.005


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

    @asynccontextmanager
    async def ataken(self, call: ToolCall) -> AsyncIterator[bool]:
        """`taken` on an event loop."""
        free = self._free.get(call.executor)
        if free is None or call.dry_run:
            yield True
            return
        # Runs in threads and on other loops share the slots, so no loop can be woken when one is free.
        end = None if call.timeout is None else time.monotonic() + call.timeout
        while not (is_free := free.acquire(blocking=False)) and (end is None or time.monotonic() < end):  # noqa: ASYNC110
            await asyncio.sleep(_POLL)
        try:
            yield is_free
        finally:
            if is_free:
                free.release()


def late(call: ToolCall) -> ToolResult:
    """The result of a call that no slot became free for."""
    error = f"the executor {call.executor!r} was busy for {call.timeout or 0:g} seconds; nothing was sent"
    return ToolResult(ok=False, error_kind="timeout", error=error, sent=False)
