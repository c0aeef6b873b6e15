"""How ready a collection is for planning: what is missing, by stable code, and what to do about it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

import attrs

from ..hooks import Vocabulary
from ..model.arguments import body_type
from ..model.tool import Row, metadata_of, rows_of
from .issues import ISSUES
from .summary import contract_summary, expects_body, has_body
from .vocabulary import Lists, normal

#: What supplies an input, by tool name and `consumes` row: "" for a source, "none", or the code of a doubtful one.
Sources = Callable[[str, Row], str]

#: Roles of fields that a person fills, or leaves out.
_WORDS: Final = frozenset({"user_input", "search", "paging"})

#: Findings that are listed singly for one code; all are counted.
MAX_LISTED: Final = 25

#: Share of described responses below which a collection as a whole is noted, once it has a few that answer.
LOW_COVERAGE: Final = 0.5
FEW: Final = 5

#: Endings of media types that fields can be written in.
_WRITABLE: Final = ("json", "/x-www-form-urlencoded", "*")


def readiness(
    tools: Mapping[str, Any],
    sources: Sources | None = None,
    summary: Mapping[str, Any] | None = None,
    vocabulary: Vocabulary | None = None,
) -> dict[str, Any]:
    """Findings over *tools*: `ready`, `counts` by code, `findings`, and coverage.

    *sources* tells what supplies an input; without it, inputs without a source are
    not looked for. *summary* is `contract_summary(tools)`, where the caller has it; *vocabulary*
    says which names look like keys and credentials. `ready` is false as soon as there is an error.
    """
    found: dict[str, list[dict[str, Any]]] = {}
    for code, finding in _findings(tools, sources, Lists(vocabulary)):
        found.setdefault(code, []).append(finding)
    summary = contract_summary(tools) if summary is None else summary
    for code in _of_collection(tools, summary):
        found[code] = [{}]
    rows = [_row(code, found[code]) for code in ISSUES if code in found]
    coverage = {key: summary[key] for key in ("response_schema_coverage", "semantic_tag_coverage")}
    if sources is not None:
        lacking = sum(len(found.get(code, ())) for code in ("required_without_source", "only_changing_source"))
        needed = sum(_wants_source(row) for tool in tools.values() for row in rows_of(tool, "consumes"))
        coverage["required_source_coverage"] = round(1 - lacking / needed, 4) if needed else 1.0
    return {
        "ready": not any(row["severity"] == "error" for row in rows),
        "counts": {row["code"]: row["count"] for row in rows},
        "coverage": coverage,
        "findings": rows,
    }


def _of_collection(tools: Mapping[str, Any], summary: Mapping[str, Any]) -> Iterator[str]:
    if not tools:
        return
    if not summary["produces_field_count"]:
        yield "no_producers"
    elif len(tools) >= FEW and summary["response_schema_coverage"] < LOW_COVERAGE:
        yield "low_response_coverage"
    if not any(metadata_of(tool).get("servers") for tool in tools.values()):
        yield "no_server"


def _row(code: str, findings: list[dict[str, Any]]) -> dict[str, Any]:
    row = {"code": code, **attrs.asdict(ISSUES[code]), "count": len(findings)}
    return row | {"where": [finding for finding in findings[:MAX_LISTED] if finding]}


def _findings(tools: Mapping[str, Any], sources: Sources | None, words: Lists) -> Iterator[tuple[str, dict[str, Any]]]:
    ids: dict[str, str] = {}
    for name, tool in tools.items():
        yield from _of_responses(name, tool)
        yield from ((code, {"tool": name}) for code in _of_operation(tool))
        for row in rows_of(tool, "consumes"):
            for code in _of_input(name, row, sources, words):
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


def _of_input(name: str, row: Row, sources: Sources | None, words: Lists) -> Iterator[str]:
    kind, required = row.get("kind", "data"), bool(row.get("required")) and not row.get("container")
    if kind == "data" and normal(row["name"]) in words.credential_names:
        yield "auth_as_data"
    if kind == "context" and required and "default" not in row:
        yield "context_without_default"
    if kind != "data" or not required or row.get("role") == "paging":
        return
    if key_like(row, words) and not row.get("semantic_tag") and "enum" not in row:
        yield "untyped_identifier"
    if sources is not None and _wants_source(row) and (lack := sources(name, row)):
        if lack == "none":
            yield "required_without_source"
        elif lack != "ambiguous_producer" or key_like(row, words):
            # Two resources with a note each are no ambiguity: a note is nobody's.
            yield lack


def key_like(row: Row, words: Lists) -> bool:
    """Whether *row* is a key of something: typed as one, or named like one that people don't make up."""
    if row.get("field_type") in {"boolean", "object"}:
        return False
    named = words.identifier_like(row["name"]) and (
        row["location"] == "path" or normal(row["name"]) not in words.typed_names
    )
    return named or bool(row.get("semantic_tag"))


def _wants_source(row: Row) -> bool:
    """Whether a value of *row* has to come from somewhere: required, and neither fixed by the document nor a word."""
    if row.get("kind", "data") != "data" or not row.get("required") or row.get("container"):
        return False
    return row.keys().isdisjoint({"default", "const", "enum"}) and row.get("role") not in _WORDS


def _of_operation(tool: Any) -> Iterator[str]:
    metadata = metadata_of(tool)
    if metadata.get("source") == "openapi" and not metadata.get("openapi", {}).get("operation_id"):
        yield "missing_operation_id"
    if not tool.get("description"):
        yield "undescribed_operation"
    whole = next((row for row in rows_of(tool, "consumes") if row.get("whole_body")), None)
    if whole is not None and not whole.get("field_type"):
        yield "missing_request_schema"
    media = body_type(tool).partition(";")[0].strip().lower()
    if media and not media.endswith(_WRITABLE) and not media.startswith("multipart/") and _has_fields(tool):
        yield "fields_without_form"


def _has_fields(tool: Any) -> bool:
    """Whether the body is made of fields, and not one text."""
    rows = [row for row in rows_of(tool, "consumes") if row.get("location") == "body"]
    return any(not row.get("whole_body") or row.get("field_type") == "object" for row in rows)
