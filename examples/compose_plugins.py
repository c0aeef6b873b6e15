"""A team's own rules: a plugin is any object with marked hooks, and a plugin set is a value."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from graph_tool_call import PluginSet, ToolGraph, hookimpl
from graph_tool_call.hooks import Field, FieldVerdict


class Branches:
    """In our APIs the branch is known to the runtime: the desk that asks stands in one."""

    @hookimpl
    def gtc_classify_fields(self, fields: Sequence[Field]) -> Iterator[FieldVerdict]:
        """Kind `context` for every input that names a branch."""
        for field in fields:
            if field.direction == "consumes" and field.name.endswith("BranchId"):
                yield FieldVerdict(field=field.ref, kind="context", confidence=1.0, reason="the desk's own branch")


plugins = PluginSet.installed().without("korean_lexicon").with_(Branches(), id="branches")
graph = ToolGraph.from_openapi(Path(__file__).with_name("library.yaml"), plugins=plugins)

for row in graph.tools["reserveBook"]["metadata"]["api_contract"]["consumes"]:
    print(f"{row['name']:15} {row['kind']}")
