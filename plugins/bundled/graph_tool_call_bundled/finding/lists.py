"""Which lists an answer holds, and what their elements are: by the array's name, the path, the schema's name."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from graph_tool_call.hooks import BuildContext, Field, Listing, Operation, OperationVerdict, PluginInfo, hookimpl

from ..resources.components import resource_words
from ..resources.conventions import Conventions
from ..resources.paths import Paths

_NAME: Final = re.compile(r"(?:\.([^.\[\]*]+)|\['((?:[^'\\]|\\.)*)'\])(?:\[\*\]|\.\*)+$")


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
        if field.many and field.element and field.path != field.element:
            first.setdefault(field.element, field)
    if not first:
        return
    nouns: _Nouns = context.memo.once("lists", lambda: _Nouns(context))
    lists = tuple(nouns.listing(operation, path, field) for path, field in first.items())
    yield OperationVerdict(lists=lists, confidence=0.7, reason="by the names of list, path and schema")


class _Nouns:
    """Nouns of lists."""

    def __init__(self, context: BuildContext) -> None:
        self._conventions = Conventions(context.vocabulary)
        self._paths = Paths(self._conventions)
        self._nouns = frozenset("".join(self._paths.read(o.path).noun) for o in context.collection.operations)

    def listing(self, operation: Operation, path: str, field: Field) -> Listing:
        """The list whose elements stand at *path*, one of whose fields is *field*."""
        return Listing(path=path, noun="_".join(self._noun(operation, path, field)))

    def _noun(self, operation: Operation, path: str, field: Field) -> tuple[str, ...]:
        named = _NAME.search(path)
        by_name = self._conventions.noun(named[1] or named[2]) if named else ()
        if by_name:
            return by_name
        about = self._paths.read(operation.path)
        outermost = path.count("*") == 1
        if outermost and about.ends_in_noun:
            return about.noun
        by_schema = resource_words(field.owner, (), self._nouns, self._conventions) if field.owner else ()
        return by_schema or (about.noun if outermost else ())
