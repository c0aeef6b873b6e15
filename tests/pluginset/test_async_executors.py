"""Executors that are awaited, over a real server: a line of JSON in, a line of JSON out."""

from __future__ import annotations

import asyncio
import json
import logging
import threading
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Any

import attrs
import pytest

from graph_tool_call.hooks import ExecutorSpec, ToolCall, ToolResult, hookimpl
from graph_tool_call.plan import Plan, PlanRunner, PlanStep
from graph_tool_call.pluginset import PluginSet

GRAPH = {
    "tools": {
        "read": {"metadata": {"method": "get"}},
        "slow": {"metadata": {"method": "get"}},
        "change": {"metadata": {"method": "post"}},
        "broken": {"metadata": {"method": "get"}},
    }
}


def plan(*tools: str, **args: Any) -> Plan:
    steps = [PlanStep(id=f"s{at}", tool=tool, args=dict(args)) for at, tool in enumerate(tools, start=1)]
    return Plan(id="p", steps=steps)


class Server:
    """Answers each line; "slow" and "change" wait until they are let go."""

    def __init__(self) -> None:
        self.asked: list[dict[str, Any]] = []
        self.open = 0
        self.most = 0
        self.now = 0
        self.port = 0
        self.seconds = 0.05
        self.tasks: set[asyncio.Task[Any]] = set()

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.open += 1
        task = asyncio.current_task()
        assert task is not None
        self.tasks.add(task)
        try:
            while line := await reader.readline():
                asked = json.loads(line)
                self.asked.append(asked)
                self.now += 1
                self.most = max(self.most, self.now)
                if asked["tool"] in {"slow", "change"}:
                    await asyncio.sleep(self.seconds)
                self.now -= 1
                writer.write(json.dumps({"echo": asked["args"]}).encode() + b"\n")
                await writer.drain()
        finally:
            self.open -= 1
            writer.transport.abort()

    async def end(self, listening: asyncio.Server) -> None:
        """Leave nothing open, whatever is under way."""
        listening.close()
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        # The loop takes notice of closed connections when it comes round.
        await asyncio.sleep(0.01)


@asynccontextmanager
async def serving() -> AsyncIterator[Server]:
    """A server on the loop of the test."""
    server = Server()
    listening = await asyncio.start_server(server.serve, "127.0.0.1", 0)
    server.port = listening.sockets[0].getsockname()[1]
    try:
        yield server
    finally:
        await server.end(listening)


@contextmanager
def serving_elsewhere() -> Iterator[Server]:
    """The same in a thread, for runs without a loop."""
    server, stop, ready = Server(), asyncio.Event(), threading.Event()
    loops: list[asyncio.AbstractEventLoop] = []

    async def main() -> None:
        loops.append(asyncio.get_running_loop())
        listening = await asyncio.start_server(server.serve, "127.0.0.1", 0)
        server.port = listening.sockets[0].getsockname()[1]
        ready.set()
        await stop.wait()
        await server.end(listening)

    thread = threading.Thread(target=lambda: asyncio.run(main()))
    thread.start()
    ready.wait(5)
    try:
        yield server
    finally:
        # What a client has just closed is noticed before the loop ends.
        time.sleep(0.05)
        loops[0].call_soon_threadsafe(stop.set)
        thread.join()


@attrs.frozen
class LineOptions:
    port: int


class Connection:
    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer

    async def ask(self, call: ToolCall) -> Any:
        self.writer.write(json.dumps({"tool": call.name, "args": dict(call.args)}).encode() + b"\n")
        await self.writer.drain()
        return json.loads(await self.reader.readline())

    async def aclose(self) -> None:
        self.writer.close()
        await self.writer.wait_closed()


class Line:
    """The executor "line": a connection for each call, one kept open for each run."""

    def __init__(self, **spec: Any) -> None:
        self.spec = spec
        self.log: list[str] = []
        self.threads: set[str] = set()

    @hookimpl
    def gtc_executors(self):
        return [ExecutorSpec(name="line", options=LineOptions, **self.spec)]

    @hookimpl
    async def gtc_open_run(self, context):
        self.log.append(f"open {context.run_id}")
        if context.options.port == 1:
            raise ConnectionError("nobody is there")
        kept = Connection(*await asyncio.open_connection("127.0.0.1", context.options.port))
        context.run_memo.once("kept", lambda: kept)

    @hookimpl
    async def gtc_aexecute(self, call, context):
        if call.executor != "line":
            return None
        self.threads.add(threading.current_thread().name)
        if call.name == "broken":
            raise ValueError("broken on purpose")
        connection = Connection(*await asyncio.open_connection("127.0.0.1", context.options.port))
        try:
            return ToolResult(ok=True, body=await connection.ask(call))
        except asyncio.CancelledError:
            self.log.append(f"cancelled {call.name}")
            raise
        finally:
            await connection.aclose()

    @hookimpl
    async def gtc_close_run(self, context):
        self.log.append(f"close {context.run_id}")


