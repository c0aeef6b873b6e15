"""Settings of the command line: `[tool.graph-tool-call]` of a pyproject.toml, and `GTC_PLUGINS`."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import attrs

from .failure import BAD_INPUT, PLUGIN, CommandError
from .text import did_you_mean, with_article

if TYPE_CHECKING:
    from .. import PluginSet

#: Table → its keys and what each takes.
_TABLES: Final[Mapping[str, Mapping[str, str]]] = {
    "build": {
        "context_field_names": "list",
        "auth_field_names": "list",
        "paging_field_names": "list",
        "search_filter_field_names": "list",
        "user_input_field_names": "list",
        "skip_deprecated": "boolean",
        "annotations": "string",
    },
    "plan": {"context_defaults": "table", "enum_field_names": "list", "max_depth": "integer"},
}
_TYPES: Final[Mapping[str, type]] = {"list": list, "boolean": bool, "string": str, "table": dict, "integer": int}


@attrs.frozen(kw_only=True)
class Config:
    """What the configuration file says."""

    source: str = ""
    #: Plugin id → settings.
    plugins: Mapping[str, Any] = attrs.Factory(dict)
    build: Mapping[str, Any] = attrs.Factory(dict)
    plan: Mapping[str, Any] = attrs.Factory(dict)


def read_config(path: str | None) -> Config:
    """The configuration at *path*, else of the nearest pyproject.toml above the working directory that has one."""
    if path is not None:
        return _config(_table(Path(path), must_exist=True), path)
    here = Path.cwd()
    for folder in (here, *here.parents):
        table = _table(folder / "pyproject.toml", must_exist=False)
        if table:
            return _config(table, str(folder / "pyproject.toml"))
    return Config()


def _table(path: Path, *, must_exist: bool) -> dict[str, Any]:
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        if must_exist:
            raise CommandError("config", f"{path}: cannot be read: {error.strerror}", BAD_INPUT) from None
        return {}
    # Most files above the working directory are other people's; only one that names us is parsed.
    if not must_exist and "tool.graph-tool-call" not in text:
        return {}
    toml = _toml()
    try:
        table = toml.loads(text).get("tool", {}).get("graph-tool-call", {})
    except toml.TOMLDecodeError as error:
        raise CommandError("config", f"{path}: not TOML: {error}", BAD_INPUT) from None
    return table if isinstance(table, dict) else {}


def _toml() -> Any:
    # In the standard library since Python 3.11; before, a dependency of ours.
    return import_module("tomllib" if sys.version_info >= (3, 11) else "tomli")


def _config(table: Mapping[str, Any], source: str) -> Config:
    plugins = table.get("plugins", {})
    if not isinstance(plugins, dict) or not all(isinstance(value, dict) for value in plugins.values()):
        raise _wrong(source, "plugins takes one table for each plugin id: [tool.graph-tool-call.plugins.<id>]")
    parts = {name: _checked(name, table.get(name, {}), source) for name in _TABLES}
    build = dict(parts["build"])
    if "annotations" in build:
        # As everywhere in a pyproject.toml: paths are seen from its folder.
        build["annotations"] = str(Path(source).parent / build["annotations"])
    return Config(source=source, plugins=plugins, build=build, plan=parts["plan"])


def _checked(name: str, table: Any, source: str) -> Mapping[str, Any]:
    known = _TABLES[name]
    if not isinstance(table, dict):
        raise _wrong(source, f"{name} must be a table")
    for key, value in table.items():
        if key not in known:
            raise _wrong(source, f"{name} has no setting {key!r}{did_you_mean(key, known)}")
        wanted = _TYPES[known[key]]
        if not isinstance(value, wanted) or (wanted is int and isinstance(value, bool)):
            raise _wrong(source, f"{name}.{key} must be {with_article(known[key])}")
    return table


def _wrong(source: str, message: str) -> CommandError:
    return CommandError("config", f"{source}: [tool.graph-tool-call] {message}", BAD_INPUT)


# --- the plugin set -----------------------------------------------------------------


def plugin_set(choice: str | None) -> PluginSet:
    """The installed plugins, as *choice* (else `GTC_PLUGINS`) narrows them.

    "names,security" takes only these; "-korean" leaves one out; unset takes all. An empty *choice* is the empty set, an
    empty variable is none.
    """
    from .. import PluginSet

    if choice is not None and not choice.strip():
        return PluginSet()

    installed = PluginSet.installed()
    origin = "--plugins" if choice is not None else "GTC_PLUGINS"
    words = choice if choice is not None else os.environ.get("GTC_PLUGINS", "")
    items = [item.strip() for item in words.split(",") if item.strip()]
    only = [item for item in items if not item.startswith("-")]
    without = [item[1:] for item in items if item.startswith("-")]
    known = list(installed.ids)
    for item in (*only, *without):
        if item not in known:
            message = f"{origin}: there is no installed plugin {item!r}{did_you_mean(item, known)}"
            hint = "(graph-tool-call plugins lists them)"
            raise CommandError("unknown_plugin", f"{message} {hint}", PLUGIN, {"plugin": item, "installed": known})
    chosen = installed.only(*only) if only else installed
    return chosen.without(*without) if without else chosen
