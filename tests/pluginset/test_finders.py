"""`gtc_find_tools`: collected from all plugins, checked, and blamed where it is wrong."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from graph_tool_call.errors import HookFailedError, HookResultError
from graph_tool_call.hooks import Documents, Hit, hookimpl
from graph_tool_call.pluginset import PluginHost, PluginSet

DOCUMENTS = Documents(names=("a", "b"), texts=("first", "second"), digest="d")


def session(**answers: Any) -> Any:
    plugins = PluginSet()
    for name, answer in answers.items():
        plugins = plugins.with_(SimpleNamespace(gtc_find_tools=hookimpl(answer)), id=name)
    return PluginHost(plugins).query_session(lambda _term: 1.0)


def hit(name: str, score: float = 1.0) -> Hit:
    return Hit(name=name, score=score, reason="r")


def test_hits_are_collected_in_plugin_order() -> None:
    """All plugins are asked, and each hit says whose it is; one may abstain, another yield."""

    def lazily(query, documents):
        yield from (hit(name) for name in documents.names if query)

    found = session(a=lambda: None, b=lazily, c=lambda: [hit("a", 0.5)]).find("q", DOCUMENTS)

    assert [("b", "a"), ("b", "b"), ("c", "a")] == [(said.plugin, said.value.name) for said in found]


def test_nobody_finds() -> None:
    """Without finders there are no hits."""
    assert () == session().find("q", DOCUMENTS)


@pytest.mark.parametrize(
    ("answer", "error", "text"),
    [
        (lambda: [hit("c")], HookResultError, "no document is named 'c'"),
        (lambda: ["a"], HookResultError, "expected Hit, got str 'a'"),
        (lambda: [hit("a", 1.5)], HookFailedError, "score must be a number from 0 to 1"),
        (lambda: 1 / 0, HookFailedError, "ZeroDivisionError"),
    ],
)
def test_bad_finders_are_blamed(answer: Any, error: type[Exception], text: str) -> None:
    """Errors name plugin and hook."""
    with pytest.raises(error, match=text) as caught:
        session(acme=answer).find("q", DOCUMENTS)

    assert ("acme", "gtc_find_tools") == (caught.value.plugin, caught.value.hook)
