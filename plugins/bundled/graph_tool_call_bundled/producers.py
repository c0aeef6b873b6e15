"""Which producer of a value is the natural one: the resource's own collection, before sightings elsewhere.

Rules after the path conventions that RESTler (container and parameter) and EvoMaster (path
hierarchy) describe: the collection stands in the path right before the parameter.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final

import attrs

from graph_tool_call.hooks import (
    PRODUCER,
    Consumer,
    Need,
    PlanContext,
    PluginInfo,
    ProducerCandidate,
    ProducerSignal,
    SignalSpec,
    ToolFacts,
    hookimpl,
)

from .annotations import gtc_planning_rules as gtc_planning_rules  # noqa: PLC0414 - a hook of this plugin
from .words import singular, split, squash

#: Last words of paths to the caller's own: /users/me, /account/current.
CALLER: Final = frozenset({"me", "self", "current", "myself", "whoami", "~"})
#: First words of paths for administrators; what they list is not what others may see.
ADMINISTRATION: Final = frozenset({"admin", "administration", "internal", "management"})
#: Words of paths to one thing that is drawn by lot.
LOTS: Final = frozenset({"random", "shuffle", "lucky"})
#: Properties above what the caller's own answer says of the caller: `data.account.id`.
_DEEPEST_OWN: Final = 2
_TOP_LIST: Final = re.compile(r"\$\.(\w+)\[\*\]\.\w+$")
_BEHIND: Final = re.compile(r"[?#]")
_SEPARATORS: Final = re.compile(r"[/.]")


#: What a full score is worth, in units of one read call: enough to prefer a source that takes one call more.
WEIGHT: Final = 1.5
#: Signals and when they are given; each has its own score.
SIGNALS: Final = {
    "declared": "a link or a workflow of the document hands the value over from it",
    "other_declared": "a link or a workflow hands the value over from another",
    "own_collection": "it is the collection that the path selects from",
    "like_collection": "its path ends as that collection's",
    "own_list": "its answer is a list of the resource",
    "own_resource": "it is about the resource itself",
    "foreign_sighting": "it is about another resource, and shows the value among others",
    "callers_own": "it is the caller's own, where no other is named",
    "administration": "it is for administrators, and the consumer is not",
    "drawn_by_lot": "it gives any one, and another each time",
    "deprecated": "the document calls it deprecated",
    "deep_path": "the value lies deep in its answer",
    "same_module": "both stand below one part of the API",
}


@hookimpl
def gtc_plugin_info() -> PluginInfo:
    """Who the plugin is."""
    return PluginInfo(
        title="Producer ranking",
        description="Own collection, resource, module and depth of a producer.",
        hook_api=1,
        signals=tuple(
            SignalSpec(name=name, weight=WEIGHT, kind=PRODUCER, meaning=meaning) for name, meaning in SIGNALS.items()
        ),
    )


@attrs.frozen
class _Path:
    """What a path says of the operation below it."""

    #: For comparison: lower case, one spelling for every placeholder, no format suffix.
    static: str
    #: The last static segment.
    last: str
    #: The first segment that is neither `api` nor a version.
    head: str
    is_callers_own: bool
    is_administration: bool
    is_drawn: bool

    @classmethod
    def of(cls, path: str) -> _Path:
        static = _static(path)
        return cls(static, _last(static), _head(path), _is_callers_own(path), _administers(path), _is_drawn(static))


@hookimpl
def gtc_producer_signals(consumer: Consumer, context: PlanContext) -> Iterator[ProducerSignal]:
    """What is declared, own collection, own resource, foreign sighting, deprecation, depth and module."""
    paths: dict[str, _Path] = context.memo.once("paths", dict)
    for tool in (consumer.tool, *(candidate.tool for candidate in consumer.candidates)):
        if tool.path not in paths:
            paths[tool.path] = _Path.of(tool.path)
    needs = {need.ref: need for need in consumer.needs}
    collections = {need.ref: _collection_before(consumer.tool.path, need) for need in consumer.needs}
    declared = {candidate.need for candidate in consumer.candidates if _is_declared(candidate)}
    for candidate in consumer.candidates:
        need = needs[candidate.need]
        signals = _signals(consumer.tool, need, collections[need.ref], candidate, paths, declared=need.ref in declared)
        for signal, score, reason in signals:
            yield ProducerSignal(candidate=candidate.ref, signal=signal, score=score, reason=reason)


def _signals(
    consumer: ToolFacts,
    need: Need,
    collection: str,
    candidate: ProducerCandidate,
    paths: Mapping[str, _Path],
    *,
    declared: bool,
) -> Iterator[tuple[str, float, str]]:
    place = paths[candidate.tool.path]
    yield from _of_declaration(need, candidate, declared=declared)
    yield from _of_resource(need, collection, candidate, place)
    yield from _of_place(consumer, need, candidate, place, paths[consumer.path])


def _of_declaration(need: Need, candidate: ProducerCandidate, *, declared: bool) -> Iterator[tuple[str, float, str]]:
    """What somebody who knows the API says."""
    if _is_declared(candidate):
        yield "declared", 1.0, f"a link or a workflow hands {need.name} over from {candidate.tool.name}"
    elif declared:
        yield "other_declared", -0.5, f"a link or a workflow hands {need.name} over from another producer"


def _of_resource(
    need: Need, collection: str, candidate: ProducerCandidate, place: _Path
) -> Iterator[tuple[str, float, str]]:
    """Whether the producer is the collection, a list or an operation of the resource that is needed."""
    producer = candidate.tool
    if collection and collection in (place.static, _one_of(place.static)):
        yield "own_collection", 1.0, f"{producer.path} is the collection that {need.name} selects from"
    elif collection and place.last == _last(collection):
        reason = f"{producer.path} ends in {place.last}, as the collection that {need.name} selects from"
        yield "like_collection", 0.7, reason
    elif need.resource and _listed(candidate.path) == need.resource:
        # Of several lists, the one at the thing's own path: /dags before /dagStats. An operation of the resource
        # itself, which is the next case, is surer than a list in another thing's answer.
        own_path = squash(singular(place.last)) == squash(need.resource)
        score = 0.6 if own_path else 0.5 if producer.resource in ("", need.resource) else 0.4
        yield "own_list", score, f"the answer of {producer.name} is a list of {need.resource}"
    elif need.resource and producer.resource == need.resource:
        listing = producer.shape == "list" or producer.action == "search"
        yield "own_resource", 0.5 if listing else 0.3, f"{producer.name} is about {need.resource} itself"
    elif need.resource and producer.resource and not _is_declared(candidate):
        reason = f"{producer.name} is about {producer.resource}, and shows a {need.resource} among others"
        yield "foreign_sighting", -0.5, reason


def _of_place(
    consumer: ToolFacts, need: Need, candidate: ProducerCandidate, place: _Path, here: _Path
) -> Iterator[tuple[str, float, str]]:
    """What the producer's path and the value's depth in its answer say."""
    producer = candidate.tool
    depth = candidate.path.count(".") - 1
    # Who uploaded the caller's picture is not the caller.
    own_key = depth <= _DEEPEST_OWN and (candidate.name == need.name or len(split(candidate.name)) == 1)
    if place.is_callers_own and own_key and not consumer.changes_state and not candidate.many:
        yield "callers_own", 0.5, f"{producer.path} is the caller's own, where no other is named"
    if place.is_administration and not here.is_administration:
        yield "administration", -0.7, f"{producer.path} is for administrators, and {consumer.path} is not"
    if place.is_drawn:
        yield "drawn_by_lot", -1.0, f"{producer.path} gives any one, and another each time"
    if producer.deprecated:
        yield "deprecated", -0.8, f"{producer.name} is deprecated"
    if depth > 1:
        yield "deep_path", -0.1 * min(depth - 1, 4), f"the value lies {depth} levels deep"
    if place.head and place.head == here.head:
        yield "same_module", 0.15, f"both stand below {place.head}"


def _is_declared(candidate: ProducerCandidate) -> bool:
    """Whether somebody who knows the API says so. What changes something is no way to read, whoever says so."""
    return candidate.match == "edge" and not candidate.tool.changes_state


def _listed(path: str) -> str:
    """What the list at the top of an answer holds, by the property's name: "$.channels[*].id" holds channels."""
    found = _TOP_LIST.match(path)
    return singular(found[1].lower()) if found else ""


