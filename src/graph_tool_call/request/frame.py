"""The frame of a request: the inputs of its target as slots, and the kinds of things that the API lists."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from ..hooks import Frame, Kind, Slot
from ..model.contract import Input, ToolContract


def frame_of(target: ToolContract | None, kinds: Sequence[Kind]) -> Frame:
    """What a request for *target* may speak of; without a target there are kinds only."""
    if target is None:
        return Frame(kinds=kinds)
    rows = tuple(_spoken_of(target))
    count = Counter(_name(row) for row in rows)
    slots = tuple(slot_of(ref, row, clear=count[_name(row)] == 1) for ref, row in enumerate(rows))
    return Frame(tool=target.facts, slots=slots, kinds=kinds)


def places_of(target: ToolContract) -> dict[str, Input]:
    """The inputs of *target* that a request may speak of, by their place."""
    rows = tuple(_spoken_of(target))
    return {slot.place: row for slot, row in zip(frame_of(target, ()).slots, rows, strict=True)}


def slot_of(ref: int, row: Input, *, clear: bool = True) -> Slot:
    """An input as a slot; one that shares its name with another has its location in front."""
    facts = row.row
    return Slot(
        ref=ref,
        place=_name(row) if clear else f"{row.location}.{_name(row)}",
        name=row.name,
        path=row.path,
        location=row.location,
        required=row.required or row.location == "path",
        type=row.type,
        format=str(facts.get("format") or ""),
        enum=tuple(facts.get("enum") or ()),
        labels=tuple(str(label or "") for label in facts.get("enum_labels") or ()),
        title=str(facts.get("title") or ""),
        description=str(facts.get("description") or ""),
        nullable=bool(facts.get("nullable")),
        many=row.many or row.type == "array",
        role=row.role,
        tag=row.tag,
        resource=row.resource,
        key_form=dict(facts.get("key_form") or {}),
    )


def _name(row: Input) -> str:
    if row.location != "body" or not row.path.startswith("$."):
        return row.name
    return row.path[2:].replace("[*]", "")


def _spoken_of(target: ToolContract) -> Iterator[Input]:
    """Inputs that a request may give a value for; not credentials, nor objects whose members are inputs themselves."""
    body = [row for row in target.inputs if row.location == "body"]
    holders = {row.path.rpartition(".")[0].removesuffix("[*]") for row in body}
    # A list that takes names as well as objects is given names.
    plain = {row.path for row in body if row.path in holders and _takes_plain_values(row)}
    for row in target.inputs:
        if row.kind == "auth" or (row.location == "header" and not row.required):
            continue
        if row.location == "body":
            holder = row.path.rpartition(".")[0].removesuffix("[*]")
            if row.path == "$" or (row.path in holders and row.path not in plain) or holder in plain:
                continue
        yield row


def _takes_plain_values(row: Input) -> bool:
    listed = row.row.get("array")
    types = listed.get("types") if isinstance(listed, Mapping) else None
    return not {"string", "integer", "number"}.isdisjoint(types or row.row.get("types") or ())
