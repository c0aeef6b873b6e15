"""What an update that replaces a thing must send back of it: required fields that nobody said, as they were read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ...model.contract import Input, Output, ToolContract
from ...request.values import Request
from ..derivation.derivation import ONE, PRODUCED, Call, Source
from ..problem.given import GivenValue, normal
from ..problem.variant import Place, place_of
from .scope import as_source


def kept(
    target: ToolContract,
    placed: Mapping[Place, GivenValue | Source],
    contracts: Mapping[str, ToolContract],
    request: Request,
) -> Iterator[tuple[Place, Source]]:
    """Sources of the required body fields of *target* that nobody said, from what reads the thing by its key.

    Nothing where the target makes things, or where nothing of the body was said: that is no update.
    """
    if target.facts.action == "create" or not any(location == "body" for location, _ in placed):
        return
    call = _read_by_key(target, placed, contracts)
    if call is None:
        return
    said = {normal(one.word) for one in request.unread}
    shown = _attributes(call.contract)
    inside = _wrapper(target)
    for row in target.inputs:
        if place_of(row) in placed or normal(row.name) in said or not _is_required(row, inside):
            continue
        output = shown.get(normal(row.path.removeprefix(inside)))
        if output is not None and output.type in ("", row.type):
            yield (
                place_of(row),
                Source(input=row, how=PRODUCED, output=output, call=call, pick=ONE, match="request"),
            )


def _read_by_key(
    target: ToolContract, placed: Mapping[Place, GivenValue | Source], contracts: Mapping[str, ToolContract]
) -> Call | None:
    """The call that reads what *target* updates: a GET of the same path, which has a key, with the same keys."""
    if not target.place.endswith("}"):
        return None
    same = (c for c in contracts.values() if c.place == target.place and c.facts.method == "get")
    reader = next(same, None)
    if reader is None or reader.facts.shape == "list":
        return None
    own = {row.name: row for row in target.inputs if row.location == "path"}
    keys = [row for row in reader.inputs if row.location == "path"]
    needs = [row for row in reader.inputs if row.required and row.location != "path" and row.kind == "data"]
    at = [place_of(own[row.name]) for row in keys if row.name in own]
    if needs or len(at) < len(keys) or any(place not in placed for place in at):
        return None
    sources = tuple(as_source(row, placed[place]) for row, place in zip(keys, at, strict=True))
    return Call.of(reader, sources, 0.0)


def _attributes(reader: ToolContract) -> dict[str, Output]:
    """The plain attributes of the thing that *reader* shows, by their spelling below the object that has its key."""
    outputs = [out for out in reader.outputs if not out.many and out.location != "response_header"]
    own = [out for out in outputs if out.tag and out.resource == reader.facts.resource]
    key = min(own, key=lambda out: (out.path.count("."), len(out.path)), default=None)
    around = key.path.rpartition(".")[0] if key is not None else "$"
    return {normal(out.path.removeprefix(f"{around}.")): out for out in outputs if out.path.startswith(f"{around}.")}


def _wrapper(target: ToolContract) -> str:
    """The object around all that the body takes: "$.product." of {"product": {…}}; "$." where there is none."""
    tops = {row.path.split(".")[1] for row in target.inputs if row.location == "body" and row.path.count(".") >= 1}
    inner = [row for row in target.inputs if row.location == "body" and row.path.count(".") > 1]
    return f"$.{next(iter(tops))}." if len(tops) == 1 and inner else "$."


def _is_required(row: Input, inside: str) -> bool:
    """Whether an update without *row* is not complete."""
    needed = row.required or (row.required_if_parent and row.path.count(".") == inside.count("."))
    return row.location == "body" and row.kind == "data" and "[" not in row.path and needed
