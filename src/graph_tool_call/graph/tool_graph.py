"""`ToolGraph`: a collection of tools, their contracts and relations, as loaded from an artifact."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from ..errors import ArtifactError
from ..model.tool import part
from ..model.whole_file import write_whole
from .index import ProducerIndex
from .soundness import check_artifact

if TYPE_CHECKING:
    import networkx as nx

#: Version of the artifact that this release writes.
FORMAT_VERSION: Final = 1


class Tools(dict[str, Any]):
    """Tool name → plain dict; knows the graph it belongs to, so that selection can use the graph's plugins."""

    graph: ToolGraph | None = None


class ToolGraph:
    """The tools of one collection.

    Attributes:
        artifact: The plain JSON that the graph was made from.
        tools: Tool name → tool dict.
        plugins: Plugin set to search and plan with; None stands for the installed ones.
        settings: Plugin id → settings; what the artifact was built with by default.
    """

    def __init__(
        self, artifact: Mapping[str, Any], *, plugins: Any = None, settings: Mapping[str, Any] | None = None
    ) -> None:
        self.artifact = artifact
        self.tools = Tools(_tools(artifact))
        self.tools.graph = self
        self.plugins = plugins
        self.settings = _settings(artifact) if settings is None else settings
        #: Whether the artifact brought the settings: it is a file of anybody's, and sets no executor.
        self.brought = settings is None
        #: Folder of the artifact's file, for what plugins keep beside it; "" when it was not read from one.
        self.folder = ""

    @classmethod
    def from_artifact(
        cls, artifact: Mapping[str, Any], *, plugins: Any = None, settings: Mapping[str, Any] | None = None
    ) -> ToolGraph:
        """The graph of an artifact. Raises `ArtifactError` for anything that is none."""
        if "tools" not in _mapping(artifact):
            raise ArtifactError("not_artifact", "this is not a collection artifact: it has no 'tools'")
        version = artifact.get("format_version", 0)
        if isinstance(version, int) and version > FORMAT_VERSION:
            message = (
                f"format_version {version} is newer than this release reads ({FORMAT_VERSION}); upgrade or build again"
            )
            raise ArtifactError("unsupported_format", message)
        graph = cls(artifact, plugins=plugins, settings=settings)
        check_artifact(artifact, graph.tools)
        return graph

    @classmethod
    def from_openapi(
        cls, source: Any, *, plugins: Any = None, settings: Mapping[str, Any] | None = None, **options: Any
    ) -> ToolGraph:
        """Read an OpenAPI document, or what else a plugin reads, and build its graph.

        Options as in `build_openapi_collection_artifact`.
        """
        # The engine stands above this module; only this convenience looks up to it.
        from ..engine import Engine

        engine = Engine(plugins, settings=settings)
        return engine.graph(engine.build(source, **options))

    @classmethod
    def load(
        cls, path: str | os.PathLike[str], *, plugins: Any = None, settings: Mapping[str, Any] | None = None
    ) -> ToolGraph:
        """The graph of a saved artifact. Raises `ArtifactError`."""
        name = os.fspath(path)
        try:
            artifact = json.loads(Path(path).read_bytes())
        except FileNotFoundError:
            raise ArtifactError("file_not_found", "there is no such file", name) from None
        except IsADirectoryError:
            raise ArtifactError("is_directory", "this is a directory, not an artifact", name) from None
        except (ValueError, RecursionError) as exc:
            raise ArtifactError("invalid_json", f"not JSON: {exc}", name) from exc
        try:
            graph = cls.from_artifact(artifact, plugins=plugins, settings=settings)
        except ArtifactError as exc:
            raise ArtifactError(exc.code, exc.message, name) from None
        graph.folder = str(Path(path).resolve().parent)
        return graph

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the artifact as compact JSON; an older file is replaced only by a whole one. Raises `OSError`."""
        write_whole(path, encode_artifact(self.artifact))

    @property
    def edges(self) -> Sequence[Mapping[str, Any]]:
        """All relation edges."""
        edges = self.artifact.get("edges")
        if not edges:
            graph = self.artifact.get("graph")
            edges = graph.get("edges") if isinstance(graph, Mapping) else None
        return edges if isinstance(edges, Sequence) else ()

    @cached_property
    def index(self) -> ProducerIndex:
        """Which outputs could fill which inputs."""
        return ProducerIndex(self.tools, self.edges)

    @cached_property
    def network(self) -> nx.MultiDiGraph:
        """The tools and their relations for networkx; the relation is the edge's key."""
        # networkx takes a quarter of a second to import and few callers want it.
        import networkx as nx

        network = nx.MultiDiGraph()
        network.add_nodes_from(self.tools)
        for edge in self.edges:
            facts = {key: value for key, value in edge.items() if key not in {"source", "target", "relation"}}
            network.add_edge(edge["source"], edge["target"], key=edge.get("relation", "related"), **facts)
        return network

    def neighbours(self, name: str, relation: str = "requires") -> tuple[str, ...]:
        """Names that *name* has edges of *relation* to, in edge order."""
        return tuple(self._out.get((name, relation), ()))

    @cached_property
    def _out(self) -> dict[tuple[str, str], list[str]]:
        table: dict[tuple[str, str], list[str]] = {}
        for edge in self.edges:
            table.setdefault((str(edge.get("source")), str(edge.get("relation"))), []).append(str(edge.get("target")))
        return table

    def __getstate__(self) -> dict[str, Any]:
        """What a copy in this or another process is made of; what engines keep is made there again."""
        return {
            "artifact": self.artifact,
            "plugins": self.plugins,
            "settings": None if self.brought else self.settings,
            "folder": self.folder,
        }

    def __setstate__(self, state: Mapping[str, Any]) -> None:
        ToolGraph.__init__(self, state["artifact"], plugins=state["plugins"], settings=state["settings"])
        self.folder = state["folder"]

    def __repr__(self) -> str:
        return f"<ToolGraph {len(self.tools)} tools, {len(self.edges)} edges>"


def encode_artifact(artifact: Mapping[str, Any]) -> bytes:
    """Compact JSON, keys in the order in which they were made: the same artifact gives the same bytes."""
    # Half a surrogate pair has no bytes; the escape is JSON's own for it.
    return json.dumps(artifact, ensure_ascii=False, separators=(",", ":")).encode(errors="backslashreplace")


def _mapping(value: object) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}


def _settings(artifact: Mapping[str, Any]) -> Mapping[str, Any]:
    """The settings that an artifact was built with, by plugin id."""
    return _mapping(_mapping(artifact.get("library")).get("settings"))


def _tools(artifact: Mapping[str, Any]) -> dict[str, Any]:
    tools = artifact.get("tools")
    if isinstance(tools, Mapping):
        return {str(name): tool for name, tool in tools.items()}
    if isinstance(tools, Sequence) and not isinstance(tools, str):
        return {str(part(tool, "name", "")): tool for tool in tools if part(tool, "name")}
    raise ArtifactError("not_artifact", f"'tools' must be an object or a list, not {type(tools).__name__}")
