"""`PluginHost`: the plugins of one engine, built from one set and then left alone."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from types import MappingProxyType
from typing import Any

from ..codec import encode
from ..errors import DecodeError, PluginError, PluginLoadError, UnknownPluginError
from ..hooks import HOOK_API_VERSION, Collection, ExecutorSpec, ToolFacts, Vocabulary
from ..hooks.signals import Signals
from ..model import Opinion
from .describe import described
from .formats import Formats
from .implementations import hook_parameters
from .load import ActivePlugin, activate, type_name
from .offers import Offered, with_offers
from .options import read_options
from .order import in_order, unmet
from .planning import PlanSession
from .readers import RequestSession
from .report import ReportRow
from .run import RunSession
from .sessions import BuildSession, Desk, QuerySession
from .set import PluginRecord, PluginSet
from .signals import OF_CORE, SETTING, weighed, with_declared
from .sources import SourceSession
from .suggest import did_you_mean
from .table import Table, compile_table, new_manager, register
from .trace import LOADING, watched, watching


class PluginHost:
    """Asks the plugins of one set, checks their answers, and remembers who said what.

    Hosts share nothing. A host never changes after it is built, so threads may share it.

    Attributes:
        plugins: The set it was built from.
        executors: What each executor name stands for, and whose it is.
        formats: What is written and read, by the names of formats.
        report: One row for each plugin of the set: active, blocked or failed, and why.
        signals: What each signal counts and means, by name, and whose it is.
    """

    def __init__(
        self,
        plugins: PluginSet,
        settings: Mapping[str, Any] | None = None,
        *,
        on_error: str = "raise",
    ) -> None:
        """Import and check *plugins*.

        *settings* maps plugin ids to objects that each plugin's settings class is read
        from, and "signals" to weights by the names of signals. The first problem raises the
        `PluginError` that names it; with *on_error* "report" a plugin that fails takes no part,
        and its row in `report` says why.
        """
        if on_error not in ("raise", "report"):
            msg = f"on_error is 'raise' or 'report', not {on_error!r}"
            raise ValueError(msg)
        if not isinstance(plugins, PluginSet):
            raise TypeError(f"plugins is a PluginSet, not {plugins!r}: PluginSet.installed() has the installed ones")
        build = _Build(plugins, _by_plugin(settings), on_error)
        self.plugins = plugins
        self.executors: Mapping[str, Opinion[ExecutorSpec]] = MappingProxyType(dict(build.offered.get("executor", {})))
        self.report: tuple[ReportRow, ...] = build.report()
        self._active = tuple(build.active.values())
        tables = build.tables()
        self.signals: Signals = build.signals
        settings_by_id = {one.record.id: one.settings for one in self._active}
        self._desk = Desk(tables=tables, settings=settings_by_id, signals=self.signals)
        self.formats = Formats(
            exporters=build.offered.get("exporter", {}),
            importers=build.offered.get("importer", {}),
            settings=settings_by_id,
            origins={one.record.id: one.record.origin for one in self._active},
        )

    def source_session(self) -> SourceSession:
        """Reading of sources."""
        return SourceSession(self._desk, {one.record.id: one.info.reads for one in self._active})

    def build_session(self, collection: Collection) -> BuildSession:
        """Classification of the operations of *collection*."""
        return BuildSession(self._desk, collection)

    @cached_property
    def vocabulary(self) -> Vocabulary:
        """The words that the plugins say where no document is being read: in planning and running."""
        return self.build_session(Collection()).vocabulary

    def plan_session(self, tools: Mapping[str, ToolFacts]) -> PlanSession:
        """Producer signals, hard rules, enum words and option sources over *tools*."""
        return PlanSession(self._desk, tools)

    def request_session(self, tools: Mapping[str, ToolFacts]) -> RequestSession:
        """Reading of requests over *tools*."""
        return RequestSession(self._desk, tools)

    def query_session(self, rarity: Callable[[str], float], learning: Sequence[Mapping[str, Any]] = ()) -> QuerySession:
        """Text analysis and evidence; *rarity* weighs a term by how rare it is in the collection, 0 to 1."""
        return QuerySession(self._desk, rarity, learning)

    def run_session(
        self,
        credentials: Callable[[str], Any] | None = None,
        options: Any = None,
        *,
        executor: str = "",
        document: Mapping[str, Any] | None = None,
    ) -> RunSession:
        """Execution: calls through *executor*, or through whichever plugin takes a call where none is named.

        *credentials* gives the credential for a security scheme id, *options* are the executor's, a mapping or
        an instance of its class, *document* is what the API description says as a whole. Raises `DecodeError`
        for options that the executor does not take.
        """
        read = read_options(self.executors.get(executor), options)
        return RunSession(
            self._desk, credentials, read, executor=executor, executors=self.executors, document=document or {}
        )

    def implements(self, hook: str) -> bool:
        """Whether any plugin implements *hook*; a stage whose hook nobody implements may be skipped."""
        table = self._desk.tables[hook]
        return bool(table.entries or table.wrappers)

    def describe(self, id: str) -> dict[str, Any]:  # noqa: A002
        """What the plugin *id* is, does and takes; of one that takes no part, its row of `report` alone.

        The keys are those of a `ReportRow`, and `description`, `reads` (which sources), `hook_api`, `order` (of each
        hook the plugins that are asked, in that order), `wraps` (it goes around calls), `settings` (type, default
        and present value), `signals` with their weights, `executors`, `exporters` and `importers`. Raises
        `UnknownPluginError`.
        """
        rows = {row.id: row for row in self.report}
        if id not in rows:
            raise UnknownPluginError(f"no such plugin{did_you_mean(id, rows)}", id)
        about = {
            "description": "",
            "reads": "",
            "hook_api": 0,
            "order": {},
            "wraps": False,
            "settings": [],
            "signals": [],
            "executors": [],
            "exporters": [],
            "importers": [],
        }
        for plugin in self._active:
            if plugin.record.id == id:
                about = described(plugin, self._desk.tables, self.signals)
        return {**rows[id].to_dict(), **about}

    def fingerprint(self) -> dict[str, Any]:
        """What an artifact says about its plugins: `plugins` (id, version, distribution), `hook_api`, and `digest`.

        The digest covers the set and the decoded settings; it does not depend on the
        process, and equal settings give equal digests however they were written.
        """
        rows = [
            {"id": one.record.id, "version": one.record.version, "distribution": one.record.distribution}
            for one in self._active
        ]
        covered = [
            {**row, "value": one.record.value, "settings": one.settings, "state": one.state}
            for row, one in zip(rows, self._active, strict=True)
        ]
        weighed = {name: said.value.weight for name, said in self.signals.items()}
        plain = encode([HOOK_API_VERSION, covered, weighed], other=type_name)
        text = json.dumps(plain, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
        digest = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
        return {"plugins": rows, "hook_api": HOOK_API_VERSION, "digest": digest}


def _by_plugin(settings: Any) -> dict[str, Any]:
    """*settings* as they were given, by plugin id. Raises `DecodeError` where that is no mapping of texts."""
    if settings is None:
        return {}
    if not isinstance(settings, Mapping):
        raise DecodeError("settings", (f"expected an object by plugin id, got {type(settings).__name__} @ $",))
    for name in settings:
        if not isinstance(name, str):
            raise DecodeError("settings", (f"expected a plugin id, got {type(name).__name__} @ $",))
    return dict(settings)


class _Build:
    """The making of one host: who takes part, and what became of the others."""

    def __init__(self, plugins: PluginSet, settings: dict[str, Any], on_error: str) -> None:
        self._plugins = plugins
        self._raises = on_error == "raise"
        self._hooks = hook_parameters()
        self._watch = watching()
        self._failures: dict[str, PluginError] = {}
        self.active: dict[str, ActivePlugin] = {}
        self.offered: Offered = {}
        self.signals = OF_CORE
        self._check_settings(settings)
        for plugin in self._in_order(self._ready(settings)):
            try:
                self._add(plugin)
            except PluginError as exc:
                self._fail(plugin.record.id, exc)
        self.signals = weighed(self.signals, settings.get(SETTING))

    def _ready(self, settings: Mapping[str, Any]) -> dict[str, ActivePlugin]:
        """The plugins that can be loaded, and have what they require."""
        ready: dict[str, ActivePlugin] = {}
        for record in self._plugins:
            try:
                ready[record.id] = self._activated(record, settings.get(record.id))
            except PluginError as exc:
                self._fail(record.id, exc)
        while lacking := list(unmet(ready)):
            for error in lacking:
                self._fail(error.plugin, error)
                del ready[error.plugin]
        return ready

    def _in_order(self, ready: dict[str, ActivePlugin]) -> list[ActivePlugin]:
        while True:
            try:
                return in_order(ready)
            except PluginLoadError as exc:
                self._fail(exc.plugin, exc)
                del ready[exc.plugin]

    def _activated(self, record: PluginRecord, settings: Any) -> ActivePlugin:
        if self._watch is None:
            return activate(record, self._hooks, settings)
        return watched(activate, record.id, LOADING, self._watch)(record, self._hooks, settings)  # type: ignore[no-any-return]

    def _fail(self, id: str, exc: PluginError) -> None:  # noqa: A002
        if self._raises:
            raise exc
        self._failures[id] = exc

    def _check_settings(self, settings: Mapping[str, Any]) -> None:
        known = {record.id for record in self._plugins.records} | self._plugins.blocked | {SETTING}
        for name in sorted(settings.keys() - known):
            problem = f"settings are given for it, and no such plugin is there{did_you_mean(name, known)}"
            self._fail(name, UnknownPluginError(problem, name))

    def _add(self, plugin: ActivePlugin) -> None:
        record = plugin.record
        for other in self.active.values():
            if other.plugin is plugin.plugin:
                problem = f"the same object as plugin {other.record.id!r}; it would answer twice"
                raise PluginLoadError(problem, record.id, origin=record.origin)
        offered = with_offers(self.offered, plugin, lambda rival: self.active[rival].record.origin)
        self.signals = with_declared(self.signals, plugin)
        self.offered = offered
        self.active[record.id] = plugin

    def tables(self) -> dict[str, Table]:
        """The dispatch tables of all hooks, in the order that one pluggy manager gives."""
        manager = new_manager()
        # pluggy calls the last registered first; a set is in call order.
        for plugin in reversed(self.active.values()):
            register(manager, plugin.record, plugin.face)
        origins = {id: plugin.record.origin for id, plugin in self.active.items()}  # noqa: A001
        return {hook: compile_table(manager, hook, names, origins, self._watch) for hook, names in self._hooks.items()}

    def report(self) -> tuple[ReportRow, ...]:
        """One row for each plugin of the set, in its order, then for ids that are blocked or have settings only."""
        known = {record.id: record for record in self._plugins.records}
        strangers = sorted((self._plugins.blocked | set(self._failures)) - set(known))
        return tuple(self._row(id) for id in (*known, *strangers))  # noqa: A001

    def _row(self, id: str) -> ReportRow:  # noqa: A002
        records = {record.id: record for record in self._plugins.records}
        record, active = records.get(id), self.active.get(id)
        status, why = "active", ""
        if id in self._failures:
            status, why = "failed", str(self._failures[id])
        elif id in self._plugins.blocked:
            hint = "" if record else f"; no plugin of this id is there{did_you_mean(id, records)}"
            status, why = "blocked", f"blocked by the plugin set{hint}"
        return ReportRow(
            id=id,
            version=record.version if record else "",
            distribution=record.distribution if record else "",
            title=active.info.title if active else "",
            hooks=active.hooks if active else (),
            status=status,
            why=why,
        )
