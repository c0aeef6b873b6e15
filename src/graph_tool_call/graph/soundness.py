"""Whether an artifact that somebody saved, sent or edited has the shape that its readers rely on."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from typing import Any, Final

from ..errors import ArtifactError
from ..model.tool import metadata_of, rows_of

_SURFACES: Final = ("consumes", "produces", "links")
#: Members of contract rows, links and edges that are texts wherever they stand.
_ROW_TEXTS: Final = frozenset(
    (
        *("name", "field_name", "path", "json_path", "location", "kind", "role", "semantic_tag", "resource"),
        *("field_type", "format", "alternative", "content_type", "target"),
    )
)
_EDGE_TEXTS: Final = frozenset({"source", "target", "relation"})
_FLOW_TEXTS: Final = frozenset({"from", "to", "from_location"})
_FACT_TEXTS: Final = frozenset({"method", "path", "summary"})
_TOOL_TEXTS: Final = frozenset({"name", "description"})
#: Members that are lists wherever they stand.
_LISTS: Final = frozenset({"enum", "types", "never_from", "fed_by", "bindings"})


def check_artifact(artifact: Mapping[str, Any], tools: Mapping[str, Any]) -> None:
    """Raise `ArtifactError` ("damaged") that names the first place of *artifact* with a value of a wrong type.

    Only what is there is looked at: hand-made artifacts leave out most of it.
    """
    for name, tool in tools.items():
        if isinstance(tool, Mapping):
            _check_tool(tool, f"$.tools.{name}")
    edges = artifact.get("edges")
    if edges is not None:
        _check_rows(edges, "$.edges", _EDGE_TEXTS)
        for edge in edges:
            if edge.get("data") is not None:
                _check_rows(edge["data"], "$.edges[*].data", _FLOW_TEXTS)
    for name in ("metadata", "search", "graph"):
        if artifact.get(name) is not None and not isinstance(artifact[name], Mapping):
            raise _damaged(f"$.{name}", "an object", artifact[name])


def _check_tool(tool: Mapping[str, Any], place: str) -> None:
    metadata = tool.get("metadata")
    if metadata is not None and not isinstance(metadata, Mapping):
        raise _damaged(f"{place}.metadata", "an object", metadata)
    _check_members([tool], place, _TOOL_TEXTS)
    _check_members([metadata_of(tool)], f"{place}.metadata", _FACT_TEXTS)
    for part in ("api_contract", "ai_metadata"):
        if (found := metadata_of(tool).get(part)) is not None and not isinstance(found, Mapping):
            raise _damaged(f"{place}.metadata.{part}", "an object", found)
    contract = metadata_of(tool).get("api_contract") or {}
    for surface in _SURFACES:
        if contract.get(surface) is not None:
            _check_rows(contract[surface], f"{place}: {surface}", _ROW_TEXTS)
        for row in rows_of(tool, surface) if surface == "links" else ():
            _check_rows(row.get("bindings") or (), f"{place}: links[*].bindings", _FLOW_TEXTS)


def _check_rows(rows: Any, place: str, texts: Container[str]) -> None:
    if not isinstance(rows, Sequence) or isinstance(rows, str):
        raise _damaged(place, "a list", rows)
    if not set(map(type, rows)) <= {dict} and not all(isinstance(row, Mapping) for row in rows):
        raise _damaged(f"{place}[*]", "an object", next(row for row in rows if not isinstance(row, Mapping)))
    _check_members(rows, f"{place}[*]", texts)


def _check_members(rows: Sequence[Mapping[str, Any]], place: str, texts: Container[str]) -> None:
    for row in rows:
        for name, value in row.items():
            # Nearly all values are texts, and there are ten thousands of rows.
            if value.__class__ is str or value is None:
                if name in _LISTS and value is not None:
                    raise _damaged(f"{place}.{name}", "a list", value)
            elif name in texts and not isinstance(value, str):
                raise _damaged(f"{place}.{name}", "a text", value)
            elif name in _LISTS and not isinstance(value, (list, tuple)):
                raise _damaged(f"{place}.{name}", "a list", value)


def _damaged(place: str, wanted: str, found: Any) -> ArtifactError:
    message = f"{place} must be {wanted}, not {type(found).__name__}: the artifact is damaged; build it again"
    return ArtifactError("damaged", message)
