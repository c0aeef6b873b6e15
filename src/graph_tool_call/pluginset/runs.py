"""Open and close of a run: what plugins prepare before its first call, and put away after its last."""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Awaitable, Callable, Iterator, Sequence
from inspect import isawaitable
from typing import Any

import attrs

from ..hooks import RunContext
from .loops import OwnLoop
from .memo import PluginMemo
from .table import Entry

_log = logging.getLogger("graph_tool_call.plugins")


@attrs.define(kw_only=True, eq=False)
class OpenRun:
    """One run: which plugins have opened it, why one could not, and what they keep for it."""

    id: str
    #: Opened without an event loop.
    is_begun: bool = False
    #: Opens it on the event loop of the run.
    task: asyncio.Future[None] | None = None
    opened: list[str] = attrs.Factory(list)
    failure: str = ""
    memos: dict[str, PluginMemo] = attrs.Factory(dict)

    def memo(self, plugin: str) -> PluginMemo:
        """What *plugin* keeps for this run."""
        return self.memos.setdefault(plugin, PluginMemo())

    def failed(self, entry: Entry, error: BaseException) -> str:
        """Whose hook failed, and how."""
        return str(entry.failed(error, f"run {self.id!r}"))

    def kept(self) -> Iterator[tuple[str, Any]]:
        """What the plugins keep, the latest of each first, forgotten one by one."""
        for plugin, memo in self.memos.items():
            for value in memo.taken():
                yield plugin, value


class Runs:
    """The runs of one session. A run is opened by its first call: one without calls opens nothing.

    Args:
        openers: Implementations of `gtc_open_run`; closers: of `gtc_close_run`.
        context: Makes what a plugin sees of a run.
        loop: For coroutines where the run itself has no event loop.
    """

    def __init__(
        self,
        openers: Sequence[Entry],
        closers: Sequence[Entry],
        context: Callable[[str, OpenRun], RunContext],
        loop: OwnLoop,
    ) -> None:
        self._openers = openers
        self._closers = closers
        self._context = context
        self._loop = loop
        self._runs: dict[str, OpenRun] = {}
        self._lock = threading.RLock()

    def of(self, run_id: str) -> OpenRun:
        """The run of that id, begun or not."""
        with self._lock:
            return self._runs.setdefault(run_id, OpenRun(id=run_id))

    def open(self, run: OpenRun) -> str:
        """Open *run*, where that is not done; why it cannot be opened, or an empty text."""
        with self._lock:
            if not run.is_begun and run.task is None:
                run.is_begun = True
                for entry in self._openers:
                    try:
                        self._ask(entry, run)
                    except Exception as error:  # noqa: BLE001 - whatever it is, it is why the run has no call
                        run.failure = run.failed(entry, error)
                        break
                    run.opened.append(entry.plugin)
            return run.failure

    async def aopen(self, run: OpenRun) -> str:
        """`open` on the event loop of the run; calls that begin together wait for one opening."""
        if not run.is_begun:
            if run.task is None:
                run.task = asyncio.ensure_future(self._aopened(run))
            await asyncio.shield(run.task)
        return run.failure

    async def _aopened(self, run: OpenRun) -> None:
        for entry in self._openers:
            try:
                await self._aask(entry, run)
            except Exception as error:  # noqa: BLE001 - as above
                run.failure = run.failed(entry, error)
                return
            run.opened.append(entry.plugin)

    def close(self, run_id: str) -> None:
        """Close the run, and what plugins keep for it; a failure is logged, and the others are closed."""
        run = self._runs.pop(run_id, None)
        if run is None:
            return
        for entry in self._due(run):
            try:
                self._ask(entry, run)
            except Exception as error:  # noqa: BLE001 - the run is over, and others have something to close too
                _log.warning("%s", run.failed(entry, error), exc_info=error)
        for plugin, value in run.kept():
            try:
                self._put_away(value)
            except Exception as error:  # noqa: BLE001 - as above
                _warn(plugin, value, error)

    async def aclose(self, run_id: str) -> None:
        """`close` on the event loop of the run."""
        run = self._runs.get(run_id)
        if run is None:
            return
        if run.is_begun:
            # It was opened without a loop, by an executor that blocks.
            await asyncio.to_thread(self.close, run_id)
            return
        del self._runs[run_id]
        if run.task is not None:
            run.task.cancel()
            await asyncio.gather(run.task, return_exceptions=True)
        for entry in self._due(run):
            try:
                await self._aask(entry, run)
            except Exception as error:  # noqa: BLE001 - as above
                _log.warning("%s", run.failed(entry, error), exc_info=error)
        for plugin, value in run.kept():
            try:
                await _aput_away(value)
            except Exception as error:  # noqa: BLE001 - as above
                _warn(plugin, value, error)

    def close_all(self) -> None:
        """Close the runs that nobody has closed."""
        for run_id in list(self._runs):
            self.close(run_id)

    def _due(self, run: OpenRun) -> list[Entry]:
        """Who closes *run*: those that opened it, and where it was begun those that have nothing to open."""
        opens = {entry.plugin for entry in self._openers}
        is_begun = run.is_begun or run.task is not None
        due = [one for one in self._closers if one.plugin in run.opened or (is_begun and one.plugin not in opens)]
        return due[::-1]

    def _ask(self, entry: Entry, run: OpenRun) -> None:
        answer = call_for(entry, self._context(entry.plugin, run))
        if isawaitable(answer):
            self._loop.run(awaited_for(entry, answer))

    async def _aask(self, entry: Entry, run: OpenRun) -> None:
        answer = await asyncio.to_thread(call_for, entry, self._context(entry.plugin, run))
        if isawaitable(answer):
            await awaited_for(entry, answer)

    def _put_away(self, value: Any) -> None:
        close = getattr(value, "close", None) or getattr(value, "aclose", None)
        answer = close() if callable(close) else None
        if isawaitable(answer):
            self._loop.run(_awaited(answer))


def call_for(entry: Entry, context: RunContext) -> Any:
    """What *entry* gives; in a thread of its own the stack still says whose code it is."""
    return entry.call(context)


async def awaited_for(_entry: Entry, answer: Awaitable[Any]) -> None:
    """Await what *_entry* gave."""
    await answer


async def _aput_away(value: Any) -> None:
    close = getattr(value, "aclose", None) or getattr(value, "close", None)
    answer = close() if callable(close) else None
    if isawaitable(answer):
        await answer


async def _awaited(answer: Awaitable[Any]) -> None:
    await answer


def _warn(plugin: str, value: object, error: BaseException) -> None:
    said = f"{type(error).__name__}: {error}"
    _log.warning("plugin %r: a %s of its run cannot be closed: %s", plugin, type(value).__name__, said, exc_info=error)
