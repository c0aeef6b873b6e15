"""From a record to a plugin that is ready to take part: imported, checked, with its settings."""

from __future__ import annotations

from collections.abc import Mapping
from types import ModuleType
from typing import Any, TypeVar

import attrs

from ..codec import decode, encode
from ..errors import DecodeError, HookResultError, PluginError, PluginLoadError, PluginSettingsError
from ..hooks import HOOK_API_VERSION, ExecutorSpec, ExporterSpec, ImporterSpec, PluginInfo
from .implementations import Face, Implementation, find_implementations
from .set import PluginRecord
from .suggest import one_line
from .table import Entry, shown

S = TypeVar("S")


@attrs.frozen(kw_only=True, eq=False)
class ActivePlugin:
    """A plugin that is imported and checked, and has said who it is."""

    record: PluginRecord
    plugin: object
    face: Face
    hooks: tuple[str, ...]
    info: PluginInfo
    #: An instance of `info.settings`; None for a plugin that takes none.
    settings: Any
    executors: tuple[ExecutorSpec, ...]
    exporters: tuple[ExporterSpec, ...]
    importers: tuple[ImporterSpec, ...]
    #: What an instance that was given holds, JSON-shaped: two of one class are not the same plugin.
    state: Any = None


def activate(record: PluginRecord, hooks: Mapping[str, tuple[str, ...]], settings: object) -> ActivePlugin:
    """Import and check the plugin of *record*; *settings* is what the caller gave for it, or None.

    Raises a `PluginError` of the class that says what is wrong.
    """
    plugin = record.load()
    try:
        found = find_implementations(plugin, record, hooks)
    except PluginError:
        raise
    except Exception as exc:
        problem = f"cannot be looked at: {type(exc).__name__}: {one_line(exc)}"
        raise PluginLoadError(problem, record.id, origin=record.origin) from exc
    info = _info(record, found)
    return ActivePlugin(
        record=record,
        plugin=plugin,
        face=Face(found),
        hooks=tuple(sorted({one.hook for one in found})),
        info=info,
        settings=_settings(record, info, settings),
        executors=_offered(record, found, "gtc_executors", ExecutorSpec),
        exporters=_offered(record, found, "gtc_exporters", ExporterSpec),
        importers=_offered(record, found, "gtc_importers", ImporterSpec),
        state=_state(plugin) if record.explicit else None,
    )


def _state(plugin: object) -> Any:
    cls = type(plugin)
    held = getattr(plugin, "__dict__", None) if not isinstance(plugin, ModuleType) else None
    if attrs.has(cls):
        held = {field.name: getattr(plugin, field.name, None) for field in attrs.fields(cls)}
    return None if held is None else encode(dict(held), other=type_name)


def type_name(value: object) -> str:
    """Stands for a value that JSON has no form for: its text may hold an address."""
    return f"<{type(value).__module__}.{type(value).__qualname__}>"


def _entry(record: PluginRecord, found: tuple[Implementation, ...], hook: str) -> Entry | None:
    """The implementation of a hook without arguments."""
    for one in found:
        if one.hook == hook:
            return Entry(plugin=record.id, origin=record.origin, hook=hook, call=one.function)
    return None


def _info(record: PluginRecord, found: tuple[Implementation, ...]) -> PluginInfo:
    entry = _entry(record, found, "gtc_plugin_info")
    info = entry.ask("") if entry else None
    if info is None:
        return PluginInfo()
    if not isinstance(info, PluginInfo):
        problem = f"expected PluginInfo or None, got {shown(info)}"
    elif info.hook_api > HOOK_API_VERSION:
        problem = f"written for hook API {info.hook_api}, and graph-tool-call here has {HOOK_API_VERSION}; update it"
        raise PluginLoadError(problem, record.id, origin=record.origin)
    elif info.settings is not None and not attrs.has(info.settings):
        problem = f"settings must be an attrs class, got {shown(info.settings)}"
    else:
        return info
    raise HookResultError(problem, record.id, "gtc_plugin_info", record.origin)


def _settings(record: PluginRecord, info: PluginInfo, given: object) -> Any:
    if info.settings is None:
        if given:
            problem = "takes no settings, and some are given; remove them"
            raise PluginSettingsError(problem, record.id, origin=record.origin)
        return None
    if isinstance(given, info.settings):
        return given
    try:
        return decode({} if given is None else given, info.settings, what="settings")
    except DecodeError as exc:
        raise PluginSettingsError(str(exc), record.id, origin=record.origin) from exc
    except Exception as exc:
        problem = f"settings class {info.settings.__name__} cannot be read: {type(exc).__name__}: {one_line(exc)}"
        raise PluginSettingsError(problem, record.id, origin=record.origin) from exc


def _offered(record: PluginRecord, found: tuple[Implementation, ...], hook: str, spec: type[S]) -> tuple[S, ...]:
    """What the plugin offers by *hook*, each an instance of *spec*."""
    entry = _entry(record, found, hook)
    offered = entry.collect("") if entry else ()
    for one in offered:
        if entry and not isinstance(one, spec):
            raise entry.wrong(f"expected {spec.__name__}, got {shown(one)}", "")
    return offered
