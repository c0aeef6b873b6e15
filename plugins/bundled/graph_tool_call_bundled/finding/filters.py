"""Which attribute of a list's elements an input filters by: the one that it is named after."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from graph_tool_call.hooks import BuildContext, Field, FieldVerdict, Operation, PluginInfo, Schema, hookimpl

from ..names import EXPAND, FIELDS, PAGING, SEARCH, SORT
from ..resources.conventions import Conventions
from ..resources.paths import Paths
from ..resources.places import answer_schema
from ..resources.shapes import Shapes, is_object
from ..words import split, squash

#: Operators behind a name that look for the value itself, or a part of it: name__ic, title[contains], status.in.
OPERATORS: Final = frozenset(
    "eq equals exact iexact is in any contains icontains ic like ilike startswith istartswith isw match".split()
)
#: Containers of filters: filter[name], where.name.
CONTAINERS: Final = frozenset("filter filters where query q search criteria".split())
#: Keys by which an attribute that is a thing of its own is filtered: customer=cus_1 filters customer.id.
KEYS: Final = ("id", "gid", "uuid", "uid", "key", "code", "slug", "login", "username", "name")
_NONE: Final = PAGING | SEARCH | SORT | FIELDS | EXPAND
_PARTS: Final = re.compile(r"[\[\].]+|__|:")


@hookimpl
def gtc_plugin_info() -> PluginInfo:
    """Who the plugin is."""
    return PluginInfo(title="Filters", description="Which attribute a list's input filters by.", hook_api=1)


@hookimpl
def gtc_classify_fields(operation: Operation, fields: Sequence[Field], context: BuildContext) -> Iterator[FieldVerdict]:
    """Part `filters` of query parameters of operations that list."""
    if operation.method != "get" or not any(field.location == "query" for field in fields):
        return
    tables: _Tables = context.memo.once("filters", lambda: _Tables(Conventions(context.vocabulary)))
    attributes = tables.attributes(operation)
    for field in fields if attributes else ():
        if field.location != "query" or squash(field.name) in _NONE:
            continue
        path = attributes.get(asked_name(field.name)) or attributes.get(tables.conventions.squash_singular(field.name))
        if path:
            yield FieldVerdict(field=field.ref, filters=path, confidence=0.7, reason=f"named like the elements' {path}")


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


class _Tables:
    """Attributes of elements, by schema."""

    def __init__(self, conventions: Conventions) -> None:
        self.conventions = conventions
        self._shapes = Shapes(conventions)
        self._paths = Paths(conventions)
        self._known: dict[tuple[int, str], Mapping[str, str]] = {}

    def attributes(self, operation: Operation) -> Mapping[str, str]:
        """Squashed name → path in the element, of all attributes of what *operation* lists."""
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
                name: at
                for item in reversed(items)
                if item.many and is_object(item.schema)
                for name, at in self._of(item.schema, noun)
            }
        return known

    def _of(self, schema: Schema, noun: str) -> Iterator[tuple[str, str]]:
        """The dearest last: what stands later holds."""
        spelled = self.conventions.spelled
        for name, node in self._shapes.properties(schema).items():
            inner = node.items or node
            if not is_object(inner):
                continue
            step = f"{name}[*]" if node.items is not None else name
            leaves = self._shapes.leaves(inner)
            named = "".join(self.conventions.singular_phrase(split(name)))
            key = next((leaves[k] for k in KEYS if k in leaves), None)
            for spelling, leaf in leaves.items():
                yield named + spelling, ".".join((step, *leaf.path))
            if key is not None:
                yield named, ".".join((step, *key.path))
                yield spelled[name], ".".join((step, *key.path))
        for name, node in self._shapes.properties(schema).items():
            if node.items is not None and not is_object(node.items):
                yield self.conventions.squash_singular(name), f"{name}[*]"
                yield spelled[name], f"{name}[*]"
        for spelling, leaf in self._shapes.leaves(schema).items():
            yield noun + spelling, ".".join(leaf.path)
        for spelling, leaf in self._shapes.leaves(schema).items():
            yield spelling, ".".join(leaf.path)
