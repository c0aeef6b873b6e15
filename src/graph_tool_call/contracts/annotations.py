"""What a caller knows better than any rule: keys, equal keys, producers, and what never feeds what."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

import attrs


@attrs.frozen(kw_only=True)
class Place:
    """Where an entry stands: *source* (a file name, or ""), *path* in it ("$.fields[2]"), *lines* by path."""

    source: str = ""
    path: str = "$"
    lines: Mapping[str, int] = attrs.field(factory=dict, repr=False, eq=False)

    def at(self, step: str) -> Place:
        """The place of a member: ".tag", "[3]"."""
        return attrs.evolve(self, path=self.path + step)

    @property
    def line(self) -> int:
        """Line in the file, from 1; 0 where there is no file."""
        path = self.path
        while path not in self.lines and "[" in path + ".":
            cut = max(path.rfind("."), path.rfind("["))
            if cut <= 0:
                return 0
            path = path[:cut]
        return self.lines.get(path, 0)


@attrs.frozen(kw_only=True)
class FieldTag:
    """*field* (a name, or a JSON path such as `$.items[*].id`) identifies what *tag* says.

    Attributes:
        operations: Operations that it holds for; all where empty.
        side: "request", "response", or "" for both.
        kind: Also makes the field data, context or auth; "" leaves a credential one.
        exceptions: Operations that it doesn't hold for.
    """

    field: str
    tag: str = ""
    operations: tuple[str, ...] = ()
    side: str = ""
    kind: str = ""
    exceptions: tuple[str, ...] = ()
    place: Place = attrs.field(factory=Place, eq=False, repr=False)


@attrs.frozen(kw_only=True)
class SameTags:
    """All tags of *same* name one key: the first."""

    same: tuple[str, ...]
    exceptions: tuple[str, ...] = ()
    place: Place = attrs.field(factory=Place, eq=False, repr=False)


@attrs.frozen(kw_only=True)
class Feed:
    """The response *field* of *producer* fills *input* of *consumer* (of every operation that has it, where empty)."""

    producer: str
    field: str = ""
    consumer: str = ""
    input: str = ""
    exceptions: tuple[str, ...] = ()
    place: Place = attrs.field(factory=Place, eq=False, repr=False)


@attrs.frozen(kw_only=True)
class Annotations:
    """A caller's annotations. They win over every plugin, as plugin "caller"."""

    fields: tuple[FieldTag, ...] = ()
    tags: tuple[SameTags, ...] = ()
    producers: tuple[Feed, ...] = ()
    never: tuple[Feed, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.fields or self.tags or self.producers or self.never)


#: Section → its class, and key → (attribute, whether it takes a list, whether it must be there).
SECTIONS: Final[Mapping[str, tuple[Any, Mapping[str, tuple[str, bool, bool]]]]] = MappingProxyType({
    "fields": (FieldTag, {
        "field": ("field", False, True), "tag": ("tag", False, False), "operations": ("operations", True, False),
        "side": ("side", False, False), "kind": ("kind", False, False), "except": ("exceptions", True, False),
    }),
    "tags": (SameTags, {"same": ("same", True, True), "except": ("exceptions", True, False)}),
    "producers": (Feed, {
        "producer": ("producer", False, True), "field": ("field", False, False),
        "consumer": ("consumer", False, False), "input": ("input", False, True), "except": ("exceptions", True, False),
    }),
    "never": (Feed, {
        "producer": ("producer", False, True), "field": ("field", False, False),
        "consumer": ("consumer", False, False), "input": ("input", False, False),
        "except": ("exceptions", True, False),
    }),
})  # fmt: skip
#: Keys that take one of few words.
CHOICES: Final = MappingProxyType({"side": ("request", "response"), "kind": ("data", "context", "auth")})
