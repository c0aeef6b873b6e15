"""A bare `title`, `name` or `email`: it describes what the target acts on, or it is how that shall be called."""

from __future__ import annotations

from collections.abc import Iterator

from graph_tool_call.hooks import Frame, Placement, PluginInfo, RequestContext, RequestText, Said, hookimpl

from ..words import split
from .forms import is_name
from .leads import DESCRIBES, SETS, changes, direction, renames
from .persons import fills
from .phrases import KEYS, NEW, Phrase
from .places import NAMING, PERSONAL, Place, Places, is_key_word, places_of

#: The words say that the name is to be set.
CHANGED = 0.93
#: It describes the thing that the target acts on.
DESCRIBED = 0.9
#: The thing is known otherwise, so the name may be a new one.
UNSAID = 0.5
#: It describes another reference of the target whose things have such an attribute.
OTHER = 0.7
#: How what is acted on is said otherwise, and the attributes that are its very name.
NAMED, DESCRIBED_SO = "named", "described"
_NAMES = frozenset({"name", "title"})
_CALLED = ("name", "title", "label", "subject", "summary")
#: The same where something is made: its own inputs come first.
MADE_OTHER = 0.62
#: Too little to be read so: only told as what could have been meant.
TOLD = 0.2
#: It tells which of the listed things are meant.
LISTED = 0.55


@hookimpl
def gtc_plugin_info() -> PluginInfo:
    """Who the plugin is."""
    return PluginInfo(
        title="Bare names", description="Title, name, e-mail: which thing, or how it shall be called.", hook_api=1
    )


@hookimpl
def gtc_read_request(request: RequestText, frame: Frame, context: RequestContext) -> Iterator[Placement]:
    """Places for values whose word is an attribute that names things."""
    if frame.tool is None:
        return
    places = places_of(frame, context.shared)
    for said in request.said:
        phrase = naming_phrase(said, places)
        if phrase is not None and isinstance(said.value, (str, int)) and not isinstance(said.value, bool):
            yield from _places(request, said, phrase, places)


def naming_phrase(said: Said, places: Places) -> Phrase | None:
    """The word of *said* as a naming attribute; None where it is something else."""
    return next((phrase for phrase in places.phrases.of(said.word) if phrase.squashed in NAMING), None)


def goes_to_names(request: RequestText, said: Said, places: Places) -> bool:
    """Whether the name of an input is no place for *said* by itself: it may as well describe what is acted on."""
    phrase = naming_phrase(said, places)
    if phrase is None or places.main is None or any(_is_new(place, phrase) for place in places.all):
        return False
    tool = places.frame.tool
    own = tool is not None and tool.changes_state
    return own and bool(_field(said, places)) and direction(request, said) != SETS


def _field(said: Said, places: Places) -> Place | None:
    """The shallowest plain input of the name that *said* was given under."""
    phrases = places.phrases.of(said.word)
    names = {phrase.squashed for phrase in phrases}
    if new := [place for place in places.all if any(_is_new(place, phrase) for phrase in phrases)]:
        return new[0] if len(new) == 1 else None
    found = [place for place in places.all if place.spelled in names]
    if not found and any(phrase.is_new for phrase in phrases) and names & _NAMES:
        # "Rename A to B": whatever the field for its name is called.
        body = [place for place in places.all if place.slot.location == "body"]
        found = next((called for name in _CALLED if (called := [p for p in body if _is_own(p, name, places)])), [])
    best = min(found, key=lambda place: place.slot.place.count("."), default=None)
    plain = best is not None and best.slot.location != "path" and (not best.slot.refers or is_name(best.slot))
    return best if plain else None


def _is_new(place: Place, phrase: Phrase) -> bool:
    """Whether a place is called after what shall be, as *phrase* is: `new_tag_name` for "new name"."""
    return phrase.is_new and place.words[0] in NEW and place.words[-len(phrase.words) :] == phrase.words


def _is_own(place: Place, name: str, places: Places) -> bool:
    """Whether an input is called *name*, with or without the noun of what the target acts on: `track[title]`."""
    tool = places.frame.tool
    own = split(tool.resource) if tool is not None else ()
    return place.words[-1:] == (name,) and set(place.words[:-1]) <= set(own)


