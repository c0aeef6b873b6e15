"""What follows for finding things once the tags are known: forms of keys, keys of lists, filters by key."""

from __future__ import annotations

import operator
import re
from collections.abc import Mapping, Sequence, Set as AbstractSet
from typing import Any, Final

from .verdicts import CALLER, Reasons
from .vocabulary import Lists, normal

#: Parts of a form that hold for all fields of one tag.
_SHARED: Final = ("prefix", "pattern")
#: JSON type and format → type of a key.
_NUMBERS: Final = frozenset({"integer", "number"})
_UUIDS: Final = frozenset({"uuid", "guid", "uuid4"})

#: One property name in a path.
_STEP: Final = re.compile(r"\.[^.\[]+|\['(?:[^'\\]|\\.)*'\]")

Row = dict[str, Any]


def join_facts(tools: Mapping[str, Any], reasons: Reasons, words: Lists) -> None:
    """Complete what plugins said of keys, lists and filters by what the tags of all operations say.

    A key has the type that all fields of its tag have in answers. A list's key is the
    identifier that its elements have; the resource of that key is their noun.
    """
    contracts = [tool["metadata"]["api_contract"] for tool in tools.values()]
    _Forms(contracts, reasons).put(contracts)
    taken, told = _taken(tools), reasons.rows
    for contract in contracts:
        if "lists" in contract:
            _Lists(contract, reasons, taken, told, words).complete()


def type_of(row: Mapping[str, Any]) -> str:
    """integer, string, uuid or "": what one value of the row is, be it an element of a list of keys."""
    kind, form = row.get("field_type", ""), row.get("format", "")
    if kind == "array":
        inner = row.get("array", {})
        kind, form = inner.get("type", ""), inner.get("format", "")
    if form in _UUIDS:
        return "uuid"
    return "integer" if kind in _NUMBERS else "string" if kind == "string" else ""


class _Forms:
    """Forms of keys, by tag."""

    def __init__(self, contracts: Sequence[Any], reasons: Reasons) -> None:
        self._types: dict[str, set[str]] = {}
        #: What is shown by one field of a tag holds for all; that a name will do holds for what answers show.
        self._shared: dict[str, Row] = {}
        self._named: set[str] = set()
        #: Reasons that are about nothing else.
        self._alone = {at for at, row in enumerate(reasons.rows) if row["parts"] == ["key_form"]}
        for contract in contracts:
            for row in contract["produces"]:
                if "semantic_tag" in row:
                    self._note(row)
                    if kind := type_of(row):
                        self._types.setdefault(row["semantic_tag"], set()).add(kind)
            for row in contract["consumes"]:
                if "semantic_tag" in row:
                    self._note(row)
                    if row["location"] == "path" and row.get("key_form", {}).get("name"):
                        self._named.add(row["semantic_tag"])

    def _note(self, row: Row) -> None:
        for part in (part for part in _SHARED if part in row.get("key_form", {})):
            self._shared.setdefault(row["semantic_tag"], {}).setdefault(part, row["key_form"][part])

    def put(self, contracts: Sequence[Any]) -> None:
        """Put the form into the rows of all keys; what is no key has none."""
        for contract in contracts:
            for row in contract["consumes"]:
                self._of_input(row)
            for row in contract["produces"]:
                self._of_output(row)

    def _type(self, tag: str) -> str:
        """The type that all answers show; "" where they differ."""
        kinds = self._types.get(tag, set())
        if kinds == {"uuid", "string"}:
            return "uuid"
        return next(iter(kinds)) if len(kinds) == 1 else ""

    def _of_input(self, row: Row) -> None:
        said = row.get("key_form")
        keyed = row.get("role") == "identifier" or row["location"] == "path" or (said and "filters" in row)
        if not keyed or row.get("kind", "data") != "data":
            self._drop(row)
            return
        tag, own = row.get("semantic_tag", ""), type_of(row)
        form = {**self._shared.get(tag, {}), **(said or {})}
        # Where a name will do, the number that answers show is only one of the ways.
        settled = own in {"integer", "uuid"} or "name" in form
        kind = form.pop("type", "") or (own if settled else self._type(tag) or own)
        if kind:
            row["key_form"] = {"type": kind, **form}

    def _of_output(self, row: Row) -> None:
        if row.get("role") != "identifier" or row.get("kind", "data") != "data":
            self._drop(row)
            return
        tag = row.get("semantic_tag", "")
        form = {**self._shared.get(tag, {}), **row.get("key_form", {})}
        if tag in self._named:
            form["name"] = True
        # A response field's own type goes without saying.
        if form:
            kind = form.pop("type", "") or type_of(row)
            row["key_form"] = {"type": kind, **form} if kind else form

    def _drop(self, row: Row) -> None:
        if row.pop("key_form", None) is None:
            return
        why = [at for at in row["why"] if at not in self._alone]
        if why:
            row["why"] = why
        else:
            del row["why"]


