"""The order of plugins: as they declare it, else as the set has it; and answers that compete."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from sample_plugins import plugin

from graph_tool_call import PluginSet
from graph_tool_call.errors import PluginLoadError
from graph_tool_call.hooks import PluginInfo
from graph_tool_call.pluginset import PluginHost


def _saying(value: PluginInfo) -> Callable[[], PluginInfo]:
    def info() -> PluginInfo:
        return value

    return info


def made(on_error: str = "raise", **infos: dict[str, Any]) -> PluginHost:
    """A host of plugins that declare this."""
    plugins = PluginSet()
    for name, info in infos.items():
        value = PluginInfo(**info)
        plugins = plugins.with_(plugin(gtc_plugin_info=_saying(value)), id=name)
    return PluginHost(plugins, on_error=on_error)


def order(host: PluginHost) -> list[str]:
    """Ids in the order in which they are asked."""
    return [row["id"] for row in host.fingerprint()["plugins"]]


def test_without_a_word_the_set_decides() -> None:
    """By id, and names that are not there are no matter."""
    assert ["a", "b", "c"] == order(made(b={}, a={"after": ("zz",)}, c={"before": ("nobody",)}))


def test_before_after_and_requires_are_obeyed() -> None:
    """The others stay as they stand."""
    assert ["b", "c", "a", "d"] == order(made(a={"after": ("c",)}, b={}, c={}, d={}))
    assert ["b", "c", "d", "a"] == order(made(a={}, b={}, c={}, d={"before": ("a",)}))
    assert ["b", "c", "a"] == order(made(a={"requires": ("c",)}, b={}, c={}))


def test_a_circle_is_named() -> None:
    """All of it, with what to do."""
    with pytest.raises(PluginLoadError, match="is a circle: a after b after a; change before"):
        made(a={"after": ("b",)}, b={"after": ("a",)})
    host = made(on_error="report", a={"after": ("b",)}, b={"after": ("a",)}, c={})
    assert {"a": "failed", "b": "active", "c": "active"} == {row.id: row.status for row in host.report}


def test_what_is_required_and_absent_is_named() -> None:
    """With a near name; and who requires it takes no part."""
    with pytest.raises(PluginLoadError, match=r"requires the plugin 'clinik', which takes no part.*'clinic'"):
        made(clinic={}, own={"requires": ("clinik",)})
    host = made(on_error="report", a={"requires": ("b",)}, b={"requires": ("gone",)}, c={})
    assert {"a": "failed", "b": "failed", "c": "active"} == {row.id: row.status for row in host.report}


def test_order_takes_ids() -> None:
    """One text is not a tuple of texts."""
    with pytest.raises(ValueError, match="before must hold texts"):
        PluginInfo(before="clinic")  # type: ignore[arg-type]
