"""The word is an input's own: its place, its tag, its name in any spelling, or its title in the document."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from graph_tool_call.hooks import (
    ABSENT,
    Frame,
    Placement,
    PluginInfo,
    RequestContext,
    RequestText,
    Said,
    Slot,
    hookimpl,
)

from ..words import split, squash
from .forms import may_be_named_key, takes
from .leads import DESCRIBES, direction
from .naming import goes_to_names
from .persons import fills, takes_person
from .phrases import KEYS, likeness
from .places import NAMING, Place, Places, places_of

#: How sure a place is, by how the word names it.
PLACE = 1.0
TAG = 0.98
SPELLED = 0.96
TITLE = 0.95
#: The same words in another order: "due date" for `date_due`.
TURNED = 0.92
#: The last name of a dotted place, nearest to the root.
LAST = 0.9
#: A translation of the word is the name.
TRANSLATED = 0.88
#: A title or description that has the word in it.
PART = 0.76
#: What each other word of it takes away, and how many it may have.
OTHER_WORD = 0.05
_TITLE_WORDS = 6
#: The name with a word before it that the target says itself: "cancel amount".
MODIFIED = 0.74
#: The name with a word before it that says little: current_state, or the target's own noun: task_type.
OWN = 0.7
_LITTLE = frozenset("current default".split())
#: Words after the name of what has one of a few values: status_type.
_SORTS = frozenset("type kind code value".split())
#: Objects that hold what is wanted, and what is seen of it.
_WANTED, _SEEN = "spec.", "status."
#: A value that is none of the documented ones: another reader may know which is meant.
NO_MEMBER = 0.66


@hookimpl
def gtc_plugin_info() -> PluginInfo:
    """Who the plugin is."""
    return PluginInfo(title="Exact words", description="Words that are an input's own name.", hook_api=1)


@hookimpl
def gtc_read_request(request: RequestText, frame: Frame, context: RequestContext) -> Iterator[Placement]:
    """Places for values whose word is the name of an input; a key takes only what has the form of a key."""
    if frame.tool is None:
        return
    places = places_of(frame, context.shared)
    for said in request.said:
        # A null is no value: whoever means that something is to be emptied says so in words.
        if not said.word or said.value is None or goes_to_names(request, said, places):
            continue
        for score, place in _shallowest(_called(said, places)):
            if _fits(place, said, score) and not _only_describes(request, said, place, places):
                value, sure = _member(place.slot, said.value)
                yield Placement(
                    said=said.ref,
                    slot=place.slot.ref,
                    value=value,
                    score=score if sure else min(score, NO_MEMBER),
                    reason=f"{said.word!r} is the input's name",
                )


def _only_describes(request: RequestText, said: Said, place: Place, places: Places) -> bool:
    """Whether "of the device X" tells the device that an interface has, and gives it no other name."""
    head, _, last = place.slot.place.rpartition(".")
    if not head or squash(last) not in NAMING or "." in said.word or places.creates:
        return False
    return direction(request, said) == DESCRIBES and places.kind_of(split(head.rpartition(".")[2])) is not None


def _fits(place: Place, said: Said, score: float) -> bool:
    if place.slot.refers or takes_person(place):
        named = score > TRANSLATED and place.words[-1] in KEYS and place.words[-1] not in NAMING
        return fills(place, said.value) or (named and may_be_named_key(place.slot, said.value, place.kind))
    return takes(place.slot, said.value)


def _member(slot: Slot, value: object) -> tuple[Any, bool]:
    """What *slot* takes for *value* (ABSENT: as it is), and whether the document lists it in any spelling."""
    if not slot.enum or value is None or isinstance(value, (list, tuple)) or value in slot.enum:
        return ABSENT, True
    spelled = squash(str(value))
    found = [member for member in slot.enum if squash(str(member)) == spelled]
    found = found or [member for member, label in zip(slot.enum, slot.labels, strict=False) if squash(label) == spelled]
    return (found[0], True) if len(found) == 1 and spelled else (ABSENT, False)


def _called(said: Said, places: Places) -> list[tuple[float, Place]]:
    scored = ((_score(said, place, places), place) for place in places.all)
    found = [(score, place) for score, place in scored if score]
    spec = {place.slot.name for _, place in found if place.slot.place.startswith(_WANTED)}
    found = [(s, p) for s, p in found if not (p.slot.name in spec and p.slot.place.startswith(_SEEN))]
    # What is made has a name under its own noun, and no key that refers to it yet.
    found = [(s, p) for s, p in found if s > LAST or not _is_made(said, p, places)]
    best = max((score for score, _ in found), default=0)
    # A part of a title or a translation counts only where nothing is named outright.
    return found if best < LAST else [(score, place) for score, place in found if score >= LAST]


def _is_made(said: Said, place: Place, places: Places) -> bool:
    """Whether *place* is an optional reference under the noun of what the target makes, which has a name besides."""
    named = places.made_names is not None and places.made_names is not place
    own = any(phrase.words in places.made for phrase in places.phrases.of(said.word))
    return named and own and place.refers and not place.slot.required


def _shallowest(found: list[tuple[float, Place]]) -> Iterator[tuple[float, Place]]:
    """*found* without deeper inputs of a bare name: those have a dotted word. What is in the path is there alone."""
    in_path = {place.spelled for score, place in found if score <= LAST and place.slot.location == "path"}
    depth = min((place.slot.place.count(".") for score, place in found if score <= LAST), default=0)
    for score, place in found:
        above = place.slot.location == "path" or place.spelled not in in_path
        if score > LAST or (above and place.slot.place.count(".") <= depth):
            yield score, place


def _score(said: Said, place: Place, places: Places) -> float:
    slot, word = place.slot, said.word
    if word in {slot.place, f"{slot.location}.{slot.place}"}:
        return PLACE
    if word == slot.tag:
        return TAG
    spelled = squash(word)
    if spelled and spelled in {place.placed, place.tagged}:
        return 0.0 if _tells_another(said, place, places) else SPELLED
    if slot.title and spelled == squash(slot.title):
        return TITLE
    if spelled == place.spelled:
        return LAST
    words = split(word)
    if len(words) > 1 and sorted(words) == sorted(place.words) and "of" not in words:
        return TURNED
    return _by_meaning(said, place, places)


def _tells_another(said: Said, place: Place, places: Places) -> bool:
    """Whether "site name" is one of the keys of an object that is a reference: the site is looked up by it."""
    head, _, last = place.slot.place.rpartition(".")
    if not head or squash(last) not in NAMING or "." in said.word:
        return False
    return any(p is not place and p.slot.refers and p.slot.place.rpartition(".")[0] == head for p in places.all)


def _is_own(name: tuple[str, ...], words: tuple[str, ...], places: Places) -> bool:
    """Whether an input's *name* is *words* with a word before them that is clear of itself."""
    head = name[: -len(words)]
    tool = places.frame.tool
    own = split(tool.resource) if tool is not None else ()
    return bool(head) and name[-len(words) :] == words and (head == own or _LITTLE.issuperset(head))