class _Lists:
    """The lists of one operation."""

    def __init__(
        self, contract: Any, reasons: Reasons, taken: Mapping[str, int], reasons_by_place: Sequence[Row], words: Lists
    ) -> None:
        self._words = words
        self._contract = contract
        self._taken = taken
        self._reasons_by_place = reasons_by_place
        self._reasons = reasons
        self._named: list[str] = [row["path"] for row in contract["produces"] if "naming" in row]
        self._keys: list[Row] = [
            row for row in contract["produces"] if row.get("role") == "identifier" and row["location"] == "response"
        ]

    def complete(self) -> None:
        """Put key, tag, noun and parents into each list; drop those of nothing that could be called by anything."""
        parents = [name for row in self._contract["consumes"] if (name := _parent(row))]
        kept = []
        for entry in self._contract["lists"]:
            said = self._said(entry)
            found = self._given(entry) if "key" in said else self._key(entry)
            if found is not None:
                self._put(entry, found, said)
            if parents and entry["path"].count("*") == 1:
                entry["parents"] = parents
            if said or found is not None or entry.get("own") or self._is_named(entry["path"]):
                kept.append(entry)
        if kept:
            self._contract["lists"] = kept
        else:
            del self._contract["lists"]

    def _said(self, entry: Row) -> set[str]:
        """Parts that the caller gave."""
        given = [self._reasons_by_place[at] for at in entry.get("why", ())]
        return {part for row in given if row["plugin"] == CALLER for part in row["parts"]}

    def _given(self, entry: Row) -> Row | None:
        """The row of the key that the caller gave."""
        return next((row for row in self._contract["produces"] if row["path"] == entry["key"]), None)

    def _is_named(self, path: str) -> bool:
        return any(_steps(path, named) for named in self._named)

    def _key(self, entry: Row) -> Row | None:
        """The identifier that an element of the list has of its own; what paths take before what nobody takes."""
        near = [(depth, row) for row in self._keys if (depth := _steps(entry["path"], row["path"]))]
        noun = normal(entry.get("noun", ""))
        has_id = any(depth == 1 and normal(row["name"]) in self._words.bare_ids for depth, row in near)
        bare = tuple(self._words.bare_ids)
        found: list[tuple[int, int, int, bool, int, Row]] = []
        for depth, row in near:
            name, resource = normal(row["name"]), row.get("resource", "")
            own = depth == 1 and name in self._words.own_keys
            called = normal(resource) == noun
            if own or called:
                # Beside an id, cart_id of a cart's item says whose it is.
                of_other = has_id and not own and name.startswith(normal(resource))
                rank = 4 if of_other else self._taken.get(row.get("semantic_tag", ""), 2)
            elif entry.get("noun", "").endswith(f"_{resource}"):
                # A historical meeting is a meeting.
                rank = 3
            else:
                continue
            # Of `id` and `erp_project_id` the plain one is the element's own.
            found.append((rank, depth, 0 if name.endswith(bare) else 1, not called, len(name), row))
        return min(found, key=operator.itemgetter(0, 1, 2, 3, 4))[5] if found else None

    def _put(self, entry: Row, row: Row, said: AbstractSet[str]) -> None:
        entry["key"] = row["path"]
        parts = ["key"]
        noun, resource, tag = entry.get("noun", ""), row.get("resource", ""), row.get("semantic_tag", "")
        if "kind" in entry and resource != noun:
            # The key of a folder among files is typed as theirs; it is a folder's all the same.
            tag = f"{noun}_{tag.removeprefix(f'{resource}_')}" if tag.startswith(f"{resource}_") else ""
            tag, resource = (tag if tag in self._taken else ""), noun
        if "noun" in said:
            resource = noun
        if tag:
            entry["tag"] = tag
            parts.append("tag")
        if resource and resource != noun:
            if not noun or tag in self._taken:
                entry["noun"], resource = resource, noun
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
