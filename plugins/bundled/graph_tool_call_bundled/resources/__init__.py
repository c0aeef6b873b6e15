"""Types identifiers by the resource that owns them: a bare `id` in GET /pets, `{petId}` and `pet.id` are one tag."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import attrs

from graph_tool_call.hooks import (
    BuildContext,
    Field,
    FieldVerdict,
    Operation,
    OperationVerdict,
    PluginInfo,
    Vocabulary,
    hookimpl,
)

from . import evidence
from .binding import Binder
from .catalogue import Catalogue
from .owners import setting_of
from .short_nouns import conventions_of
from .typing import Typing


@attrs.frozen
class _Tables:
    catalogue: Catalogue
    typing: Typing


def _tables(context: BuildContext) -> _Tables:
    def make() -> _Tables:
        catalogue = Catalogue(context.collection, conventions_of(context))
        return _Tables(catalogue, Typing(catalogue, Binder(catalogue, context.collection.operations)))

    return context.memo.once(("resources", "tables"), make)


@hookimpl
def gtc_plugin_info() -> PluginInfo:
    """Who the plugin is."""
    return PluginInfo(
        title="Resources",
        description="Types identifiers by the resource that owns them.",
        hook_api=1,
        settings=Vocabulary,
    )


@hookimpl
def gtc_vocabulary(context: BuildContext) -> Vocabulary | None:
    """The words that the user's settings add."""
    return context.settings if isinstance(context.settings, Vocabulary) else None


@hookimpl
def gtc_classify_fields(
    operation: Operation, fields: Sequence[Field], context: BuildContext
) -> Iterator[FieldVerdict | OperationVerdict]:
    """Tags of all fields that identify something, and the resource that the operation is about."""
    tables = _tables(context)
    setting = setting_of(operation, tables.catalogue)
    yield from tables.typing.verdicts(setting, fields)
    if setting.resource is not None:
        yield OperationVerdict(resource=setting.resource.name, confidence=evidence.PATH, reason="the path is about it")
    elif noun := tables.catalogue.path(operation.path).noun:
        yield OperationVerdict(
            resource="_".join(noun), confidence=evidence.NAME_ALONE, reason="the last noun of the path"
        )