def runner(line: Any, server: Server, *others: object, **options: Any) -> PlanRunner:
    plugins = PluginSet().with_(line, id="line")
    for at, other in enumerate(others):
        plugins = plugins.with_(other, id=f"other{at}")
    return PlanRunner.from_plugins(GRAPH, "line", plugins=plugins, options={"port": server.port}, **options)


def test_async_runner_awaits() -> None:
    """Steps that don't need each other are on their way together, on the loop of the caller."""
    line = Line()

    async def main() -> Server:
        async with serving() as server:
            with runner(line, server, max_concurrency=4) as made:
                trace = await made.arun(plan("slow", "slow", "slow", "slow", x=1), run_id="r")
            assert "completed" == trace.status
            assert {"echo": {"x": 1}} == trace.outputs["s4"]
            await asyncio.sleep(0.1)
            assert 0 == server.open
            return server

    server = asyncio.run(main())

    assert (4, {threading.main_thread().name}) == (server.most, line.threads)
    assert ["open r", "close r"] == line.log


def test_sync_runner_runs_it_to_its_end() -> None:
    """Without a loop of its own a run uses one in the background, the same for all of its calls."""
    line = Line()
    with serving_elsewhere() as server:
        with runner(line, server) as made:
            trace = made.run(plan("read", "change", x=2), run_id="r")
        time.sleep(0.1)
        assert 0 == server.open

    assert ("completed", {"echo": {"x": 2}}) == (trace.status, trace.outputs["s2"])
    assert (1, False) == (len(line.threads), threading.main_thread().name in line.threads)
    assert ["open r", "close r"] == line.log
    assert not [one for one in threading.enumerate() if one.name == "calls"]


def test_sync_runner_inside_a_loop() -> None:
    """A notebook has a loop already; a run that blocks does not need it."""

    async def main(server: Server) -> str:
        with runner(Line(), server) as made:
            return made.run(plan("read")).status

    with serving_elsewhere() as server:
        assert "completed" == asyncio.run(main(server))


@pytest.mark.parametrize("is_async", [True, False])
def test_time_limits_cancel_the_call(is_async: bool) -> None:
    """Past its limit a call is cancelled, a read is made again, and a change is not."""
    line = Line()

    def go(made: PlanRunner, tool: str) -> Any:
        return asyncio.run(made.arun(plan(tool))) if is_async else made.run(plan(tool))

    with serving_elsewhere() as server:
        server.seconds = 20
        with runner(line, server, timeout=0.5, on_error="retry", sleep=lambda _: None) as made:
            change = go(made, "change")
            asked = len(server.asked)
            read = go(made, "slow")

    assert ("timeout", 1) == (change.error["error_kind"], asked)
    assert ("timeout", 4) == (read.error["error_kind"], len(server.asked))
    assert ["cancelled change"] == [entry for entry in line.log if "change" in entry]
    assert 2 == sum(entry.startswith("close") for entry in line.log)


def test_cancelled_run_is_in_the_journal(tmp_path: Any) -> None:
    """Whether a change took effect that was under way is not known; the next run says so and makes no second one."""
    line = Line()
    store = str(tmp_path / "runs.db")

    async def main() -> Any:
        async with serving() as server:
            server.seconds = 20
            with runner(line, server, store=store) as made:
                task = asyncio.ensure_future(made.arun(plan("change"), run_id="r"))
                while not server.asked:  # noqa: ASYNC110
                    await asyncio.sleep(0.01)
                task.cancel()
                with pytest.raises(asyncio.CancelledError):
                    await task
                again = await made.arun(plan("change"), run_id="r")
                return again, len(server.asked)

    again, asked = asyncio.run(main())

    assert ("uncertain", 1) == (again.error["error_kind"], asked)
    assert ["open r", "cancelled change", "close r"] == line.log


def test_run_that_is_left_is_closed() -> None:
    """Who no longer wants the events ends the run, and its plugin hears of it."""
    line = Line()

    async def main() -> None:
        async with serving() as server:
            with runner(line, server) as made:
                events = made.arun_stream(plan("read", "read"), run_id="r")
                async for event in events:
                    if event.type == "step.completed":
                        break
                await events.aclose()

    asyncio.run(main())

    assert ["open r", "close r"] == line.log


@pytest.mark.parametrize("is_async", [True, False])
def test_run_is_closed_after_failures(is_async: bool) -> None:
    """A plugin that raises is named in the failure of the step, and the run is closed."""
    line = Line()
    with serving_elsewhere() as server, runner(line, server) as made:
        run = plan("broken")
        trace = asyncio.run(made.arun(run, run_id="r")) if is_async else made.run(run, run_id="r")

    assert "plugin 'line'" in trace.error["message"]
    assert "gtc_aexecute': ValueError: broken on purpose" in trace.error["message"]
    assert ["open r", "close r"] == line.log


@pytest.mark.parametrize("is_async", [True, False])
def test_run_that_cannot_be_opened(is_async: bool, tmp_path: Any) -> None:
    """The first call says why; nothing was sent, so a change may be made later; and nothing is closed."""
    line, nowhere = Line(), Server()
    nowhere.port = 1
    with runner(line, nowhere, store=str(tmp_path / "runs.db")) as made:
        run = plan("change")
        trace = asyncio.run(made.arun(run, run_id="r")) if is_async else made.run(run, run_id="r")

    assert "refused" == trace.error["reason"]
    assert "gtc_open_run': ConnectionError: nobody is there (run 'r')" in trace.error["message"]
    assert ["open r"] == line.log


