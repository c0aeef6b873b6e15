"""`PluginSet`: a frozen description of which plugins take part."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Final

import attrs

from ..errors import PluginLoadError, UnknownPluginError
from ..hooks import ENTRY_POINT_GROUP
from .suggest import did_you_mean, one_line

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

# Ids are keys of TOML tables and words of a comma-separated list where "-" means "without".
_ID: Final = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.-]*\Z")


@attrs.frozen(kw_only=True)
class PluginRecord:
    """One plugin: its id, where it comes from, and what to load.

    Two records are equal when they name the same entry point of the same distribution,
    or hold the very same object.
    """

    distribution: str = ""
    version: str = ""
    #: "module:attribute" that the entry point names, or the module and class of a given object.
    value: str = ""
    #: Other distributions ("name version") that offer an entry point of this id; loading is then refused.
    rivals: tuple[str, ...] = ()
    # Any `==` of its own is beside the point: the set asks whether it is the same object.
    _plugin: object = attrs.field(default=None, eq=id, repr=False)
    _entry_point: EntryPoint | None = attrs.field(default=None, eq=False, repr=False)
    #: Entry-point name, or what the caller gave. Last, because it hides the builtin that `eq` needs above.
    id: str

    @property
    def explicit(self) -> bool:
        """Given as an object, and not found among the installed distributions."""
        return self._entry_point is None

    @property
    def origin(self) -> str:
        """For people: "graph-tool-call-names 0.1.0", or what object was given."""
        return f"{self.distribution} {self.version}".strip() or self.value

    def load(self) -> object:
        """The plugin object: a module or an instance.

        Raises `PluginLoadError`: its import failed, it is not what its entry point says,
        or several distributions claim its id.
        """
        if not _ID.match(self.id):
            problem = "not a usable id: plugin ids consist of letters, digits and _ . - and do not begin with . or -"
            raise PluginLoadError(problem, self.id, origin=self.origin)
        if self._entry_point is None:
            return self._plugin
        if self.rivals:
            problem = (
                f"several distributions offer it: {self.origin} and {' and '.join(self.rivals)}; uninstall or block"
            )
            raise PluginLoadError(problem, self.id, origin=self.origin)
        try:
            return self._entry_point.load()
        # A module that calls sys.exit() at import must not end the host's process.
        except (Exception, SystemExit) as exc:
            problem = f"cannot import {self.value!r}: {type(exc).__name__}: {one_line(exc)}"
            raise PluginLoadError(problem, self.id, origin=self.origin) from exc


def _call_order(record: PluginRecord) -> tuple[bool, str]:
    return not record.explicit, record.id


def _ordered(records: tuple[PluginRecord, ...]) -> tuple[PluginRecord, ...]:
    latest = {record.id: record for record in records}
    return tuple(sorted(latest.values(), key=_call_order))


def _frozen(ids: Iterable[str]) -> frozenset[str]:
    return frozenset(ids)


@attrs.frozen(repr=False)
class PluginSet:
    """Plugins in call order; every method returns a new set.

    The order is explicit plugins before installed ones, then by id: the same plugins make
    the same set, however it was put together and whatever `sys.path` is. Of two opinions
    of equal confidence the one of the earlier plugin holds.
    """

    #: All known plugins, blocked ones among them.
    records: tuple[PluginRecord, ...] = attrs.field(default=(), converter=_ordered)
    #: Ids that take no part; they are never imported.
    blocked: frozenset[str] = attrs.field(default=(), converter=_frozen)

    @classmethod
    def installed(cls, *, group: str = ENTRY_POINT_GROUP) -> PluginSet:
        """Everything that installed distributions offer as entry points of *group*.

        Nothing is imported before a host is built.
        """
        from .discovery import discover

        return cls(discover(group))

    def with_(self, plugin: object, *, id: str) -> PluginSet:  # noqa: A002 - it is the plugin's id
        """The set with *plugin*, a module or an instance, in place of any other of that *id*."""
        value = getattr(plugin, "__name__", None) or f"{type(plugin).__module__}:{type(plugin).__qualname__}"
        return self | PluginSet((PluginRecord(id=id, value=str(value), plugin=plugin),))

    def without(self, *ids: str) -> PluginSet:
        """The set with *ids* blocked. A blocked plugin is not imported. Raises `UnknownPluginError`."""
        self._check(ids)
        return attrs.evolve(self, blocked=self.blocked | frozenset(ids))

    def only(self, *ids: str) -> PluginSet:
        """Exactly *ids*; everything else is blocked. Raises `UnknownPluginError`."""
        self._check(ids)
        return attrs.evolve(self, blocked=frozenset(record.id for record in self.records) - frozenset(ids))

    def _check(self, ids: Iterable[str]) -> None:
        known = [record.id for record in self.records]
        for name in ids:
            if name not in known and name not in self.blocked:
                problem = f"no such plugin{did_you_mean(name, known)}; known are {', '.join(known) or 'none'}"
                raise UnknownPluginError(problem, name)

    def __or__(self, other: PluginSet) -> PluginSet:
        """Both sets; where they differ on an id, the right side holds, also in whether it is blocked."""
        if not isinstance(other, PluginSet):
            return NotImplemented
        blocked = (self.blocked - frozenset(other.ids)) | other.blocked
        return PluginSet(self.records + other.records, blocked)

    def __repr__(self) -> str:
        left_out = f", without {', '.join(sorted(self.blocked))}" if self.blocked else ""
        return f"<PluginSet of {len(self.ids)}: {', '.join(self.ids) or 'none'}{left_out}>"

    @property
    def ids(self) -> tuple[str, ...]:
        """Ids of the plugins that take part, in call order."""
        return tuple(record.id for record in self)

    def __iter__(self) -> Iterator[PluginRecord]:
        return (record for record in self.records if record.id not in self.blocked)

    def __len__(self) -> int:
        return len(self.ids)

    def __contains__(self, id: object) -> bool:  # noqa: A002
        return id in self.ids
