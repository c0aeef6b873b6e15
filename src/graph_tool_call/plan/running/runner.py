"""`PlanRunner`: makes the calls of a plan, in order, and tells what happens."""

from __future__ import annotations

import logging
import os
import time
import uuid
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Generator, Iterable, Iterator, Mapping
from contextlib import aclosing, closing
from typing import Any

import attrs

from ...hooks import ToolCall
from ...model import Plan
from ...version import __version__
from ..errors import JournalError
from .calls import Caller, ainvoke, by_name, invoke
from .dry import DryCall, dry_calls
from .events import RunEvent
from .journal import SqliteStore, open_store
from .outcome import Reply, Successes
from .plugin_calls import ExecutorLink, connect, host_of, words_for
from .records import RunStore
from .redact import Redactor, holds_redacted
from .repair import RepairPlan
from .retry import ONCE, RetryPolicy, Sleep
from .run_settings import RunSettings, check_choice, count, limit
from .sequence import PlanRun, side_by_side
from .session import RunSession
from .stepping import Emit, Invoke
from .trace import ExecutionTrace, trace_of

_log = logging.getLogger(__name__)

VALIDATION_MODES = ("off", "check", "coerce")
ERROR_MODES = ("abort", "retry", "recover")


class PlanRunner:
    """Runs plans through an adapter callback.

    Args:
        call_tool: `call_tool(tool_name, args)`; gives the response body, or a `ToolResult`
            where status and headers matter. What it raises is the failure of the step.
            For `arun_stream` it may be a coroutine function.
        validate_args: "off"; "check" compares arguments with the tools' contracts before
            each call; "coerce" changes them to the declared types first.
        tools: Tool name → tool dict or object, or an artifact, or a `ToolGraph`: contracts for
            `validate_args`, for redaction, for what may be repeated, for error envelopes.
        on_error: "abort" ends at the first failure; "retry" repeats calls that may be
            repeated; "recover" also repairs bindings that miss a response's wrapping, and
            plans, where `repair_plan` is given.
        retry_policy: How often and when to repeat.
        store: A `RunStore`, or the path of an SQLite file, where runs can be resumed from.
        timeout: Seconds for one call; plan_timeout: for the whole run.
        repair_plan: Gives another plan when a step has failed; see `resynthesize`.
        redact: Further names of fields whose values are credentials.
        max_concurrency: Steps that `arun_stream` takes side by side.
        lookup_pages: Pages of one list that are read at most to find an element in it.
        lookup_parents: Elements whose own lists are read at most to find one in them.
        on_event: Called with each event before the caller sees it; what it raises is dropped.
        sleep, now, clock: Waiting, wall clock and monotonic clock, for tests.
    """

    def __init__(
        self,
        call_tool: Callable[[str, dict[str, Any]], Any],
        *,
        validate_args: str = "off",
        tools: Any = None,
        on_error: str = "abort",
        retry_policy: RetryPolicy | None = None,
        store: RunStore | str | os.PathLike[str] | None = None,
        timeout: float | None = None,
        plan_timeout: float | None = None,
        repair_plan: RepairPlan | None = None,
        redact: Iterable[str] = (),
        max_concurrency: int = 1,
        lookup_pages: int = 20,
        lookup_parents: int = 50,
        on_event: Callable[[RunEvent], object] | None = None,
        sleep: Sleep = time.sleep,
        now: Callable[[], float] = time.time,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        check_choice("validate_args", validate_args, VALIDATION_MODES)
        check_choice("on_error", on_error, ERROR_MODES)
        self._caller: Caller = by_name(call_tool)
        self._link: ExecutorLink | None = None
        self._settings = RunSettings(
            validate_args=validate_args,
            lookup_pages=count("lookup_pages", lookup_pages),
            lookup_parents=count("lookup_parents", lookup_parents),
            tools=_tools(tools),
            on_error=on_error,
            retry=retry_policy or (ONCE if on_error == "abort" else RetryPolicy()),
            timeout=limit("timeout", timeout),
            plan_timeout=limit("plan_timeout", plan_timeout),
            successes=Successes(words_for(tools)),
            library_version=__version__,
            now=now,
            clock=clock,
        )
        self._closing: list[Callable[[], object]] = []
        self._store = None if store is None else open_store(store)
        if isinstance(self._store, SqliteStore) and self._store is not store:
            self._closing.append(self._store.close)
        self._repair_plan = repair_plan
        self._redactor = Redactor(redact)
        self._max_concurrency = max_concurrency
        self._observers = [] if on_event is None else [on_event]
        self._sleep = sleep

    @classmethod
    def from_plugins(
        cls,
        graph: Any,
        executor: str = "http",
        *,
        plugins: Any = None,
        settings: Mapping[str, Any] | None = None,
        engine: Any = None,
        credentials: Callable[[str], Any] | Mapping[str, Any] | None = None,
        options: Any = None,
        **runner_options: Any,
    ) -> PlanRunner:
        """A runner whose calls go to the *executor* of an installed plugin.

        Args:
            graph: A `ToolGraph`, or an artifact dict.
            executor: Name of an executor; `graph-tool-call plugins` lists them.
            plugins: A `PluginSet`; the graph's own by default.
            settings: Plugin id → settings; the graph's own by default.
            engine: The engine whose plugins are asked, in place of *plugins* and *settings*.
            credentials: Security scheme id → credential, as a mapping or a function.
            options: For the executor, by name, or as an instance of its class: `base_url`, `transport` …; see its
                documentation, and `graph-tool-call plugins`. What it does not take is an error.
            runner_options: As for the constructor.

        Raises `UnknownExecutorError`, and `DecodeError` for options.
        """
        on_event = runner_options.pop("on_event", None)
        host = host_of(graph, engine, plugins, settings)
        names = (*runner_options.pop("redact", ()), *host.vocabulary.words("secret_names"))
        runner = cls(_by_executor, **{"tools": graph, "redact": names, **runner_options})
        link = connect(graph, executor, host, credentials, {} if options is None else options, runner._redactor)
        runner._link, runner._caller = link, link.session.execute
        runner._closing.append(link.session.close)
        runner._observers = [link.session.event, *([on_event] if on_event is not None else [])]
        runner._settings = attrs.evolve(
            runner._settings,
            executor=executor,
            idempotent=link.spec.idempotent,
            tools_complete=True,
            successes=Successes(lambda: host.vocabulary),
        )
        if link.spec.concurrency is not None:
            runner._max_concurrency = min(runner._max_concurrency, link.spec.concurrency)
        return runner

    def close(self) -> None:
        """Close what calls were made through: the executor's connections, and a store opened from a path."""
        for close in self._closing:
            close()

    def __enter__(self) -> PlanRunner:  # noqa: PYI034 - typing.Self needs Python 3.11
        return self

    def __exit__(self, *_exc: object) -> None:
        self.close()

    # --- running ---

    def run_stream(
        self,
        plan: Plan,
        input_context: Mapping[str, Any] | None = None,
        trace_metadata: Mapping[str, Any] | None = None,
        *,
        run_id: str | None = None,
        decisions: Mapping[str, Any] | None = None,
        choices: Mapping[str, Any] | None = None,
        cancelled: Callable[[], bool] | None = None,
    ) -> Iterator[RunEvent]:
        """Run *plan*; events as they happen.

        The last is `plan.completed`, `plan.aborted`, `input.required` or `choice.required`.

        Args:
            plan: What to run.
            input_context: What `${input.x}` and `${user_input.x}` read.
            trace_metadata: Stands in every event as it is.
            run_id: Names the run in the store; a run of that id goes on where it stopped.
            decisions: For steps that a resumed run cannot decide about: "retry", or
                `{"output": …}` to go on with that output without a call. For steps that need
                approval: "approve".
            choices: Key of a choice (see `ChoiceRequired`) → which element is meant: fields
                and their values that only it has, or its position in the list.
            cancelled: Asked before each call; True ends the run.

        Raises `JournalError` when the store cannot be used for this run, and `ChoiceError`
        for a choice that the plan does not ask for.
        """
        session = self._session(plan, input_context, trace_metadata, run_id, decisions, choices)
        return self._drive(self._plan_run(session, cancelled))

    def run(
        self,
        plan: Plan,
        input_context: Mapping[str, Any] | None = None,
        trace_metadata: Mapping[str, Any] | None = None,
        *,
        run_id: str | None = None,
        decisions: Mapping[str, Any] | None = None,
        choices: Mapping[str, Any] | None = None,
        cancelled: Callable[[], bool] | None = None,
        on_event: Callable[[RunEvent], object] | None = None,
    ) -> ExecutionTrace:
        """Run *plan* to its end; arguments as for `run_stream`, and `on_event` is called with each event at once."""
        session = self._session(plan, input_context, trace_metadata, run_id, decisions, choices)
        plan_run = self._plan_run(session, cancelled)
        events = []
        with closing(self._drive(plan_run)) as driven:
            for event in driven:
                events.append(event)
                if on_event is not None:
                    on_event(event)
        return trace_of(events, output=plan_run.output, outputs=session.outputs)

    async def arun_stream(
        self,
        plan: Plan,
        input_context: Mapping[str, Any] | None = None,
        trace_metadata: Mapping[str, Any] | None = None,
        *,
        run_id: str | None = None,
        decisions: Mapping[str, Any] | None = None,
        choices: Mapping[str, Any] | None = None,
        cancelled: Callable[[], bool] | None = None,
    ) -> AsyncIterator[RunEvent]:
        """`run_stream` on an event loop; with `max_concurrency`, independent steps side by side."""
        session = self._session(plan, input_context, trace_metadata, run_id, decisions, choices)
        plan_run = self._plan_run(session, cancelled)
        async with aclosing(self._adrive(plan_run)) as events:
            async for event in events:
                yield event

    async def arun(
        self,
        plan: Plan,
        input_context: Mapping[str, Any] | None = None,
        trace_metadata: Mapping[str, Any] | None = None,
        *,
        run_id: str | None = None,
        decisions: Mapping[str, Any] | None = None,
        choices: Mapping[str, Any] | None = None,
        cancelled: Callable[[], bool] | None = None,
    ) -> ExecutionTrace:
        """Run *plan* to its end on an event loop; arguments as for `run_stream`."""
        session = self._session(plan, input_context, trace_metadata, run_id, decisions, choices)
        plan_run = self._plan_run(session, cancelled)
        events = [event async for event in self._adrive(plan_run)]
        return trace_of(events, output=plan_run.output, outputs=session.outputs)

    def resume(
        self,
        run_id: str,
        input_context: Mapping[str, Any] | None = None,
        *,
        decisions: Mapping[str, Any] | None = None,
        choices: Mapping[str, Any] | None = None,
        trace_metadata: Mapping[str, Any] | None = None,
    ) -> Iterator[RunEvent]:
        """Take up the run of that id with the plan that the store has of it. Raises `JournalError`."""
        record = self._store.load(run_id) if self._store is not None else None
        if record is None:
            raise JournalError("unknown_run", "the store has no run of this id", run_id)
        if holds_redacted(record.plan):
            message = "the stored plan lacks its credentials: give the plan itself to run_stream, with this run_id"
            raise JournalError("plan_masked", message, run_id)
        plan = Plan.from_dict(record.plan)
        return self.run_stream(plan, input_context, trace_metadata, run_id=run_id, decisions=decisions, choices=choices)

    def dry_run(self, plan: Plan, input_context: Mapping[str, Any] | None = None) -> tuple[DryCall, ...]:
        """The calls of *plan* as they would be made; nothing is sent, and nothing is written down.

        The executor says what it would send, where it can (`ExecutorSpec.dry_run`).
        """
        session = self._session(plan, input_context, None, None, None, None)
        return tuple(dry_calls(session, None if self._link is None else self._link.session.execute))

    # --- inside ---

    def _session(
        self,
        plan: Plan,
        input_context: Mapping[str, Any] | None,
        trace_metadata: Mapping[str, Any] | None,
        run_id: str | None,
        decisions: Mapping[str, Any] | None,
        choices: Mapping[str, Any] | None,
    ) -> RunSession:
        if not isinstance(plan, Plan):
            raise TypeError(f"a run takes a Plan, got {type(plan).__name__}; Plan.from_dict makes one of a stored plan")
        session = RunSession(
            plan,
            input_context or {},
            self._settings,
            run_id=run_id or uuid.uuid4().hex,
            trace_metadata=trace_metadata or {},
            redactor=self._redactor.child(),
            store=self._store,
            decisions=decisions,
            choices=choices,
        )
        session.learn_secrets("", session.inputs)
        return session

    def _plan_run(self, session: RunSession, cancelled: Callable[[], bool] | None) -> PlanRun:
        return PlanRun(session, repair_plan=self._repair_plan, cancelled=cancelled)

    def _drive(self, plan_run: PlanRun) -> Generator[RunEvent, None, None]:
        effects = plan_run.run()
        answer: Any = None
        try:
            while True:
                effect = effects.send(answer)
                answer = None
                if isinstance(effect, Emit):
                    self._observe(effect.event)
                    yield effect.event
                elif isinstance(effect, Invoke):
                    answer = invoke(self._caller, effect.call)
                else:
                    self._sleep(effect.seconds)
        except StopIteration:
            return
        finally:
            effects.close()
            if self._link is not None:
                self._link.session.close_run(plan_run.session.run_id)

    async def _adrive(self, plan_run: PlanRun) -> AsyncGenerator[RunEvent, None]:
        try:
            async with aclosing(side_by_side(plan_run, self._acall, self._max_concurrency)) as events:
                async for event in events:
                    self._observe(event)
                    yield event
        finally:
            if self._link is not None:
                await self._link.session.aclose_run(plan_run.session.run_id)

    async def _acall(self, call: ToolCall) -> Reply:
        if self._link is not None and self._link.is_async:
            return await ainvoke(self._link.session.aexecute, call, blocks=False)
        return await ainvoke(self._caller, call)

    def _observe(self, event: RunEvent) -> None:
        for observer in self._observers:
            try:
                observer(event)
            except Exception:  # noqa: BLE001 - an observer changes nothing about the run
                _log.warning("an event observer failed at %s", event.type, exc_info=True)


def _by_executor(name: str, _args: dict[str, Any]) -> Any:
    raise AssertionError(f"{name} is called through the executor")


def _tools(tools: Any) -> Mapping[str, Any]:
    """Tool name → tool, of a mapping, an artifact, a graph, or a list of tools with names."""
    if tools is None:
        return {}
    if not isinstance(tools, Mapping) and hasattr(tools, "tools"):
        tools = tools.tools
    if isinstance(tools, Mapping) and "tools" in tools and "name" not in tools:
        tools = tools["tools"]
    if isinstance(tools, Mapping):
        return tools
    return {tool["name"] if isinstance(tool, Mapping) else tool.name: tool for tool in tools}