def test_run_without_calls_opens_nothing() -> None:
    """What is asked of the caller first costs no connection."""
    line, nowhere = Line(), Server()
    with runner(line, nowhere) as made:
        trace = made.run(Plan(id="p", steps=[PlanStep(id="s1", tool="read", args={"x": "${user_input.x}"})]))

    assert ("input_required", []) == (trace.status, line.log)


@pytest.mark.parametrize("is_async", [True, False])
def test_failure_of_closing_is_logged(is_async: bool, caplog: pytest.LogCaptureFixture) -> None:
    """With the plugin's name; the run has its result, and the other plugins are closed."""
    closed: list[str] = []

    class Clumsy(Line):
        @hookimpl
        async def gtc_close_run(self, context):
            raise RuntimeError("cannot let go")

    class Around:
        @hookimpl(wrapper=True)
        def gtc_execute(self, call):
            return (yield)

        @hookimpl
        def gtc_close_run(self, context):
            closed.append(context.run_id)

    with serving_elsewhere() as server, caplog.at_level(logging.WARNING), runner(Clumsy(), server, Around()) as made:
        trace = asyncio.run(made.arun(plan("read"), run_id="r")) if is_async else made.run(plan("read"), run_id="r")

    assert ("completed", ["r"]) == (trace.status, closed)
    (record,) = caplog.records
    assert "plugin 'line'" in record.getMessage()
    assert "gtc_close_run': RuntimeError: cannot let go (run 'r')" in record.getMessage()


def test_only_those_concerned_open_a_run() -> None:
    """A plugin that neither offers the executor nor wraps its calls is left alone."""

    class Bystander:
        @hookimpl
        def gtc_open_run(self):
            pytest.fail("opened")

    with serving_elsewhere() as server, runner(Line(), server, Bystander()) as made:
        assert "completed" == made.run(plan("read")).status


@pytest.mark.parametrize("is_async", [True, False])
def test_wrappers_are_around_awaited_calls(is_async: bool) -> None:
    """A wrapper of `gtc_execute` changes arguments, repeats calls and sees failures of coroutines."""
    seen: list[Any] = []

    class Twice:
        @hookimpl(wrapper=True)
        def gtc_execute(self, call):
            # It may wait, without holding up the loop.
            time.sleep(0.01)
            try:
                seen.append((yield).body)
                return (yield attrs.evolve(call, args={"x": 2}))
            except Exception as error:
                seen.append(type(error).__name__)
                raise

    with serving_elsewhere() as server, runner(Line(), server, Twice()) as made:

        def go(tool: str) -> Any:
            return asyncio.run(made.arun(plan(tool, x=1))) if is_async else made.run(plan(tool, x=1))

        assert {"echo": {"x": 2}} == go("read").outputs["s1"]
        assert "failed" == go("broken").status

    assert [{"echo": {"x": 1}}, "HookFailedError"] == seen


def test_plugin_with_both() -> None:
    """Each runner takes what it can wait for."""
    used: list[str] = []

    class Both(Line):
        @hookimpl
        def gtc_execute(self, call):
            used.append("called")
            return ToolResult(ok=True)

        @hookimpl
        async def gtc_aexecute(self, call):
            used.append("awaited")
            return ToolResult(ok=True)

    with serving_elsewhere() as server, runner(Both(), server) as made:
        made.run(plan("read"))
        asyncio.run(made.arun(plan("read")))

    assert ["called", "awaited"] == used


def test_async_runner_with_a_plain_executor() -> None:
    """An executor that blocks gets a thread, and may have a run that is opened by a coroutine."""

    class Plain(Line):
        @hookimpl
        async def gtc_aexecute(self):
            return None

        @hookimpl
        def gtc_execute(self, call):
            time.sleep(0.05)
            return ToolResult(ok=True, body=threading.current_thread() is threading.main_thread())

    async def main(made: PlanRunner) -> tuple[Any, float]:
        began = time.monotonic()
        trace = await made.arun(plan("read", "read", "read", "read"))
        return trace, time.monotonic() - began

    line = Plain()
    with serving_elsewhere() as server, runner(line, server, max_concurrency=4) as made:
        trace, _ = asyncio.run(main(made))

    assert ("completed", False) == (trace.status, trace.outputs["s4"])
    assert ["open", "close"] == [entry.split()[0] for entry in line.log]


def test_awaited_calls_hold_to_the_limit() -> None:
    """An executor that takes two calls at once gets two, whatever the runner would do."""

    async def main() -> int:
        async with serving() as server:
            with runner(Line(concurrency=2), server, max_concurrency=8) as made:
                await asyncio.gather(*(made.arun(plan("slow", "slow")) for _ in range(3)))
            return server.most

    assert 2 == asyncio.run(main())
