"""Format "arazzo": plans as workflows of Arazzo documents, and back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from graph_tool_call.hooks import Declared, ExporterSpec, FormatContext, ImporterSpec, PluginInfo, hookimpl
from graph_tool_call.hooks.plans import Plan

from .settings import ReadingOptions, WritingOptions

NAME: Final = "arazzo"
#: Of the OpenAPI Initiative's registry of media types.
MEDIA_TYPE: Final = "application/vnd.oai.workflows+json"


@hookimpl
def gtc_plugin_info() -> PluginInfo:
    """Who this is."""
    said = "Writes plans as workflows of Arazzo documents, reads workflows as plans and as declared hand-overs."
    return PluginInfo(title="Arazzo", description=said, hook_api=1)


@hookimpl
def gtc_exporters() -> list[ExporterSpec]:
    """Plans as documents."""
    said = "An Arazzo document (1.0.1 or 1.1) with one workflow."
    return [
        ExporterSpec(
            name=NAME,
            media_type=MEDIA_TYPE,
            suffix=".arazzo.json",
            description=said,
            plan=write_plan,
            options=WritingOptions,
        )
    ]


@hookimpl
def gtc_importers() -> list[ImporterSpec]:
    """Documents as plans, and as what operations hand to each other."""
    said = "An Arazzo document (1.0 or 1.1), JSON or YAML."
    return [
        ImporterSpec(
            name=NAME,
            media_type=MEDIA_TYPE,
            suffix=".arazzo.json",
            description=said,
            plan=read_plan,
            declared=read_declared,
            options=ReadingOptions,
        )
    ]


def write_plan(plan: Plan, context: FormatContext) -> dict[str, Any]:
    """The document that says *plan*. Raises `ArazzoError` for what its version cannot say."""
    from .collection import Workflows

    options: WritingOptions = context.options
    version = str(options.version)
    return Workflows.of(context).write(plan, context.tools, version, options.source_url, context.artifact)


def read_plan(source: Any, context: FormatContext) -> Plan:
    """The plan that does what a workflow of *source* does. Raises `ArazzoError` where a plan cannot keep a part."""
    from .collection import Workflows

    options: ReadingOptions = context.options
    return Workflows.of(context, options.limits).plan(
        source,
        options.workflow_id,
        context.tools,
        context.artifact,
        beside=options.beside,
        unchecked=options.unchecked,
    )


def read_declared(sources: Sequence[Any], context: FormatContext) -> Declared:
    """The hand-overs of all workflows of *sources*. Raises `ArazzoError` for what cannot be read at all."""
    from .collection import Workflows

    options: ReadingOptions = context.options
    workflows = Workflows.of(context, options.limits)
    metadata = context.artifact.get("metadata") or {}
    documents = [workflows.open(source) for source in sources]
    return workflows.declare(documents, context.tools, str(metadata.get("source") or ""))
