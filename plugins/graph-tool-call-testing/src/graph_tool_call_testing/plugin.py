"""The pytest plugin: it collects `*.cases.yaml` and `*.cases.yml` as tests, and offers the kit's fixtures.

pytest loads it by its entry point, in every run of an environment that has the kit: what costs time is imported
when it is wanted. `-p no:graph_tool_call_testing.plugin` leaves it out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from graph_tool_call.pluginset import PluginHost, PluginSet

    from .cases import Case, CaseFile


@pytest.fixture(name="empty_set")
def _empty_set() -> PluginSet:
    """A set without plugins; nothing that is installed takes part."""
    from graph_tool_call.pluginset import PluginSet

    return PluginSet()


@pytest.fixture(name="host_of")
def _host_of() -> Callable[..., PluginHost]:
    """Makes a host of the given plugins, by id: `host_of(acme=acme_rules, settings={"acme": {...}})`."""
    from graph_tool_call.pluginset import PluginHost, PluginSet

    def make(settings: Any = None, **plugins: object) -> PluginHost:
        chosen = PluginSet()
        for name, plugin in plugins.items():
            chosen = chosen.with_(plugin, id=name)
        return PluginHost(chosen, settings)

    return make


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """Collect YAML cases."""
    if file_path.name.endswith((".cases.yaml", ".cases.yml")):
        return _CaseCollector.from_parent(parent, path=file_path)
    return None


class _CaseCollector(pytest.File):
    """One file of cases."""

    def collect(self) -> Iterator[pytest.Item]:
        from graph_tool_call.errors import GraphToolCallError

        from .cases import read_cases

        try:
            file = read_cases(self.path)
        except GraphToolCallError as exc:
            raise self.CollectError(str(exc)) from exc
        for case in file.cases:
            yield _CaseItem.from_parent(self, name=case.name, file=file, case=case)


class _CaseItem(pytest.Item):
    """One case."""

    def __init__(self, *, file: CaseFile, case: Case, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._file = file
        self._case = case

    def runtest(self) -> None:
        from .cases import run_case

        problems = run_case(self._case, self._file.host())
        if problems:
            raise _CaseError("\n".join(problems))

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        from graph_tool_call.errors import GraphToolCallError

        # What a case or a plugin did wrong is in the text; the way through the kit says nothing.
        if isinstance(excinfo.value, (_CaseError, GraphToolCallError)):
            return f"{self.path.name}: {self.name}\n{excinfo.value}"
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int | None, str]:
        return self.path, None, f"case: {self.name}"


class _CaseError(Exception):
    """A case is not fulfilled."""