def _places(request: RequestText, said: Said, phrase: Phrase, places: Places) -> Iterator[Placement]:
    field, main = _field(said, places), places.main
    way = SETS if phrase.is_new else direction(request, said)
    known = _main_is_said(request, said, places)
    if way == "" and field is not None and renames(request) and known:
        way = SETS
    if field is not None and (way == SETS or (places.creates and main is None)):
        yield _sets(said, field, CHANGED, "it shall be called so")
    elif field is not None and way != DESCRIBES and _may_change(request, said, places):
        yield _sets(said, field, CHANGED if known else UNSAID, "what is acted on is said otherwise")
    elif field is not None and known == NAMED:
        yield from _either(said, field, phrase, places)
    if (field is None and not phrase.is_new) or (way != SETS and known != NAMED):
        yield from _described(said, phrase, places)


def _either(said: Said, field: Place, phrase: Phrase, places: Places) -> Iterator[Placement]:
    """Two readings that are as good: a title beside the number of what is closed may be told again, or be new."""
    kind = places.main.kind if places.main is not None else None
    noun = kind.noun if kind is not None else field.slot.name
    yield _sets(said, field, OTHER, "it may be a new one")
    yield Placement(
        said=said.ref,
        noun=noun,
        attribute=places.attribute(kind, phrase.words) or "",
        score=OTHER,
        reason="it may tell again which one is meant",
    )


def _may_change(request: RequestText, said: Said, places: Places) -> bool:
    """Whether a name may be a new one: nothing else is known of it, or the words say that something changes."""
    tool = places.frame.tool
    return tool is not None and tool.changes_state and (said.start < 0 or changes(request))


def _sets(said: Said, field: Place, score: float, reason: str) -> Placement:
    return Placement(said=said.ref, slot=field.slot.ref, score=score, reason=reason)


def _main_is_said(request: RequestText, said: Said, places: Places) -> str:
    """NAMED where another value is the key or a name of what is acted on, DESCRIBED_SO where it is another of it."""
    main, found = places.main, ""
    if main is None:
        return ""
    for other in request.said:
        for phrase in places.phrases.of(other.word) if other.ref != said.ref else ():
            if main.called(phrase.words) >= 0.8 or phrase.squashed == main.spelled:
                return NAMED
            for at in range(1, len(phrase.words)):
                if main.called(phrase.words[:at]) >= 0.8:
                    rest = phrase.words[at:]
                    found = NAMED if is_key_word(rest) or "".join(rest) in _NAMES else found or DESCRIBED_SO
    return found


def _is_key(place: Place, said: Said) -> bool:
    """Whether things are referred to by the name itself."""
    named = place.slot.key_form.get("name") or is_name(place.slot)
    return bool(named) and fills(place, said.value)


def _has_numbers(place: Place) -> bool:
    """Whether what a place refers to has no name but numbers: an order number is no name."""
    naming = place.kind.naming if place.kind is not None else ()
    return bool(naming) and all(split(path)[-1] in KEYS and len(split(path)) > 1 for path in naming)


def _described(said: Said, phrase: Phrase, places: Places) -> Iterator[Placement]:
    main = places.main or (None if places.made_names else places.last)
    order = [place for place in (main, *places.references) if place is not None]
    personal = phrase.squashed in PERSONAL
    for place in dict.fromkeys(order):
        attribute = places.attribute(place.kind, phrase.words)
        # A bare name is that of what the target is about; of others only what persons alone have.
        score = DESCRIBED if place is main else TOLD if not personal else MADE_OTHER if places.creates else OTHER
        if place is main and _is_key(place, said):
            yield _sets(said, place, score, "its key is a name")
            continue
        if attribute is None:
            if place is not main or personal or phrase.squashed not in {"name", "title"} or _has_numbers(place):
                continue
            attribute, score = "", OTHER
        yield Placement(
            said=said.ref,
            slot=place.slot.ref,
            attribute=attribute,
            score=score,
            reason=f"{said.word!r} names the {place.slot.resource or place.slot.name}",
        )
    if main is None and places.listed is not None:
        attribute = places.attribute(places.listed, phrase.words)
        if attribute is not None:
            yield Placement(
                said=said.ref,
                noun=places.listed.noun,
                attribute=attribute,
                score=LISTED,
                reason=f"{said.word!r} is an attribute of what is listed",
            )
