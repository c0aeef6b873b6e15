"""Public names are pinned, and importing them is light."""

from __future__ import annotations

import importlib
import json
import subprocess
import sys

import pytest

PUBLIC = {
    "graph_tool_call": ["PluginSet", "ToolGraph", "__version__", "errors", "hookimpl"],
    "graph_tool_call.graphify": [
        "ablate_plugins",
        "build_openapi_collection_artifact",
        "extract_openapi_contract_index",
        "plan_from_arazzo",
        "plan_to_arazzo",
        "read_request",
        "retrieve_graphify",
        "select_target_candidate",
        "selection_page",
        "selection_table",
        "unresolved_annotations",
    ],
    "graph_tool_call.request": [
        "Condition",
        "Dropped",
        "OtherReading",
        "REQUEST_SCHEMA",
        "Request",
        "SettingOf",
        "Thing",
        "UnreadValue",
        "read_request",
    ],
}

#: Each costs more than everything else that an import of the package needs.
HEAVY = ["cattrs", "click", "httpx", "networkx", "openapi_spec_validator", "rich", "yaml", "yaml12"]


def loaded_by(statement: str) -> list[str]:
    """Modules that a fresh interpreter has after *statement*."""
    code = f"{statement}\nimport sys, json; print(json.dumps(sorted(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    names: list[str] = json.loads(done.stdout)
    return names


@pytest.mark.parametrize("module", PUBLIC)
def test_public_names(module: str) -> None:
    """`__all__` is what it was; a name more or less is a decision, not an accident."""
    assert PUBLIC[module] == sorted(importlib.import_module(module).__all__)


@pytest.mark.parametrize("module", PUBLIC)
def test_public_names_exist(module: str) -> None:
    """Every name of `__all__` can be had."""
    found = importlib.import_module(module)

    assert [] == [name for name in found.__all__ if not hasattr(found, name)]


@pytest.mark.parametrize("statement", ["import graph_tool_call", "import graph_tool_call.hooks"])
def test_import_is_light(statement: str) -> None:
    """Importing the package, or what a plugin imports, loads none of the heavy libraries."""
    assert [] == sorted(set(HEAVY) & set(loaded_by(statement)))


def test_import_loads_no_stage_that_is_not_named() -> None:
    """Plan, search and the reading of documents come with their first use."""
    stages = {f"graph_tool_call.{name}" for name in ("cli", "contracts", "plan", "search", "select", "sources.yaml")}

    assert set() == {*stages, "graph_tool_call_bundled"} & set(loaded_by("import graph_tool_call"))
