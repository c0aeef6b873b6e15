"""Counts over the contracts of a collection."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ..model.tool import Row, metadata_of, rows_of


def contract_summary(tools: Mapping[str, Any]) -> dict[str, Any]:
    """Coverage and field counts of *tools*.

    `response_schema_coverage` is the share of operations that answer with a body and
    declare what is in it; operations that declare no body count as uncovered unless their
    status says that there is none (204, 205), or a method that has none (HEAD).
    """
    consumes: list[Row] = []
    produces: list[Row] = []
    links = expected = covered = typed = identifiers = 0
    for tool in tools.values():
        consumes.extend(rows_of(tool, "consumes"))
        made = rows_of(tool, "produces")
        produces.extend(made)
        links += len(rows_of(tool, "links"))
        if expects_body(tool):
            expected += 1
            covered += has_body(made)
    for row in (*consumes, *produces):
        if row.get("role") == "identifier":
            identifiers += 1
            typed += bool(row.get("semantic_tag"))
    required = [row for row in consumes if row.get("required")]
    return {
        "operation_count": len(tools),
        "consumes_field_count": len(consumes),
        "required_field_count": len(required),
        "produces_field_count": len(produces),
        "link_count": links,
        "kinds": _count(row.get("kind", "data") for row in consumes),
        "locations": _count(str(row.get("location", "")) for row in consumes),
        "identifier_field_count": identifiers,
        "response_schema_count": covered,
        "response_schema_coverage": _share(covered, expected),
        "semantic_tag_coverage": _share(typed, identifiers),
        "lists": _lists(tools),
        "filters": sum("filters" in row for row in consumes),
    }


def _lists(tools: Mapping[str, Any]) -> dict[str, int]:
    """How many lists operations are there to show, and of how many is known what identifies and what names a thing."""
    found = {"own": 0, "keyed": 0, "named": 0}
    for tool in tools.values():
        contract = metadata_of(tool).get("api_contract")
        for row in contract.get("lists", ()) if isinstance(contract, Mapping) else ():
            if row.get("own"):
                found["own"] += 1
                found["keyed"] += "key" in row
                found["named"] += bool(naming_of(tool, row["path"]))
    return found


def naming_of(tool: Any, path: str) -> tuple[str, ...]:
    """What names an element of the list at *path* of the answer of *tool*: paths in it, the best first."""
    ranked = [
        (row["naming"], row["path"][len(path) :].removeprefix("."))
        for row in rows_of(tool, "produces")
        if "naming" in row and row["path"].startswith((path + ".", path + "[")) and "*" not in row["path"][len(path) :]
    ]
    return tuple(name for _, name in sorted(ranked))


def expects_body(tool: Any) -> bool:
    """Whether a response body would be normal for the operation."""
    metadata = metadata_of(tool)
    result = _result(tool)
    if str(metadata.get("method", "")).lower() == "head":
        return False
    return str(result.get("status", "")) not in {"204", "205", "304"} and not (
        result.get("status") and _sends_nothing(tool)
    )


def has_body(produces: Sequence[Row]) -> bool:
    """Whether response fields are known: more than that there is an object."""
    rows = [row for row in produces if row.get("location", "response") == "response"]
    return any(row.get("path") != "$" or row.get("field_type", "object") != "object" for row in rows)


def _sends_nothing(tool: Any) -> bool:
    """A change that answers with a status alone, and declares so by having no content."""
    return str(metadata_of(tool).get("method", "")).lower() == "delete" and not _result(tool).get("content_type")


def _result(tool: Any) -> Mapping[str, Any]:
    contract = metadata_of(tool).get("api_contract")
    result = contract.get("result") if isinstance(contract, Mapping) else None
    return result if isinstance(result, Mapping) else {}


def _count(values: Iterable[str]) -> dict[str, int]:
    found: dict[str, int] = {}
    for value in values:
        found[value] = found.get(value, 0) + 1
    return dict(sorted(found.items()))


def _share(part: int, whole: int) -> float:
    return round(part / whole, 4) if whole else 1.0
