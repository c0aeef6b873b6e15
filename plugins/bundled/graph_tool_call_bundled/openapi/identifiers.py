"""`$id`, `$anchor` and `$dynamicAnchor`: names that schemas give themselves (JSON Schema 2020-12, core, 8.2)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, NamedTuple
from urllib.parse import urldefrag, urljoin

import attrs

#: Where a document shows data, which may look like schemas.
_DATA: Final = frozenset({"example", "examples", "default", "enum", "const"})


class Spot(NamedTuple):
    """A schema and its JSON pointer."""

    value: dict[str, Any]
    pointer: str


@attrs.define
class Resource:
    """A schema with an `$id`, or the document itself: anchors are unique in it, and references relative to `uri`."""

    uri: str
    root: Spot
    anchors: dict[str, Spot] = attrs.Factory(dict)
    dynamic: dict[str, Spot] = attrs.Factory(dict)


class Identifiers:
    """The resources of one document."""

    def __init__(self, data: Any, base: str) -> None:
        self.by_uri: dict[str, Resource] = {}
        self.by_pointer: dict[str, Resource] = {}
        for value, pointer, resource in self._walk(data, Resource(base, Spot(data, ""))):
            for key, named in (("$anchor", resource.anchors), ("$dynamicAnchor", resource.dynamic)):
                name = value.get(key)
                if isinstance(name, str):
                    named.setdefault(name, Spot(value, pointer))
        self.dynamic = any(resource.dynamic for resource in self.by_pointer.values())

    def _walk(self, data: Any, whole: Resource) -> Iterator[tuple[dict[str, Any], str, Resource]]:
        """Every mapping in document order, with its pointer and the resource that it belongs to."""
        self.by_pointer[""] = whole
        stack: list[tuple[Any, str, Resource]] = [(data, "", whole)]
        met: set[int] = set()
        while stack:
            value, pointer, resource = stack.pop()
            if id(value) in met:
                continue
            met.add(id(value))
            if isinstance(value, dict):
                said = value.get("$id")
                if pointer and isinstance(said, str):
                    uri = absolute(resource.uri, said)
                    resource = self.by_pointer[pointer] = Resource(uri, Spot(value, pointer))
                    self.by_uri.setdefault(uri, resource)
                yield value, pointer, resource
                members: Any = value.items()
            else:
                members = enumerate(value)
            below = [
                (inner, f"{pointer}/{_token(key)}", resource)
                for key, inner in members
                if isinstance(inner, (dict, list)) and key not in _DATA
            ]
            stack += reversed(below)

    def around(self, pointer: str) -> Resource:
        """The resource that what stands at *pointer* belongs to."""
        if len(self.by_pointer) == 1:
            return self.by_pointer[""]
        while pointer and pointer not in self.by_pointer:
            pointer = pointer.rpartition("/")[0]
        return self.by_pointer[pointer]

    def anchored(self, resource: Resource, name: str) -> Spot | None:
        """What is called *name* in *resource*, or else anywhere in the document."""
        for holder in (resource, *self.by_pointer.values()):
            found = holder.anchors.get(name) or holder.dynamic.get(name)
            if found is not None:
                return found
        return None


def absolute(base: str, said: str) -> str:
    """The URI *said*, which may be relative to *base*, without its fragment; as it is where it cannot be read."""
    try:
        return urldefrag(urljoin(base, said)).url
    except ValueError:
        return said


def _token(key: object) -> str:
    text = str(key)
    return text.replace("~", "~0").replace("/", "~1") if "~" in text or "/" in text else text
