"""Limits and versions of Arazzo documents, which the distribution graph-tool-call-arazzo reads and writes.

The names are those of `graph_tool_call_arazzo`, and stay here.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from graph_tool_call_arazzo import VERSIONS, ArazzoLimits

__all__ = ["VERSIONS", "ArazzoLimits"]


def __getattr__(name: str) -> Any:
    if name not in __all__:
        msg = f"module {__name__!r} has no attribute {name!r}"
        raise AttributeError(msg)
    try:
        package = import_module("graph_tool_call_arazzo")
    except ModuleNotFoundError as error:
        if error.name != "graph_tool_call_arazzo":
            raise
        message = 'Arazzo documents need a distribution of their own: pip install "graph-tool-call[arazzo]"'
        raise ModuleNotFoundError(message, name=error.name) from None
    value = globals()[name] = getattr(package, name)
    return value


def __dir__() -> list[str]:
    return sorted(set(globals()) | set(__all__))
