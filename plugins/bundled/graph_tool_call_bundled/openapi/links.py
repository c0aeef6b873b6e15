"""OpenAPI links → links to operations that exist."""

from __future__ import annotations

from typing import Any
from urllib.parse import unquote

import attrs

from graph_tool_call.hooks import ABSENT, Link, Operation

from .context import Context, text
from .refs import Place


class LinkReader:
    """Resolves link targets, once all operations have been read."""

    def __init__(self, context: Context, operations: list[Operation], places: dict[tuple[str, str], str]) -> None:
        self._context = context
        #: (document key, pointer) of a raw operation → its key.
        self._places = places
        self._keys = {operation.key for operation in operations}
        self._by_id: dict[str, list[str]] = {}
        self._by_path: dict[str, list[str]] = {}
        for operation in operations:
            self._by_path.setdefault(operation.path, []).append(operation.key)
            if operation.operation_id:
                self._by_id.setdefault(operation.operation_id, []).append(operation.key)

    def read(self, response: Place) -> tuple[Link, ...]:
        """The links of the response at *response*."""
        if response.value.get("links") is None:
            return ()
        place = self._context.resolver.mapping(response.at("links"), "links")
        if place is None:
            return ()
        return tuple(self._link(name, target) for name, target in self._context.resolver.items(place, "a link"))

    def _link(self, name: str, place: Place) -> Link:
        raw: dict[str, Any] = place.value
        parameters = raw.get("parameters")
        target = self._target(raw, place)
        if not target:
            self._context.report.add("link_without_target", f"link {name!r} has no target", place.label)
        return Link(
            name=name,
            target=target,
            parameters=parameters if isinstance(parameters, dict) else {},
            request_body=raw.get("requestBody", ABSENT),
            description=text(raw.get("description")),
            pointer=place.label,
        )

    def _target(self, raw: dict[str, Any], place: Place) -> str:
        wanted = raw.get("operationId")
        if isinstance(wanted, str) and wanted in self._by_id:
            keys = self._by_id[wanted]
            if len(keys) > 1:
                self._context.report.add(
                    "ambiguous_link",
                    f"the operationId {wanted!r} has {len(keys)} operations; {keys[0]} is taken",
                    place.label,
                )
            return keys[0]
        reference = raw.get("operationRef")
        if isinstance(reference, str) and reference:
            return self._by_reference(reference, place)
        return ""

    def _by_reference(self, reference: str, place: Place) -> str:
        target = self._context.resolver.find(reference, place.document, place.pointer)
        if target is not None:
            return self._places.get((target.document.key, target.pointer), "")
        keys = self._by_path.get(unquote(reference.partition("#")[2]), [])
        if len(keys) != 1:
            return ""
        message = f"the operationRef {reference!r} is no pointer; it is the path of {keys[0]}, which is taken"
        self._context.report.add("link_target_guessed", message, place.label)
        return keys[0]


def attach_links(
    context: Context, read: list[tuple[Operation, list[Place]]], places: dict[tuple[str, str], str]
) -> list[Operation]:
    """The operations with the links of their responses; *read* has each operation's raw responses in order."""
    reader = LinkReader(context, [operation for operation, _ in read], places)
    known: dict[int, tuple[Link, ...]] = {}
    out: list[Operation] = []
    for operation, raws in read:
        links = []
        for place in raws:
            if id(place.value) not in known:
                known[id(place.value)] = reader.read(place)
            links.append(known[id(place.value)])
        if any(links):
            responses = tuple(
                attrs.evolve(r, links=own) if own else r for r, own in zip(operation.responses, links, strict=True)
            )
            out.append(attrs.evolve(operation, responses=responses))
        else:
            out.append(operation)
    return out
