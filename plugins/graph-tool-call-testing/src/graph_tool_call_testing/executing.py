"""The contract of executors: they are called, not asked."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import attrs
import pytest

from graph_tool_call.codec import encode
from graph_tool_call.errors import HookFailedError
from graph_tool_call.hooks import ToolCall, ToolResult
from graph_tool_call.pluginset import RunSession

from .base import PluginContract, difference, printed, state


class ExecutorContract(PluginContract):
    """What the host relies on in a plugin with `gtc_executors`, and `gtc_execute` or `gtc_aexecute`.

    Set `calls` to some that need no network, or whose network the `options` replace; and
    `failing_calls` to some whose tool, argument or server fails.
    """

    hook = "gtc_execute"
    calls: ClassVar[Sequence[ToolCall]] = ()
    failing_calls: ClassVar[Sequence[ToolCall]] = ()
    #: Options of the run, for each of the executors.
    options: ClassVar[Mapping[str, Any]] = {}
    #: What the API description says as a whole (`RunContext.document`).
    document: ClassVar[Mapping[str, Any]] = {}
    #: Kinds of failure that the runner knows.
    error_kinds: ClassVar[Sequence[str]] = (
        *("http", "timeout", "connection", "argument", "auth", "refused", "tool", "answer"),
    )

    def execute(self, call: ToolCall) -> ToolResult:
        """The result of a copy of *call* in a run of its own: what one test leaves behind is not for others."""
        return self._execute(_copied(call))

    def _execute(self, call: ToolCall) -> ToolResult:
        with self.session(call.executor) as session:
            return session.execute(call)

    def session(self, executor: str) -> RunSession:
        """A run through *executor*, where the plugin offers it."""
        host = self.host()
        options = self.options if executor in host.executors else {}
        return host.run_session(lambda _scheme: _SECRET, options, executor=executor, document=self.document)

    def test_registers_cleanly(self) -> None:
        """The plugin loads, and makes calls by `gtc_execute`, `gtc_aexecute`, or both."""
        hooks = next(row.hooks for row in self.host().report if row.id == "under-test")
        made = {"gtc_execute", "gtc_aexecute"} & set(hooks)
        assert made, f"implements {', '.join(hooks)}, and neither gtc_execute nor gtc_aexecute"

    def test_names_its_executors(self) -> None:
        """There is an executor to be chosen by name, and each has one."""
        names = list(self.host().executors)
        assert names, "gtc_executors names none"
        assert all(names), "an executor has no name"

    def test_leaves_calls_of_others_alone(self) -> None:
        """A call of another executor is passed on, so that executors live side by side."""
        result = self.execute(ToolCall(executor="somebody-else", name="x", args={}))
        assert result.error_kind == "refused", f"answered a call of executor 'somebody-else' with {result!r}"

    def test_calls_succeed(self) -> None:
        """Each of `calls` gives a result that is ok and plain data, the same in every run."""
        if not self.calls:
            pytest.skip("no calls are given: set `calls` to some that succeed")
        for call in self.calls:
            result = self.execute(call)
            assert result.ok, f"{call.name}: {result.error_kind}: {result.error}"
            json.dumps(encode(result))
            assert result == self.execute(call), f"{call.name}: another result in another run"

    def test_leaves_calls_alone(self) -> None:
        """A call and the transport options are the same after it as before: the plan may be run again."""
        for given in (*self.calls, *self.failing_calls):
            call = _copied(given)
            before = state((call, self.options))
            # That it raises is said by another rule.
            with contextlib.suppress(HookFailedError):
                self._execute(call)
            after = state((call, self.options))
            assert before == after, f"changes what it is given: {difference(before, after)}"

    def test_prints_nothing(self) -> None:
        """Nothing is printed to standard output: the result of the run stands there."""
        for call in (*self.calls, *self.failing_calls, ToolCall(executor="somebody-else", name="x", args={})):
            said = ""
            with contextlib.suppress(HookFailedError):
                said = printed(lambda: self.execute(call))  # noqa: B023 - called at once
            assert not said, f"prints {said[:200]!r}; use logging"

    def test_awaited_calls_are_the_same(self) -> None:
        """On an event loop each of `calls` and `failing_calls` gives what it gives without one."""
        for call in (*self.calls, *self.failing_calls):
            awaited = asyncio.run(self._awaited(call))
            assert awaited == self.execute(call), f"{call.name}: another result when it is awaited"

    async def _awaited(self, call: ToolCall) -> ToolResult:
        with self.session(call.executor) as session:
            try:
                return await session.aexecute(_copied(call))
            finally:
                await session.aclose_run(call.run_id)

    def test_shows_calls(self) -> None:
        """An executor with `dry_run` shows each of `calls` as plain data, without a credential."""
        executors = self.host().executors
        for call in self.calls:
            offered = executors.get(call.executor)
            if offered is not None and offered.value.dry_run:
                shown = self.execute(attrs.evolve(call, dry_run=True))
                assert shown.ok, f"{call.name}: {shown.error_kind}: {shown.error}"
                assert _SECRET not in json.dumps(encode(shown)), f"{call.name}: what is shown gives the credential away"

    def test_failures_are_results(self) -> None:
        """Each of `failing_calls` gives a result with a kind and a text, and raises nothing."""
        for call in self.failing_calls:
            result = self.execute(call)
            assert not result.ok, f"{call.name} was expected to fail"
            assert result.error_kind in self.error_kinds, f"{call.name}: no such kind: {result.error_kind!r}"
            assert result.error, f"{call.name}: failed without a text"
            assert _SECRET not in result.error, f"{call.name}: the text gives the credential away"

    def test_uses_its_own_executors_in_calls(self) -> None:
        """`calls` and `failing_calls` are for executors that the plugin names."""
        known = list(self.host().executors)
        for call in (*self.calls, *self.failing_calls):
            assert call.executor in known, f"{call.name} is for executor {call.executor!r}; the plugin names {known}"


def _copied(call: ToolCall) -> ToolCall:
    return attrs.evolve(call, args=_copy(call.args), tool=_copy(call.tool))


def _copy(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _copy(member) for key, member in value.items()}
    return [_copy(member) for member in value] if isinstance(value, list) else value


_SECRET = "credential-of-the-kit"  # noqa: S105
