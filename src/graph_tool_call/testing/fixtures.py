"""The pytest plugin under the name that it had before pytest loaded it by its entry point.

`pytest_plugins = ["graph_tool_call.testing.fixtures"]` and `from graph_tool_call.testing.fixtures import
pytest_collect_file` go on working, and do nothing twice.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from . import kit

if TYPE_CHECKING:
    import pytest

_PLUGIN: Final = "graph_tool_call_testing.plugin"

# pytest loads it by this name once, whoever names it first.
pytest_plugins = [_PLUGIN]


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> Any:
    """Collect YAML cases, where the kit's own plugin is left out."""
    if parent.config.pluginmanager.hasplugin(_PLUGIN):
        return None
    return kit("plugin").pytest_collect_file(file_path, parent)
