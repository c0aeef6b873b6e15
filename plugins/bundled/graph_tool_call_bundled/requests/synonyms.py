"""Words that mean the same in requests and in API descriptions, where exactly one input fits."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from typing import Final

from graph_tool_call.hooks import Frame, Placement, PluginInfo, RequestContext, RequestText, Said, Setting, hookimpl

from ..words import singular, split, squash
from .forms import takes
from .persons import fills
from .places import PERSONAL, Place, Places, places_of
from .typed import typed

#: Squashed words of one meaning, a group a line. The first groups are the surer ones.
_GROUPS: Final = """
    phone telephone phonenumber telephonenumber tel mobile mobilenumber cellphone
    body text message content comment notes note memo
    status state
    duedate dueon deadline due dueat
    startdate starton startat start begin from since
    enddate endon endat end until to
    branch ref gitref
    email login mail emailaddress username
    amount price total sum unitamount
    role access permission accesslevel permissionlevel
    name title subject displayname
    description summary details desc
    birthday birthdate dateofbirth dob
    quantity count qty number amountofitems
    zip zipcode postalcode postcode
    reason cause
    company organization organisation
    limit max maximum perpage pagesize
    language locale lang
    website url homepage link
    color colour
    password passphrase secret
    tag label
    replicas instances size
    restartpolicy restart
"""
#: Groups of squashed words.
GROUPS: Final = tuple(frozenset(line.split()) for line in _GROUPS.strip().splitlines())
#: Words that mean a time only where a date stands under them.
_DATED: Final = frozenset("from since to until".split())
_DATE: Final = re.compile(r"\d{4}-\d{2}-\d{2}(?:[T ].*)?")
#: What codes look like: NZD, de, en-GB, 0501. What is longer is a name.
_CODE: Final = re.compile(r"[A-Za-z]{2,3}(?:[-_][A-Za-z0-9]{2,4})?|(?=\w*\d)[\w-]+")
#: A word of the same meaning.
SAME = 0.7
#: The object that has one: "restart policy" for RestartPolicy.Name.
HOLDER = 0.75
#: Names of the one member by which an object is what it is.
VALUES: Final = frozenset("name value type mode id".split())


@hookimpl
def gtc_plugin_info() -> PluginInfo:
    """Who the plugin is."""
    return PluginInfo(title="Synonyms", description="Words of the same meaning as an input's name.", hook_api=1)


@hookimpl
def gtc_read_request(request: RequestText, frame: Frame, context: RequestContext) -> Iterator[Placement | Setting]:
    """Places for values whose word means the same as the name of exactly one input."""
    if frame.tool is None:
        return
    places = places_of(frame, context.shared)
    # The body says what becomes of a thing; what stands beside it is said by its own name: the `login` of a shop.
    with_body = frame.tool.changes_state and any(place.slot.location == "body" for place in places.all)
    locations = {"path", "body"} if with_body else {"path", "body", "query", "header", "cookie"}
    for said in request.said:
        if said.word:
            yield from _places(said, places, locations)


def _places(said: Said, places: Places, locations: Collection[str]) -> Iterator[Placement | Setting]:
    words = {phrase.squashed for phrase in places.phrases.of(said.word)} | {squash(said.word)}
    if any(place.one in words for place in places.all):
        return
    meant = {other for group in GROUPS if group & words for other in group} - words
    if not _DATE.fullmatch(str(said.value)):
        meant = set() if words & _DATED else meant - _DATED
    if _CODE.fullmatch(str(said.value)):
        meant |= {f"{word}code" for word in words}  # currency: NZD
    found = [place for place in places.all if place.spelled in meant and place.slot.location in locations]
    found = [place for place in found if _fits(place, said)]
    best = _one(found, said)
    if best is not None:
        yield Placement(said=said.ref, slot=best.slot.ref, score=SAME, reason=f"{said.word!r} means the same")
        setting = typed(said, best, ("user",), places) if words & PERSONAL else None
        if setting is not None:
            yield setting
    held = [place for place in places.all if _is_held(place, words) and _fits(place, said)]
    if len(held) == 1:
        yield Placement(said=said.ref, slot=held[0].slot.ref, score=HOLDER, reason=f"{said.word!r} is what it is of")


def _one(found: list[Place], said: Said) -> Place | None:
    """The one of *found* that is nearest to the root; of a date and a time the one of the value's form."""
    if len(found) > 1 and isinstance(said.value, str):
        wanted = "date" if "T" not in said.value else "date-time"
        found = [place for place in found if place.slot.format == wanted] or found
    depth = min((place.slot.place.count(".") for place in found), default=0)
    near = [place for place in found if place.slot.place.count(".") == depth]
    return near[0] if len(near) == 1 else None


def _fits(place: Place, said: Said) -> bool:
    if place.refers and place.slot.refers:
        return fills(place, said.value)
    return takes(place.slot, said.value)


def _is_held(place: Place, words: set[str]) -> bool:
    parts = place.slot.place.split(".")
    return (
        len(parts) > 1
        and not place.refers
        and "".join(split(parts[-1])) in VALUES
        and singular(squash(parts[-2])) in words
    )
