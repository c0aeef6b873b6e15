"""The hook specifications of formats; they stand with the others in `specs`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from .markers import hookspec

if TYPE_CHECKING:
    from .formats import ExporterSpec, ImporterSpec


@hookspec
def gtc_exporters() -> Iterable[ExporterSpec] | None:
    """Name the formats that the plugin writes: of plans, of graphs, of the operations of a document.

    Called once, when a host is built. Exporters are looked up by name, so two of one name are an error that
    names both plugins. `Engine.export` and `plan --format NAME` write with them.

        def operations(collection: Collection, context: FormatContext) -> dict[str, str]:
            return {f"{one.method.upper()} {one.path}": one.summary for one in collection.operations}

        @hookimpl
        def gtc_exporters() -> list[ExporterSpec]:
            return [ExporterSpec(name="list", media_type="application/json", suffix=".json", collection=operations)]

    Returns:
        A spec for each format, with a function for each thing that it can write: it takes the thing and a
        `FormatContext`, and gives a text, or a mapping that is written as JSON. What the format has no words
        for is an error of the tree of `graph_tool_call.errors`, which reaches the caller as it is.
    """


@hookspec
def gtc_importers() -> Iterable[ImporterSpec] | None:
    """Name the formats that the plugin reads: documents that say a plan, or what hands what to what.

    Called once, when a host is built. Importers are looked up by name, so two of one name are an error that
    names both plugins. `Engine.import_plan` reads plans with them; `Engine.build` takes documents that declare
    what hands what to what under the importer's name (`arazzo=["flows.yaml"]`).

    Returns:
        A spec for each format, with a function for each thing that it can read. What cannot be read is an
        error of the tree of `graph_tool_call.errors`, which reaches the caller as it is.
    """
