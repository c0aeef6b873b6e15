"""The kit without a test file: which contracts a plugin has to keep, and what comes of each rule."""

from __future__ import annotations

import inspect
from collections.abc import Iterator, Mapping
from typing import Any, Final

import attrs
import pytest

from graph_tool_call.errors import GraphToolCallError
from graph_tool_call.pluginset import PluginHost, PluginSet

from .base import PluginContract
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
from .sources import SourceContract
from .wrapping import WrapperContract

#: Hook → contract of the plugins that implement it; `gtc_execute` has two, one for each kind of function.
CONTRACTS: Final[Mapping[str, type[PluginContract]]] = {
    "gtc_plugin_info": PluginInfoContract,
    "gtc_read_source": SourceContract,
    "gtc_vocabulary": VocabularyContract,
    "gtc_classify_fields": ClassifierContract,
    "gtc_producer_signals": ProducerSignalContract,
    "gtc_planning_rules": PlanningRulesContract,
    "gtc_selector_evidence": SelectorEvidenceContract,
    "gtc_analyze_text": TextContract,
    "gtc_find_tools": FinderContract,
    "gtc_choices": ChoicesContract,
    "gtc_resolve_enum": EnumContract,
    "gtc_find_options": OptionsContract,
    "gtc_execute": ExecutorContract,
    "gtc_run_event": RunEventContract,
}
#: Hooks that another one's contract covers.
COVERED: Final = frozenset({"gtc_executors"})


@attrs.frozen(kw_only=True)
class Checked:
    """What came of one rule."""

    #: The contract's name, and the hook that it is about; "" for rules of every plugin.
    contract: str
    hook: str
    rule: str
    #: One sentence: what the rule asks.
    claim: str
    #: passed, failed, or skipped.
    status: str
    #: Why it failed or was skipped.
    reason: str = ""


@attrs.frozen(kw_only=True)
class CheckReport:
    """What came of all rules that a plugin has to keep."""

    rules: tuple[Checked, ...]
    #: Hooks of it that no contract is about.
    unchecked: tuple[str, ...] = ()

    def count(self, status: str) -> int:
        """How many rules came out so: passed, failed, or skipped."""
        return sum(one.status == status for one in self.rules)


def check(plugin: object, settings: Mapping[str, Any] | None = None) -> CheckReport:
    """What comes of each rule that *plugin* has to keep: those of every plugin, then those of its hooks.

    A plugin that cannot be loaded has one row, which says why.
    """
    given = dict(settings or {})
    try:
        host = PluginHost(PluginSet().with_(plugin, id="under-test"), {"under-test": given} if given else None)
    except GraphToolCallError as error:
        claim = "The plugin loads, and its hooks and arguments exist."
        row = Checked(contract="PluginContract", hook="", rule="registers_cleanly", claim=claim, status="failed")
        return CheckReport(rules=(attrs.evolve(row, reason=str(error)),))
    hooks = host.report[0].hooks
    contracts = [CONTRACTS[hook] for hook in CONTRACTS if hook in hooks and hook != "gtc_execute"]
    contracts += [kind for kind, found in _of_calls(host) if found]
    members = {"plugin": plugin, "settings": given}
    general = _general(hooks)
    rows = [*_rows(general, members, of_all=True), *(row for kind in contracts for row in _rows(kind, members))]
    return CheckReport(rules=tuple(rows), unchecked=tuple(sorted(set(hooks) - set(CONTRACTS) - COVERED)))


def _of_calls(host: PluginHost) -> Iterator[tuple[type[PluginContract], bool]]:
    said = host.describe("under-test")
    yield WrapperContract, said["wraps"]
    yield ExecutorContract, said["order"].get("gtc_execute", []).count("under-test") > said["wraps"]


def _general(hooks: tuple[str, ...]) -> type[PluginContract]:
    """The rules of every plugin, held against one of the hooks that this one has."""
    return type("PluginContract", (PluginContract,), {"hook": hooks[0]})


def _rows(kind: type[PluginContract], members: Mapping[str, Any], *, of_all: bool = False) -> Iterator[Checked]:
    hook = "" if of_all else kind.hook
    tested = type(kind.__name__, (kind,), {**members, "__module__": kind.__module__})
    for name in sorted(dir(kind), key=lambda name: _line(kind, name)):
        if not name.startswith("test_") or (not of_all and hasattr(PluginContract, name)):
            continue
        claim = (inspect.getdoc(getattr(kind, name)) or "").partition("\n\n")[0]
        status, reason = _outcome(tested, name)
        rule = name.removeprefix("test_")
        yield Checked(contract=kind.__name__, hook=hook, rule=rule, claim=claim, status=status, reason=reason)


def _line(kind: type[PluginContract], name: str) -> int:
    """Where a rule stands in the kit: in the order of its pages."""
    code = getattr(getattr(kind, name), "__code__", None)
    return code.co_firstlineno if code is not None else 0


def _outcome(kind: type[PluginContract], name: str) -> tuple[str, str]:
    try:
        # As with pytest: an instance for each rule.
        getattr(kind(), name)()
    except pytest.skip.Exception as skipped:
        return "skipped", str(skipped.msg)
    except AssertionError as failed:
        return "failed", str(failed).partition("\nassert ")[0]
    except GraphToolCallError as error:
        return "failed", str(error)
    # Whatever else a plugin makes a rule raise is what has come of it.
    except Exception as error:  # noqa: BLE001
        return "failed", f"{type(error).__name__}: {error}"
    return "passed", ""
