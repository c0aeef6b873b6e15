"""The word is an input's own: its place, its tag, its name in any spelling, or its title in the document."""

from __future__ import annotations

from collections.abc import Iterator

from graph_tool_call.hooks import Frame, Placement, PluginInfo, RequestContext, RequestText, Said, Slot, hookimpl

from ..words import singular, split, squash
from .forms import may_be_key, takes
from .naming import goes_to_names
from .persons import is_taken, takes_person
from .phrases import likeness
from .places import Place, Places, places_of

#: How sure a place is, by how the word names it.
PLACE = 1.0
TAG = 0.98
SPELLED = 0.96
TITLE = 0.95
#: The last name of a dotted place, nearest to the root.
LAST = 0.9
#: A translation of the word is the name.
TRANSLATED = 0.88
#: A title or description that has the word in it.
PART = 0.72
#: The name with a word before it that the target says itself: "cancel amount".
MODIFIED = 0.74
#: Objects that hold what is wanted, and what is seen of it.
_WANTED, _SEEN = "spec.", "status."
#: A value that is none of the documented ones: another reader may know which is meant.
NO_MEMBER = 0.6


@hookimpl
def gtc_plugin_info() -> PluginInfo:
    """Who the plugin is."""
    return PluginInfo(title="Exact words", description="Words that are an input's own name.", hook_api=1)


@hookimpl
def gtc_read_request(request: RequestText, frame: Frame, context: RequestContext) -> Iterator[Placement]:
    """Places for values whose word is the name of an input; a key takes only what has the form of a key."""
    if frame.tool is None:
        return
    places = places_of(frame, context.memo)
    for said in request.said:
        if not said.word or goes_to_names(request, said, places):
            continue
        for score, place in _shallowest(_called(said, places)):
            if _fits(place, said):
                sure = min(score, NO_MEMBER) if _is_no_member(place.slot, said.value) else score
                reason = f"{said.word!r} is the input's name"
                yield Placement(said=said.ref, slot=place.slot.ref, score=sure, reason=reason)


def _fits(place: Place, said: Said) -> bool:
    if takes_person(place) and said.value is not None:
        return is_taken(place, said.value)
    if place.slot.refers:
        return may_be_key(place.slot, said.value, place.kind)
    return takes(place.slot, said.value)


def _is_no_member(slot: Slot, value: object) -> bool:
    return bool(slot.enum) and value is not None and not isinstance(value, (list, tuple)) and value not in slot.enum


def _called(said: Said, places: Places) -> list[tuple[float, Place]]:
    scored = ((_score(said, place, places), place) for place in places.all)
    found = [(score, place) for score, place in scored if score]
    spec = {place.slot.name for _, place in found if place.slot.place.startswith(_WANTED)}
    found = [(s, p) for s, p in found if not (p.slot.name in spec and p.slot.place.startswith(_SEEN))]
    best = max((score for score, _ in found), default=0)
    # A part of a title or a translation counts only where nothing is named outright.
    return found if best < LAST else [(score, place) for score, place in found if score >= LAST]


def _shallowest(found: list[tuple[float, Place]]) -> Iterator[tuple[float, Place]]:
    """*found* without deeper inputs of a bare name: those have a dotted word."""
    depth = min((place.slot.place.count(".") for score, place in found if score <= LAST), default=0)
    for score, place in found:
        if score > LAST or place.slot.place.count(".") <= depth:
            yield score, place


def _score(said: Said, place: Place, places: Places) -> float:
    slot, word = place.slot, said.word
    if word in {slot.place, f"{slot.location}.{slot.place}"}:
        return PLACE
    if word == slot.tag:
        return TAG
    spelled = squash(word)
    if spelled and spelled in {squash(slot.place), squash(slot.tag)}:
        return SPELLED
    if slot.title and spelled == squash(slot.title):
        return TITLE
    if spelled == squash(slot.name):
        return LAST
    return _by_meaning(said, slot, places)


def _by_meaning(said: Said, slot: Slot, places: Places) -> float:
    """The word in another number (labels for label), or in another language, or as a part of the title."""
    name = singular(squash(slot.name))
    for phrase in places.phrases.of(said.word):
        if phrase.squashed == name:
            return TRANSLATED
        if len(phrase.words) > 1 and likeness(phrase.words, split(slot.name)) and places.says(phrase.words[0]):
            return MODIFIED
    for text in (slot.title, slot.description if len(slot.description) < 40 else ""):
        parts = text.lower().split()
        if parts and all(word in parts for word in said.word.lower().split()):
            return PART
    return 0.0
