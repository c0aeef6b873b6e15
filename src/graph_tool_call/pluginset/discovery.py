"""What installed distributions offer, as records; nothing is imported here."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .set import PluginRecord

if TYPE_CHECKING:
    from importlib.metadata import Distribution, EntryPoint


UNNAMED = "unnamed distribution"


def discover(group: str) -> tuple[PluginRecord, ...]:
    """One record for each entry point name of *group*, sorted by name.

    A name that several distributions offer gives one record that names them all and
    refuses to load: which one would win depends on `sys.path`, and nobody chose that.
    """
    # Costs 20 ms; only a set of installed plugins needs it.
    from importlib.metadata import entry_points

    found: dict[str, list[PluginRecord]] = {}
    origins: dict[int, tuple[str, str]] = {}
    for entry_point in entry_points(group=group):
        dist = entry_point.dist
        if id(dist) not in origins:
            origins[id(dist)] = _name_and_version(dist)
        record = _record(entry_point, *origins[id(dist)])
        found.setdefault(record.id, []).append(record)
    return tuple(_merged(found[name]) for name in sorted(found))


def _name_and_version(dist: Distribution | None) -> tuple[str, str]:
    """Each distribution is asked once: its whole metadata, README and all, is parsed at each look."""
    if dist is None:
        return UNNAMED, ""
    metadata = dist.metadata
    found = {key: metadata[key] for key in ("Name", "Version") if key in metadata}
    return found.get("Name") or UNNAMED, found.get("Version") or ""


def _record(entry_point: EntryPoint, name: str, version: str) -> PluginRecord:
    return PluginRecord(
        id=entry_point.name, distribution=name, version=version, value=entry_point.value, entry_point=entry_point
    )


def _merged(records: list[PluginRecord]) -> PluginRecord:
    import attrs

    first, *others = sorted(records, key=lambda record: (record.origin, record.value))
    return attrs.evolve(first, rivals=tuple(record.origin for record in others)) if others else first
