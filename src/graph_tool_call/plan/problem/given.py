"""What the caller gave: entities and context defaults, found by tag, name or normalised name."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Set as AbstractSet
from typing import Any

import attrs

from ...model.contract import Input

_SEPARATORS = re.compile(r"[^0-9a-z\u0080-\uffff]+")
#: Names that belong to whatever object they stand in: they name an input of the target only.
_BARE = frozenset({"id", "ids", "name", "key", "code", "type", "status", "value", "slug", "uuid", "title", "number"})
#: Of these, what things are looked up by.
LOOKUP_NAMES = frozenset({"name", "title"})
#: Usual names of what a search looks for, normalised; one stands for the others.
SEARCH_NAMES = ("query", "q", "keyword", "keywords", "search", "searchquery", "searchterm", "term")


def normal(name: str) -> str:
    """*name* in lower case without separators."""
    return _SEPARATORS.sub("", name.lower())


def is_bare(key: str) -> bool:
    """Whether *key* is a name that any object may have."""
    return normal(key) in _BARE


def is_sought(need: Input) -> bool:
    """Whether a query looks for its value: a search term, or the name of what is looked up."""
    return need.role == "search" or (need.location == "query" and normal(need.name) in LOOKUP_NAMES)


class Bound(str):
    """A given value that is a binding, of a call that is made already."""

    __slots__ = ()


@attrs.frozen
class GivenValue:
    """A *value* under the caller's own *key*."""

    key: str
    value: Any


class Given:
    """The caller's values. 0, "" and False are values; None is not."""

    def __init__(
        self,
        entities: Mapping[str, Any] | None,
        defaults: Mapping[str, Any] | None,
        spoken: Mapping[str, Any] | None = None,
    ) -> None:
        said = {key: value for key, value in (spoken or {}).items() if key not in (entities or {})}
        self.values = {key: value for key, value in _flat({**said, **(entities or {})}) if value is not None}
        #: Keys of values that were read in the goal.
        self.spoken = frozenset(said)
        self.defaults = {key: value for key, value in (defaults or {}).items() if value is not None}
        self.keys = frozenset(self.values)
        self._by_normal = {normal(key): key for key in reversed(self.values)}
        self._defaults_by_normal = {normal(key): key for key in reversed(self.defaults)}

    def __bool__(self) -> bool:
        return bool(self.values)

    def without(self, keys: frozenset[str]) -> Given:
        """The same without some keys (and what is nested in them)."""
        left = {k: v for k, v in self.values.items() if k not in keys and k.split(".")[0] not in keys}
        kept = Given(left, self.defaults)
        kept.spoken = self.spoken & kept.keys
        return kept

    @property
    def count(self) -> int:
        """How many things were given: what is searched for is one, under however many of the usual names."""
        sought = [str(self.values[key]) for spelled, key in self._by_normal.items() if spelled in SEARCH_NAMES]
        return len(self.values) - len(sought) + len(set(sought))

    def find(self, need: Input, *, is_target: bool, dotted: str = "", by_name: bool = False) -> GivenValue | None:
        """The entity that names *need*.

        By its place (`query.lang`), semantic tag, then exact name, then normalised name; *dotted* is the need's path
        in a body (`order.id`). A bare name such as `id` names an input of the target only;
        *by_name*, `name` and `title` name what a query requires, too: something is looked up by its name.
        """
        values = self.values
        for key in (f"{need.location}.{dotted or need.name}", need.tag, dotted):
            if key and key in values:
                return GivenValue(key, values[key])
        if "." in dotted and (inside := self._get(normal(dotted))):
            return inside
        if not is_target and normal(need.name) in _BARE:
            looked_up = by_name and is_sought(need)
            return self._get(normal(need.tag)) if need.tag else self._get(normal(need.name)) if looked_up else None
        if need.name in values:
            return GivenValue(need.name, values[need.name])
        found = self._get(normal(dotted)) or self._get(normal(need.name)) or self._get(normal(need.tag))
        found = found or self.called(need.aliases)
        return found or (self._sought() if need.role == "search" and need.required else None)

    def called(self, names: Iterable[str]) -> GivenValue | None:
        """The entity under one of *names*, in any spelling of its words."""
        return next((found for name in names if (found := self._get(normal(name)))), None)

    def _sought(self) -> GivenValue | None:
        """What is searched for, under whichever of the usual names."""
        return next((found for name in SEARCH_NAMES if (found := self._get(name))), None)

    def _get(self, spelled: str) -> GivenValue | None:
        key = self._by_normal.get(spelled) if spelled else None
        return None if key is None else GivenValue(key, self.values[key])

    def context(self, need: Input) -> GivenValue | None:
        """The context default for *need*."""
        for key in (need.tag, need.name):
            if key and key in self.defaults:
                return GivenValue(key, self.defaults[key])
        key = self._defaults_by_normal.get(normal(need.name), "")
        return GivenValue(key, self.defaults[key]) if key else None

    @property
    def spellings(self) -> AbstractSet[str]:
        """The normalised keys of all values."""
        return self._by_normal.keys()

    def names(self, tag: str, spellings: Iterable[str]) -> str | None:
        """The key of the entity that names a field: by its *tag*, else by the first of its normalised *spellings*."""
        if tag in self.values:
            return tag
        return next((self._by_normal[spelled] for spelled in spellings if spelled in self._by_normal), None)


def _flat(values: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, Any]]:
    """Top-level entries as they are; entries of nested mappings under dotted names as well."""
    for key, value in values.items():
        name = f"{prefix}{key}"
        yield name, value
        if isinstance(value, Mapping):
            yield from _flat(value, f"{name}.")
