"""The hook specification of reading: what comes before everything else."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .markers import hookspec

if TYPE_CHECKING:
    from ..model import Collection
    from ..sources import Source
    from .sources import SourceContext


@hookspec(firstresult=True)
def gtc_read_source(source: Source, context: SourceContext) -> Collection | None:
    """Read the operations of a *source*: a description of an API, a list of tools, functions, a catalogue.

    Called once for each build, plugin by plugin, until one answers. A `SpecError` of `source.data` or `source.text`
    (it is no JSON, YAML or text at all) may pass: the next plugin is asked, and it is told where nobody reads the
    source. Any other `SpecError` says what is wrong with a source that is yours, and ends the reading. A source that
    nobody reads is an error with `PluginInfo.reads` of everybody who was asked.

        @hookimpl
        def gtc_read_source(source: Source) -> Collection | None:
            listed = source.data.get("commands") if isinstance(source.data, dict) else None
            if not isinstance(listed, list):
                return None
            operations = tuple(
                Operation(
                    key=f"POST /{command['name']}",
                    method="post",
                    path=f"/{command['name']}",
                    name=command["name"],
                    summary=command.get("about", ""),
                    parameters=tuple(
                        Parameter(name=name, location="query", required=True, schema=Schema(type=kind))
                        for name, kind in command.get("takes", {}).items()
                    ),
                )
                for command in listed
            )
            return Collection(format="commands", source=source.name, digest=source.digest, operations=operations)

    Args:
        source: What was handed over: a file, a text, a mapping, or any other object. It is opened and parsed when it
            is first looked into, once for all plugins.
        context: Limits, strictness, what else may be opened, the plugin's settings.

    Returns:
        Everything that can be called, each operation with a key and a name of its own. None for a source that is
        not yours.
    """
