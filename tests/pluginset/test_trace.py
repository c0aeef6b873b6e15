"""Calls of plugins, as `traced` tells of them."""

from __future__ import annotations

import asyncio

import pytest
from sample_plugins import COLLECTION, FIELDS, OPERATION, host, plugin

from graph_tool_call.errors import HookFailedError
from graph_tool_call.hooks import FieldVerdict, ToolCall, ToolResult, hookimpl
from graph_tool_call.pluginset import traced
from graph_tool_call.pluginset.asking import asked_plugin


def verdicts(fields):
    for field in fields:
        yield FieldVerdict(field=field.ref, role="option", confidence=0.5, reason="said")


def seen(make, ask):
    """What is told of *ask* of the host that *make* makes: plugin, hook, items, answers, failed."""
    calls = []
    with traced(calls.append):
        built = make()
    ask(built)
    assert all(call.milliseconds >= 0 for call in calls)
    return [(call.plugin, call.hook, call.items, call.answers, call.failed) for call in calls]


def classify(built):
    return built.build_session(COLLECTION).classify(OPERATION, FIELDS)


def test_loading_and_asking_are_told():
    """The import of a plugin, and each of its answers, with what a generator does for them."""
    calls = seen(lambda: host(acme=plugin(gtc_classify_fields=verdicts)), classify)

    assert [("acme", "import", 1, 1, False), ("acme", "gtc_classify_fields", 2, 2, False)] == calls


def test_a_failure_is_told_and_raised():
    """What a plugin raises is told as failed, and named as ever with file and line."""
    broken = plugin(gtc_classify_fields=lambda fields: 1 / 0)

    def ask(built):
        with pytest.raises(HookFailedError, match="ZeroDivisionError") as raised:
            classify(built)
        assert __file__ == raised.value.file

    assert ("acme", "gtc_classify_fields", 2, 0, True) == seen(lambda: host(acme=broken), ask)[-1]


def test_wrappers_are_told_with_what_they_go_around():
    """A wrapper is told once for each call, after the executor inside it."""

    class Around:
        @hookimpl(wrapper=True)
        def gtc_execute(self, call):
            result = yield
            return result if result.ok else (yield)

    inner = plugin(gtc_execute=lambda call: ToolResult(ok=True))

    def ask(built):
        with built.run_session() as session:
            assert session.execute(ToolCall(executor="x", name="y", args={})).ok

    calls = seen(lambda: host(around=Around(), inner=inner), ask)

    assert ["inner", "around"] == [call[0] for call in calls if call[1] == "gtc_execute"]


def test_nothing_stands_in_between_when_nobody_watches():
    """Without a watcher the tables hold the plugin's own functions, also after somebody has watched another host."""
    with traced(lambda _call: None):
        host(acme=plugin(gtc_classify_fields=verdicts))

    def own(operation, fields, context):
        return None

    built = host(acme=plugin(gtc_classify_fields=own))

    (entry,) = built._desk.tables["gtc_classify_fields"].entries
    assert own is entry.call


def test_coroutines_are_told_when_they_are_done():
    """The time of an executor that is awaited is the time until its result."""

    async def wait(call):
        await asyncio.sleep(0.01)
        return ToolResult(ok=True)

    calls = []
    with traced(calls.append):
        built = host(acme=plugin(gtc_aexecute=wait))
    with built.run_session() as session:
        assert asyncio.run(session.aexecute(ToolCall(executor="x", name="y", args={}))).ok

    (call,) = [call for call in calls if call.hook == "gtc_aexecute"]
    assert (1, True) == (call.answers, call.milliseconds >= 9)


def test_the_stack_says_whose_code_runs():
    """In a hook, a generator of one, a coroutine and a wrapper the plugin is known; outside nobody's code runs."""
    seen_in = []

    async def wait(call):
        seen_in.append(asked_plugin())
        return ToolResult(ok=True)

    class Around:
        @hookimpl(wrapper=True)
        def gtc_execute(self, call):
            seen_in.append(asked_plugin())
            return (yield)

    def look(fields):
        seen_in.append(asked_plugin())
        yield from verdicts(fields)

    built = host(acme=plugin(gtc_aexecute=wait, gtc_classify_fields=look), around=Around())
    classify(built)
    with built.run_session() as session:
        asyncio.run(session.aexecute(ToolCall(executor="x", name="y", args={})))

    assert (["acme", "around", "acme"], "") == (seen_in, asked_plugin())
