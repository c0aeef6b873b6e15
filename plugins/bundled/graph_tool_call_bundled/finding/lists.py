"""Which lists an answer holds, and what their elements are: by the array's name, the path, the schema's name."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any, Final

from graph_tool_call.hooks import BuildContext, Field, Listing, Operation, OperationVerdict, PluginInfo, hookimpl

from ..resources.components import resource_words
from ..resources.conventions import Conventions
from ..resources.nouns import ENVELOPES, LINKAGE, SELF_SEGMENTS
from ..resources.paths import Paths
from ..resources.short_nouns import conventions_of
from ..words import split, squash
from .places import OwnLists, steps

#: Fields that tell what kind of thing an element is (JSON:API, Stripe, GraphQL, file services).
TELLING: Final = frozenset(
    "type kind object __typename resource_type resourceType object_type objectType item_type itemType entity_type "
    "entityType @type".split()
)
#: Nouns of lists that hold whatever there is.
ANY: Final = frozenset(
    "item result search_result entry child object resource element content node hit record document search match "
    "favorite star included recent_item trash shared_item".split()
)
#: The element around an element.
_AROUND: Final = re.compile(r".*\*\]?(?=.*\*\]?$)")
#: Segments that say which of the things before them are listed: /broadcasts/latest.
SELECTING: Final = frozenset(
    "latest recent all popular top trending active inactive archived deleted public private available pending default "
    "favorites starred mine shared new old upcoming past history details summary nearby featured recommended batch "
    "results".split()
)


@hookimpl
def gtc_plugin_info() -> PluginInfo:
    """Who the plugin is."""
    return PluginInfo(title="Lists", description="Which lists an answer holds, and of what.", hook_api=1)


@hookimpl
def gtc_classify_fields(
    operation: Operation, fields: Sequence[Field], context: BuildContext
) -> Iterator[OperationVerdict]:
    """Part `lists`."""
    elements: dict[str, list[Field]] = {}
    for field in fields:
        if field.many and field.element and field.path != field.element and not field.envelope:
            elements.setdefault(field.element, []).append(field)
    if elements:
        tables: _Tables = context.memo.once("lists", lambda: _Tables(context))
        own = tables.own.of(operation)
        lists = tuple(
            listing
            for path, inside in elements.items()
            for listing in tables.listings(
                operation, path, inside, own=path.count("*") == 1 and steps("$", path) in own
            )
        )
        yield OperationVerdict(lists=lists, confidence=0.7, reason="by the names of list, path and schema")


class _Tables:
    """What is known of lists, schemas and nouns."""

    def __init__(self, context: BuildContext) -> None:
        conventions = conventions_of(context)
        self.own = OwnLists(conventions)
        self._nouns = _Nouns(context, conventions, Paths(conventions))

    def listings(self, operation: Operation, path: str, fields: Sequence[Field], *, own: bool) -> Iterator[Listing]:
        """The list whose elements stand at *path* and have *fields*, once for each kind of things in it."""
        noun = self._nouns.of(operation, fields[0])
        kinds = list(self._kinds(path, fields, noun))
        for field, value, called in kinds:
            yield Listing(path=path, noun=called, own=own, kind_field=field, kind=value)
        if not kinds:
            yield Listing(path=path, noun=noun, own=own)

    def _kinds(self, path: str, fields: Sequence[Field], noun: str) -> Iterator[tuple[str, str, str]]:
        """Field, value and noun of each kind, where one field tells things of several kinds apart."""
        direct = [field for field in fields if len(steps(path, field.path)) == 1 and field.holder is not None]
        told = next((field for field in direct if field.name in TELLING), None)
        if told is None:
            return
        mixed = len({field.owner for field in direct}) > 1
        values = told.enum or tuple(dict.fromkeys(v for field in direct for v in _told(field, told.name)))
        if len(values) < 2 or not (mixed or not noun or noun in ANY):
            return
        called = {value: self._nouns.singular(value) for value in values if isinstance(value, str)}
        known = {value: name for value, name in called.items() if self._nouns.knows(name)}
        for value, name in (called if mixed and len(known) > 1 else known).items():
            yield told.name, value, name


def _told(field: Field, name: str) -> tuple[Any, ...]:
    """What the object that has *field* says of its kind, in its property *name*."""
    node = field.holder.properties.get(name) if field.holder is not None else None
    return (node.enum or ()) if node is not None else ()


class _Nouns:
    """Nouns of lists."""

    def __init__(self, context: BuildContext, conventions: Conventions, paths: Paths) -> None:
        self._conventions = conventions
        self._paths = paths
        self._nouns = frozenset("".join(self._paths.read(o.path).noun) for o in context.collection.operations)
        self._by_name: dict[tuple[str, ...], tuple[str, ...]] = {}
        self._by_path: dict[str, tuple[str, ...]] = {}
        self._by_schema: dict[str, tuple[str, ...]] = {}

    def of(self, operation: Operation, field: Field) -> str:
        """What an element of the list is that *field* is a field of, in snake case; "" where nothing tells."""
        path = field.element
        # What lies inside another element is not what the path is about, whatever wraps it.
        above = _AROUND.match(path)
        noun = self._by_names(steps(above[0] if above else "$", path))
        if not noun and above is None:
            noun = self._of_path(operation.path)
        if not noun or (len(noun) == 1 and noun[0] in self._conventions.generic):
            noun = self._of_schema(field.owner) or noun
        return "_".join(noun)

    def singular(self, name: str) -> str:
        """*name* in the singular and in snake case."""
        return "_".join(self._conventions.singular_phrase(split(name)))

    def knows(self, noun: str) -> bool:
        """Whether paths of the document end in *noun*."""
        return squash(noun) in self._nouns

    def _by_names(self, names: tuple[str, ...]) -> tuple[str, ...]:
        """The noun of the last of *names*, or of the plural that it wraps: channels of channels.items[*]."""
        known = self._by_name.get(names)
        if known is None:
            known = next((noun for name in reversed(names) if (noun := self._of_name(name))), ())
            if known and not self._of_name(names[-1]) and not self._is_plural(names):
                # cart.items[*] are items of a cart.
                known = self._conventions.singular_phrase(split(names[-1]))
            self._by_name[names] = known
        return known

    def _is_plural(self, names: tuple[str, ...]) -> bool:
        """Whether the last of *names* that is no wrapper stands in the plural."""
        words = split(next(name for name in reversed(names) if self._of_name(name)))
        return self._conventions.is_plural(words[-1])

    def _of_name(self, name: str) -> tuple[str, ...]:
        lower = name.lower()
        wraps = lower in self._conventions.list_wrappers or lower in ENVELOPES
        if wraps or (lower in LINKAGE and lower not in ("links", "_links")):
            return ()
        return self._conventions.singular_phrase(split(name))

    def _of_path(self, path: str) -> tuple[str, ...]:
        known = self._by_path.get(path)
        if known is None:
            segments = [s for s in self._paths.read(path).segments if s.noun and not s.verb]
            telling = [s for s in segments if s.text.lower() not in SELECTING and s.text.lower() not in SELF_SEGMENTS]
            last = next(reversed(telling or segments), None)
            known = self._by_path[path] = last.noun if last is not None else ()
        return known

    def _of_schema(self, owner: str) -> tuple[str, ...]:
        known = self._by_schema.get(owner)
        if known is None:
            known = self._by_schema[owner] = resource_words(owner, (), self._nouns, self._conventions) if owner else ()
        return known
