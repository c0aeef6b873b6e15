"""Which lists an answer holds, and what their elements are: by the array's name, the path, the schema's name."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from graph_tool_call.hooks import BuildContext, Field, Listing, Operation, OperationVerdict, PluginInfo, hookimpl

from ..resources.components import resource_words
from ..resources.conventions import Conventions
from ..resources.nouns import ENVELOPES, LINKAGE, SELF_SEGMENTS
from ..resources.paths import Paths
from ..words import split
from .places import steps

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
    first: dict[str, Field] = {}
    for field in fields:
        if field.many and field.element and field.path != field.element and not field.envelope:
            first.setdefault(field.element, field)
    if first:
        nouns: _Nouns = context.memo.once("lists", lambda: _Nouns(context))
        lists = tuple(Listing(path=path, noun=nouns.of(operation, field)) for path, field in first.items())
        yield OperationVerdict(lists=lists, confidence=0.7, reason="by the names of list, path and schema")


class _Nouns:
    """Nouns of lists."""

    def __init__(self, context: BuildContext) -> None:
        self._conventions = Conventions(context.vocabulary)
        self._paths = Paths(self._conventions)
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
        return "_".join(noun or self._of_schema(field.owner))

    def _by_names(self, names: tuple[str, ...]) -> tuple[str, ...]:
        """The noun of the last of *names* that is more than a wrapper: channels of channels.items[*]."""
        known = self._by_name.get(names)
        if known is None:
            known = next((noun for name in reversed(names) if (noun := self._of_name(name))), ())
            self._by_name[names] = known
        return known

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
