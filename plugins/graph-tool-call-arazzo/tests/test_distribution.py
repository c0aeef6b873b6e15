"""The distribution: its plugin, its settings of the format, and the names that it has kept elsewhere."""

from __future__ import annotations

import importlib
import sys

import pytest

import graph_tool_call.arazzo
import graph_tool_call_arazzo
from graph_tool_call.errors import DecodeError
from graph_tool_call.exchange import context
from graph_tool_call.pluginset import PluginHost, PluginSet
from graph_tool_call_arazzo import plugin

FORMATS = PluginHost(PluginSet().with_(plugin, id="arazzo")).formats


def test_the_plugin_is_announced() -> None:
    """Whoever installs the distribution has the plugin, with an exporter and an importer."""
    assert "arazzo" in [record.id for record in PluginSet.installed()]
    assert ("plan",) == FORMATS.exporters["arazzo"].value.writes
    assert ("plan", "declared") == FORMATS.importers["arazzo"].value.reads


def test_options_are_checked() -> None:
    """Limits are limits, and an option that is none of the format is an error with a near one."""
    with pytest.raises(DecodeError, match="limits is an ArazzoLimits, not 3"):
        FORMATS.plan({}, "arazzo", context({}, {"limits": 3}))
    with pytest.raises(DecodeError, match=r"'uncheckd' \(did you mean 'unchecked'\?\)"):
        FORMATS.plan({}, "arazzo", context({}, {"uncheckd": True}))


def test_names_are_kept_in_the_main_distribution() -> None:
    """`graph_tool_call.arazzo` has the names that were documented there."""
    kept = graph_tool_call.arazzo

    assert kept.ArazzoLimits is graph_tool_call_arazzo.ArazzoLimits
    assert set(kept.__all__) <= set(graph_tool_call_arazzo.__all__) & set(dir(kept))


def test_without_the_distribution_a_name_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    """A `ModuleNotFoundError`, when the name is used."""
    monkeypatch.setitem(sys.modules, "graph_tool_call_arazzo", None)
    kept = importlib.reload(graph_tool_call.arazzo)
    vars(kept).pop("ArazzoLimits", None)
    with pytest.raises(ModuleNotFoundError, match=r'pip install "graph-tool-call\[arazzo\]"'):
        _ = kept.ArazzoLimits
    with pytest.raises(AttributeError, match="no attribute 'Limits'"):
        _ = kept.Limits
