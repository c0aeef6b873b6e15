"""The collection artifact: what a build is told, and what is written of a document and its contracts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final

import attrs

from .graph import FORMAT_VERSION, ProducerIndex, relation_edges, with_declared

if TYPE_CHECKING:
    from .contracts import ContractOptions, Contracts
    from .hooks import Declared
    from .model import Collection
    from .pluginset import PluginHost

Progress = Callable[[str, int, int], None]

#: Options of a build that the reading stage takes; the others are contract options.
_READING: Final[tuple[str, ...]] = ("documents", "loader", "validate", "document_url", "folder", "outside", "limits")


def options_of(options: dict[str, Any]) -> tuple[dict[str, Any], ContractOptions]:
    """*options* for reading, and those for contracts. Raises `TypeError` for one that nobody takes."""
    from .contracts import ContractOptions

    reading: dict[str, Any] = {name: options.pop(name) for name in _READING if name in options}
    known = [field.name for field in attrs.fields(ContractOptions)]
    unknown = sorted(set(options) - set(known))
    if unknown:
        msg = f"unknown option {unknown[0]!r}; known are {', '.join(sorted((*_READING, *known)))}"
        raise TypeError(msg)
    return reading, ContractOptions(**options)


def read_source(host: PluginHost, source: Any, progress: Progress | None, options: Mapping[str, Any]) -> Collection:
    """The collection of *source*, read by a plugin of *host*; a collection is taken as it is."""
    from .model import Collection
    from .sources import Source

    if isinstance(source, Collection):
        return source
    told = {name: value for name, value in options.items() if value is not None}
    opened = Source.of(source, limits=told.pop("limits", None), loader=told.get("loader"))
    return host.source_session().read(opened, progress=stage(progress, "read"), **told).value


def stage(progress: Progress | None, name: str) -> Callable[..., None] | None:
    """A build's progress callback as one stage calls it: operations done, operations in all."""
    if progress is None:
        return None

    def report(done: int, total: int, *_what: object) -> None:
        progress(name, done, total)

    return report


def artifact_of(
    collection: Collection,
    built: Contracts,
    declared: Mapping[str, Declared],
    library: Mapping[str, Any],
    progress: Progress | None,
) -> dict[str, Any]:
    """The artifact of a document, plain JSON, without its search index.

    *declared* is by the name of the format that says it; *library* says what made the artifact.
    """
    from .contracts import contract_summary, readiness

    tools = built.tools
    summary = contract_summary(tools)
    index = ProducerIndex(tools)
    if progress is not None:
        progress("edges", 0, len(tools))
    edges = relation_edges(index)
    if said := [edge for one in declared.values() for edge in one.edges]:
        edges = with_declared(edges, said)
        index = ProducerIndex(tools, edges)
    unread = [row for one in declared.values() for row in one.diagnostics]
    diagnostics = [attrs.asdict(d) for d in (*collection.diagnostics, *built.diagnostics, *unread)]
    return {
        "format_version": FORMAT_VERSION,
        "library": library,
        "metadata": {
            "title": collection.title,
            "version": collection.version,
            "spec_version": collection.spec_version,
            "source": collection.source,
            "digest": collection.digest,
            "servers": list(collection.servers),
            **_templates(collection),
            "security_schemes": {key: _plain(scheme) for key, scheme in collection.security_schemes.items()},
            "operation_count": len(collection.operations),
            **{name: list(one.documents) for name, one in declared.items() if one.documents},
        },
        "tools": tools,
        "edges": edges,
        "provenance": built.provenance,
        "contract": summary,
        "diagnostics": diagnostics,
        "readiness": readiness(tools, index.source, summary, built.vocabulary),
    }


def _templates(collection: Collection) -> dict[str, Any]:
    """`server_templates`, where servers have variables."""
    found = {url: attrs.asdict(template) for url, template in collection.server_templates.items()}
    return {"server_templates": found} if found else {}


def _plain(value: Any) -> dict[str, Any]:
    """An attrs value as JSON-shaped data, empty parts left out."""
    return {
        k: list(v) if isinstance(v, tuple) else v for k, v in attrs.asdict(value).items() if v not in ("", (), None)
    }
