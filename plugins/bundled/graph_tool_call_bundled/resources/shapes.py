"""What an answer is about: the item behind envelopes, pages and wrappers, and the leaves of an object."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

import attrs

from graph_tool_call.hooks import Schema

from ..words import squash
from .conventions import Conventions
from .nouns import BESIDES, PARTS

_MAX_DEPTH = 5
_PLAIN = ("string", "integer", "number", "boolean")


@attrs.frozen(eq=False)
class Item:
    """One thing that an answer holds.

    Attributes:
        schema: Its node: an object, or a scalar.
        parents: Property names from the root of the answer down to it.
        many: Whether the answer holds a list of it.
    """

    schema: Schema
    parents: tuple[str, ...] = ()
    many: bool = False


@attrs.frozen(eq=False)
class Leaf:
    """A scalar property of an object, or of one of its parts (`metadata.name`)."""

    name: str
    path: tuple[str, ...]
    type: str
    schema: Schema


class Shapes:
    """Questions about schema nodes, each answered once per node."""

    def __init__(self, conventions: Conventions) -> None:
        self._conventions = conventions
        self._properties: dict[int, Mapping[str, Schema]] = {}
        self._leaves: dict[int, Mapping[str, Leaf]] = {}
        self._names: dict[int, frozenset[str]] = {}
        self._items: dict[tuple[int, str, bool], tuple[Item, ...]] = {}
        # Keys are ids of nodes: keep the nodes alive as long as the table.
        self._kept: list[Schema] = []

    def properties(self, schema: Schema) -> Mapping[str, Schema]:
        """Own properties, and those of all alternatives."""
        known = self._properties.get(id(schema))
        if known is None:
            known = schema.properties
            if schema.alternatives:
                merged = dict(known)
                for other in schema.alternatives:
                    for name, node in other.properties.items():
                        merged.setdefault(name, node)
                known = merged
            self._keep(schema)
            self._properties[id(schema)] = known
        return known

    def leaves(self, schema: Schema) -> Mapping[str, Leaf]:
        """Scalar properties by squashed name; those of parts (metadata, attributes) after the object's own."""
        known = self._leaves.get(id(schema))
        if known is None:
            known = {}
            self._keep(schema)
            self._leaves[id(schema)] = known
            for leaf in self._own_leaves(schema):
                known.setdefault(self._conventions.spelled[leaf.name], leaf)
        return known

    def _own_leaves(self, schema: Schema) -> Iterator[Leaf]:
        parts = []
        for name, node in self.properties(schema).items():
            if is_scalar(node):
                yield Leaf(name, (name,), scalar_type(node), node)
            elif name.lower() in PARTS and not node.items:
                parts.append((name, node))
        for part, node in parts:
            for name, inner in self.properties(node).items():
                if is_scalar(inner):
                    yield Leaf(name, (part, name), scalar_type(inner), inner)

    def nodes(self, roots: Iterable[Schema]) -> Iterator[Schema]:
        """All nodes below *roots*, each once."""
        seen: set[int] = set()
        waiting = list(roots)
        while waiting:
            node = waiting.pop()
            if id(node) in seen:
                continue
            seen.add(id(node))
            yield node
            waiting.extend(node.properties.values())
            waiting.extend(node.alternatives)
            waiting.extend(n for n in (node.items, node.additional) if n is not None)

    def names(self, schema: Schema) -> frozenset[str]:
        """Squashed names of all properties, parts opened."""
        known = self._names.get(id(schema))
        if known is None:
            names = set(self.leaves(schema))
            names.update(
                self._conventions.spelled[name] for name in self.properties(schema) if name.lower() not in PARTS
            )
            known = self._names[id(schema)] = frozenset(names)
        return known

    def items(self, schema: Schema, noun: str = "", *, ends: bool = False) -> tuple[Item, ...]:
        """What an answer with this schema is about; *noun* is the squashed singular of the path's last noun.

        Where the path *ends* in the noun, a list called like it is what the answer holds, whatever stands beside it.
        """
        key = (id(schema), noun, ends)
        known = self._items.get(key)
        if known is None:
            self._keep(schema)
            known = self._items[key] = tuple(self._unwrap(Item(schema), noun, 0, ends=ends))
        return known

    def _unwrap(self, item: Item, noun: str, depth: int, *, ends: bool) -> Iterator[Item]:
        schema = item.schema
        if depth > _MAX_DEPTH:
            yield item
        elif schema.items is not None and schema.type in ("array", ""):
            yield from self._unwrap(Item(schema.items, item.parents, True), noun, depth + 1, ends=ends)
        elif not item.many and schema.additional is not None and not schema.properties and is_object(schema.additional):
            yield from self._unwrap(Item(schema.additional, item.parents, True), noun, depth + 1, ends=ends)
        else:
            inner = None if item.many else self._inside(schema, noun, ends=ends)
            if inner is None:
                inner = self._element(schema) if item.many else None
            if inner is None:
                yield item
            else:
                for name in inner:
                    yield from self._unwrap(
                        Item(self.properties(schema)[name], (*item.parents, name), item.many),
                        noun,
                        depth + 1,
                        ends=ends,
                    )

    def _element(self, schema: Schema) -> tuple[str, ...] | None:
        """GraphQL-style connections and search hits wrap each element once more (`edges[].node`)."""
        properties = self.properties(schema)
        objects = [n for n, p in properties.items() if is_object(p)]
        if len(objects) == 1 and objects[0].lower() in ("node", "item", "resource", "_source") and len(properties) <= 4:
            return (objects[0],)
        return None

    def _inside(self, schema: Schema, noun: str, *, ends: bool) -> tuple[str, ...] | None:
        """Names of the properties that hold what *schema* only wraps; None when it wraps nothing."""
        properties = self.properties(schema)
        if not properties or len(properties) > 24:
            return None
        embedded = next((n for n in ("_embedded", "embedded") if n in properties), None)
        if embedded is not None:
            # HAL: a page embeds its elements, an element embeds its relations besides its own leaves.
            plain = [n for n, p in properties.items() if is_scalar(p) and not _beside(n)]
            inside = [n for n, p in self.properties(properties[embedded]).items() if is_list_of_objects(p)]
            return (embedded,) if not plain and inside else None
        lists = [n for n, p in properties.items() if is_list(p) and not _beside(n)]
        objects = [n for n, p in properties.items() if is_object(p) and not _beside(n)]
        scalars = [n for n, p in properties.items() if is_scalar(p) and not _beside(n)]
        called = [n for n in lists if noun and noun == self._conventions.squash_singular(n)]
        if ends and len(called) == 1 and is_list_of_objects(properties[called[0]]):
            return (called[0],)
        return self._list_inside(properties, noun, lists, objects, scalars) or self._object_inside(
            properties, noun, lists, objects, scalars
        )

    def _list_inside(
        self, properties: Mapping[str, Schema], noun: str, lists: list[str], objects: list[str], scalars: list[str]
    ) -> tuple[str, ...] | None:
        real = [n for n in lists if is_list_of_objects(properties[n])] or lists
        if not real:
            return None
        named = [
            n
            for n in real
            if n.lower() in self._conventions.list_wrappers or (noun and noun == self._conventions.squash_singular(n))
        ]
        paged = any(_paging(n) for n in properties)
        others = len(objects) + len(scalars)
        if len(named) == 1 and (others <= 1 or (paged and others <= 3)) and "id" not in scalars[:1]:
            return (named[0],)
        if len(real) == 1 and others == 0 and (len(properties) <= 2 or paged or len(lists) == 1):
            return (real[0],)
        return None

    def _object_inside(
        self, properties: Mapping[str, Schema], noun: str, lists: list[str], objects: list[str], scalars: list[str]
    ) -> tuple[str, ...] | None:
        # {user: {…}, groups: […]} at /users/{id} is about the user.
        named = [name for name in objects if noun and noun == self._conventions.squash_singular(name)]
        if len(named) == 1 and not scalars:
            return (named[0],)
        if len(objects) != 1 or scalars or lists:
            return None
        return (objects[0],) if len(properties) == 1 or objects[0].lower() in self._conventions.envelopes else None

    def _keep(self, schema: Schema) -> None:
        self._kept.append(schema)