def _by_meaning(said: Said, place: Place, places: Places) -> float:
    """The word in another number (labels for label), or in another language, or as a part of the title."""
    slot = place.slot
    for phrase in places.phrases.of(said.word):
        if phrase.squashed == place.one:
            return TRANSLATED
        if phrase.squashed in {place.placed, place.tagged} and not phrase.is_new:
            return 0.0 if _tells_another(said, place, places) else SPELLED
        if place.spelled in NAMING:
            continue
        if len(phrase.words) > 1 and likeness(phrase.words, place.words) and places.says(phrase.words[0]):
            return MODIFIED
        if slot.enum and place.words[:-1] == phrase.words and place.words[-1] in _SORTS:
            return OWN if _member(slot, said.value)[1] else 0.0
        if _is_own(place.words, phrase.words, places):
            return OWN
    return max(
        (_in_title(said.word, text) for text in (slot.title, "" if said.word.isascii() else slot.description)),
        default=0.0,
    )


def _in_title(word: str, text: str) -> float:
    """How well *word* names what has the title *text*: its words are in it, the last as the last, and few others."""
    asked, words = word.lower().split(), text.lower().split()
    if not asked or not words or len(words) > _TITLE_WORDS or asked[-1] != words[-1] or not set(asked) <= set(words):
        return 0.0
    return PART - OTHER_WORD * (len(words) - len(asked))
