"""Reading of documents with the bundled reader, and with no other plugin."""

from __future__ import annotations

from functools import cache
from typing import Any

from graph_tool_call import PluginSet
from graph_tool_call.engine import Engine
from graph_tool_call.model import Collection


def only_reading() -> PluginSet:
    """The set that reads OpenAPI and has no opinion on anything; tests that want it are marked `bundled`."""
    return PluginSet(tuple(one for one in PluginSet.installed().records if one.id == "openapi"))


@cache
def _reader() -> Engine:
    return Engine(only_reading())


def read_collection(source: Any, **options: Any) -> Collection:
    """The collection of an OpenAPI document; options as in `Engine.build`."""
    return _reader().read(source, **options)
