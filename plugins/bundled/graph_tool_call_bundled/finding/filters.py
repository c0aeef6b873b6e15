"""Which attribute of a list's elements an input filters by: the one that it is named after."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

import attrs

from graph_tool_call.hooks import BuildContext, Field, FieldVerdict, KeyForm, Operation, PluginInfo, Schema, hookimpl

from ..names import EXPAND, FIELDS, SEARCH, SORT, paging_names
from ..resources.conventions import Conventions
from ..resources.paths import Paths
from ..resources.places import answer_schema
from ..resources.shapes import Leaf, Shapes, is_object, scalar_type
from ..resources.short_nouns import conventions_of
from ..words import split, squash

#: Operators behind a name that look for the value itself, or a part of it: name__ic, title[contains], status.in.
OPERATORS: Final = frozenset(
    "eq equals exact iexact is in any contains icontains ic like ilike startswith istartswith isw match".split()
)
#: Containers of filters: filter[name], where.name.
CONTAINERS: Final = frozenset("filter filters where query q search criteria".split())
#: Keys by which an attribute that is a thing of its own is filtered: customer=cus_1 filters customer.id.
KEYS: Final = ("id", "gid", "uuid", "uid", "key", "code", "slug", "login", "username", "name")
#: Last words of lists that only say that they are some: tagList, label_names.
SHAPES: Final = frozenset("list names array set values".split())
#: Those of them that people know.
NAMES: Final = frozenset(("slug", "login", "username", "name"))
_NONE: Final = SEARCH | SORT | FIELDS | EXPAND
_PARTS: Final = re.compile(r"[\[\].]+|__|:")


@attrs.frozen
class Attribute:
    """One attribute of an element: its path in it, and its type."""

    path: str
    type: str

    @classmethod
    def of(cls, leaf: Leaf, above: str = "") -> Attribute:
        """The attribute that *leaf* is, below the path *above*."""
        return cls(above + ".".join(leaf.path), leaf.type)

    @property
    def is_name(self) -> bool:
        """Whether it is the key of another thing, and a name."""
        return "." in self.path and self.type == "string" and self.word in NAMES

    @property
    def word(self) -> str:
        """Its own name, squashed."""
        return squash(self.path.rpartition(".")[2])


@hookimpl
def gtc_plugin_info() -> PluginInfo:
    """Who the plugin is."""
    return PluginInfo(title="Filters", description="Which attribute a list's input filters by.", hook_api=1)


@hookimpl
def gtc_classify_fields(operation: Operation, fields: Sequence[Field], context: BuildContext) -> Iterator[FieldVerdict]:
    """Part `filters` of query parameters of operations that list."""
    if operation.method != "get" or not any(field.location == "query" for field in fields):
        return
    tables: _Tables = context.memo.once(
        "filters", lambda: _Tables(conventions_of(context), paging_names(context.vocabulary))
    )
    attributes = tables.attributes(operation)
    for field in fields if attributes else ():
        name = tables.asked[field.name] if field.location == "query" else ""
        if not name:
            continue
        found = attributes.get(name) or attributes.get(tables.conventions.squash_singular(name))
        attribute = _fitting(field, found) if found else None
        if attribute is not None:
            form = KeyForm(type="string", name=True, slug=attribute.word == "slug") if attribute.is_name else None
            reason = f"named like the elements' {attribute.path}"
            yield FieldVerdict(field=field.ref, filters=attribute.path, key_form=form, confidence=0.7, reason=reason)


def _tables(context: BuildContext) -> _Tables:
    return _Tables(conventions_of(context), paging_names(context.vocabulary))


def _fitting(field: Field, found: Sequence[Attribute]) -> Attribute | None:
    """The one of several keys of a thing that an input takes: a number is its id, a text beside numbers its slug.

    None where a text would have to be a switch: `favorited=jane` asks for more than whether something is.
    """
    said = (
        [one for one in found if one.word != "id" and one.word in squash(field.description)] if len(found) > 1 else []
    )
    schema = field.schema
    inner = schema.items if schema is not None and schema.items is not None else schema
    wanted = "" if inner is None else scalar_type(inner)
    typed = [one for one in found if one.type == wanted or {one.type, wanted} <= {"integer", "number"}]
    best = (said or (typed if wanted else []) or list(found))[0]
    return None if best.type == "boolean" and wanted == "string" else best


def asked_name(name: str) -> str:
    """The squashed attribute that an input's *name* asks for: "filter[customer_id][eq]" → "customerid"."""
    parts = [part for part in _PARTS.split(name) if part]
    if len(parts) > 1 and parts[0].lower() in CONTAINERS:
        parts = parts[1:]
    if len(parts) > 1 and parts[-1].lower() in OPERATORS:
        parts = parts[:-1]
    words = split("_".join(parts))
    if len(words) > 1 and words[-1] in OPERATORS:
        words = words[:-1]
    return "".join(words)


