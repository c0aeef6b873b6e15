"""The session of a run: executors, what wraps them, and who watches."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping
from types import TracebackType
from typing import Any

import attrs

from ..hooks import ExecutorSpec, RunContext, ToolCall, ToolResult
from ..model import Opinion
from ..model.frozen import FrozenDict, frozen_mapping
from .calling import checked, moved, sealed_event, wrapped
from .loops import OwnLoop
from .options import Options
from .runs import OpenRun, Runs
from .sessions import Contexts, Desk
from .slots import Slots, late
from .table import Table

_log = logging.getLogger("graph_tool_call.plugins")


class RunSession:
    """Calls made for the runs of one runner. As a context manager it closes at the end what plugins keep.

    `execute` waits for a call, `aexecute` awaits it; either makes calls of executors of both kinds.
    """

    def __init__(
        self,
        desk: Desk,
        credentials: Callable[[str], Any] | None,
        options: Options,
        *,
        executor: str,
        executors: Mapping[str, Opinion[ExecutorSpec]],
        document: Mapping[str, Any],
    ) -> None:
        find = credentials or (lambda _scheme: None)
        described = frozen_mapping(document)

        def context(settings: Any, memo: Any) -> RunContext:
            return RunContext(
                credentials=find, options=options.given, document=described, settings=settings, memo=memo, run_memo=memo
            )

        self._options = options
        #: Tools as they were given, and sealed, by name.
        self._tools: dict[str, tuple[Any, Any]] = {}
        self._contexts: Contexts[RunContext] = Contexts(context, desk.settings)
        self._executors = executors
        self._slots = Slots({name: offered.value for name, offered in executors.items()})
        self._plain, self._async = desk.tables["gtc_execute"], desk.tables["gtc_aexecute"]
        self._wrappers = self._plain.wrappers
        self._watchers = desk.tables["gtc_run_event"].entries
        self._loop = OwnLoop()
        concerned = self._concerned(executor)
        openers, closers = (concerned(desk.tables[hook]) for hook in ("gtc_open_run", "gtc_close_run"))
        self._runs = Runs(openers, closers, self._context, self._loop)

    def _concerned(self, executor: str) -> Callable[[Table], list[Any]]:
        """Which implementations a run is opened for: of the plugin of its executor, and of what wraps its calls."""
        offered = self._executors.get(executor)
        plugins = {entry.plugin for entry in self._wrappers} | ({offered.plugin} if offered else set())
        return lambda table: [one for one in table.entries if offered is None or one.plugin in plugins]

    def execute(self, call: ToolCall) -> ToolResult:
        """The result of *call*, by the first executor that takes it, as its wrappers hand it on.

        A call that nobody takes gives a result with `error_kind` "refused". Raises
        `HookFailedError` and `HookResultError`.
        """
        steps = wrapped(self._sealed(call), self._wrappers, self._context_of)
        inner, result = moved(steps.send, None)
        while inner is not None:
            try:
                answer = self._answer(inner)
            except BaseException as exc:  # noqa: BLE001 - the wrappers' to handle, or to pass on
                inner, result = moved(steps.throw, exc)
            else:
                inner, result = moved(steps.send, answer)
        assert result is not None
        return result

    async def aexecute(self, call: ToolCall) -> ToolResult:
        """`execute` on an event loop: coroutines are awaited, all else waits in threads."""
        steps = wrapped(self._sealed(call), self._wrappers, self._context_of)
        inner, result = await self._amoved(steps.send, None)
        while inner is not None:
            try:
                answer = await self._aanswer(inner)
            except BaseException as exc:  # noqa: BLE001 - as above
                inner, result = await self._amoved(steps.throw, exc)
            else:
                inner, result = await self._amoved(steps.send, answer)
        assert result is not None
        return result

    async def _amoved(self, move: Any, value: Any) -> tuple[ToolCall | None, ToolResult | None]:
        # A wrapper may wait: for its turn, or before it asks again.
        return await asyncio.to_thread(moved, move, value) if self._wrappers else moved(move, value)

    def is_async(self, executor: str) -> bool:
        """Whether the plugin that offers *executor* has a coroutine for its calls."""
        offered = self._executors.get(executor)
        return any(offered is None or entry.plugin == offered.plugin for entry in self._async.entries)

    def event(self, event: object) -> None:
        """Show *event* to every plugin that watches; a failure is logged and changes nothing."""
        seen = sealed_event(event) if self._watchers else event
        for entry in self._watchers:
            try:
                entry.call(seen)
            # Watching is a courtesy: whatever happens there, the run goes on.
            except Exception as exc:  # noqa: BLE001
                _log.warning("%s", entry.failed(exc, type(event).__name__), exc_info=exc)

    def close_run(self, run_id: str) -> None:
        """Close a run that is over, and what plugins keep for it."""
        self._runs.close(run_id)

    async def aclose_run(self, run_id: str) -> None:
        """`close_run` on the event loop of the run."""
        await self._runs.aclose(run_id)

    def close(self) -> None:
        """Close runs that are open, connections and whatever else plugins keep in their memos."""
        self._runs.close_all()
        for memo in self._contexts.memos.values():
            memo.close()
        self._loop.close()

    def __enter__(self) -> RunSession:  # noqa: PYI034 - typing.Self needs Python 3.11
        return self

    def __exit__(
        self, kind: type[BaseException] | None, exc: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    # --- inside the wrappers ---

    def _context_of(self, plugin: str, run_id: str) -> RunContext:
        return self._context(plugin, self._runs.of(run_id))

    def _context(self, plugin: str, run: OpenRun) -> RunContext:
        context = self._contexts.of(plugin)
        options = self._options.decoded if plugin == self._options.owner else context.options
        return attrs.evolve(context, options=options, run_id=run.id, run_memo=run.memo(plugin))

    def _answer(self, call: ToolCall) -> ToolResult:
        if refused := self._refused(call):
            return refused
        with self._slots.taken(call) as is_free:
            return self._asked(self._sealed(call)) if is_free else late(call)

    async def _aanswer(self, call: ToolCall) -> ToolResult:
        if refused := self._refused(call):
            return refused
        async with self._slots.ataken(call) as is_free:
            return await self._aasked(self._sealed(call)) if is_free else late(call)

    def _asked(self, call: ToolCall) -> ToolResult:
        run = self._runs.of(call.run_id)
        if not call.dry_run and (failure := self._runs.open(run)):
            return _unopened(failure)
        return self._plain_first(call, run) or self._awaited(call, run) or _nobody(call)

    async def _aasked(self, call: ToolCall) -> ToolResult:
        run = self._runs.of(call.run_id)
        if not call.dry_run and (failure := await self._runs.aopen(run)):
            return _unopened(failure)
        first = await self._first(call, run)
        return first or await asyncio.to_thread(self._plain_first, call, run) or _nobody(call)

    def _plain_first(self, call: ToolCall, run: OpenRun) -> ToolResult | None:
        """The result of the first function that takes *call*."""
        place = f"tool {call.name!r}"
        for entry in self._plain.entries:
            result = entry.ask(place, call, self._context(entry.plugin, run))
            if result is not None:
                return checked(entry, result, place)
        return None

    def _awaited(self, call: ToolCall, run: OpenRun) -> ToolResult | None:
        """`_first` run to its end, or to the end of the call's time, where it is cancelled."""
        if not self._async.entries:
            return None
        try:
            return self._loop.run(asyncio.wait_for(self._first(call, run), call.timeout))
        except (TimeoutError, asyncio.TimeoutError):
            return ToolResult(ok=False, error_kind="timeout", error=f"no answer within {call.timeout or 0:g} seconds")

    async def _first(self, call: ToolCall, run: OpenRun) -> ToolResult | None:
        """The result of the first coroutine that takes *call*."""
        place = f"tool {call.name!r}"
        for entry in self._async.entries:
            result = await entry.aask(place, call, self._context(entry.plugin, run))
            if result is not None:
                return checked(entry, result, place)
        return None

    def _sealed(self, call: ToolCall) -> ToolCall:
        """*call* with arguments and tool that nobody can change: the tool is the graph's own."""
        if isinstance(call.args, FrozenDict) and isinstance(call.tool, FrozenDict):
            return call
        given, tool = self._tools.get(call.name, (None, None))
        if given is not call.tool:
            tool = frozen_mapping(call.tool)
            self._tools[call.name] = call.tool, tool
        return attrs.evolve(call, args=frozen_mapping(call.args), tool=tool)

    def _refused(self, call: ToolCall) -> ToolResult | None:
        offered = self._executors.get(call.executor)
        if call.dry_run and not (offered is not None and offered.value.dry_run):
            # It would make the call.
            error = f"the executor {call.executor!r} cannot show calls without making them"
            return ToolResult(ok=False, error_kind="refused", error=error, sent=False)
        return None


def _nobody(call: ToolCall) -> ToolResult:
    return ToolResult(ok=False, error_kind="refused", error=f"no plugin executes calls of {call.executor!r}")


def _unopened(failure: str) -> ToolResult:
    return ToolResult(ok=False, error_kind="refused", error=f"the run cannot be opened: {failure}", sent=False)
