"""What a response is wrapped in, told from the shape of its schema and the names in it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import attrs

from ..model import Schema
from .shapes import Endpoint, Member, Shapes

#: Wrappers within wrappers that are opened.
MAX_LAYERS: Final = 4
#: Plain values that a list may have beside it and still be the point of the response.
MAX_BESIDE: Final = 6


@attrs.frozen(kw_only=True)
class Envelope:
    """Where the business result is, and what stands around it.

    `wrappers`, from outside in: status ({code, message, data}), paging, hal, json_api,
    single (one property), map (by id), list, scalar. Paths are real JSON paths.
    """

    path: str = "$"
    many: bool = False
    wrappers: tuple[str, ...] = ()
    #: Paths of what tells about the call or the page, not about the business.
    metadata: tuple[str, ...] = ()
    #: Outcome of a call that is always answered with HTTP 200: `code`, `message`, `ok` → path.
    outcome: tuple[tuple[str, str], ...] = ()
    #: Path of what the next page is asked for with; "" when the response doesn't say.
    next: str = ""
    #: Name of the schema of one result.
    owner: str = ""
    #: How many property names lead to the result.
    depth: int = 0

    def covers(self, path: str) -> bool:
        """Whether the field at *path* is part of the wrapping."""
        return path.startswith(self.metadata) and any(
            path == m or path.startswith((m + ".", m + "[")) for m in self.metadata
        )

    def to_dict(self) -> dict[str, Any]:
        """The facts as JSON-shaped data, for `api_contract.result`."""
        out: dict[str, Any] = {"path": self.path, "cardinality": "many" if self.many else "one"}
        if self.wrappers:
            out["wrappers"] = list(self.wrappers)
        if self.outcome:
            out["outcome"] = dict(self.outcome)
        return out


@attrs.define
class _State:
    path: str = "$"
    many: bool = False
    wrappers: list[str] = attrs.Factory(list)
    metadata: list[str] = attrs.Factory(list)
    outcome: dict[str, str] = attrs.Factory(dict)
    owner: str = ""
    depth: int = 0


class EnvelopeReader:
    """Recognises envelopes; remembers each root schema."""

    def __init__(self, shapes: Shapes) -> None:
        self._shapes = shapes
        self._words = shapes.words
        self._known: dict[int, Envelope] = {}

    def read(self, root: Schema | None) -> Envelope:
        """The envelope of a response with schema *root*; an empty one when there is none."""
        if root is None:
            return Envelope()
        known = self._known.get(id(root))
        if known is None:
            known = self._known[id(root)] = self._read(root)
        return known

    def _read(self, root: Schema) -> Envelope:
        state = _State()
        inner = self._enter(state, "$", self._shapes.endpoints(root))
        for layer in range(MAX_LAYERS):
            if inner is None:
                break
            inner = self._open(state, inner, layer)
        return Envelope(
            path=state.path,
            many=state.many,
            wrappers=tuple(state.wrappers),
            metadata=tuple(state.metadata),
            outcome=tuple(state.outcome.items()),
            next=self._next(state.metadata, root),
            owner=state.owner,
            depth=state.depth,
        )

    def _enter(self, state: _State, base: str, ends: tuple[Endpoint, ...]) -> Schema | None:
        """Go on to where a property leads: the object to look into, None when it is a list, a map or a plain value."""
        if not ends:
            return None
        end = next((e for e in ends if not e.leaf), ends[0])
        state.path, state.owner = base + end.tail, end.owner
        if end.many:
            state.many = True
            state.wrappers.append("map" if end.tail.startswith(".*") else "list")
        elif end.leaf and base == "$" and end.schema.type != "object":
            state.wrappers.append("scalar")
        return None if end.many or end.leaf else end.schema

    def _open(self, state: _State, schema: Schema, layer: int) -> Schema | None:
        """Take off one layer of *schema*, or leave it when it is the business object itself."""
        members = self._shapes.members(schema)
        beside = [m for m in members if _is_metadata(m, self._shapes)]
        payload, wrapper = _payload(members, beside, layer, self._shapes)
        if payload is None:
            return None
        for member in beside:
            state.metadata.append(state.path + member.segment)
        if wrapper != "hal":
            self._outcome(state, beside)
        state.wrappers.append(wrapper)
        state.depth += 1
        return self._enter(state, state.path + payload.segment, payload.endpoints)

    def _outcome(self, state: _State, beside: list[Member]) -> None:
        by_word = {m.word: state.path + m.segment for m in beside if any(e.leaf for e in m.endpoints)}
        if self._words.strong_status.isdisjoint(by_word):
            return
        for fact, words in self._words.outcome:
            found = next((by_word[word] for word in words if word in by_word), None)
            if found is not None:
                state.outcome.setdefault(fact, found)

    def _next(self, metadata: list[str], root: Schema) -> str:
        """Path of the next page's name among the metadata, two objects deep at most."""
        found: dict[str, str] = {}
        waiting = [("$", end.schema, 0) for end in self._shapes.endpoints(root) if not end.leaf and not end.many]
        while waiting:
            path, schema, depth = waiting.pop(0)
            for member in self._shapes.members(schema):
                at, word = path + member.segment, member.word
                for end in member.endpoints:
                    if end.leaf and not end.many and word in self._words.next_page:
                        found.setdefault(word, at)
                    elif (
                        not end.leaf
                        and not end.many
                        and depth < 3
                        and any(m == at or m.startswith(at) or at.startswith(m) for m in metadata)
                    ):
                        waiting.append((at, end.schema, depth + 1))
                    elif not end.leaf and word == "next" and _is_link(end.schema):
                        found.setdefault(word, at + ".href")
        paths = [found[word] for word in self._words.next_page if word in found]
        return next((p for p in paths if any(p == m or p.startswith(m) for m in metadata)), "")


