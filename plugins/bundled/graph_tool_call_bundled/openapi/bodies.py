"""Request bodies of any version."""

from __future__ import annotations

from typing import Final

from graph_tool_call.hooks import MediaType, RequestBody

from .context import Context, text
from .meant import as_meant
from .media import media_rank, read_content
from .parameters import RawParameters
from .refs import Place
from .swagger import form_encoding, form_schema, form_types, media_types

#: Words that a schema has and a request body has not (OpenAPI 3.1, 4.8.13).
_SCHEMA_WORDS: Final = frozenset(("type", "properties", "items", "allOf", "anyOf", "oneOf", "enum"))


class BodyReader:
    """Reads each shared body once."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._known: dict[int, RequestBody] = {}

    def read(self, operation: Place, raw: RawParameters) -> RequestBody | None:
        """The body of *operation*; *raw* has the body and form parameters of Swagger 2.0."""
        if self._context.swagger:
            return self._swagger_body(operation, raw)
        if operation.value.get("requestBody") is None:
            return None
        member = operation.at("requestBody")
        place = self._context.resolver.mapping(member, "a request body")
        if place is None:
            return None
        own = text(member.value.get("description")) if member.value is not place.value else ""
        if own:
            return self._make(place, own)
        if id(place.value) not in self._known:
            self._known[id(place.value)] = self._make(place, "")
        return self._known[id(place.value)]

    def _make(self, place: Place, description: str) -> RequestBody:
        raw = as_meant(place, self._context.report)
        if "content" not in raw and _SCHEMA_WORDS & set(raw):
            return self._schema_as_body(place, description)
        media = read_content(place.at("content"), self._context) if "content" in raw else ()
        if not media:
            self._context.report.add("empty_body", "the request body has no content", place.label)
        return RequestBody(
            media=media, required=raw.get("required") is True, description=description or text(raw.get("description"))
        )

    def _schema_as_body(self, place: Place, description: str) -> RequestBody:
        """A schema where a body belongs (a `$ref` into `schemas`): JSON, and needed, as nothing says otherwise."""
        self._context.report.add(
            "schema_as_body", "a schema stands for the request body; it is read as JSON", place.label
        )
        media = MediaType(content_type="application/json", schema=self._context.schemas.node(place))
        return RequestBody(
            media=(media,), required=True, description=description or text(place.value.get("description"))
        )

    def _swagger_body(self, operation: Place, raw: RawParameters) -> RequestBody | None:
        consumes = media_types(operation.value, self._context.root.value, "consumes")
        body = raw.get(("body", ""))
        fields = {name: place for (location, name), place in raw.items() if location == "formData"}
        if body is None:
            return self._form(operation, fields, consumes) if fields else None
        if fields:
            self._context.report.add("body_and_form", "formData beside a body parameter is left out", operation.label)
        schema = self._context.schemas.node(body.at("schema")) if "schema" in body.value else None
        media = [MediaType(content_type=name, schema=schema) for name in consumes or ["application/json"]]
        return RequestBody(
            media=tuple(sorted(media, key=lambda m: media_rank(m.content_type))),
            required=as_meant(body, self._context.report).get("required") is True,
            description=text(body.value.get("description")),
            name=text(body.value.get("name")),
        )

    def _form(self, operation: Place, fields: dict[str, Place], consumes: list[str]) -> RequestBody:
        schema = self._context.schemas.made_up(form_schema(fields), operation)
        encoding = form_encoding(fields, self._context.report)
        names = form_types(consumes, fields.values())
        media = [MediaType(content_type=name, schema=schema, encoding=encoding) for name in names]
        required = any(as_meant(place, self._context.report).get("required") is True for place in fields.values())
        return RequestBody(media=tuple(sorted(media, key=lambda m: media_rank(m.content_type))), required=required)
