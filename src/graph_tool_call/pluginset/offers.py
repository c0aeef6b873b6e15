"""What plugins offer by name, of which each name is one plugin's: executors, exporters, importers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from ..errors import DuplicateExecutorError, DuplicateFormatError, PluginError
from ..model import Opinion
from .load import ActivePlugin

#: What is offered → the hook that names it, and the error for two of one name.
OFFERS: Final[Mapping[str, tuple[str, type[PluginError]]]] = MappingProxyType({
    "executor": ("gtc_executors", DuplicateExecutorError),
    "exporter": ("gtc_exporters", DuplicateFormatError),
    "importer": ("gtc_importers", DuplicateFormatError),
})  # fmt: skip

Offered = Mapping[str, Mapping[str, Opinion[Any]]]


def with_offers(offered: Offered, plugin: ActivePlugin, origin_of: Callable[[str], str]) -> Offered:
    """*offered*, by what it is and by name, and what *plugin* offers. Raises `PluginError` for a name that is taken."""
    specs: dict[str, Sequence[Any]] = {
        "executor": plugin.executors,
        "exporter": plugin.exporters,
        "importer": plugin.importers,
    }
    return {what: _joined(what, offered.get(what, {}), plugin, specs[what], origin_of) for what in OFFERS}


def _joined(
    what: str,
    known: Mapping[str, Opinion[Any]],
    plugin: ActivePlugin,
    specs: Sequence[Any],
    origin_of: Callable[[str], str],
) -> Mapping[str, Opinion[Any]]:
    joined = dict(known)
    record = plugin.record
    for spec in specs:
        if spec.name in joined:
            rival = joined[spec.name].plugin
            origin = record.origin if rival == record.id else origin_of(rival)
            hook, error = OFFERS[what]
            problem = f"{what} {spec.name!r} is offered by plugin {rival!r} ({origin}) too; block one of them"
            raise error(problem, record.id, hook, record.origin)
        joined[spec.name] = Opinion(record.id, spec)
    return joined
