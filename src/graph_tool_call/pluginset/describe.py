"""What one plugin of a host is, does and takes, JSON-shaped."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

import attrs

from ..codec import encode
from ..hooks import ExecutorSpec, ExporterSpec, ImporterSpec
from ..hooks.signals import Signals
from .load import ActivePlugin, type_name
from .table import Table

#: A field of a class with the `#:` comment above it.
_COMMENTED: Final = re.compile(r"((?:    #: .*\n)+)    (\w+)\s*:")


def described(plugin: ActivePlugin, tables: Mapping[str, Table], signals: Signals) -> dict[str, Any]:
    """`description`, `reads`, `hook_api`, `order`, `wraps`, `settings`, `signals`, and what *plugin* offers by name.

    `order` has the ids of all plugins that implement a hook of it, in the order in which they are asked;
    for `gtc_execute` the wrappers come first, and `wraps` says whether it is one.
    """
    return {
        "description": plugin.info.description,
        "reads": plugin.info.reads,
        "hook_api": plugin.info.hook_api,
        "order": {hook: _order(tables[hook]) for hook in plugin.hooks if hook not in _OF_LOADING},
        "wraps": any(entry.plugin == plugin.record.id for table in tables.values() for entry in table.wrappers),
        "settings": [] if plugin.info.settings is None else list(_settings(plugin.info.settings, plugin.settings, "")),
        "signals": [
            {"name": spec.name, "kind": spec.kind, "weight": signals[spec.name].value.weight, "meaning": spec.meaning}
            for spec in plugin.info.signals
        ],
        "executors": [_executor(spec) for spec in plugin.executors],
        "exporters": [_format(spec, "writes", spec.writes) for spec in plugin.exporters],
        "importers": [_format(spec, "reads", spec.reads) for spec in plugin.importers],
    }


#: Hooks that are asked when the plugin is loaded, where no other's answer matters.
_OF_LOADING: Final = ("gtc_plugin_info", "gtc_executors", "gtc_exporters", "gtc_importers")


def _executor(spec: ExecutorSpec) -> dict[str, Any]:
    """What a runner may rely on, and the options."""
    return {**attrs.asdict(spec), "options": _options(spec.options)}


def _format(spec: ExporterSpec | ImporterSpec, verb: str, kinds: tuple[str, ...]) -> dict[str, Any]:
    """What the format is, what it can write or read, and the options."""
    said = {name: getattr(spec, name) for name in ("name", "media_type", "suffix", "description")}
    return {**said, verb: list(kinds), "options": _options(spec.options)}


def _options(cls: type[Any] | None) -> list[dict[str, Any]] | None:
    """Options with type, default and meaning; None where any are taken."""
    rows = None if cls is None else list(_settings(cls, None, ""))
    for row in rows or ():
        # An option has a value in a call only.
        del row["value"]
    return rows


def _order(table: Table) -> list[str]:
    return [entry.plugin for entry in (*table.wrappers, *table.entries)]


def _settings(cls: type[Any], now: Any, prefix: str) -> Iterator[dict[str, Any]]:
    """A row for each setting; settings of a nested class follow it as "outer.inner"."""
    said = _comments(cls)
    for field in attrs.fields(_resolved(cls)):
        name = prefix + (field.alias or field.name)
        value = getattr(now, field.name, None)
        required = field.default is attrs.NOTHING
        yield {
            "name": name,
            "type": _type_text(field.type),
            "required": required,
            "default": None if required else encode(_default(field), other=type_name),
            "value": encode(value, other=type_name),
            "meaning": str(field.metadata.get("help", "")) or said.get(field.name, ""),
        }
        if isinstance(field.type, type) and attrs.has(field.type):
            yield from _settings(field.type, value, f"{name}.")


def _resolved(cls: type[Any]) -> type[Any]:
    """*cls* with its annotations as types, as far as their names can be found."""
    try:
        return attrs.resolve_types(cls)
    # An annotation may name anything, also what only a type checker imports.
    except Exception:  # noqa: BLE001
        return cls


def _type_text(annotation: Any) -> str:
    text = annotation if isinstance(annotation, str) else inspect.formatannotation(annotation)
    return re.sub(r"\b(?:collections\.abc|typing|[\w.]+\.settings)\.", "", text)


def _default(field: attrs.Attribute[Any]) -> Any:
    default = field.default
    # A factory that looks at the other settings has no default of its own.
    if isinstance(default, attrs.Factory):  # type: ignore[arg-type]
        return None if default.takes_self else default.factory()  # type: ignore[union-attr]
    return default


def _comments(cls: type[Any]) -> dict[str, str]:
    """Field → what its `#:` comment says; empty where there is no source to read."""
    try:
        found = _COMMENTED.findall(inspect.getsource(cls))
    except (OSError, TypeError):
        return {}
    return {name: " ".join(line.strip().removeprefix("#: ") for line in text.splitlines()) for text, name in found}
