"""Small plugins and values for tests of the plugin host."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from graph_tool_call.hooks import (
    PRODUCER,
    Candidate,
    Collection,
    Consumer,
    EnumRequest,
    Field,
    Need,
    Operation,
    OptionsRequest,
    PluginInfo,
    ProducerCandidate,
    SignalSpec,
    ToolFacts,
    hookimpl,
)
from graph_tool_call.pluginset import PluginHost, PluginSet

OPERATION = Operation(key="GET /orders/{id}", method="get", path="/orders/{id}", name="get_order")
FIELDS = (
    Field(ref=1, direction="consumes", name="id", path="id", location="path", required=True),
    Field(ref=2, direction="produces", name="total", path="$.total", location="response"),
)
COLLECTION = Collection(title="Orders", operations=(OPERATION,))

GET, LIST = ToolFacts(name="get_order"), ToolFacts(name="list_orders")
CANDIDATE = ProducerCandidate(ref=7, need=1, tool=LIST, name="id", path="$.items[*].id")
CONSUMER = Consumer(tool=GET, needs=(Need(ref=1, name="id", path="id", location="path"),), candidates=(CANDIDATE,))
ENUM = EnumRequest(tool=GET, field="status", choices=("COMPLETE", "OPEN"), word="completed")
OPTIONS = OptionsRequest(tool=GET, field="id", candidates=(CANDIDATE,), siblings={7: ("name",)})
CANDIDATES = tuple(
    Candidate(name=tool.name, tool=tool, rank=rank, score=1.0 - rank / 2) for rank, tool in enumerate((GET, LIST))
)


#: What sample plugins call their arguments.
SIGNALS = (
    SignalSpec(name="test", weight=0.2),
    SignalSpec(name="words", weight=0.2),
    SignalSpec(name="fit", kind=PRODUCER, weight=1.5),
    SignalSpec(name="many", kind=PRODUCER, weight=1.5),
)


def plugin(**hooks: Callable[..., Any]) -> object:
    """A plugin whose hooks are the given functions, marked; it declares the signals that sample plugins give."""
    if hooks.keys() & {"gtc_selector_evidence", "gtc_producer_signals"}:
        hooks.setdefault("gtc_plugin_info", lambda: PluginInfo(signals=SIGNALS))
    # Marked functions on an instance, as pluggy takes them from modules.
    return type("Sample", (), {name: staticmethod(hookimpl(function)) for name, function in hooks.items()})()


def host(settings: Any = None, on_error: str = "raise", **plugins: object) -> PluginHost:
    """A host of the given plugins, by id; nothing that is installed takes part."""
    chosen = PluginSet()
    for name, one in plugins.items():
        chosen = chosen.with_(one, id=name)
    return PluginHost(chosen, settings, on_error=on_error)
