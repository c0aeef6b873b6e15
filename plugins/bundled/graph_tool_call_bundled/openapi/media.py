"""Media types of bodies: their order, and their content."""

from __future__ import annotations

from typing import Any

from graph_tool_call.hooks import MediaType, kind_of

from .context import Context
from .examples import shown_schema
from .refs import Place


def media_rank(content_type: str) -> int:
    """Place in the order of preference: JSON, its relatives, any, forms, multipart, then the rest."""
    kind = content_type.partition(";")[0].strip().lower()
    if kind == "application/json":
        return 0
    if kind.endswith(("+json", "/json")) or kind in ("application/vnd.api+json", "text/json"):
        return 1
    if kind in ("*/*", "application/*"):
        return 2
    if kind == "application/x-www-form-urlencoded":
        return 3
    return 4 if kind.startswith("multipart/") else 5


def read_content(place: Place, context: Context, *, shown: bool = False) -> tuple[MediaType, ...]:
    """The members of a `content` object, preferred ones first; with *shown* fields may be those of an example."""
    content = context.resolver.mapping(place, "content")
    if content is None:
        return ()
    found = [
        _media_type(name, target, context, shown=shown)
        for name, target in context.resolver.items(content, "a media type")
    ]
    return tuple(sorted(found, key=lambda media: media_rank(media.content_type)))


def _media_type(name: str, place: Place, context: Context, *, shown: bool) -> MediaType:
    raw: dict[str, Any] = place.value
    schema = None
    made = shown_schema(place.at("schema") if "schema" in raw else None, place, context) if shown else None
    if made is not None:
        schema = context.schemas.made_up(made.value, made)
    elif "schema" in raw:
        schema = context.schemas.node(place.at("schema"))
    elif "itemSchema" in raw:  # OpenAPI 3.2, sequential media types: a stream of items.
        schema = context.schemas.made_up({"type": "array", "items": raw["itemSchema"]}, place)
    encoding = raw.get("encoding")
    if encoding is not None and not isinstance(encoding, dict):
        context.report.add("not_an_object", f"encoding must be an object, found {kind_of(encoding)}", place.label)
        encoding = None
    return MediaType(content_type=name, schema=schema, encoding=encoding or {})
