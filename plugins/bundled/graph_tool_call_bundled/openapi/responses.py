"""Responses of any version; their links are resolved when all operations are known."""

from __future__ import annotations

import re
from typing import Any

from graph_tool_call.hooks import MediaType, Response

from .context import Context, text
from .examples import shown_schema
from .media import media_rank, read_content
from .parameters import ParameterReader
from .refs import Place
from .swagger import media_types

_STATUS = re.compile(r"[1-5](?:\d\d|XX)|default")


class ResponseReader:
    """Reads each shared response once."""

    def __init__(self, context: Context, parameters: ParameterReader) -> None:
        self._context = context
        self._parameters = parameters
        self._known: dict[tuple[int, str, tuple[str, ...]], Response] = {}

    def read(self, operation: Place) -> list[tuple[Response, Place]]:
        """Each response of *operation*, and where it stands."""
        if operation.value.get("responses") is None:
            return []
        place = self._context.resolver.mapping(operation.at("responses"), "responses")
        if place is None:
            return []
        produces = (
            tuple(media_types(operation.value, self._context.root.value, "produces")) if self._context.swagger else ()
        )
        found: list[tuple[Response, Place]] = []
        for key, target in self._context.resolver.items(place, "a response"):
            status = key.strip().upper() if key.strip().lower() != "default" else "default"
            if key.startswith("x-"):
                continue
            if not _STATUS.fullmatch(status):
                self._context.report.add("bad_status", f"{key!r} is no status code", target.label)
            found.append((self._read(target, status, produces), target))
        return found

    def _read(self, place: Place, status: str, produces: tuple[str, ...]) -> Response:
        key = (id(place.value), status, produces)
        if key not in self._known:
            self._known[key] = self._make(place, status, produces)
        return self._known[key]

    def _make(self, place: Place, status: str, produces: tuple[str, ...]) -> Response:
        raw: dict[str, Any] = place.value
        if self._context.swagger:
            media = self._swagger_media(place, produces)
        else:
            media = (
                read_content(place.at("content"), self._context, shown=True) if raw.get("content") is not None else ()
            )
        headers = self._parameters.headers(place.at("headers")) if raw.get("headers") is not None else ()
        return Response(status=status, media=media, description=text(raw.get("description")), headers=headers)

    def _swagger_media(self, place: Place, produces: tuple[str, ...]) -> tuple[MediaType, ...]:
        own = place.at("schema") if place.value.get("schema") is not None else None
        made = shown_schema(own, place, self._context)
        if own is None and made is None:
            return ()
        schemas = self._context.schemas
        schema = schemas.made_up(made.value, made) if made is not None else schemas.node(place.at("schema"))
        names = sorted(produces or ("application/json",), key=media_rank)
        return tuple(MediaType(content_type=name, schema=schema) for name in names)
