"""A classifier for one company's names: `cstNo` is the customer number, in every document.

The module is the plugin: `graph_tool_call` finds it by the entry point in pyproject.toml
and calls the functions that are marked with `@hookimpl`. It imports nothing heavy, because
every process that looks for plugins imports it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from graph_tool_call.hooks import BuildContext, Field, FieldVerdict, PluginInfo, hookimpl

from .naming import Reading, read_name
from .settings import Settings

__all__ = ["Settings", "gtc_classify_fields", "gtc_plugin_info"]


@hookimpl
def gtc_plugin_info() -> PluginInfo:
    """Who this is, and the class that its settings are read into."""
    return PluginInfo(
        title="Example",
        description="What abbreviated names mean in one company's APIs.",
        hook_api=1,
        settings=Settings,
    )


@hookimpl
def gtc_classify_fields(fields: Sequence[Field], context: BuildContext) -> Iterator[FieldVerdict]:
    """A verdict on each field that is named by the convention; the others are left to other plugins."""
    for field in fields:
        reading = read_name(field.name, context.settings)
        if reading is not None:
            yield _verdict(field, reading, context.settings)


def _verdict(field: Field, reading: Reading, settings: Settings) -> FieldVerdict:
    return FieldVerdict(
        field=field.ref,
        kind="data",
        role="identifier",
        semantic_tag=f"{reading.resource}_{reading.key}",
        resource=reading.resource,
        confidence=settings.confidence,
        reason=f"{reading.abbreviation} stands for {reading.resource} by the company's convention",
    )
