"""What installed distributions offer, as records; nothing is imported here."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .set import PluginRecord

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint


def discover(group: str) -> tuple[PluginRecord, ...]:
    """One record for each entry point name of *group*, sorted by name.

    A name that several distributions offer gives one record that names them all and
    refuses to load: which one would win depends on `sys.path`, and nobody chose that.
    """
    # Costs 20 ms; only a set of installed plugins needs it.
    from importlib.metadata import entry_points

    found: dict[str, list[PluginRecord]] = {}
    for entry_point in entry_points(group=group):
        record = _record(entry_point)
        found.setdefault(record.id, []).append(record)
    return tuple(_merged(found[name]) for name in sorted(found))


def _record(entry_point: EntryPoint) -> PluginRecord:
    dist = entry_point.dist
    return PluginRecord(
        id=entry_point.name,
        distribution=(dist.name if dist else "") or "unnamed distribution",
        version=(dist.version if dist else "") or "",
        value=entry_point.value,
        entry_point=entry_point,
    )


def _merged(records: list[PluginRecord]) -> PluginRecord:
    import attrs

    first, *others = sorted(records, key=lambda record: (record.origin, record.value))
    return attrs.evolve(first, rivals=tuple(record.origin for record in others)) if others else first
