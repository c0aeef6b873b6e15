"""What follows for finding things once the tags are known: forms of keys, keys of lists, filters by key."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from .verdicts import Reasons
from .vocabulary import OWN_KEYS, normal

#: JSON type and format → type of a key.
_NUMBERS: Final = frozenset({"integer", "number"})
_UUIDS: Final = frozenset({"uuid", "guid", "uuid4"})
#: How sure a key is that is taken for a list's: the element's own, the only one.
_OWN, _ONLY = 0.8, 0.5

Row = dict[str, Any]


def join_facts(tools: Mapping[str, Any], reasons: Reasons) -> None:
    """Complete what plugins said of keys, lists and filters by what the tags of all operations say.

    A key has the type that all fields of its tag have in answers. A list's key is the
    identifier that its elements have; the resource of that key is their noun. An input
    whose tag a field of the elements has filters by it.
    """
    forms = dict(_types(tools))
    for tool in tools.values():
        contract = tool["metadata"]["api_contract"]
        for surface in ("consumes", "produces"):
            for row in contract[surface]:
                _key_form(row, forms)
        if "lists" in contract:
            _Lists(tool, contract, reasons).complete()


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
    consumed = row["location"] not in {"response", "response_header"}
    if row.get("kind", "data") != "data" or not (row.get("role") == "identifier" or row["location"] == "path"):
        return
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

    def __init__(self, tool: Any, contract: Any, reasons: Reasons) -> None:
        self._contract = contract
        self._rows: list[Row] = [row for row in contract["produces"] if row["location"] == "response"]
        self._resource = tool["metadata"]["ai_metadata"].get("primary_resource", "")
        self._reasons = reasons

    def complete(self) -> None:
        """Put key, tag, noun and parents into each list."""
        parents = [name for row in self._contract["consumes"] if (name := _parent(row))]
        for entry in self._contract["lists"]:
            found = self._key(entry)
            if found is not None:
                self._put(entry, *found)
            if parents and entry["path"].count("*") == 1:
                entry["parents"] = parents

    def _key(self, entry: Row) -> tuple[Row, float, str] | None:
        """The identifier that an element of the list has, how sure it is, and why."""
        path = entry["path"]
        keys = [row for row in self._rows if row.get("role") == "identifier" and _steps(path, row["path"]) == 1]
        if not keys:
            return None
        noun = normal(entry.get("noun", ""))
        own = [row for row in keys if normal(row["name"]) in OWN_KEYS]
        called = [row for row in keys if row.get("resource") and normal(row["resource"]) == noun]
        named = [row for row in called if normal(row["name"]) in OWN_KEYS]
        best = next((rows[0] for rows in (named, called, own) if rows), None)
        if best is not None:
            return best, _OWN, "the elements' own key"
        return (keys[0], _ONLY, "the only key of the elements") if len(keys) == 1 else None

    def _put(self, entry: Row, row: Row, confidence: float, reason: str) -> None:
        entry["key"] = row["path"]
        parts = ["key"]
        if tag := row.get("semantic_tag"):
            entry["tag"] = tag
            parts.append("tag")
        resource = row.get("resource", "")
        if resource and confidence == _OWN and resource != entry.get("noun"):
            if entry.get("noun"):
                entry["also"] = entry["noun"]
            entry["noun"] = resource
            parts.append("noun")
        at = self._reasons.position("contract", tuple(parts), "tag", reason, confidence)
        entry["why"] = [*entry.get("why", ()), at]


def _parent(row: Mapping[str, Any]) -> str:
    """What a required input names that scopes a list: its tag, or else its name; "" for what is none."""
    if row.get("kind", "data") != "data" or not (row["location"] == "path" or row.get("role") == "identifier"):
        return ""
    return str(row.get("semantic_tag") or row["name"]) if row.get("required") else ""


def _steps(above: str, path: str) -> int:
    """How many names lead from the path *above* to *path*; 0 where it is not below, or below a further list."""
    if not path.startswith(above + "."):
        return 0
    rest = path[len(above) :]
    return 0 if "[*]" in rest or ".*" in rest else rest.count(".")
