"""Annotations put into contract rows and links: the caller's word wins, and says that it is the caller's."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from ..model.tool import metadata_of, row_name, row_path
from .annotation_file import near, problem
from .annotations import Annotations, Feed, FieldTag, ListFacts, Place, SameTags
from .verdicts import CALLER, Reasons
from .vocabulary import normal

_TYPED: Final = frozenset({"role", "semantic_tag", "resource"})
_SIDES: Final = {"request": ("consumes",), "response": ("produces",), "": ("consumes", "produces")}
#: Paths that an error lists.
_LISTED: Final = 4

Row = dict[str, Any]


def annotate(tools: Mapping[str, Any], annotations: Annotations, reasons: Reasons) -> frozenset[int]:
    """Apply *annotations* to the contracts of *tools*; ids of the rows whose tag the caller gave.

    Raises `AnnotationError` for operations, fields and tags that are not there.
    """
    work = _Work(tools, reasons)
    for field in annotations.fields:
        work.tag_field(field)
    work.check_tags(annotations.fields)
    for same in annotations.tags:
        work.join(same)
    for feed in annotations.producers:
        work.declare(feed)
    for feed in annotations.never:
        work.bar(feed)
    for listing in annotations.lists:
        work.describe_list(listing)
    return frozenset(work.tagged)


class _Work:
    def __init__(self, tools: Mapping[str, Any], reasons: Reasons) -> None:
        self._tools = tools
        self._reasons = reasons
        self._parts: dict[int, Sequence[str]] = dict(enumerate(row["parts"] for row in reasons.rows))
        self._names = _operation_names(tools)
        self._resources = {
            row["semantic_tag"]: row.get("resource", "") for _, row in self._all_rows() if row.get("semantic_tag")
        }
        #: Tags that the document's own fields have.
        self._known = frozenset(self._resources)
        self.tagged: set[int] = set()
        self._sides: dict[str, set[str]] = {}

    # --- finding ---

    def _all_rows(self) -> Iterator[tuple[str, Row]]:
        for name in self._tools:
            for surface in ("consumes", "produces"):
                for row in self._rows(name, surface):
                    yield name, row

    def _rows(self, tool: str, surface: str) -> list[Row]:
        rows: list[Row] = self._tools[tool]["metadata"]["api_contract"][surface]
        return rows

    def _tool(self, wanted: str, place: Place) -> str:
        method, space, path = wanted.partition(" ")
        found = self._names.get(f"{method.upper()} {path.strip()}" if space else wanted)
        if found is None:
            known = [name for name in self._names if (" " in name) == bool(space)]
            raise problem("unknown_operation", f"there is no operation {wanted!r}{near(wanted, known)}", place)
        return found

    def _tools_of(self, names: Sequence[str], place: Place) -> frozenset[str]:
        return frozenset(self._tool(name, place.at(f"[{i}]")) for i, name in enumerate(names))

    def _matching(self, tool: str, surfaces: Sequence[str], field: str) -> list[tuple[str, Row]]:
        """(surface, row) of the fields that *field* names: exactly, else without case and separators."""
        rows = [(surface, row) for surface in surfaces for row in self._rows(tool, surface)]
        exact = [(surface, row) for surface, row in rows if field in (row_path(row), row_name(row))]
        spelled = normal(field)
        return exact or [(s, row) for s, row in rows if not field.startswith("$") and normal(row_name(row)) == spelled]

    def _unknown_field(self, field: str, tools: Sequence[str], surfaces: Sequence[str], place: Place) -> Exception:
        rows = [row for tool in tools for surface in surfaces for row in self._rows(tool, surface)]
        known = {row_path(row) if field.startswith("$") else row_name(row) for row in rows}
        where = f"{tools[0]} has no field" if len(tools) == 1 else "no operation has a field"
        return problem("unknown_field", f"{where} {field!r}{near(field, known)}", place)

    # --- field → tag ---

    def tag_field(self, entry: FieldTag) -> None:
        surfaces = _SIDES[entry.side]
        named = self._tools_of(entry.operations, entry.place.at(".operations"))
        exceptions = self._tools_of(entry.exceptions, entry.place.at(".except"))
        found = False
        for tool in self._tools:
            if (named and tool not in named) or tool in exceptions:
                continue
            rows = self._matching(tool, surfaces, entry.field)
            if named and not rows:
                raise self._unknown_field(entry.field, [tool], surfaces, entry.place.at(".field"))
            found = found or bool(rows)
            for surface, row in rows:
                self._put(row, surface, entry)
        if not found:
            raise self._unknown_field(entry.field, list(self._tools), surfaces, entry.place.at(".field"))

    def _put(self, row: Row, surface: str, entry: FieldTag) -> None:
        kind = entry.kind or ("data" if entry.tag and row.get("kind") == "context" else "")
        if kind and (surface == "consumes" or kind != "data"):
            row["kind"] = kind
            self._say(row, ("kind",), f"kind {kind} given by the caller")
        if entry.tag:
            self._sides.setdefault(entry.tag, set()).add(surface)
            self._retag(row, entry.tag, f"{entry.field} is {entry.tag}")
        side = "naming" if surface == "produces" else "filters"
        for part, value in ((side, getattr(entry, side)), ("key_form", _form(entry))):
            if value:
                self._put_part(row, part, value)

    def _put_part(self, row: Row, part: str, value: Any) -> None:
        """Put a part of what finding needs into *row*; "no" takes it out."""
        if value == "no":
            row.pop(part, None)
        else:
            row[part] = int(value) if part == "naming" else value
        self._say(row, (part,), f"{part} given by the caller")

    # --- lists ---

    def describe_list(self, entry: ListFacts) -> None:
        """Say what a list is of, and what identifies an element: join_facts adds what is left open."""
        tool = self._tool(entry.operation, entry.place.at(".operation"))
        contract = self._tools[tool]["metadata"]["api_contract"]
        if not any(row_path(row).startswith(entry.path) for row in contract["produces"]):
            raise self._unknown_field(entry.path, [tool], ("produces",), entry.place.at(".path"))
        found = [row for row in contract.get("lists", ()) if row["path"] == entry.path] or [{"path": entry.path}]
        if "lists" not in contract or found[0] not in contract["lists"]:
            contract["lists"] = [*contract.get("lists", ()), found[0]]
        key = entry.key if not entry.key or entry.key.startswith(entry.path) else f"{entry.path}.{entry.key}"
        if key and not any(row_path(row) == key for row in contract["produces"]):
            raise self._unknown_field(key, [tool], ("produces",), entry.place.at(".key"))
        by, _, direction = entry.order.partition(" ")
        order = {"by": by, **({"direction": direction} if direction else {})} if by else None
        for row in found:
            said = {part: v for part, v in (("noun", entry.noun), ("key", key), ("ordered", order)) if v}
            row.update(said)
            row.pop("also", None)
            self._say(row, tuple(said), "given by the caller")

    def _retag(self, row: Row, tag: str, reason: str) -> None:
        row["why"] = [at for at in row.get("why", ()) if not _TYPED.issuperset(self._parts[at])]
        row["role"], row["semantic_tag"] = "identifier", tag
        row.pop("resource", None)
        if resource := self._resources.get(tag):
            row["resource"] = resource
        self._say(row, ("role", "semantic_tag"), reason)
        self.tagged.add(id(row))

    def _say(self, row: Row, parts: tuple[str, ...], reason: str) -> None:
        at = self._reasons.position(CALLER, parts, CALLER, reason, 1.0)
        self._parts[at] = parts
        row["why"] = [*row.get("why", ()), at]

    def check_tags(self, entries: Sequence[FieldTag]) -> None:
        """A tag must be one of the document's, or join an input and an output: else it leads nowhere."""
        for entry in entries:
            if entry.tag and entry.tag not in self._known and len(self._sides.get(entry.tag, ())) < 2:
                raise self._unknown_tag(entry.tag, entry.place.at(".tag"))

    def _unknown_tag(self, tag: str, place: Place) -> Exception:
        hint = near(tag, self._known) or "; a new tag needs an entry for a response field and one for a request field"
        return problem("unknown_tag", f"no field has the tag {tag!r}{hint}", place)

    # --- tag = tag ---

    def join(self, entry: SameTags) -> None:
        known = self._known | self._sides.keys()
        for i, tag in enumerate(entry.same):
            if tag not in known:
                raise self._unknown_tag(tag, entry.place.at(f".same[{i}]"))
        exceptions = self._tools_of(entry.exceptions, entry.place.at(".except"))
        first, others = entry.same[0], set(entry.same[1:])
        for tool, row in self._all_rows():
            if row.get("semantic_tag") in others and tool not in exceptions:
                self._retag(row, first, f"{row['semantic_tag']} is {first}")

    # --- producer → consumer ---

    def declare(self, entry: Feed) -> None:
        producer, consumers = self._ends(entry)
        for consumer, row in self._inputs(entry, producer, consumers):
            output = self._output(entry, producer, row)
            source = "response" if output["location"] == "response" else output["location"]
            binding = {"to": row["name"], "location": row["location"], "from": output["path"], "from_location": source}
            link = {"name": CALLER, "target": consumer, "target_key": _key(self._tools[consumer])}
            links = self._tools[producer]["metadata"]["api_contract"]["links"]
            links.append({**link, "bindings": [binding], "said_by": CALLER})
            row["fed_by"] = sorted({*row.get("fed_by", ()), producer})

    def _ends(self, entry: Feed) -> tuple[str, list[str]]:
        producer = self._tool(entry.producer, entry.place.at(".producer"))
        exceptions = self._tools_of(entry.exceptions, entry.place.at(".except"))
        named = [self._tool(entry.consumer, entry.place.at(".consumer"))] if entry.consumer else list(self._tools)
        return producer, [name for name in named if name != producer and name not in exceptions]

    def _inputs(self, entry: Feed, producer: str, consumers: Sequence[str]) -> list[tuple[str, Row]]:
        found = [(c, row) for c in consumers for _, row in self._matching(c, ("consumes",), entry.input)]
        if not found:
            known = consumers if entry.consumer else [name for name in self._tools if name != producer]
            raise self._unknown_field(entry.input, known, ("consumes",), entry.place.at(".input"))
        return found

    def _output(self, entry: Feed, producer: str, row: Row) -> Row:
        place = entry.place.at(".field" if entry.field else "")
        if entry.field:
            found = [r for _, r in self._matching(producer, ("produces",), entry.field)]
        else:
            tag = row.get("semantic_tag")
            found = [r for r in self._rows(producer, "produces") if tag and r.get("semantic_tag") == tag]
        if len(found) == 1:
            return found[0]
        if found:
            paths = ", ".join(row_path(r) for r in found[:_LISTED])
            raise problem("ambiguous_field", f"{producer} has several such fields; write the path: {paths}", place)
        if entry.field:
            raise self._unknown_field(entry.field, [producer], ("produces",), place)
        message = f"which field of {producer} fills {row['name']}? none has its tag; write it as field"
        raise problem("missing_key", message, place)

    # --- never ---

    def bar(self, entry: Feed) -> None:
        producer, consumers = self._ends(entry)
        outputs = self._rows(producer, "produces")
        if entry.field:
            outputs = [r for _, r in self._matching(producer, ("produces",), entry.field)]
            if not outputs:
                raise self._unknown_field(entry.field, [producer], ("produces",), entry.place.at(".field"))
        barred = [producer] if not entry.field else [f"{producer} {row_path(r)}" for r in outputs]
        if entry.input:
            rows = [row for _, row in self._inputs(entry, producer, consumers)]
        else:
            rows = [row for c in consumers for row in self._rows(c, "consumes") if self._fed(row, c, producer, outputs)]
        for row in rows:
            row["never_from"] = sorted({*row.get("never_from", ()), *barred})

    def _fed(self, row: Row, consumer: str, producer: str, outputs: Sequence[Row]) -> bool:
        """Whether any of *outputs* could fill *row*: by tag, by name, or by a link."""
        if row.get("kind", "data") != "data":
            return False
        links = self._tools[producer]["metadata"]["api_contract"]["links"]
        bound = (b["to"] for link in links if link["target"] == consumer for b in link["bindings"])
        if any(normal(to.rsplit(".", 1)[-1]) == normal(row["name"]) for to in bound):
            return True
        tag, spelled = row.get("semantic_tag"), normal(row["name"])
        return any((tag and r.get("semantic_tag") == tag) or normal(row_name(r)) == spelled for r in outputs)


def _form(entry: FieldTag) -> Row:
    """The form of a key that an entry gives; {} where it gives none."""
    form: Row = {}
    if entry.form:
        named = entry.form in {"name", "slug"}
        form = {"type": "string", "name": True} if named else {"type": entry.form}
        if entry.form == "slug":
            form["slug"] = True
    return form | ({"prefix": entry.prefix} if entry.prefix else {})


def _key(tool: Any) -> str:
    metadata = metadata_of(tool)
    return f"{str(metadata.get('method', '')).upper()} {metadata.get('path', '')}"


def _operation_names(tools: Mapping[str, Any]) -> dict[str, str]:
    """Tool names, operation ids and `METHOD /path`s, in this order of precedence."""
    names = {_key(tool): name for name, tool in tools.items()}
    for name, tool in tools.items():
        operation_id = metadata_of(tool).get("openapi", {}).get("operation_id", "")
        if operation_id:
            names.setdefault(operation_id, name)
    return names | {name: name for name in tools}
