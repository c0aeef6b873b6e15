"""Every plugin that the main distribution ships keeps the contract of each hook that it implements."""

from __future__ import annotations

from typing import Any

import pytest
from bundled import bundled

from graph_tool_call.pluginset import PluginHost
from graph_tool_call_testing import (
    ClassifierContract,
    EnumContract,
    ExecutorContract,
    FinderContract,
    OptionsContract,
    PluginContract,
    ProducerSignalContract,
    SelectorEvidenceContract,
    SourceContract,
    TextContract,
)

pytestmark = pytest.mark.bundled

CONTRACTS: tuple[type[PluginContract], ...] = (
    ClassifierContract,
    EnumContract,
    ExecutorContract,
    FinderContract,
    OptionsContract,
    ProducerSignalContract,
    SelectorEvidenceContract,
    SourceContract,
    TextContract,
)
BY_HOOK = {contract.hook: contract for contract in CONTRACTS}
#: Rules that another process checks; each takes a second.
SLOW = ("test_import_is_light", "test_same_answer_in_another_process")


def rules() -> list[Any]:
    """(id, contract, test) for every rule of every bundled plugin."""
    return [
        pytest.param(row.id, BY_HOOK[hook], rule, marks=[pytest.mark.slow] if rule in SLOW else [])
        for row in PluginHost(bundled()).report
        for hook in row.hooks
        if row.status == "active" and hook in BY_HOOK
        for rule in sorted(rules_of(BY_HOOK[hook]))
    ]


def rules_of(contract: type[PluginContract]) -> list[str]:
    return [name for name in dir(contract) if name.startswith("test_")]


@pytest.mark.parametrize(("name", "contract", "rule"), rules())
def test_bundled_plugins_keep_the_rules(name: str, contract: type[PluginContract], rule: str) -> None:
    """Bundled plugins are held to what is asked of everybody's."""
    (record,) = bundled().only(name)

    getattr(type("Bundled", (contract,), {"plugin": record.load()})(), rule)()


def test_bundled_plugins_say_who_they_are() -> None:
    """`graph-tool-call plugins` has a title for each."""
    assert [] == [row.id for row in PluginHost(bundled()).report if row.status == "active" and not row.title]
