"""The word is an attribute of a thing: "issue title", "customer email", "run number", or a bare "city"."""

from __future__ import annotations

from collections.abc import Iterator

from graph_tool_call.hooks import Frame, Kind, Placement, PluginInfo, RequestContext, RequestText, Said, hookimpl

from .forms import takes
from .leads import SETS, direction
from .persons import fills
from .phrases import Phrase, likeness
from .places import NAMING, Place, Places, is_key_word, places_of

#: A thing that the target refers to, by its noun and an attribute.
OWN = 0.86
#: The same by a word for "key".
KEY = 0.88
#: An attribute of what the target makes or changes.
FIELD = 0.86
MADE = 0.95
#: A name that the things of the API do not have under that word.
ANY_NAME = 0.78
#: Another thing by its noun and an attribute.
OTHER = 0.7
#: A bare attribute of what the target acts on, or of what it lists.
BARE = 0.5


@hookimpl
def gtc_plugin_info() -> PluginInfo:
    """Who the plugin is."""
    return PluginInfo(title="Attributes", description="Values under the word of an attribute of a thing.", hook_api=1)


@hookimpl
def gtc_read_request(request: RequestText, frame: Frame, context: RequestContext) -> Iterator[Placement]:
    """Places for values whose word is an attribute, with or without the noun of its thing before it."""
    if frame.tool is None:
        return
    places = places_of(frame, context.shared)
    for said in request.said:
        if said.value is None or isinstance(said.value, dict):
            continue
        for phrase in places.phrases.of(said.word):
            for at in range(1, len(phrase.words)):
                yield from _of_noun(request, said, phrase, at, places)
            yield from _bare(said, phrase, places)
            if len(phrase.words) > 1 and phrase.words[-1] == "name":
                yield from _bare(said, Phrase(phrase.words[:-1]), places)


def _of_noun(request: RequestText, said: Said, phrase: Phrase, at: int, places: Places) -> Iterator[Placement]:
    """Readings of *phrase* as the noun of its first *at* words and an attribute."""
    noun, words = phrase.words[:at], phrase.words[at:]
    sets = phrase.is_new or direction(request, said) == SETS
    yield from _field(said, noun, words, places, sets=sets)
    found = False
    for place in places.references:
        like = 0.0 if phrase.squashed in {place.spelled, place.tagged} else place.called(noun)
        if like and not (sets and place is places.main):
            found = True
            yield from _of_reference(said, noun, words, place, like, places)
    kind = None if found else places.kind_of(noun)
    if kind is not None:
        attribute = _attribute(kind, noun, words, places)
        if attribute is not None:
            yield _described(said, OTHER, attribute, noun=kind.noun)


def _of_reference(
    said: Said, noun: tuple[str, ...], words: tuple[str, ...], place: Place, like: float, places: Places
) -> Iterator[Placement]:
    """*words* as an attribute of what *place* refers to; its key, where they say so and the value looks like it."""
    slot, kind = place.slot, place.kind
    near = places.nearness(place, "".join(noun))
    attribute = places.attribute(kind, words) or places.attribute(kind, (*place.role, *words))
    own = "".join(words) in {place.spelled, slot.tag.rpartition("_")[2]}
    if is_key_word(words) and (own or attribute is None or attribute in {"id", slot.name}):
        if fills(place, said.value):
            yield Placement(
                said=said.ref, slot=slot.ref, score=_sure(KEY * like + near), reason=f"{said.word!r} is its key"
            )
        elif attribute is None:
            yield _described(said, _sure(ANY_NAME * like + near), "", slot=slot.ref)
    elif attribute is not None:
        yield _described(said, _sure(OWN * like + near), attribute, slot=slot.ref)
    elif words[-1] in NAMING and not isinstance(said.value, bool):
        if fills(place, said.value) and slot.tag.endswith("_" + words[-1]):
            yield Placement(said=said.ref, slot=slot.ref, score=_sure(OWN * like + near), reason="its key is a name")
        else:
            yield _described(said, _sure(ANY_NAME * like + near), "", slot=slot.ref)


def _sure(score: float) -> float:
    return round(min(score, 1.0), 3)


def _field(
    said: Said, noun: tuple[str, ...], words: tuple[str, ...], places: Places, *, sets: bool
) -> Iterator[Placement]:
    """A plain input of what the target makes or changes: "section name" of a section that is made."""
    main, tool = places.main, places.frame.tool
    made = any(likeness(noun, other) for other in places.made)
    changed = main is not None and main.called(noun) and tool is not None and tool.changes_state
    if not (made or (changed and (sets or "".join(words) not in NAMING))):
        return
    spelled = "".join(words)
    found = [p for p in places.all if p.spelled == spelled and p.slot.location != "path" and not p.slot.refers]
    field = min(found, key=lambda place: place.slot.place.count("."), default=None)
    if field is not None and takes(field.slot, said.value):
        yield Placement(
            said=said.ref,
            slot=field.slot.ref,
            score=MADE if made else FIELD,
            reason=f"{said.word!r} is what is {'made' if made else 'changed'}",
        )


def _bare(said: Said, phrase: Phrase, places: Places) -> Iterator[Placement]:
    """A bare attribute that is no input of the target: of what it acts on, or of what it lists."""
    if phrase.squashed in NAMING or any(place.spelled == phrase.squashed for place in places.all):
        return
    if places.listed is not None and places.main is None:
        attribute = places.attribute(places.listed, phrase.words)
        if attribute is not None:
            yield _described(said, BARE, attribute, noun=places.listed.noun)
        return
    # What is acted on comes first; else an attribute may be that of any thing that the call refers to: of two it is a
    # question.
    found = [(place, places.attribute(place.kind, phrase.words)) for place in places.references if not place.is_apart]
    has_it = {place: attribute for place, attribute in found if attribute is not None}
    for place in [places.main] if places.main in has_it else has_it:
        yield _described(said, BARE, has_it[place], slot=place.slot.ref)


def _attribute(kind: Kind, noun: tuple[str, ...], words: tuple[str, ...], places: Places) -> str | None:
    found = places.attribute(kind, words) or places.attribute(kind, (*noun, *words))
    return "" if found is None and words[-1] in NAMING else found


def _described(said: Said, score: float, attribute: str, *, slot: int | None = None, noun: str = "") -> Placement:
    return Placement(
        said=said.ref,
        slot=slot,
        noun=noun,
        attribute=attribute,
        score=score,
        reason=f"{said.word!r} is an attribute of the thing",
    )
