"""`$ref` → the place that it leads to (RFC 6901 pointers in RFC 3986 references)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple, NoReturn
from urllib.parse import unquote

from graph_tool_call.hooks import Report, SpecError, kind_of

from .documents import Document, DocumentSet
from .identifiers import Identifiers, Resource, absolute


class Place(NamedTuple):
    """A value and where it stands: `pointer` is a JSON pointer in `document`."""

    value: Any
    document: Document
    pointer: str

    @property
    def label(self) -> str:
        """As in diagnostics: "file#/pointer"."""
        return f"{self.document.label}#{self.pointer}"

    def at(self, *keys: str | int) -> Place:
        """The place below, which must exist."""
        value, pointer = self.value, self.pointer
        for key in keys:
            value, pointer = value[key], f"{pointer}/{escape(str(key))}"
        return Place(value, self.document, pointer)


def escape(key: str) -> str:
    """A key as a token of a JSON pointer."""
    return key.replace("~", "~0").replace("/", "~1") if "~" in key or "/" in key else key


def is_reference(value: Any) -> bool:
    """Whether *value* is an object with a `$ref` (a property may be called `$ref` too; then it is no text)."""
    return isinstance(value, dict) and isinstance(value.get("$ref"), str)


#: Where OpenAPI 3 keeps what Swagger 2.0 keeps at the root; documents that were converted by half point to the other.
_MOVED = (
    ("/definitions/", "/components/schemas/"),
    ("/parameters/", "/components/parameters/"),
    ("/responses/", "/components/responses/"),
)


class Resolver:
    """Follows references through the documents of one collection."""

    def __init__(self, documents: DocumentSet, report: Report) -> None:
        self._documents = documents
        self._report = report
        self._hops: dict[tuple[str, str, str], Place | None] = {}
        self._identifiers: dict[str, Identifiers] = {}
        #: Whether schemas may have an `$id`, which references are relative to.
        self._named = False
        self._places: dict[str, Place] = {}
        self._self_url = ""
        #: References that are being followed because the pointer of another goes through them.
        self._depth = 0

    def name_root(self, url: str, *, identified: bool = True) -> None:
        """Tell the root document's own address (`$self`, OpenAPI 3.2): references to it stay inside.

        *identified* schemas (OpenAPI 3.1 and later) are found by their `$id` too.
        """
        self._self_url, self._named = url, identified

    def hop(self, reference: str, document: Document, pointer: str) -> Place | None:
        """Where *reference*, written in *document* at *pointer*, leads.

        None, with a diagnostic, when nothing is there.
        """
        found = self.find(reference, document, pointer)
        if found is None:
            self._report.add(
                "ref_dangling", f"the $ref {reference!r} leads nowhere", f"{document.label}#{pointer}", "error"
            )
        return found

    def find(self, reference: str, document: Document, pointer: str) -> Place | None:
        """As `hop`, for references that may lead nowhere."""
        around = self.identifiers(document).around(pointer).root.pointer if self._named else ""
        if reference in self._places:
            return self._places[reference]
        key = (document.key, reference, around)
        if key not in self._hops:
            # A pointer that goes through itself finds this.
            self._hops[key] = None
            self._depth += 1
            if self._depth > self._documents.limits.max_refs:
                self.refuse_chain(Place(None, document, pointer))
            self._hops[key] = self._find(reference, document, pointer)
            self._depth -= 1
        return self._hops[key]

    def follow(self, place: Place) -> Place | None:
        """The first place down a chain of references that is no reference itself.

        Raises:
            SpecError: ref_too_deep for a chain longer than `Limits.max_refs`.
        """
        if not is_reference(place.value):
            return place
        first = self.hop(place.value["$ref"], place.document, place.pointer)
        return self._follow_chain(place) if first is not None and is_reference(first.value) else first

    def _follow_chain(self, place: Place) -> Place | None:
        limit = self._documents.limits.max_refs
        visited = set[tuple[str, str]]()
        current: Place | None = place
        while current is not None and is_reference(current.value):
            spot = (current.document.key, current.pointer)
            if spot in visited:
                self._report.add(
                    "ref_cycle", f"the $ref {place.value['$ref']!r} leads back to itself", place.label, "error"
                )
                return None
            visited.add(spot)
            if len(visited) > limit:
                self.refuse_chain(place)
            current = self.hop(current.value["$ref"], current.document, current.pointer)
        return current

    def refuse_chain(self, place: Place) -> NoReturn:
        """Raise `SpecError` ref_too_deep for the chain that begins at *place*."""
        limit = self._documents.limits.max_refs
        source = place.document.label or place.document.key
        raise SpecError(
            "ref_too_deep",
            f"a $ref leads through more than {limit} others",
            source,
            place.pointer,
            "refer to the target directly",
        )

    def items(self, place: Place, what: str) -> Iterator[tuple[str, Place]]:
        """Members of a mapping, references followed; what is no mapping, or leads nowhere, is reported and left out."""
        for name, value in place.value.items():
            if not name.startswith("x-") or isinstance(value, dict):
                target = self.mapping(Place(value, place.document, f"{place.pointer}/{escape(name)}"), what)
                if target is not None:
                    yield name, target

    def mapping(self, place: Place, what: str) -> Place | None:
        """The mapping at *place*, references followed; None, with a diagnostic, for anything else."""
        target = self.follow(place)
        if target is not None and not isinstance(target.value, dict):
            self._report.add(
                "not_an_object", f"{what} must be an object, found {kind_of(target.value)}", place.label, "error"
            )
            return None
        return target

    def _find(self, reference: str, document: Document, pointer: str) -> Place | None:
        file, _, fragment = reference.partition("#")
        if file and self._self_url and file == self._self_url:
            file = ""
        target: Document | None = document
        if self._named and (found := self._identified(file, fragment, document, pointer)) is not None:
            return found
        if file:
            target = self._documents.open(file, document, f"{document.label}#{pointer}")
        if target is None:
            return None
        return self._inside(target, fragment) or self._moved(target, fragment, reference, f"{document.label}#{pointer}")

    def name_place(self, place: Place) -> str:
        """A reference that leads to *place* from wherever it is written."""
        name = f"place:{place.document.key}#{place.pointer}"
        self._places[name] = place
        return name

    def identifiers(self, document: Document) -> Identifiers:
        """The names that the schemas of *document* give themselves."""
        known = self._identifiers.get(document.key)
        if known is None:
            base = document.url or (self._self_url if not document.label else "")
            known = self._identifiers[document.key] = Identifiers(document.data, base)
        return known

    def _identified(self, file: str, fragment: str, document: Document, pointer: str) -> Place | None:
        """What a reference means by the `$id` of the schemas around it, or of the one that it names."""
        own = self.identifiers(document)
        around = own.around(pointer)
        if not file:
            # Pointers of most documents are written from the top, whatever `$id` is between.
            plain = fragment.startswith("/") and self._inside(document, fragment) is not None
            if plain or not around.root.pointer:
                return None
            return self._within(around, document, fragment)
        wanted = absolute(around.uri, file)
        for opened in (document, *self._documents.all_opened()):
            named = self.identifiers(opened).by_uri
            resource = named.get(wanted) or named.get(file)
            if resource is not None:
                return self._within(resource, opened, fragment)
        return None

    def _within(self, resource: Resource, document: Document, fragment: str) -> Place | None:
        root = Place(resource.root.value, document, resource.root.pointer)
        if fragment and not fragment.startswith("/"):
            spot = self.identifiers(document).anchored(resource, unquote(fragment))
            return Place(spot.value, document, spot.pointer) if spot is not None else None
        return self._below(root, fragment)

    def _moved(self, document: Document, fragment: str, reference: str, label: str) -> Place | None:
        """What lies at the same name in the other version's container, with a diagnostic."""
        for pair in _MOVED:
            for old, new in (pair, pair[::-1]):
                found = self._inside(document, new + fragment[len(old) :]) if fragment.startswith(old) else None
                if found is not None:
                    message = f"the $ref {reference!r} leads nowhere, and is read as '#{found.pointer}'"
                    self._report.add("ref_moved", message, label)
                    return found
        return None

    def _inside(self, document: Document, fragment: str) -> Place | None:
        if not fragment:
            return Place(document.data, document, "")
        if not fragment.startswith("/"):
            if "%2F" in fragment[:3].upper():
                return self._inside(document, unquote(fragment))
            return self._anchored(document, unquote(fragment))
        return self._below(Place(document.data, document, ""), fragment)

    def _below(self, root: Place, pointer: str) -> Place | None:
        place: Place | None = root
        for token in pointer[1:].split("/") if pointer else ():
            place = self._step(place, token) if place is not None else None
        return place

    def _step(self, place: Place, token: str) -> Place | None:
        found = _child(place, token)
        if found is None and is_reference(place.value):
            # A pointer may go through a reference: "#/components/schemas/Pet/properties/id" where Pet is one.
            beyond = self.follow(place)
            found = _child(beyond, token) if beyond is not None else None
        return found

    def _anchored(self, document: Document, name: str) -> Place | None:
        names = self.identifiers(document)
        found = names.anchored(names.around(""), name)
        return Place(found.value, document, found.pointer) if found is not None else None


def _child(place: Place, token: str) -> Place | None:
    value = place.value
    if isinstance(value, dict):
        for key in _spellings(token):
            if key in value:
                return Place(value[key], place.document, f"{place.pointer}/{escape(key)}")
    elif isinstance(value, list) and token.isdecimal() and int(token) < len(value):
        return Place(value[int(token)], place.document, f"{place.pointer}/{token}")
    return None


def _spellings(token: str) -> Iterator[str]:
    """A token percent-decoded (as a URI fragment wants it), or as it stands (as many write it)."""
    yield unquote(token).replace("~1", "/").replace("~0", "~")
    yield token.replace("~1", "/").replace("~0", "~")