def _is_metadata(member: Member, shapes: Shapes) -> bool:
    word, words = member.word, shapes.words
    if any(end.leaf and not end.many for end in member.endpoints):
        return word in words.status or word in words.paging_containers or words.pages(word)
    if word in words.error_objects:
        return True
    # What has a key of its own is a thing, also when it is called metadata.
    return word in words.paging_containers and not any(m.word in words.own_keys for m in _inner(member, shapes))


def _inner(member: Member, shapes: Shapes) -> list[Member]:
    return [m for end in member.endpoints if not end.leaf and not end.many for m in shapes.members(end.schema)]


def _describes_page(member: Member, shapes: Shapes) -> bool:
    """Whether a member beside a list tells of further pages, itself or by what is in it."""
    if any(end.leaf for end in member.endpoints):
        return shapes.words.pages(member.word)
    return any(shapes.words.pages(inner.word) for inner in _inner(member, shapes))


def _is_list(member: Member) -> bool:
    return any(end.many for end in member.endpoints)


def _is_container(member: Member) -> bool:
    return any(not end.leaf or end.many or end.schema.type == "object" for end in member.endpoints)


def _is_link(schema: Schema) -> bool:
    return "href" in schema.properties


def _only_payload(only: Member, beside: list[Member], layer: int, shapes: Shapes, *, paged: bool) -> str:
    """Kind of wrapper when *only* is all that is left beside the metadata; "" when it isn't one."""
    words, known = {m.word for m in beside}, shapes.words
    payload = only.word in known.payload
    if only.name == "_embedded":
        return "hal"
    if not _is_container(only):
        return "status" if payload and words & known.strong_status else ""
    if not beside:
        return "single" if layer == 0 or payload or (_is_list(only) and layer == 1) else ""
    if _is_json_api(only, beside):
        return "json_api"
    if paged and _is_list(only):
        return "paging"
    if words & known.strong_status or (words & known.status and (payload or _is_list(only))):
        return "status"
    return "single" if payload else ""


def _payload(members: Sequence[Member], beside: list[Member], layer: int, shapes: Shapes) -> tuple[Member | None, str]:
    """The member that the others are wrapped around, and the kind of wrapper; None for a business object."""
    rest = [m for m in members if m not in beside]
    words = {m.word for m in beside}
    paged = any(_describes_page(m, shapes) for m in beside)
    if len(rest) == 1:
        kind = _only_payload(rest[0], beside, layer, shapes, paged=paged)
        return (rest[0], kind) if kind else (None, "")
    json_api = next((m for m in rest if m.name == "data" and _is_json_api(m, beside)), None)
    if json_api is not None:
        return json_api, "json_api"
    lists = [m for m in rest if _is_list(m)]
    plain = [m for m in rest if not _is_container(m)]
    if any(m.identifier for m in plain):
        return None, ""
    if len(lists) == 1 and paged and len(plain) <= MAX_BESIDE and len(plain) == len(rest) - 1:
        return lists[0], "paging"
    named = [m for m in rest if m.word in shapes.words.payload]
    status = len(words & shapes.words.status)
    if len(named) == 1 and (
        (words & shapes.words.strong_status and len(plain) >= len(rest) - 1) or (status > 1 and len(rest) <= 2)
    ):
        return named[0], "status"
    return None, ""


def _is_json_api(member: Member, beside: list[Member]) -> bool:
    """JSON:API 1.1, 7.2: a resource has `type` and `id`, and `attributes`; a mere identifier has links beside it."""
    linked = any(m.word in {"links", "jsonapi"} for m in beside)
    return member.name == "data" and any(
        {"type", "id"} <= set(end.schema.properties)
        and (linked or not {"attributes", "relationships"}.isdisjoint(end.schema.properties))
        for end in member.endpoints
        if not end.leaf
    )
