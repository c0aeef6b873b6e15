"""Where the value of each argument comes from: `metadata.synthesis.origins`, recorded as a plan is written.

An origin is {"how": …} with what belongs to it, and never has a value:

    given (key), goal (term), context (key), default, asked (slot),
    and of a given word that means another value: meant [{word, plugin, confidence, reason}],
    fixed (empty: true for an object that is required and has nothing required in it),
    call, first, all (step, tool, path), looked_up (these and by: [{field, key}]),
    item (of: the origin of the list)
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any, Final

import attrs

from ...model import ABSENT
from ..binding.expression import parse
from ..derivation.derivation import ALL, CONTEXT, FILTER, FIXED, GIVEN, NARROWED, UNGUIDED, Source
from ..problem.given import Bound
from ..running.redact import REDACTED, Redactor

#: What an argument's value is, without the value.
Origin = Mapping[str, Any]
#: Step id → dotted path of an argument → its origin.
Origins = Mapping[str, Mapping[str, Origin]]

_PICKS: Final = {ALL: "all", FILTER: "looked_up", NARROWED: "first", UNGUIDED: "first"}


def origin_of(source: Source, spoken: Collection[str]) -> Origin:
    """The origin of a value that the plan has as it stands; *spoken* are keys that were read in the goal."""
    if isinstance(source.value, Bound):
        reference = parse(source.value).whole
        assert reference is not None
        return {"how": "call", "step": reference.root}
    if source.how == GIVEN:
        said = {"meant": _authors(source)} if source.meant else {}
        return (
            {"how": "goal", "term": source.key} if source.key in spoken else {"how": "given", "key": source.key}
        ) | said
    if source.how == CONTEXT:
        return {"how": "context", "key": source.key}
    assert source.how == FIXED
    if source.input.fixed is not ABSENT:
        return {"how": "fixed"}
    is_default = source.value == source.input.default
    return {"how": "default"} if is_default else {"how": "fixed", "empty": True}


def _authors(source: Source) -> list[dict[str, Any]]:
    """Who says what each given word means: `word, plugin, confidence, reason`."""
    secret = Redactor().is_secret
    hidden = secret(source.key) or secret(source.input.name)
    rows = [attrs.asdict(author) for author in source.meant]
    return [row | {"word": REDACTED} for row in rows] if hidden else rows


def origin_of_call(source: Source, step: str) -> Origin:
    """The origin of a value that the call *step* gives."""
    assert source.call is not None
    assert source.output is not None
    how = _PICKS.get(source.pick, "call")
    origin: dict[str, Any] = {"how": how, "step": step, "tool": source.call.tool, "path": source.output.path}
    if source.where:
        by_field = [{"field": " ".join(one.paths[0]), "key": one.word} for one in source.where if one.paths]
        return {**origin, "how": "looked_up", "by": by_field}
    if how == "looked_up":
        origin["by"] = [{"field": source.filter[0], "key": source.filter[1]}]
    return origin


def renamed(origin: Origin, names: Mapping[str, str]) -> dict[str, Any]:
    """*origin* with new ids of steps."""
    found = dict(origin)
    if "step" in found:
        found["step"] = names.get(found["step"], found["step"])
    if "of" in found:
        found["of"] = renamed(found["of"], names)
    return found


def origins_of(metadata: Mapping[str, Any]) -> Origins:
    """The origins that a plan with this *metadata* carries; none for a plan that no planner wrote."""
    synthesis = metadata.get("synthesis")
    found = synthesis.get("origins") if isinstance(synthesis, Mapping) else None
    steps = found.items() if isinstance(found, Mapping) else ()
    return {
        step: {path: origin for path, origin in rows.items() if isinstance(origin, Mapping)}
        for step, rows in steps
        if isinstance(rows, Mapping)
    }


def origin_at(origins: Mapping[str, Origin], path: str) -> Origin:
    """The origin of the argument at a dotted *path*, or of the whole that it lies in; empty where none is known."""
    while path:
        if path in origins:
            return origins[path]
        path = path.rpartition(".")[0]
    return {}


def leaves(value: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Leaves below objects. A list of plain values is one leaf; a list's objects are walked with their index."""
    if isinstance(value, Mapping) and value:
        for key, item in value.items():
            yield from leaves(item, (*path, str(key)))
    elif isinstance(value, list) and any(isinstance(item, Mapping) for item in value):
        for position, item in enumerate(value):
            yield from leaves(item, (*path, str(position)))
    elif path:
        yield path, value
