"""What follows for finding things once the tags are known: forms of keys, keys of lists, filters by key."""

from __future__ import annotations

import operator
import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from .verdicts import Reasons
from .vocabulary import OWN_KEYS, normal

#: JSON type and format → type of a key.
_NUMBERS: Final = frozenset({"integer", "number"})
_UUIDS: Final = frozenset({"uuid", "guid", "uuid4"})

#: One property name in a path.
_STEP: Final = re.compile(r"\.[^.\[]+|\['(?:[^'\\]|\\.)*'\]")

Row = dict[str, Any]


def join_facts(tools: Mapping[str, Any], reasons: Reasons) -> None:
    """Complete what plugins said of keys, lists and filters by what the tags of all operations say.

    A key has the type that all fields of its tag have in answers. A list's key is the
    identifier that its elements have; the resource of that key is their noun. An input
    whose tag a field of the elements has filters by it.
    """
    forms, taken = dict(_types(tools)), _taken(tools)
    for tool in tools.values():
        contract = tool["metadata"]["api_contract"]
        for surface in ("consumes", "produces"):
            for row in contract[surface]:
                _key_form(row, forms)
        if "lists" in contract:
            _Lists(contract, reasons, taken).complete()


def _types(tools: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Tag → type of its values in all answers, where they agree."""
    found: dict[str, set[str]] = {}
    for tool in tools.values():
        for row in tool["metadata"]["api_contract"]["produces"]:
            tag = row.get("semantic_tag")
            if tag and (kind := type_of(row)):
                found.setdefault(tag, set()).add(kind)
    for tag, kinds in found.items():
        if kinds == {"uuid", "string"}:
            yield tag, "uuid"
        elif len(kinds) == 1:
            yield tag, next(iter(kinds))


def type_of(row: Mapping[str, Any]) -> str:
    """integer, string, uuid or "": what one value of the row is, be it an element of a list of keys."""
    kind, form = row.get("field_type", ""), row.get("format", "")
    if kind == "array":
        inner = row.get("array", {})
        kind, form = inner.get("type", ""), inner.get("format", "")
    if form in _UUIDS:
        return "uuid"
    return "integer" if kind in _NUMBERS else "string" if kind == "string" else ""


def _key_form(row: Row, forms: Mapping[str, str]) -> None:
    """Put the key's type into *row*; what is no key has no form. A response field's own type goes without saying."""
    said = row.pop("key_form", None) or {}
    location = row["location"]
    if not (row.get("role") == "identifier" or location == "path") or row.get("kind", "data") != "data":
        return
    consumed = location not in {"response", "response_header"}
    own = type_of(row)
    kind = said.get("type", "")
    if not kind:
        # Where a name will do, the number that answers show is only one of the ways.
        settled = own in {"integer", "uuid"} or "name" in said
        kind = own if settled else forms.get(row.get("semantic_tag", ""), own)
    if kind and (consumed or said or kind != own):
        row["key_form"] = {"type": kind, **{part: value for part, value in said.items() if part != "type"}}


class _Lists:
    """The lists of one operation."""

    def __init__(self, contract: Any, reasons: Reasons, taken: Mapping[str, int]) -> None:
        self._contract = contract
        self._taken = taken
        self._reasons = reasons
        self._keys: list[Row] = [
            row for row in contract["produces"] if row.get("role") == "identifier" and row["location"] == "response"
        ]

    def complete(self) -> None:
        """Put key, tag, noun and parents into each list."""
        parents = [name for row in self._contract["consumes"] if (name := _parent(row))]
        for entry in self._contract["lists"]:
            found = self._key(entry)
            if found is not None:
                self._put(entry, found)
            if parents and entry["path"].count("*") == 1:
                entry["parents"] = parents

    def _key(self, entry: Row) -> Row | None:
        """The identifier that an element of the list has of its own; what paths take before what nobody takes."""
        path, noun = entry["path"], normal(entry.get("noun", ""))
        found: list[tuple[int, int, bool, bool, Row]] = []
        for row in self._keys:
            if not row["path"].startswith(path[:-1]):
                continue
            depth = _steps(path, row["path"])
            resource = row.get("resource", "")
            # A historical meeting is a meeting.
            called = normal(resource) == noun or entry.get("noun", "").endswith(f"_{resource}")
            own = depth == 1 and normal(row["name"]) in OWN_KEYS
            if depth and (own or called):
                found.append((self._taken.get(row.get("semantic_tag", ""), 2), depth, not called, not own, row))
        return min(found, key=operator.itemgetter(0, 1, 2, 3))[4] if found else None

    def _put(self, entry: Row, row: Row) -> None:
        entry["key"] = row["path"]
        parts = ["key"]
        if tag := row.get("semantic_tag"):
            entry["tag"] = tag
            parts.append("tag")
        resource = row.get("resource", "")
        if resource and resource != entry.get("noun"):
            if not entry.get("noun") or tag in self._taken:
                entry["noun"], resource = resource, entry.get("noun", "")
                parts.append("noun")
            if resource:
                entry["also"] = resource
        at = self._reasons.position("contract", tuple(parts), "tag", "the elements' own key", 0.8)
        entry["why"] = [*entry.get("why", ()), at]


def _parent(row: Mapping[str, Any]) -> str:
    """What a required input names that scopes a list: its tag, or else its name; "" for what is none."""
    if row.get("kind", "data") != "data" or not row.get("required") or row["location"] not in {"path", "query", "body"}:
        return ""
    scopes = row["location"] == "path" or row.get("role") == "identifier"
    return str(row.get("semantic_tag") or row["name"]) if scopes else ""


def _steps(above: str, path: str) -> int:
    """How many names lead from *above* down to *path*; 0 where it is elsewhere, or in a list further down.

    The key of a map is one step from the map's values.
    """
    if above.endswith(".*") and path == above[:-1] + "~":
        return 1
    rest = path[len(above) :]
    if not path.startswith(above) or "*" in rest or rest[:1] not in {".", "["}:
        return 0
    return len(_STEP.findall(rest))


def _taken(tools: Mapping[str, Any]) -> dict[str, int]:
    """Tag → 0 where a path takes it, 1 where another input does."""
    taken: dict[str, int] = {}
    for tool in tools.values():
        for row in tool["metadata"]["api_contract"]["consumes"]:
            tag = row.get("semantic_tag")
            if tag:
                taken[tag] = min(taken.get(tag, 1), 0 if row["location"] == "path" else 1)
    return taken
