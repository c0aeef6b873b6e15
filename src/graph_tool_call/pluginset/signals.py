"""The signals of a host: what its plugins declare, with what the user's settings weigh anew."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

import attrs

from ..errors import DecodeError, HookResultError
from ..hooks import SignalSpec
from ..hooks.signals import OF_CORE as CORE_SIGNALS, Signals
from ..model import Opinion
from .load import ActivePlugin
from .suggest import did_you_mean

#: The key of the settings that weighs signals; no plugin may have this id.
SETTING: Final = "signals"
#: Who declares the signals of the core.
CORE: Final = "core"


#: The signals that the core gives itself.
OF_CORE: Final[Signals] = MappingProxyType({spec.name: Opinion(CORE, spec) for spec in CORE_SIGNALS})


def with_declared(signals: Signals, plugin: ActivePlugin) -> Signals:
    """*signals* and those of *plugin*. Raises `HookResultError` where the same name is declared otherwise already."""
    record = plugin.record
    found = dict(signals)
    for spec in plugin.info.signals:
        known = found.setdefault(spec.name, Opinion(record.id, spec))
        if known.value != spec:
            problem = f"signal {spec.name!r} is declared otherwise by {known.plugin!r}; give it another name"
            raise HookResultError(problem, record.id, "gtc_plugin_info", record.origin)
    return MappingProxyType(found)


def weighed(signals: Signals, weights: Any) -> Signals:
    """*signals* with the *weights* of a user's settings. Raises `DecodeError` for what is no weight of a signal."""
    if weights is None:
        return signals
    if not isinstance(weights, Mapping):
        raise DecodeError("settings", (f"expected weights by signal, got {type(weights).__name__} @ $.{SETTING}",))
    return MappingProxyType({**signals, **{name: _anew(name, weight, signals) for name, weight in weights.items()}})


def _anew(name: Any, weight: Any, signals: Signals) -> Opinion[SignalSpec]:
    known = signals.get(name)
    if known is None:
        near = did_you_mean(str(name), signals)
        raise DecodeError("settings", (f"no plugin declares a signal {name!r}{near} @ $.{SETTING}",))
    try:
        return attrs.evolve(known, value=attrs.evolve(known.value, weight=weight, unranked=None))
    except ValueError as exc:
        raise DecodeError("settings", (f"{exc} @ $.{SETTING}.{name}",)) from exc


def undeclared(name: str, kind: str, table: Signals) -> str:
    """What is wrong with evidence under *name*, for its author; "" where a signal of that kind is declared."""
    known = table.get(name)
    if known is not None and known.value.kind == kind:
        return ""
    names = [other for other, declared in table.items() if declared.value.kind == kind]
    what = "for another kind of argument" if known is not None else "by no plugin"
    declare = f"PluginInfo(signals=(SignalSpec(name={name!r}, kind={kind!r}, weight=…),))"
    return f"signal {name!r} is declared {what}{did_you_mean(name, names)}; declare it in gtc_plugin_info: {declare}"
