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
        naming: Of an output: its rank among what names the thing that has it, from 1; "no" where it names nothing.
        filters: Of an input: the attribute of the listed elements that it filters by; "no" where it filters nothing.
        form: What its values look like: integer, string, uuid, or name and slug, which are texts.
        prefix: What all of its values begin with.
        exceptions: Operations that it doesn't hold for.
    """

    field: str
    tag: str = ""
    operations: tuple[str, ...] = ()
    side: str = ""
    kind: str = ""
    naming: str = ""
    filters: str = ""
    form: str = ""
    prefix: str = ""
    exceptions: tuple[str, ...] = ()
    place: Place = attrs.field(factory=Place, eq=False, repr=False)


@attrs.frozen(kw_only=True)
class ListFacts:
    """What is known of the list at *path* in the answer of *operation*; what is empty is left as it is.

    Attributes:
        noun: What one element is, in the singular.
        key: Path of its key: the whole path, or that inside an element.
        order: The attribute that the elements are ordered by, and `asc` or `desc` behind it.
    """

    operation: str
    path: str
    noun: str = ""
    key: str = ""
    order: str = ""
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
    lists: tuple[ListFacts, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.fields or self.tags or self.producers or self.never or self.lists)


#: Section → its class, and key → (attribute, whether it takes a list, whether it must be there).
SECTIONS: Final[Mapping[str, tuple[Any, Mapping[str, tuple[str, bool, bool]]]]] = MappingProxyType({
    "fields": (FieldTag, {
        "field": ("field", False, True), "tag": ("tag", False, False), "operations": ("operations", True, False),
        "side": ("side", False, False), "kind": ("kind", False, False), "except": ("exceptions", True, False),
        "naming": ("naming", False, False), "filters": ("filters", False, False),
        "form": ("form", False, False), "prefix": ("prefix", False, False),
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
    "lists": (ListFacts, {
        "operation": ("operation", False, True), "path": ("path", False, True), "noun": ("noun", False, False),
        "key": ("key", False, False), "order": ("order", False, False),
    }),
})  # fmt: skip
#: Keys that take one of few words.
CHOICES: Final = MappingProxyType({
    "side": ("request", "response"), "kind": ("data", "context", "auth"),
    "form": ("integer", "string", "uuid", "name", "slug"), "naming": ("no", *map(str, range(1, 10))),
})  # fmt: skip