def _beside(name: str) -> bool:
    return squash(name) in BESIDES or name.startswith("@odata") or name == "$schema"


def _paging(name: str) -> bool:
    spelled = squash(name)
    return spelled in BESIDES and spelled not in (
        "code",
        "message",
        "msg",
        "status",
        "url",
        "uri",
        "href",
        "self",
        "kind",
    )


def is_object(schema: Schema) -> bool:
    """Whether a node is an object with properties, or a choice of such."""
    return schema.items is None and (bool(schema.properties) or any(a.properties for a in schema.alternatives))


def is_list(schema: Schema) -> bool:
    """Whether a node is an array, or a choice with one."""
    return schema.items is not None or schema.type == "array"


def is_list_of_objects(schema: Schema) -> bool:
    """Whether a node is an array of objects."""
    return schema.items is not None and is_object(schema.items)


def is_scalar(schema: Schema) -> bool:
    """Whether a node is a string, a number, a boolean, or says nothing of itself.

    An expandable reference (string or object) can be the string, so one alternative is enough.
    """
    return next(_scalars(schema), None) is not None


def says_scalar(schema: Schema) -> bool:
    """Whether the document says that a node is a plain value; an element of which it says nothing may be an object."""
    return any(node.type for node in _scalars(schema))


def scalar_type(schema: Schema) -> str:
    """JSON type of a scalar node; "" when it takes several or the document doesn't say."""
    if schema.type:
        return schema.type
    kinds = {node.type for node in _scalars(schema)}
    return next(iter(kinds)) if len(kinds) == 1 else ""


def _scalars(schema: Schema) -> Iterator[Schema]:
    """The plain values that *schema* may be: itself, or what its alternatives lead to, each node once."""
    seen: set[int] = set()
    waiting = [schema]
    while waiting:
        node = waiting.pop()
        if id(node) in seen:
            continue
        seen.add(id(node))
        if node.type in _PLAIN or not (_structured(node) or node.alternatives):
            yield node
        elif not _structured(node):
            waiting.extend(reversed(node.alternatives))


def _structured(schema: Schema) -> bool:
    return (
        schema.type in ("object", "array")
        or schema.items is not None
        or bool(schema.properties)
        or schema.additional is not None
    )
