"""How ready a collection is for planning: what is missing, by stable code, and what to do about it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from ..model.tool import Row, metadata_of, rows_of
from .summary import contract_summary, expects_body, has_body
from .vocabulary import identifier_like, normal

#: Number of operations that could supply an input, by tool name and `consumes` row.
SourceCount = Callable[[str, Row], int]

#: Findings that are listed singly for one code; all are counted.
MAX_LISTED: Final = 25

#: Code → (severity, what it means, what to do next).
CODES: Final[Mapping[str, tuple[str, str, str]]] = {
    "missing_response_schema": (
        "warning",
        "The operation answers with a body whose fields the document does not describe.",
        "Describe the success response's schema; nothing can be planned from an unknown response.",
    ),
    "untyped_identifier": (
        "warning",
        "A required field looks like an identifier, and no plugin says of what.",
        "Add a classifier plugin for the naming, or an annotation with the field's semantic tag.",
    ),
    "required_without_source": (
        "info",
        "A required field has no default and no operation that produces it; a person will be asked.",
        "Check that the response that should hold it is described; else declare a context default or user input.",
    ),
    "context_without_default": (
        "info",
        "A required field is runtime context and has no default in the document.",
        "Pass it in `context_defaults` when planning.",
    ),
    "auth_as_data": (
        "warning",
        "A field is named like a credential and is classified as business data.",
        "Name it in `auth_field_names`, or declare it as a security scheme.",
    ),
    "envelope_hides_body": (
        "warning",
        "The response is an envelope whose payload has no described fields.",
        "Describe the payload's schema instead of a free-form object.",
    ),
    "duplicate_operation": (
        "warning",
        "Two operations have the same operationId; tool names were made distinct.",
        "Give each operation an operationId of its own.",
    ),
    "no_producers": (
        "error",
        "No operation of the collection has described response fields.",
        "Describe responses; without them only single calls can be planned.",
    ),
}

#: Names that carry credentials and nothing else.
_CREDENTIALS: Final = frozenset(
    """
    authorization proxyauthorization xapikey apikey accesstoken xaccesstoken xauthtoken authtoken bearertoken
    clientsecret xauth sessiontoken
    """.split()
)


def readiness(
    tools: Mapping[str, Any], sources: SourceCount | None = None, summary: Mapping[str, Any] | None = None
) -> dict[str, Any]:
    """Findings over *tools*: `ready`, `counts` by code, `findings`, and coverage.

    *sources* counts the producers of an input; without it, inputs without a source are
    not looked for. *summary* is `contract_summary(tools)`, where the caller has it. `ready`
    is false as soon as there is an error.
    """
    found: dict[str, list[dict[str, Any]]] = {}
    for code, finding in _findings(tools, sources):
        found.setdefault(code, []).append(finding)
    summary = contract_summary(tools) if summary is None else summary
    if tools and not summary["produces_field_count"]:
        found["no_producers"] = [{}]
    rows = [_row(code, found[code]) for code in CODES if code in found]
    return {
        "ready": not any(row["severity"] == "error" for row in rows),
        "counts": {row["code"]: row["count"] for row in rows},
        "coverage": {key: summary[key] for key in ("response_schema_coverage", "semantic_tag_coverage")},
        "findings": rows,
    }


def _row(code: str, findings: list[dict[str, Any]]) -> dict[str, Any]:
    severity, meaning, step = CODES[code]
    row: dict[str, Any] = {
        "code": code,
        "severity": severity,
        "count": len(findings),
        "meaning": meaning,
        "next_step": step,
    }
    row["where"] = [finding for finding in findings[:MAX_LISTED] if finding]
    return row


def _findings(tools: Mapping[str, Any], sources: SourceCount | None) -> Iterator[tuple[str, dict[str, Any]]]:
    ids: dict[str, str] = {}
    for name, tool in tools.items():
        yield from _of_responses(name, tool)
        for row in rows_of(tool, "consumes"):
            for code in _of_input(name, row, sources):
                yield code, {"tool": name, "field": row["name"], "location": row["location"]}
        operation_id = metadata_of(tool).get("openapi", {}).get("operation_id", "")
        if operation_id and operation_id in ids:
            yield "duplicate_operation", {"tool": name, "other": ids[operation_id]}
        elif operation_id:
            ids[operation_id] = name


def _of_responses(name: str, tool: Any) -> Iterator[tuple[str, dict[str, Any]]]:
    produces = rows_of(tool, "produces")
    if not has_body(produces):
        if expects_body(tool):
            yield "missing_response_schema", {"tool": name}
        return
    body = [row for row in produces if row["location"] == "response"]
    wrapped = any(row.get("envelope") for row in body)
    if wrapped and not any(not row.get("envelope") and row.get("field_type") != "object" for row in body):
        yield "envelope_hides_body", {"tool": name}


def _of_input(name: str, row: Row, sources: SourceCount | None) -> Iterator[str]:
    kind, required = row.get("kind", "data"), bool(row.get("required")) and not row.get("container")
    if kind == "data" and normal(row["name"]) in _CREDENTIALS:
        yield "auth_as_data"
    if kind == "context" and required and "default" not in row:
        yield "context_without_default"
    if kind != "data" or not required or row.get("role") == "paging":
        return
    if (
        not row.get("semantic_tag")
        and identifier_like(row["name"])
        and "enum" not in row
        and row.get("field_type") not in {"boolean", "object"}
    ):
        yield "untyped_identifier"
    fixed = not row.keys().isdisjoint({"default", "const", "enum"}) or row.get("role") in {"user_input", "search"}
    if sources is not None and not fixed and not sources(name, row):
        yield "required_without_source"
