"""Whether a request that somebody hands in can be one for its target: places, roles, scopes and attributes exist."""

from __future__ import annotations

import difflib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from ..errors import DecodeError
from ..hooks import QUANTITIES, Frame
from .values import UNREAD, Request, Thing

#: How like a name must be to be offered for another (difflib ratio).
_NEAR: Final = 0.55


def check_request(request: Request, frame: Frame) -> None:
    """Make sure that *request* speaks of what *frame*, its target's, has.

    Raises `DecodeError` with a line for each problem: what is wrong and where, as in "there is no input
    'stat'; did you mean 'state'? @ $.settings[0].input".
    """
    problems = tuple(_problems(request, frame))
    if problems:
        raise DecodeError("request", problems)


def _problems(request: Request, frame: Frame) -> Iterator[str]:
    target = frame.tool.name if frame.tool is not None else ""
    if request.target != target:
        yield f"it is for {request.target!r}, not for {target!r} @ $.target"
    places = [slot.place for slot in frame.slots]
    for number, setting in enumerate(request.settings):
        if setting.input not in places:
            yield f"{_unknown('input', setting.input, places)} @ $.settings[{number}].input"
    yield from _things(request, frame, places)
    for number, unread in enumerate(request.unread):
        if unread.reason not in UNREAD:
            yield f"expected one of {', '.join(UNREAD)} @ $.unread[{number}].reason"
    yield from _twice(request)


def _things(request: Request, frame: Frame, places: list[str]) -> Iterator[str]:
    ids = {thing.id for thing in request.things}
    for number, thing in enumerate(request.things):
        at = f"$.things[{number}]"
        for role, place in enumerate(thing.roles):
            if place not in places:
                yield f"{_unknown('input', place, places)} @ {at}.roles[{role}]"
        if not thing.where and thing.quantity == "one":
            yield f"nothing describes it @ {at}.where"
        if thing.scope and (thing.scope not in ids or thing.scope == thing.id):
            yield f"{_unknown('other thing', thing.scope, ids - {thing.id})} @ {at}.scope"
        if thing.quantity not in QUANTITIES:
            yield f"expected one of {', '.join(QUANTITIES)} @ {at}.quantity"
        if thing.quantity == "some" and thing.count < 1:
            yield f"some things are at least one @ {at}.count"
        yield from _attributes(thing, frame, at)


def _attributes(thing: Thing, frame: Frame, at: str) -> Iterator[str]:
    """What describes a thing is an attribute of its kind, as far as the kind's attributes are known."""
    kind = frame.by_noun.get(thing.noun)
    for number, condition in enumerate(thing.where):
        if kind is not None and kind.attributes and condition.attribute not in ("", *kind.attributes):
            unknown = _unknown("attribute", condition.attribute, kind.attributes, f" of {thing.noun}")
            yield f"{unknown} @ {at}.where[{number}].attribute"


def _twice(request: Request) -> Iterator[str]:
    """One value for each input, one id for each thing, no thing inside itself."""
    filled = Counter([s.input for s in request.settings] + [role for thing in request.things for role in thing.roles])
    yield from (f"{place!r} is filled twice @ $" for place, count in filled.items() if count > 1)
    ids = Counter(thing.id for thing in request.things)
    yield from (f"two things have the id {name!r} @ $.things" for name, count in ids.items() if count > 1)
    scopes = {thing.id: thing.scope for thing in request.things}
    yield from (f"{name!r} lies in itself @ $.things" for name in scopes if _is_circle(name, scopes))


def _is_circle(start: str, scopes: Mapping[str, str]) -> bool:
    seen: set[str] = {start}
    name = scopes.get(start, "")
    while name and name not in seen:
        seen.add(name)
        name = scopes.get(name, "")
    return name == start and scopes.get(start) != start


def _unknown(what: str, name: str, known: Iterable[str], of: str = "") -> str:
    near = difflib.get_close_matches(name, sorted(known), n=1, cutoff=_NEAR)
    hint = f"; did you mean {near[0]!r}?" if near else ""
    return f"there is no {what} {name!r}{of}{hint}"
