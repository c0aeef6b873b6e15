"""A conformance kit for authors of plugins.

Subclass the contract of what your plugin does, and give it the plugin:

    class TestRules(ClassifierContract):
        plugin = acme_rules

`graph_tool_call_testing.cases` tells how to write cases in YAML.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

import pytest

# Before they are imported, so that a failed assertion of the kit shows what it compared.
pytest.register_assert_rewrite(
    *(
        f"{__name__}.{module}"
        for module in ("base", "contracts", "executing", "others", "planning", "sources", "wrapping")
    )
)

if TYPE_CHECKING:
    from .base import PluginContract
    from .cases import CaseFile, read_cases, run_case
    from .contracts import (
        ClassifierContract,
        EnumContract,
        FinderContract,
        OptionsContract,
        ProducerSignalContract,
        SelectorEvidenceContract,
        TextContract,
    )
    from .executing import ExecutorContract
    from .others import PluginInfoContract, RunEventContract, VocabularyContract
    from .planning import ChoicesContract, PlanningRulesContract
    from .samples import ODD_NAMES, Batch, Question, Search, make_field, make_operation, make_tool
    from .sources import SourceContract
    from .wrapping import WrapperContract

__all__ = [
    "ODD_NAMES",
    "Batch",
    "CaseFile",
    "ChoicesContract",
    "ClassifierContract",
    "EnumContract",
    "ExecutorContract",
    "FinderContract",
    "OptionsContract",
    "PlanningRulesContract",
    "PluginContract",
    "PluginInfoContract",
    "ProducerSignalContract",
    "Question",
    "RunEventContract",
    "Search",
    "SelectorEvidenceContract",
    "SourceContract",
    "TextContract",
    "VocabularyContract",
    "WrapperContract",
    "make_field",
    "make_operation",
    "make_tool",
    "read_cases",
    "run_case",
]

# Imported when first used (PEP 562): pytest loads this package in every run of an environment that has it.
_HOMES = {
    "base": ("PluginContract",),
    "cases": ("CaseFile", "read_cases", "run_case"),
    "contracts": (
        "ClassifierContract",
        "EnumContract",
        "FinderContract",
        "OptionsContract",
        "ProducerSignalContract",
        "SelectorEvidenceContract",
        "TextContract",
    ),
    "executing": ("ExecutorContract",),
    "others": ("PluginInfoContract", "RunEventContract", "VocabularyContract"),
    "planning": ("ChoicesContract", "PlanningRulesContract"),
    "samples": ("ODD_NAMES", "Batch", "Question", "Search", "make_field", "make_operation", "make_tool"),
    "sources": ("SourceContract",),
    "wrapping": ("WrapperContract",),
}


def __getattr__(name: str) -> Any:
    home = next((module for module, names in _HOMES.items() if name in names), None)
    if home is None:
        msg = f"module {__name__!r} has no attribute {name!r}"
        raise AttributeError(msg)
    value = getattr(import_module(f".{home}", __name__), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(set(globals()) | set(__all__))
