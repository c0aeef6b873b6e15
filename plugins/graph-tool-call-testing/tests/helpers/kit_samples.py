"""Small plugins for the kit to judge."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from graph_tool_call.hooks import PRODUCER, PluginInfo, SignalSpec, hookimpl

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