def _is_callers_own(path: str) -> bool:
    """Whether a path ends in a word for the caller, and no slot stands before it."""
    segments = _SEPARATORS.split(path.strip("/").lower())
    return len(segments) > 1 and segments[-1] in CALLER and "{" not in path


def _administers(path: str) -> bool:
    """Whether a path stands in a part for administrators: /admin/users, /admin.users.list."""
    return not ADMINISTRATION.isdisjoint(_SEPARATORS.split(path.strip("/").lower())[:3])


def _is_drawn(static: str) -> bool:
    """Whether the last segment says that the answer is drawn by lot."""
    return not LOTS.isdisjoint(split(_last(static)))


def _collection_before(path: str, need: Need) -> str:
    """The path up to the segment that holds the need's placeholder; "" for other inputs."""
    if need.location != "path":
        return ""
    head, found, _ = path.partition("{" + need.name + "}")
    return _static(head.rpartition("/")[0]) if found else ""


def _static(path: str) -> str:
    out = []
    # Some documents tell operations of one path apart by a query or a fragment behind it.
    for segment in _BEHIND.split(path, maxsplit=1)[0].strip("/").lower().split("/"):
        plain = segment.removesuffix(".json").removesuffix(".xml")
        out.append("{}" if plain.startswith("{") else plain)
    return "/".join(out)


def _one_of(static: str) -> str:
    """A path with its last segment in the singular: /recipes lists what /recipe/{id} is one of."""
    head, slash, last = static.rpartition("/")
    return f"{head}{slash}{singular(last)}"


def _last(static: str) -> str:
    return next((s for s in reversed(static.split("/")) if s != "{}"), "")


def _head(path: str) -> str:
    for segment in path.strip("/").lower().split("/"):
        plain = segment.removesuffix(".json")
        if (
            plain
            and plain != "api"
            and not (plain[0] == "v" and plain[1:].replace(".", "").isdigit())
            and "{" not in plain
        ):
            return plain
    return ""
