"""The contract of what goes around each call."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

import attrs

from graph_tool_call.errors import PluginError
from graph_tool_call.hooks import ToolCall, ToolResult, hookimpl
from graph_tool_call.pluginset import PluginHost, PluginSet

from .base import PluginContract, difference, printed, state

Answer = Callable[[ToolCall], ToolResult]


class WrapperContract(PluginContract):
    """What a run relies on in a plugin that wraps `gtc_execute` (`@hookimpl(wrapper=True)`).

    The calls go to an executor of the kit that counts them.
    """

    hook = "gtc_execute"
    #: Calls that it may make of one, retries among them.
    most: ClassVar[int] = 10
    #: Kinds of failure that an executor may give it.
    error_kinds: ClassVar[Sequence[str]] = ("http", "timeout", "connection", "argument", "auth", "refused", "tool")

    def calls(self) -> Sequence[ToolCall]:
        """A call that reads and one that changes something. Add your own: `return (*super().calls(), mine)`."""
        return tuple(
            ToolCall(
                executor="kit",
                name=f"{method}_thing",
                args={"id": "t-1", "tags": ["a"]},
                tool={"name": f"{method}_thing", "metadata": {"method": method, "path": "/things/{id}"}},
                plan_id="p-1",
                step_id="s-1",
                run_id="r-1",
            )
            for method in ("get", "post")
        )

    def execute(self, call: ToolCall, answer: Answer) -> tuple[ToolResult, list[ToolCall]]:
        """What comes of *call* where the executor gives *answer*, and the calls that were made.

        After `most` calls the executor raises.
        """
        inner = _Counted(answer, self.most)
        host = self._host(inner)
        with host.run_session(credentials=lambda _scheme: _SECRET) as session:
            return session.execute(call), inner.made

    def _host(self, inner: object) -> PluginHost:
        given = {"under-test": dict(self.settings)} if self.settings else None
        return PluginHost(PluginSet().with_(self.plugin, id="under-test").with_(inner, id="kit"), given)

    def test_hands_a_success_on(self) -> None:
        """A call that succeeds stays one that succeeds, and is made once: a second one might change something again."""
        for call in self.calls():
            result, made = self.execute(call, lambda _call: ToolResult(ok=True, body={"id": "t-1"}, status=200))
            assert result.ok, f"{call.name}: {result.error_kind}: {result.error}"
            assert len(made) == 1, f"{call.name} succeeded and was made {len(made)} times"

    def test_hands_failures_on(self) -> None:
        """Each kind of failure gives a failure, with a text, and no endless retries."""
        for call in self.calls():
            for kind in self.error_kinds:
                failure = ToolResult(ok=False, error_kind=kind, error="gone", status=503 if kind == "http" else 0)
                result, made = self.execute(call, lambda _call, failure=failure: failure)  # type: ignore[misc]
                assert not result.ok, f"{call.name}: a failure of kind {kind!r} became a success"
                assert result.error_kind, f"{call.name}: a failure of kind {kind!r} has lost its kind"
                assert len(made) < self.most, f"{call.name}: tried {len(made)} times and more after {kind!r}"

    def test_survives_a_request_for_patience(self) -> None:
        """A server that asks to wait, and then answers, gives a result."""
        for call in self.calls():
            answers = [ToolResult(ok=True, body=1) for _ in range(self.most)]
            answers.append(ToolResult(ok=False, error_kind="http", error="busy", status=503, retry_after=0.0))
            result, _ = self.execute(call, lambda _call, left=answers: left.pop())  # type: ignore[misc]
            assert isinstance(result, ToolResult)

    def test_broken_executors_stay_broken(self) -> None:
        """An executor that raises is an error, or a failure; never a success."""

        def broken(_call: ToolCall) -> ToolResult:
            raise ZeroDivisionError("of the kit")

        for call in self.calls():
            try:
                result, _ = self.execute(call, broken)
            except PluginError:
                continue
            assert not result.ok, f"{call.name}: an executor that raised became a success"

    def test_leaves_calls_alone(self) -> None:
        """Another call is made by `attrs.evolve`: arguments and tool belong to the plan, which may be run again."""
        for call in self.calls():
            before = state(call)
            self.execute(call, lambda _call: ToolResult(ok=True))
            after = state(call)
            assert before == after, f"changes what it is given: {difference(before, after)}"

    def test_prints_nothing(self) -> None:
        """Nothing is printed to standard output: the result of the run stands there."""
        for call in self.calls():
            said = printed(lambda: self.execute(call, lambda _call: ToolResult(ok=True)))  # noqa: B023 - called at once
            assert not said, f"prints {said[:200]!r}; use logging"

    def test_keeps_credentials(self) -> None:
        """What it asks of `context.credentials` stands in no error."""
        for call in self.calls():
            result, _ = self.execute(call, lambda _call: ToolResult(ok=False, error_kind="auth", error="no"))
            assert _SECRET not in result.error, f"{call.name}: the text gives the credential away"


@attrs.define(eq=False)
class _Counted:
    """An executor that counts, and gives up where nobody else does."""

    answer: Answer
    most: int
    made: list[ToolCall] = attrs.Factory(list)

    @hookimpl
    def gtc_execute(self, call: ToolCall) -> ToolResult:
        """The answer of the test."""
        self.made.append(call)
        if len(self.made) >= self.most:
            raise _TooOftenError(f"{call.name} was called {len(self.made)} times")
        return self.answer(call)


class _TooOftenError(Exception):
    """The wrapper does not give up."""


_SECRET = "credential-of-the-kit"  # noqa: S105
