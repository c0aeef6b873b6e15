from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any

import attrs
import pytest
from sample_plugins import host, plugin

from graph_tool_call.errors import HookFailedError, HookResultError
from graph_tool_call.hooks import PluginInfo, ToolCall, ToolResult, hookimpl
from graph_tool_call.pluginset import RunSession

CALL = ToolCall(executor="http", name="get_order", args={"id": 1})
OK, FAILED = ToolResult(ok=True, body="fine"), ToolResult(ok=False, error_kind="http", status=503)


def wrapper(function: Callable[..., Any]) -> object:
    return type("Wrapper", (), {"gtc_execute": staticmethod(hookimpl(wrapper=True)(function))})()


def run(**plugins: object) -> RunSession:
    return host(**plugins).run_session()


def executor(*results: Any) -> object:
    """Gives *results* one after the other, the last one again and again."""
    waiting = list(results)
    return plugin(gtc_execute=lambda: waiting.pop(0) if len(waiting) > 1 else waiting[0])


def test_first_executor_that_takes_the_call_holds() -> None:
    """None passes a call on; later executors are not asked."""
    never = plugin(gtc_execute=lambda: pytest.fail("asked"))

    assert OK == run(a=executor(None), b=executor(OK), c=never).execute(CALL)


def test_nobody_takes_the_call() -> None:
    """A call without executor is a result, so that wrappers and runs always have one."""
    result = run(a=executor(None)).execute(CALL)

    assert (False, "refused", "no plugin executes calls of 'http'") == (result.ok, result.error_kind, result.error)


def test_executor_sees_its_context() -> None:
    """Credentials and options are the run's; settings are the plugin's own."""

    @attrs.frozen
    class Settings:
        base: str = "here"

    seen: list[Any] = []

    def execute(call, context):
        seen.extend([call, context.credentials("key"), context.options, context.settings])
        return OK

    one = plugin(gtc_plugin_info=lambda: PluginInfo(settings=Settings), gtc_execute=execute)
    built = host({"a": {"base": "there"}}, a=one)
    built.run_session(credentials={"key": "s3cret"}.get, options={"base_url": "x"}).execute(CALL)
    built.run_session().execute(CALL)

    assert [CALL, "s3cret", {"base_url": "x"}, Settings("there"), CALL, None, {}, Settings("there")] == seen


@pytest.mark.parametrize("answer", [{"ok": True}, False, ""])
def test_wrong_result_is_blamed(answer: Any) -> None:
    """An executor answers with a ToolResult; falsy things are no way to abstain."""
    with pytest.raises(HookResultError, match=r"plugin 'acme'.*expected ToolResult, got .*tool 'get_order'"):
        run(acme=executor(answer)).execute(CALL)


def test_failing_executor_is_blamed() -> None:
    """An exception is a mistake of the plugin, and chained."""
    with pytest.raises(HookFailedError, match=r"plugin 'acme'.*, hook 'gtc_execute': ZeroDivisionError") as caught:
        run(acme=plugin(gtc_execute=lambda: 1 / 0)).execute(CALL)
    assert isinstance(caught.value.__cause__, ZeroDivisionError)


# --- wrappers -----------------------------------------------------------------------


def test_wrappers_nest_in_call_order() -> None:
    """The earlier plugin is the outer wrapper."""
    order: list[str] = []

    def around(name: str) -> object:
        def wrap(call):
            order.append(f"{name} before")
            result = yield
            order.append(f"{name} after")
            return result

        return wrapper(wrap)

    run(a=around("a"), b=around("b"), c=executor(OK)).execute(CALL)

    assert ["a before", "b before", "b after", "a after"] == order


def test_wrapper_may_change_the_result() -> None:
    """What a wrapper returns is the result: redaction."""

    def redact(call):
        result = yield
        return attrs.evolve(result, body="***")

    assert "***" == run(a=wrapper(redact), b=executor(OK)).execute(CALL).body


def test_wrapper_may_change_the_call() -> None:
    """A call that a wrapper yields is made instead: authentication."""

    def sign(call, context):
        return (yield attrs.evolve(call, args={**call.args, "signature": context.credentials("key")}))

    one = plugin(gtc_execute=lambda call: ToolResult(ok=True, body=call.args))
    session = host(a=wrapper(sign), b=one).run_session(credentials=lambda scheme: f"for {scheme}")

    assert {"id": 1, "signature": "for key"} == session.execute(CALL).body


