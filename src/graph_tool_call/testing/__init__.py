"""The conformance kit for authors of plugins, which the distribution graph-tool-call-testing brings.

The names are those of `graph_tool_call_testing`, and stay here.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from graph_tool_call_testing import (
        ODD_NAMES,
        Batch,
        CaseFile,
        ChoicesContract,
        ClassifierContract,
        EnumContract,
        ExecutorContract,
        FinderContract,
        OptionsContract,
        PlanningRulesContract,
        PluginContract,
        PluginInfoContract,
        ProducerSignalContract,
        Question,
        RunEventContract,
        Search,
        SelectorEvidenceContract,
        SourceContract,
        TextContract,
        VocabularyContract,
        WrapperContract,
        make_field,
        make_operation,
        make_tool,
        read_cases,
        run_case,
    )

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


def kit(module: str = "") -> Any:
    """The kit, or the *module* of it. Raises `ModuleNotFoundError`, with what to install, where it is absent."""
    try:
        package = import_module("graph_tool_call_testing")
    except ModuleNotFoundError as error:
        if error.name not in {"graph_tool_call_testing", "pytest"}:
            raise
        message = "the conformance kit is not installed: pip install graph-tool-call[testing]"
        raise ModuleNotFoundError(message, name=error.name) from None
    return import_module(f"{package.__name__}.{module}") if module else package


def __getattr__(name: str) -> Any:
    if name not in __all__:
        msg = f"module {__name__!r} has no attribute {name!r}"
        raise AttributeError(msg)
    value = getattr(kit(), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(set(globals()) | set(__all__))
