"""API descriptions in; safe, explainable tool calls out."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from .version import __version__

if TYPE_CHECKING:
    from . import errors
    from .graph import ToolGraph
    from .hooks.markers import hookimpl
    from .pluginset import PluginSet

__all__ = ["PluginSet", "ToolGraph", "__version__", "errors", "hookimpl"]

# Imported when first used (PEP 562): a plugin needs one name of these, and imports in any order must work.
_HOMES = {"PluginSet": ".pluginset", "ToolGraph": ".graph", "errors": "", "hookimpl": ".hooks.markers"}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        msg = f"module {__name__!r} has no attribute {name!r}"
        raise AttributeError(msg)
    home = _HOMES[name]
    value = getattr(import_module(home, __name__), name) if home else import_module(f".{name}", __name__)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(set(globals()) | set(__all__))
