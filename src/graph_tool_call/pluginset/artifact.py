"""What an artifact says of the plugins that it was built with: their settings, and how other plugins differ."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from ..codec import encode
from .host import PluginHost
from .signals import SETTING

#: Hooks that decide how a document is read and searched.
BUILDING: Final = frozenset({"gtc_vocabulary", "gtc_classify_fields", "gtc_analyze_text"})
#: Hooks of plugins whose settings an artifact never brings: where calls go is for the user to say.
RUNNING: Final = frozenset({"gtc_execute", "gtc_aexecute", "gtc_open_run", "gtc_close_run", "gtc_run_event"})


def executing(host: PluginHost) -> frozenset[str]:
    """Ids of the plugins of *host* that make or watch calls."""
    return frozenset(row.id for row in host.report if RUNNING & set(row.hooks))


def carried_settings(host: PluginHost, settings: Mapping[str, Any], is_secret: Callable[[str], bool]) -> dict[str, Any]:
    """Of *settings*, as they were given, those that an artifact brings along, JSON-shaped.

    Settings of plugins that make or watch calls are left out, and so are settings with a secret's name.
    """
    hooks = {row.id: set(row.hooks) for row in host.report if row.status == "active"}
    found = {}
    for name, given in settings.items():
        if name == SETTING or (name in hooks and not hooks[name] & RUNNING):
            plain = _without(is_secret, encode(given, other=_nothing))
            if plain:
                found[name] = plain
    return found


def _without(is_secret: Callable[[str], bool], value: Any) -> Any:
    if isinstance(value, Mapping):
        return {key: _without(is_secret, part) for key, part in value.items() if not is_secret(str(key))}
    if isinstance(value, (list, tuple)):
        return [_without(is_secret, part) for part in value]
    return value


def _nothing(_value: object) -> None:
    """Stands for a setting that JSON has no form for."""


def differences(host: PluginHost, artifact: Mapping[str, Any]) -> list[str]:
    """How the plugins of *host* differ from those that *artifact* was built with; none where that says nothing."""
    library = artifact.get("library")
    built = library.get("plugins") if isinstance(library, Mapping) else None
    if not isinstance(built, Mapping) or not isinstance(built.get("plugins"), list):
        return []
    now = host.fingerprint()
    if built.get("digest") == now["digest"]:
        return []
    before = {str(row.get("id")): str(row.get("version", "")) for row in built["plugins"] if isinstance(row, Mapping)}
    here = {row["id"]: row["version"] for row in now["plugins"]}
    building = {row.id for row in host.report if BUILDING & set(row.hooks)}
    said = [
        f"plugin {name!r} took part in building, and takes none here" for name in sorted(before.keys() - here.keys())
    ]
    said += [f"plugin {name!r} took no part in building" for name in sorted((here.keys() - before.keys()) & building)]
    both = sorted(before.keys() & here.keys())
    said += [f"plugin {n!r} was {before[n] or '?'}, and is {here[n] or '?'}" for n in both if before[n] != here[n]]
    if not said and before.keys() == here.keys():
        said.append("plugins had other settings, or other weights of signals")
    return said
