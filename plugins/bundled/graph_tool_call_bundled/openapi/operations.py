"""Paths → operations."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import attrs

from graph_tool_call.hooks import Operation, SecurityScheme, kind_of

from .bodies import BodyReader
from .context import Context, text
from .links import attach_links
from .names import Nameable, tool_names
from .parameters import ParameterReader
from .refs import Place, escape, is_reference
from .responses import ResponseReader
from .security import Requirements, read_requirements
from .servers import read_servers, root_servers, swagger_servers

#: OpenAPI 3.2, Path Item Object; earlier versions have all but `query`.
METHODS = ("get", "put", "post", "delete", "options", "head", "patch", "trace", "query")

#: Called with the number of operations read so far, and of all.
Progress = Callable[[int, int], None]


@attrs.frozen(kw_only=True)
class _Found:
    """A raw operation with everything that it inherits."""

    method: str
    path: str
    place: Place
    #: Path items that it belongs to: the inner one, then the one that refers to it.
    items: tuple[Place, ...]
    borrowed: bool

    @property
    def key(self) -> str:
        return f"{self.method.upper()} {self.path}"


class OperationReader:
    """Reads all operations of the root document's paths."""

    def __init__(self, context: Context, schemes: dict[str, SecurityScheme]) -> None:
        self._context = context
        self._schemes = schemes
        self._parameters = ParameterReader(context)
        self._bodies = BodyReader(context)
        self._responses = ResponseReader(context, self._parameters)
        self._servers = root_servers(context)
        root = context.root
        self._security: Requirements = (
            read_requirements(root.at("security"), context, schemes) if root.value.get("security") is not None else ()
        )

    @property
    def servers(self) -> tuple[str, ...]:
        """The document's base URLs."""
        return self._servers

    def read(self, progress: Progress | None = None) -> tuple[Operation, ...]:
        """The operations in document order."""
        found = list(self._find())
        names = tool_names(self._nameable(item) for item in found)
        read: list[tuple[Operation, list[Place]]] = []
        for number, item in enumerate(found, 1):
            read.append(self._operation(item, names[item.key]))
            if progress is not None:
                progress(number, len(found))
        places = {
            (item.place.document.key, item.place.pointer): item.key
            for item in sorted(found, key=lambda i: not i.borrowed)
        }
        self._report_names([operation for operation, _ in read])
        return tuple(attach_links(self._context, read, places))

    def _find(self) -> Iterator[_Found]:
        root = self._context.root
        if root.value.get("paths") is None:
            return
        paths = self._context.resolver.mapping(root.at("paths"), "paths")
        if paths is None:
            return
        for path, value in paths.value.items():
            if path.startswith("x-"):
                continue
            place = Place(value, paths.document, f"{paths.pointer}/{escape(path)}")
            if not path.startswith("/"):
                self._context.report.add("bad_path", f"the path {path!r} does not begin with a slash", place.label)
            yield from self._find_in(path, place)

    def _find_in(self, path: str, place: Place) -> Iterator[_Found]:
        layers = self._layers(place)
        taken: set[str] = set()
        for depth, layer in enumerate(layers):
            for method, operation in self._methods(layer):
                if method not in taken:
                    taken.add(method)
                    items = tuple(reversed(layers[: depth + 1])) if depth else (layer,)
                    yield _Found(method=method, path=path, place=operation, items=items, borrowed=depth > 0)

    def _layers(self, place: Place) -> list[Place]:
        """A path item and those that its `$ref` leads to; its own keys go before theirs."""
        layers: list[Place] = []
        spots: set[tuple[str, str]] = set()
        limit = self._context.limits.max_refs
        current: Place | None = place
        while current is not None:
            if not isinstance(current.value, dict):
                self._context.report.add(
                    "not_an_object",
                    f"a path item must be an object, found {kind_of(current.value)}",
                    place.label,
                    "error",
                )
                return layers
            spot = (current.document.key, current.pointer)
            if spot in spots:
                self._context.report.add("ref_cycle", "the path item's $ref leads back to itself", place.label, "error")
                return layers
            if len(spots) > limit:
                self._context.resolver.refuse_chain(place)
            spots.add(spot)
            layers.append(current)
            reference = current.value["$ref"] if is_reference(current.value) else None
            current = (
                self._context.resolver.hop(reference, current.document, current.pointer)
                if reference is not None
                else None
            )
        return layers

    def _methods(self, item: Place) -> Iterator[tuple[str, Place]]:
        for key, value in item.value.items():
            if key.lower() in METHODS:
                yield from self._method(key.lower(), Place(value, item.document, f"{item.pointer}/{escape(key)}"))
        more = item.value.get("additionalOperations")
        if isinstance(more, dict):
            for key, value in more.items():
                yield from self._method(
                    key.lower(), Place(value, item.document, f"{item.pointer}/additionalOperations/{escape(key)}")
                )

    def _method(self, method: str, place: Place) -> Iterator[tuple[str, Place]]:
        if is_reference(place.value):
            target = self._context.resolver.follow(place)
            if target is None:
                return
            place = target
        if isinstance(place.value, dict):
            yield method, place
        else:
            self._context.report.add(
                "bad_operation",
                f"an operation must be an object, found {kind_of(place.value)}; left out",
                place.label,
                "error",
            )

    def _nameable(self, found: _Found) -> Nameable:
        return Nameable(
            method=found.method, path=found.path, operation_id=_operation_id(found.place.value), borrowed=found.borrowed
        )

    def _operation(self, found: _Found, name: str) -> tuple[Operation, list[Place]]:
        raw, place = found.place.value, found.place
        lists = [
            holder.at("parameters") for holder in (*found.items, place) if holder.value.get("parameters") is not None
        ]
        parameters = self._parameters.collect(lists)
        path = self._parameters.in_braces(found.path, parameters, place.label)
        responses = self._responses.read(place)
        summary = text(raw.get("summary")) or next(
            (s for s in (text(item.value.get("summary")) for item in reversed(found.items)) if s), ""
        )
        operation = Operation(
            key=found.key,
            method=found.method,
            path=path,
            name=name,
            operation_id=_operation_id(raw),
            summary=summary,
            description=text(raw.get("description")),
            tags=tuple(tag for tag in raw["tags"] if isinstance(tag, str)) if isinstance(raw.get("tags"), list) else (),
            deprecated=raw.get("deprecated") is True,
            parameters=self._parameters.build(parameters, path, place.label),
            body=self._bodies.read(place, parameters),
            responses=tuple(response for response, _ in responses),
            security=self._requirements(place),
            servers=self._base_urls(found),
            pointer=place.label,
            extensions={key: value for key, value in raw.items() if key.startswith("x-")},
        )
        return operation, [target for _, target in responses]

    def _requirements(self, place: Place) -> Requirements:
        if place.value.get("security") is None:
            return self._security
        return read_requirements(place.at("security"), self._context, self._schemes)

    def _base_urls(self, found: _Found) -> tuple[str, ...]:
        if self._context.swagger:
            return (
                swagger_servers(found.place.value, self._context) if "schemes" in found.place.value else self._servers
            )
        for holder in (found.place, *reversed(found.items)):
            if holder.value.get("servers"):
                return read_servers(holder.at("servers"), self._context)
        return self._servers

    def _report_names(self, operations: list[Operation]) -> None:
        first: dict[str, str] = {}
        for operation in operations:
            wanted = operation.operation_id
            if wanted and first.setdefault(wanted, operation.key) != operation.key:
                message = (
                    f"the operationId {wanted!r} belongs to {first[wanted]} too; the tool is called {operation.name!r}"
                )
                self._context.report.add("duplicate_operation_id", message, operation.pointer)


def _operation_id(raw: dict[str, Any]) -> str:
    said = raw.get("operationId")
    return str(said) if isinstance(said, (str, int)) and not isinstance(said, bool) else ""
