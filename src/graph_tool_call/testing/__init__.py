"""A conformance kit for authors of plugins; it needs pytest.

Subclass the contract of what your plugin does, and give it the plugin:

    class TestRules(ClassifierContract):
        plugin = acme_rules

`graph_tool_call.testing.cases` tells how to write cases in YAML.
"""

try:
    import pytest
except ModuleNotFoundError as error:
    if error.name != "pytest":
        raise
    message = "graph_tool_call.testing needs pytest: pip install graph-tool-call[test]"
    raise ModuleNotFoundError(message, name="pytest") from None

# ruff: noqa: E402
# Before they are imported, so that a failed assertion of the kit shows what it compared.
pytest.register_assert_rewrite(
    *(f"graph_tool_call.testing.{name}" for name in ("base", "contracts", "executing", "others", "wrapping"))
)

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
    "TextContract",
    "VocabularyContract",
    "WrapperContract",
    "make_field",
    "make_operation",
    "make_tool",
    "read_cases",
    "run_case",
]