def test_wrapper_may_call_again() -> None:
    """Each yield makes the call once more: retry."""

    def retry(call):
        result = yield
        while not result.ok:
            result = yield
        return result

    made: list[int] = []
    waiting = [FAILED, FAILED, OK]

    def execute():
        made.append(1)
        return waiting.pop(0)

    assert OK == run(a=wrapper(retry), b=plugin(gtc_execute=execute)).execute(CALL)
    assert [1, 1, 1] == made


def test_wrapper_may_answer_by_itself() -> None:
    """A wrapper that returns before it yields makes no call."""

    def cached(call):
        if call.args:
            return OK
        return (yield)

    assert OK == run(a=wrapper(cached), b=plugin(gtc_execute=lambda: pytest.fail("called"))).execute(CALL)


def test_wrapper_always_has_a_result() -> None:
    """Also when no executor takes the call."""

    def rescue(call):
        result = yield
        return attrs.evolve(result, error=result.error_kind)

    assert "refused" == run(a=wrapper(rescue)).execute(CALL).error


def test_wrapper_sees_the_failure_of_what_it_wraps() -> None:
    """An exception arrives where the wrapper waits; it may handle it or clean up."""
    cleaned: list[str] = []

    def handle(call):
        try:
            return (yield)
        except HookFailedError as exc:
            return ToolResult(ok=False, error_kind="tool", error=exc.plugin)

    def clean(call):
        try:
            return (yield)
        finally:
            cleaned.append("cleaned")

    broken = plugin(gtc_execute=lambda: 1 / 0)

    assert "x" == run(a=wrapper(handle), b=wrapper(clean), x=broken).execute(CALL).error
    with pytest.raises(HookFailedError, match=r"plugin 'x'"):
        run(b=wrapper(clean), x=broken).execute(CALL)
    assert ["cleaned", "cleaned"] == cleaned


def test_interrupt_reaches_wrappers_and_passes() -> None:
    """Wrappers clean up when the run is interrupted."""
    cleaned: list[str] = []

    def clean(call):
        try:
            return (yield)
        finally:
            cleaned.append("cleaned")

    def stop():
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run(a=wrapper(clean), b=plugin(gtc_execute=stop)).execute(CALL)
    assert ["cleaned"] == cleaned


def forgets(call):
    yield


def yields_text(call):
    yield "again"


def breaks(call):
    yield
    raise LookupError("gone")


def breaks_at_once(call):
    raise LookupError("gone")
    yield


@pytest.mark.parametrize(
    ("function", "error", "text"),
    [
        (forgets, HookResultError, "expected ToolResult, got NoneType None"),
        (yields_text, HookResultError, "a wrapper yields nothing or a ToolCall, got str 'again'"),
        (breaks, HookFailedError, "LookupError: gone"),
        (breaks_at_once, HookFailedError, "LookupError: gone"),
    ],
)
def test_bad_wrapper_is_blamed(function: Callable[..., Any], error: type[Exception], text: str) -> None:
    """A wrapper's mistake is its own, and not the executor's."""
    with pytest.raises(error, match=text) as caught:
        run(acme=wrapper(function), web=executor(OK)).execute(CALL)
    assert "acme" == caught.value.plugin


# --- events and the end of a run ----------------------------------------------------


def test_events_reach_every_watcher_in_spite_of_failures(caplog: pytest.LogCaptureFixture) -> None:
    """A watcher that fails is logged by name and stops neither the run nor the others."""
    seen: list[object] = []

    def watch(event):
        seen.append(event)

    watchers = {"a": plugin(gtc_run_event=lambda event: 1 / 0), "b": plugin(gtc_run_event=watch)}

    with caplog.at_level(logging.WARNING, logger="graph_tool_call.plugins"):
        run(**watchers).event("started")

    assert ["started"] == seen
    (record,) = caplog.records
    assert "plugin 'a'" in record.getMessage()
    assert "gtc_run_event" in record.getMessage()
    assert record.exc_info is not None


def test_end_of_a_run_closes_what_is_in_memos() -> None:
    """Connections that executors keep in their memo are closed, the latest first, when the run ends."""
    closed: list[str] = []

    class Connection:
        def __init__(self, name: str) -> None:
            self.name = name

        def close(self) -> None:
            closed.append(self.name)

    def execute(context):
        for name in ("first", "second"):
            context.memo.once(name, lambda name=name: Connection(name))
        context.memo.once("number", lambda: 5)
        return OK

    with run(a=plugin(gtc_execute=execute)) as session:
        session.execute(CALL)
        assert [] == closed

    assert ["second", "first"] == closed
