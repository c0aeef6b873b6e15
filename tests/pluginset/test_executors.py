"""What an executor says of itself, and what is made of it: options, the document apart, repeating, how many at once."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Any

import attrs
import pytest
from sample_plugins import host, plugin

from graph_tool_call.errors import DecodeError, HookFailedError
from graph_tool_call.hooks import ExecutorSpec, ToolCall, ToolResult, hookimpl
from graph_tool_call.plan import Plan, PlanRunner, PlanStep
from graph_tool_call.pluginset import PluginSet

CALL = ToolCall(executor="own", name="t", args={})
ONE = Plan(id="p", steps=[PlanStep(id="s1", tool="t")])
POST = {"tools": {"t": {"metadata": {"method": "post"}}}}


@attrs.frozen
class Options:
    scripts: str = "here"
    limit: int = 3


def own(execute: Callable[..., Any], **spec: Any) -> object:
    """A plugin with the executor "own", whose `gtc_execute` is *execute*."""
    return plugin(gtc_executors=lambda: [ExecutorSpec(name="own", **spec)], gtc_execute=execute)


def seen_options(given: Any, **spec: Any) -> Any:
    seen: list[Any] = []

    def execute(context):
        seen.append(context.options)
        return ToolResult(ok=True)

    with host(own=own(execute, **spec)).run_session(options=given, executor="own") as session:
        session.execute(CALL)
    return seen[0]


@pytest.mark.parametrize("given", [{"limit": 4}, Options(limit=4)])
def test_options_are_decoded(given: Any) -> None:
    """The executor finds an instance of its class, however the options were given."""
    assert Options("here", 4) == seen_options(given, options=Options)


def test_options_without_a_class_are_free() -> None:
    """Without a class everything is let through, as a mapping."""
    assert {"anything": [1]} == seen_options({"anything": [1]})


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"script": "x"}, r"unknown field 'script' \(did you mean 'scripts'\?\)"),
        ({"limit": "four"}, r"expected int, got str @ \$.limit"),
        (["scripts"], "expected an object, got list"),
    ],
)
def test_wrong_options_are_refused(given: Any, words: str) -> None:
    """A misspelt or unfit option is an error when the runner is made, and not a default that nobody asked for."""
    plugins = PluginSet().with_(own(lambda: ToolResult(ok=True), options=Options), id="own")

    with pytest.raises(DecodeError, match=f"options of executor 'own'.*{words}"):
        PlanRunner.from_plugins(POST, "own", plugins=plugins, options=given)


def test_others_see_the_options_as_given() -> None:
    """A wrapper knows nothing of the executor's class, and the class nothing of the wrapper."""
    seen: list[Any] = []

    class Wrapper:
        @hookimpl(wrapper=True)
        def gtc_execute(self, call, context):
            seen.append(context.options)
            return (yield)

    built = host(a=Wrapper(), own=own(lambda: ToolResult(ok=True), options=Options))
    built.run_session(options=Options(limit=4), executor="own").execute(CALL)

    assert [{"scripts": "here", "limit": 4}] == seen


def test_document_is_no_option() -> None:
    """What the description says reaches the executor apart from what the user said."""
    seen: list[Any] = []

    def execute(context):
        seen.extend([context.options, context.document])
        return ToolResult(ok=True)

    graph = {**POST, "metadata": {"servers": ["https://a.test"], "security_schemes": {"k": {"type": "apiKey"}}}}
    plugins = PluginSet().with_(own(execute, options=Options), id="own")
    with PlanRunner.from_plugins(graph, "own", plugins=plugins) as runner:
        runner.run(ONE)

    described = {"servers": ["https://a.test"], "security_schemes": {"k": {"type": "apiKey"}}}
    assert [Options(), {**described, "unrequired_schemes": ["k"]}] == seen


@pytest.mark.parametrize(
    ("spec", "words"),
    [({"options": dict}, "must be an attrs class"), ({"concurrency": 0}, "must be a whole number from 1")],
)
def test_wrong_spec_is_blamed(spec: dict[str, Any], words: str) -> None:
    """A plugin that says nonsense of its executor is named."""
    with pytest.raises(HookFailedError, match=f"plugin 'acme'.*gtc_executors.*{words}"):
        host(acme=own(lambda: None, **spec))


@pytest.mark.parametrize(("idempotent", "status", "calls"), [(True, "completed", 2), (False, "failed", 1)])
def test_uncertain_change_is_repeated_only_where_that_is_harmless(idempotent: bool, status: str, calls: int) -> None:
    """A POST that got no answer is made again only by an executor that makes one of two."""
    keys: list[str] = []

    def execute(call):
        keys.append(call.idempotency_key)
        return ToolResult(ok=len(keys) > 1, error_kind="timeout", error="no answer")

    plugins = PluginSet().with_(own(execute, idempotent=idempotent), id="own")
    runner = PlanRunner.from_plugins(POST, "own", plugins=plugins, on_error="retry", sleep=lambda _seconds: None)
    trace = runner.run(ONE)

    assert (status, calls, 1) == (trace.status, len(keys), len(set(keys)))


def test_no_more_calls_at_once_than_the_executor_takes() -> None:
    """Runs of one runner share the limit, whatever the number of threads."""
    lock, now, most = threading.Lock(), [0], [0]

    def execute():
        with lock:
            now[0] += 1
            most[0] = max(most[0], now[0])
        time.sleep(0.01)
        with lock:
            now[0] -= 1
        return ToolResult(ok=True)

    plugins = PluginSet().with_(own(execute, concurrency=2), id="own")
    with PlanRunner.from_plugins(POST, "own", plugins=plugins, max_concurrency=8) as runner:
        threads = [threading.Thread(target=runner.run, args=(ONE,)) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    assert 2 == most[0]


def test_busy_executor_is_not_waited_for_without_end() -> None:
    """A call that finds no slot in its time was not sent, and says so."""
    inside: list[ToolResult] = []

    def execute(call):
        if call.name == "outer":
            inside.append(session.execute(attrs.evolve(CALL, timeout=0.01)))
        return ToolResult(ok=True)

    session = host(own=own(execute, concurrency=1)).run_session(executor="own")
    session.execute(attrs.evolve(CALL, name="outer"))

    assert [("timeout", False)] == [(one.error_kind, one.sent) for one in inside]
    assert session.execute(attrs.evolve(CALL, timeout=0.01)).ok


def test_executor_that_cannot_show_calls_gets_none_to_show() -> None:
    """A call that is only to be shown is never made."""
    never = own(lambda: pytest.fail("made"))
    result = host(own=never).run_session(executor="own").execute(attrs.evolve(CALL, dry_run=True))

    assert ("refused", False) == (result.error_kind, result.sent)
    assert "cannot show calls without making them" in result.error
