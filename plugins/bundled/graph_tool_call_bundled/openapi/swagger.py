"""Swagger 2.0: parameters, bodies and media types in the words of OpenAPI 3."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from graph_tool_call.hooks import Report

from .refs import Place

#: What a parameter has besides its schema (Swagger 2.0, Parameter Object).
_NOT_SCHEMA = frozenset({"name", "in", "required", "description", "collectionFormat", "allowEmptyValue", "schema"})
#: OpenAPI 3 has no word for tabs, nor for any of these outside the query.
_STYLES = {"ssv": "spaceDelimited", "pipes": "pipeDelimited", "tsv": "tabDelimited"}
FORM = "application/x-www-form-urlencoded"
MULTIPART = "multipart/form-data"


def parameter_schema(raw: dict[str, Any]) -> dict[str, Any]:
    """The schema that a non-body parameter, or a response header, describes by its own keywords."""
    own = {key: value for key, value in raw.items() if key not in _NOT_SCHEMA}
    inner = raw.get("schema")
    # Not allowed there, but written often enough.
    return {**inner, **own} if isinstance(inner, dict) else own


def parameter_style(raw: dict[str, Any], location: str, report: Report, label: str) -> tuple[str, bool]:
    """`collectionFormat` as style and explode. The default is csv."""
    plain = "form" if location in ("query", "formData", "cookie") else "simple"
    said = raw.get("collectionFormat") or "csv"
    if said == "csv":
        return plain, False
    if said == "multi" and plain == "form":
        return plain, True
    if isinstance(said, str) and said in _STYLES:
        return _STYLES[said], False
    report.add(
        "unsupported_style", f"the collectionFormat {said!r} has no counterpart in {location}; read as csv", label
    )
    return plain, False


def media_types(operation: dict[str, Any], root: dict[str, Any], key: str) -> list[str]:
    """`consumes` or `produces` of an operation, inherited from the document."""
    said = operation.get(key, root.get(key))
    return [item for item in said if isinstance(item, str)] if isinstance(said, list) else []


def form_types(consumes: Iterable[str], fields: Iterable[Place]) -> list[str]:
    """Media types that a form body can be sent as; files need multipart."""
    named = [item for item in consumes if item.split(";")[0].strip().lower() in (FORM, MULTIPART)]
    if any(field.value.get("type") == "file" for field in fields):
        return [item for item in named if item.lower().startswith(MULTIPART)] or [MULTIPART]
    return named or [FORM]


def form_schema(fields: dict[str, Place]) -> dict[str, Any]:
    """One object schema for all formData parameters."""
    properties: dict[str, Any] = {}
    for name, place in fields.items():
        properties[name] = parameter_schema(place.value)
        if isinstance(place.value.get("description"), str):
            properties[name]["description"] = place.value["description"]
    required = [name for name, place in fields.items() if str(place.value.get("required")).lower() == "true"]
    return {"type": "object", "properties": properties, "required": required}


def form_encoding(fields: dict[str, Place], report: Report) -> dict[str, Any]:
    """How arrays among the formData parameters are written, as OpenAPI 3 encoding objects."""
    out: dict[str, Any] = {}
    for name, place in fields.items():
        if place.value.get("type") == "array":
            style, explode = parameter_style(place.value, "formData", report, place.label)
            out[name] = {"style": style, "explode": explode}
    return out
