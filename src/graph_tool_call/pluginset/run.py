"""The session of a run: executors, what wraps them, and who watches."""

from __future__ import annotations

import logging
from collections.abc import Callable, Generator, Mapping
from types import TracebackType
from typing import Any

import attrs

from ..errors import PluginError
from ..hooks import ExecutorSpec, RunContext, ToolCall, ToolResult
from ..model import Opinion
from ..model.frozen import frozen
from .options import Options
from .sessions import Contexts, Desk
from .slots import Slots, late
from .table import Entry, shown

_log = logging.getLogger("graph_tool_call.plugins")


class RunSession:
    """Calls made for one run. As a context manager it closes at the end what plugins keep in their memos."""

    def __init__(
        self,
        desk: Desk,
        credentials: Callable[[str], Any] | None,
        options: Options,
        *,
        executors: Mapping[str, Opinion[ExecutorSpec]],
        document: Mapping[str, Any],
    ) -> None:
        find = credentials or (lambda _scheme: None)
        described = frozen(dict(document))

        def context(settings: Any, memo: Any) -> RunContext:
            return RunContext(credentials=find, options=options.given, document=described, settings=settings, memo=memo)

        self._options = options
        self._contexts: Contexts[RunContext] = Contexts(context, desk.settings)
        self._specs = {name: offered.value for name, offered in executors.items()}
        self._slots = Slots(self._specs)
        self._table = desk.tables["gtc_execute"]
        self._watchers = desk.tables["gtc_run_event"].entries

    def execute(self, call: ToolCall) -> ToolResult:
        """The result of *call*, by the first executor that takes it, as its wrappers hand it on.

        A call that nobody takes gives a result with `error_kind` "refused". Raises
        `HookFailedError` and `HookResultError`.
        """
        return self._wrapped(call, 0)

    def event(self, event: object) -> None:
        """Show *event* to every plugin that watches; a failure is logged and changes nothing."""
        for entry in self._watchers:
            try:
                entry.call(event)
            # Watching is a courtesy: whatever happens there, the run goes on.
            except Exception as exc:  # noqa: BLE001
                _log.warning("%s", entry.failed(exc, type(event).__name__), exc_info=exc)

    def close(self) -> None:
        """Close connections and whatever else plugins keep in their memos."""
        for memo in self._contexts.memos.values():
            memo.close()

    def __enter__(self) -> RunSession:  # noqa: PYI034 - typing.Self needs Python 3.11
        return self

    def __exit__(
        self, kind: type[BaseException] | None, exc: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    def _answer(self, call: ToolCall) -> ToolResult:
        if refused := self._refused(call):
            return refused
        with self._slots.taken(call) as is_free:
            return self._asked(call) if is_free else late(call)

    def _context(self, plugin: str) -> RunContext:
        context = self._contexts.of(plugin)
        return attrs.evolve(context, options=self._options.decoded) if plugin == self._options.owner else context

    def _refused(self, call: ToolCall) -> ToolResult | None:
        spec = self._specs.get(call.executor)
        if call.dry_run and not (spec is not None and spec.dry_run):
            # It would make the call.
            error = f"the executor {call.executor!r} cannot show calls without making them"
            return ToolResult(ok=False, error_kind="refused", error=error, sent=False)
        return None

    def _asked(self, call: ToolCall) -> ToolResult:
        place = f"tool {call.name!r}"
        for entry in self._table.entries:
            result = entry.ask(place, call, self._context(entry.plugin))
            if result is not None:
                return _checked(entry, result, place)
        return ToolResult(ok=False, error_kind="refused", error=f"no plugin executes calls of {call.executor!r}")

    def _wrapped(self, call: ToolCall, depth: int) -> ToolResult:
        """*call* through the wrappers from *depth* on.

        Each `yield` of a wrapper makes the call once and gives it the result, so that a
        second `yield` is a retry; yielding a `ToolCall` makes that call instead.
        """
        if depth == len(self._table.wrappers):
            return self._answer(call)
        entry = self._table.wrappers[depth]
        place = f"tool {call.name!r}"
        try:
            steps = entry.call(call, self._context(entry.plugin))
            changed = next(steps)
            while True:
                inner = call if changed is None else _checked_call(entry, changed, place)
                changed = self._step(steps, inner, depth)
        except StopIteration as stop:
            return _checked(entry, stop.value, place)
        except PluginError:
            raise
        except Exception as exc:
            raise entry.failed(exc, place) from exc

    def _step(self, steps: Generator[ToolCall | None, ToolResult, ToolResult], call: ToolCall, depth: int) -> Any:
        try:
            result = self._wrapped(call, depth + 1)
        except BaseException as exc:  # noqa: BLE001
            # As with any `yield`: the wrapper sees the failure where it waits, and may handle it.
            return steps.throw(exc)
        return steps.send(result)


def _checked(entry: Entry, result: object, place: str) -> ToolResult:
    if not isinstance(result, ToolResult):
        raise entry.wrong(f"expected ToolResult, got {shown(result)}", place)
    return result


def _checked_call(entry: Entry, call: object, place: str) -> ToolCall:
    if not isinstance(call, ToolCall):
        raise entry.wrong(f"a wrapper yields nothing or a ToolCall, got {shown(call)}", place)
    return call