class _Asked(dict[str, str]):
    """The attribute that an input's name asks for, "" for none; each name is taken apart once."""

    def __init__(self, steering: frozenset[str]) -> None:
        super().__init__()
        self._steering = steering

    def __missing__(self, name: str) -> str:
        self[name] = asked = "" if squash(name) in self._steering else asked_name(name)
        return asked


class _Tables:
    """Attributes of elements, by schema."""

    def __init__(self, conventions: Conventions, paging: frozenset[str]) -> None:
        self.conventions = conventions
        self.asked = _Asked(_NONE | paging)
        self._shapes = Shapes(conventions)
        self._paths = Paths(conventions)
        self._known: dict[tuple[int, str], Mapping[str, Sequence[Attribute]]] = {}

    def attributes(self, operation: Operation) -> Mapping[str, Sequence[Attribute]]:
        """Squashed name → what it may mean in the elements that *operation* lists."""
        schema = answer_schema(operation)
        if schema is None:
            return {}
        path = self._paths.read(operation.path)
        noun = "".join(path.noun)
        key = (id(schema), noun)
        known = self._known.get(key)
        if known is None:
            items = self._shapes.items(schema, noun, ends=path.ends_in_noun)
            known = self._known[key] = {
                name: found
                for item in reversed(items)
                if item.many and is_object(item.schema)
                for name, found in self._of(item.schema, noun)
            }
        return known

    def _of(self, schema: Schema, noun: str) -> Iterator[tuple[str, Sequence[Attribute]]]:
        """Names and what they mean; what stands later holds, so the element's own attributes come last."""
        properties = self._shapes.properties(schema)
        related = properties.get("relationships")
        for name, node in self._shapes.properties(related).items() if related is not None else ():
            # JSON:API 1.1, 7.2.2: what an element is related to stands below relationships.<name>.data.
            data = self._shapes.properties(node).get("data")
            if data is not None:
                yield from self._of_object(name, data, f"relationships.{name}.data")
        for name, node in properties.items():
            yield from self._of_object(name, node, name)
        for name, node in properties.items():
            if node.items is not None and not is_object(node.items):
                listed = (Attribute(f"{name}[*]", scalar_type(node.items)),)
                yield self.conventions.squash_singular(name), listed
                yield self.conventions.spelled[name], listed
                words = split(name)
                if len(words) > 1 and words[-1] in SHAPES:
                    yield "".join(words[:-1]), listed
        own = [(spelling, (Attribute.of(leaf),)) for spelling, leaf in self._shapes.leaves(schema).items()]
        yield from ((noun + spelling, found) for spelling, found in own)
        yield from own

    def _of_object(self, name: str, node: Schema, path: str) -> Iterator[tuple[str, Sequence[Attribute]]]:
        """What a filter by another thing means: one of its keys, or one of its attributes (customer_email)."""
        inner = node.items or node
        if not is_object(inner):
            return
        step = f"{path}[*]." if node.items is not None else f"{path}."
        leaves = self._shapes.leaves(inner)
        named = self.conventions.squash_singular(name)
        for spelling, leaf in leaves.items():
            yield named + spelling, (Attribute.of(leaf, step),)
        keys = tuple(Attribute.of(leaves[key], step) for key in KEYS if key in leaves)
        if keys:
            yield named, keys
            yield self.conventions.spelled[name], keys
