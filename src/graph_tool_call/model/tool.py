"""Reading of tool dicts: what an artifact, a hand-made graph or an adapter's object says of one tool."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

import attrs

Row = Mapping[str, Any]
#: What counts as a mapping. The check of an abstract class is slow; that of dict, before it, is not.
_MAPPINGS: Final = (dict, Mapping)

#: Methods that RFC 9110 (9.2.1) defines as safe; "" stands for tools that are no HTTP calls.
SAFE_METHODS: Final = frozenset({"get", "head", "options", "trace", "query"})
#: Of a tool without extensions.
NO_EXTENSIONS: Final[Mapping[str, Any]] = MappingProxyType({})


@attrs.frozen(kw_only=True)
class ToolFacts:
    """One tool, as planning and selection see it."""

    name: str
    #: Lower case; "" when the artifact does not say.
    method: str = ""
    path: str = ""
    operation_id: str = ""
    summary: str = ""
    description: str = ""
    tags: tuple[str, ...] = ()
    deprecated: bool = False
    #: search, read, create, update, delete, action, or "".
    action: str = ""
    #: Snake case, singular; "" when unknown.
    resource: str = ""
    #: single, list, count, mutation, or "".
    shape: str = ""
    changes_state: bool = False
    destructive: bool = False
    #: Base URLs, as the document has them; empty when it names none.
    servers: tuple[str, ...] = ()
    #: Names of the security schemes that its alternatives take, without repetition.
    security: tuple[str, ...] = ()
    #: Its `x-…` extensions that are texts, numbers or booleans.
    extensions: Mapping[str, Any] = attrs.field(default=NO_EXTENSIONS, hash=False)


def part(tool: Any, name: str, default: Any = None) -> Any:
    """Member *name* of a tool that is a mapping or an object."""
    value = tool.get(name) if isinstance(tool, _MAPPINGS) else getattr(tool, name, None)
    return default if value is None else value


def metadata_of(tool: Any) -> Mapping[str, Any]:
    """The tool's metadata; empty when it has none."""
    value = part(tool, "metadata", {})
    return value if isinstance(value, _MAPPINGS) else {}


def rows_of(tool: Any, surface: str) -> Sequence[Row]:
    """Contract rows of *surface* ("consumes", "produces", "links").

    They live in `metadata.api_contract`; older artifacts have them at `metadata.consumes`
    and `metadata.produces`, or on the tool itself.
    """
    metadata = metadata_of(tool)
    contract = metadata.get("api_contract")
    for place in (contract, metadata, tool):
        rows = part(place, surface) if place is not None else None
        if isinstance(rows, (list, Sequence)) and not isinstance(rows, str):
            # Nearly always a list of dicts; only what else there may be is looked at row by row.
            return rows if set(map(type, rows)) <= {dict} else [row for row in rows if isinstance(row, Mapping)]
    return ()


def row_name(row: Row) -> str:
    """The field's name, whichever of its names the row has."""
    name = row.get("name") or row.get("field_name")
    if name:
        return str(name)
    tail = str(row.get("json_path") or row.get("path") or "").rsplit(".", 1)[-1]
    return tail.replace("[*]", "")


def row_path(row: Row) -> str:
    """The field's JSON path, or its name where the row has no path."""
    return str(row.get("json_path") or row.get("path") or row_name(row))


def path_and_id(tool: Any) -> tuple[str, str]:
    """Path and operation id of a tool; each "" where it has none."""
    metadata = metadata_of(tool)
    openapi = metadata.get("openapi")
    openapi = openapi if isinstance(openapi, Mapping) else {}
    return str(metadata.get("path") or ""), str(openapi.get("operation_id") or metadata.get("operation_id") or "")


def tool_facts(name: str, tool: Any) -> ToolFacts:
    """What a tool dict (or object) says about itself; absent parts stay empty."""
    metadata = metadata_of(tool)
    ai = metadata.get("ai_metadata")
    ai = ai if isinstance(ai, Mapping) else {}
    path, operation_id = path_and_id(tool)
    method = str(metadata.get("method") or "").lower()
    changes = ai.get("changes_state")
    return ToolFacts(
        name=name,
        method=method,
        path=path,
        operation_id=operation_id,
        summary=str(ai.get("one_line_summary") or metadata.get("summary") or ""),
        description=str(part(tool, "description", "")),
        tags=tuple(str(tag) for tag in part(tool, "tags", ())),
        deprecated=bool(metadata.get("deprecated")),
        action=str(ai.get("canonical_action") or metadata.get("canonical_action") or ""),
        resource=str(ai.get("primary_resource") or metadata.get("primary_resource") or ""),
        shape=str(ai.get("result_shape") or metadata.get("result_shape") or ""),
        changes_state=bool(method and method not in SAFE_METHODS) if changes is None else bool(changes),
        destructive=bool(ai.get("destructive", method == "delete")),
        servers=tuple(map(str, _listed(metadata, "servers"))),
        security=_schemes(metadata),
        extensions=_extensions(metadata),
    )


def _listed(metadata: Mapping[str, Any], key: str) -> Sequence[Any]:
    """The list under *key*; empty for what is none: an artifact may come from anywhere."""
    found = metadata.get(key)
    return found if isinstance(found, (list, tuple)) else ()


def _schemes(metadata: Mapping[str, Any]) -> tuple[str, ...]:
    alternatives = _listed(metadata, "security")
    return tuple(dict.fromkeys(str(scheme) for one in alternatives if isinstance(one, Mapping) for scheme in one))


def _extensions(metadata: Mapping[str, Any]) -> Mapping[str, Any]:
    openapi = metadata.get("openapi")
    found = openapi.get("extensions") if isinstance(openapi, Mapping) else None
    return MappingProxyType(dict(found)) if isinstance(found, Mapping) and found else NO_EXTENSIONS
