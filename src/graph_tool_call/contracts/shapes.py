"""What one schema node holds directly: leaves, and ways on to further objects.

Made once for each node and direction, whichever operations refer to it. Nothing is
expanded here; `walk` puts shapes together along paths.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import Final

import attrs

from ..model import Schema
from .vocabulary import Lists, normal

#: Characters that a name needs quotes for in a path, as in binding expressions.
_ODD: Final = re.compile(r"""[\s.\[\]{}'"]|^\$|^\*$|^$""")
#: Lists in lists, and objects in objects where they are only counted.
MAX_NESTING: Final = 40
#: Ways that one property leads: alternatives of alternatives multiply.
MAX_ENDPOINTS: Final = 1000
_SCALARS: Final = frozenset({"string", "integer", "number", "boolean"})


def segment(name: str) -> str:
    """The step into member *name*: ".id", "['a.b']"."""
    if _ODD.search(name) is None:
        return "." + name
    escaped = name.replace("\\", "\\\\").replace("'", "\\'")
    return f"['{escaped}']"


@attrs.frozen(eq=False, kw_only=True)
class Choice:
    """An alternative of *schema*: number *index* of *count*, at path *tail* below the property."""

    tail: str
    index: int
    count: int
    schema: Schema


@attrs.frozen(eq=False, kw_only=True)
class Endpoint:
    """Where a property leads through arrays, maps and alternatives: a leaf, or an object to go on from."""

    #: Path below the property: "", "[*]", ".*", "[*][*]".
    tail: str
    schema: Schema
    #: Component name that the node is known by; that of the list or map around it when it has none itself.
    owner: str
    leaf: bool
    many: bool = False
    choice: Choice | None = None


@attrs.frozen(eq=False, kw_only=True)
class Member:
    """One property of an object."""

    name: str
    segment: str
    required: bool
    #: Whether its name may be an identifier's.
    identifier: bool
    #: The name in lower case, without separators.
    word: str
    #: Its schema when it is a plain value and nothing else; its endpoints otherwise.
    leaf: Schema | None
    endpoints: tuple[Endpoint, ...]


class Shapes:
    """Memo of endpoints and members, for one direction ("produces" or "consumes").

    *words* say which names are identifiers', and which only wrap.
    """

    def __init__(self, direction: str, words: Lists) -> None:
        self.produces = direction == "produces"
        self.words = words
        self._endpoints: dict[int, tuple[Endpoint, ...]] = {}
        self._members: dict[int, tuple[Member, ...]] = {}
        self._sizes: dict[int, int] = {}
        self._busy: set[int] = set()
        self._spelled: dict[str, tuple[str, bool, str]] = {}

    def members(self, schema: Schema) -> tuple[Member, ...]:
        """Properties of *schema* that are sent (readOnly ones are not) or received (writeOnly ones are not)."""
        known = self._members.get(id(schema))
        if known is None:
            known = self._members[id(schema)] = tuple(
                self._member(name, node, required=name in schema.required)
                for name, node in schema.properties.items()
                if not (node.write_only if self.produces else node.read_only)
            )
        return known

    def _member(self, name: str, schema: Schema, *, required: bool) -> Member:
        ends = self.endpoints(schema)
        step, identifier, word = self._names(name)
        only = ends[0] if len(ends) == 1 else None
        return Member(
            name=name,
            segment=step,
            required=required,
            identifier=identifier,
            word=word,
            leaf=only.schema if only is not None and only.leaf and not only.tail and only.choice is None else None,
            endpoints=ends,
        )

    def _names(self, name: str) -> tuple[str, bool, str]:
        known = self._spelled.get(name)
        if known is None:
            known = self._spelled[name] = (segment(name), self.words.identifier_like(name), normal(name))
        return known

    def endpoints(self, schema: Schema) -> tuple[Endpoint, ...]:
        """Where *schema* leads, in document order."""
        key = id(schema)
        known = self._endpoints.get(key)
        if known is not None:
            return known
        if _plain(schema):
            known = self._endpoints[key] = (Endpoint(tail="", schema=schema, owner=schema.name, leaf=True),)
            return known
        if key in self._busy or len(self._busy) > MAX_NESTING:
            # A list or a choice of itself, with no property between: nothing new further down.
            return ()
        self._busy.add(key)
        try:
            known = tuple(islice(self._resolve(schema), MAX_ENDPOINTS))
        finally:
            self._busy.discard(key)
        self._endpoints[key] = known
        return known

    def size(self, schema: Schema, limit: int, depth: int = 0) -> int:
        """Leaves of *schema* as a tree, counted up to *limit* + 1; recursive or deep ones count as more."""
        known = self._sizes.get(id(schema))
        if known is None:
            # While it is being counted a node counts as too large: that is what cuts cycles.
            self._sizes[id(schema)] = limit + 1
            known = 0 if depth < MAX_NESTING else limit + 1
            for member in self.members(schema) if not known else ():
                for end in member.endpoints:
                    known += 1 if end.leaf else self.size(end.schema, limit, depth + 1)
                if known > limit:
                    break
            self._sizes[id(schema)] = known = min(known, limit + 1)
        return known

    def _resolve(self, schema: Schema) -> Iterator[Endpoint]:
        # Keywords of another type than the declared one say nothing (JSON Schema 2020-12, validation, 7.1).
        members = bool(schema.properties) and (schema.type != "array" or "object" in schema.types)
        if members:
            yield Endpoint(tail="", schema=schema, owner=schema.name, leaf=False)
        if schema.alternatives:
            yield from self._alternatives(schema)
        elif schema.items is not None and (schema.type != "object" or "array" in schema.types):
            yield from self._list(schema, schema.items)
        elif self.produces and schema.additional is not None and self._structured(schema.additional):
            yield from self._below(schema, schema.additional, ".*")
        elif not members:
            yield Endpoint(tail="", schema=schema, owner=schema.name, leaf=True)

    def _alternatives(self, schema: Schema) -> Iterator[Endpoint]:
        flat = flat_alternatives(schema)
        if not schema.properties and all(map(_plain, flat)):
            # Whichever it is, it is one value.
            yield Endpoint(tail="", schema=schema, owner=schema.name, leaf=True)
            return
        for index, alternative in enumerate(flat):
            if schema.properties and _bare(alternative):
                # `anyOf: [{required: [a]}, {required: [b]}]` says what goes together, and holds nothing itself.
                continue
            for end in self.endpoints(alternative):
                inner = end.choice if end.choice is not None and end.choice.tail else None
                yield Endpoint(
                    tail=end.tail,
                    schema=end.schema,
                    owner=end.owner or schema.name,
                    leaf=end.leaf,
                    many=end.many,
                    choice=inner or Choice(tail="", index=index, count=len(flat), schema=schema),
                )

    def _list(self, schema: Schema, items: Schema) -> Iterator[Endpoint]:
        # What is sent is the list as a whole; its element's fields stand beside it.
        if not self.produces or any(kind in _SCALARS for kind in schema.types):
            yield Endpoint(tail="", schema=schema, owner=schema.name, leaf=True)
        for end in self._below(schema, items, "[*]"):
            if self.produces or not end.leaf:
                yield end

    def _below(self, schema: Schema, inner: Schema, step: str) -> Iterator[Endpoint]:
        for end in self.endpoints(inner):
            choice = end.choice and attrs.evolve(end.choice, tail=step + end.choice.tail)
            owner = end.owner or schema.name
            yield Endpoint(
                tail=step + end.tail, schema=end.schema, owner=owner, leaf=end.leaf, many=True, choice=choice
            )

    def tells_key(self, schema: Schema) -> bool:
        """Whether an object says itself what may be its key."""
        return any(self._names(name)[1] for name in schema.properties)

    def _structured(self, schema: Schema) -> bool:
        """Whether a map's values are more than plain values: only then its keys are worth a `*` in paths."""
        return any(not end.leaf for end in self.endpoints(schema))


def flat_alternatives(schema: Schema) -> tuple[Schema, ...]:
    """Members of the choice, with choices that are members replaced by their own members."""
    found: list[Schema] = []
    seen = {id(schema)}
    waiting = list(reversed(schema.alternatives))
    while waiting:
        node = waiting.pop()
        if id(node) in seen:
            continue
        seen.add(id(node))
        if node.alternatives and not node.properties:
            waiting.extend(reversed(node.alternatives))
        elif not (node.nullable and not node.type and _bare(node)):
            # `anyOf: [X, {nullable: true}]` means that X may be null.
            found.append(node)
    return tuple(found)


def _plain(schema: Schema) -> bool:
    return not (schema.properties or schema.alternatives or schema.items or schema.additional)


def _bare(schema: Schema) -> bool:
    return (
        not schema.properties
        and schema.items is None
        and schema.enum is None
        and schema.type in {"", "object"}
        and not schema.alternatives
    )
