"""The word is that of a resource: the value is the key of such a thing, or describes one by its names."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from typing import Any

from graph_tool_call.hooks import (
    Frame,
    Placement,
    PluginInfo,
    RequestContext,
    RequestText,
    Said,
    Setting,
    Slot,
    hookimpl,
)

from ..words import split
from .forms import takes
from .leads import DESCRIBES, SETS, direction
from .persons import EMAIL, fills, is_new_value, is_of_another, takes_person
from .phrases import KEYS, Phrase
from .places import ANY_KIND, NAMING, Place, Places, places_of
from .roles import role_bonus
from .typed import type_of, typed

#: The value is the key of the thing.
KEY = 0.88
#: It describes the thing.
DESCRIBED = 0.86
#: The noun of what is made: its name.
MADE = 0.87
#: Nouns of what is its text, and the inputs that take it.
WRITTEN = frozenset("note comment message reply memo remark post answer".split())
TEXTS = frozenset("body text content message note comment notes comments memo raw".split())
#: Inputs for numbers by which people know a thing.
NUMBERS = frozenset("number no vid code num".split())
#: An input that takes a thing of any kind.
ANY = 0.76
#: What a word behind the noun takes away.
WITH_MORE = 0.8
#: Another thing, to which no input refers.
OTHER = 0.6


@hookimpl
def gtc_plugin_info() -> PluginInfo:
    """Who the plugin is."""
    return PluginInfo(title="Resource words", description="Values under the word of a resource.", hook_api=1)


@hookimpl
def gtc_read_request(request: RequestText, frame: Frame, context: RequestContext) -> Iterator[Placement | Setting]:
    """Places for values whose word is the noun of what the target refers to or makes, or of what there is besides."""
    if frame.tool is None:
        return
    places = places_of(frame, context.shared)
    for said in request.said:
        if not isinstance(said.value, (bool, dict)) and said.value is not None and said.value != "":
            for phrase in () if is_new_value(said.word, places) else places.phrases.of(said.word):
                yield from _read(request, said, phrase, places)


def _read(request: RequestText, said: Said, phrase: Phrase, places: Places) -> Iterator[Placement | Setting]:
    way = direction(request, said)
    made = _made(phrase, said.value, places)
    if made is not None and takes(made.slot, said.value):
        yield _value(said, made.slot, MADE, f"what is made is called so: {said.word!r}")
        return
    found = False
    for like, place, noun in _references(phrase, places):
        found = True
        bonus = role_bonus(request, said, place) + places.nearness(place, phrase.squashed)
        if is_of_another(place, said.value):
            continue
        setting = typed(said, place, split(noun or place.slot.resource), places)
        if setting is not None:
            yield setting
        if fills(place, said.value):
            yield _value(said, place.slot, KEY * like + bonus, f"{said.word!r} is what it refers to")
        else:
            yield _description(said, place.slot, DESCRIBED * like + bonus, noun)
            if _has_no_address(place, said.value, places):
                # Such a thing is not found by an address: whose thing it is, or what else is meant, is a question.
                other = place.noun or place.slot.resource
                yield Placement(
                    said=said.ref,
                    noun=other,
                    attribute="",
                    score=_sure(DESCRIBED * like + bonus),
                    reason=f"no {other} has an address",
                )
    kind = places.kind_of(phrase.words)
    if not found and kind is None:
        found = yield from _with_more(said, phrase, places)
    if not found:
        named = phrase.words[-1] in {"name", "title"} and len(phrase.words) > 1
        yield from _any_kind(said, Phrase(phrase.words[:-1]) if named else phrase, places, way)
    if kind is not None:
        yield Placement(
            said=said.ref, noun=kind.noun, attribute="", score=OTHER, reason=f"a {kind.noun} that is spoken of"
        )


def _with_more(said: Said, phrase: Phrase, places: Places) -> Generator[Placement, None, bool]:
    """A description under the noun of a thing with a word behind it that says no more: "carrier account"."""
    noun, last = phrase.words[:-1], phrase.words[-1:]
    if not noun or places.kind_of(last) is not None or last[0] in KEYS | NAMING:
        return False
    fits = [place for place in places.references if place.called(noun) == 1.0 and not place.is_apart]
    if len(fits) != 1 or places.attribute(fits[0].kind, last) is not None:
        return False
    yield _description(said, fits[0].slot, DESCRIBED * WITH_MORE, fits[0].noun)
    return True


def _has_no_address(place: Place, value: Any, places: Places) -> bool:
    """Whether *value* is an e-mail address, and things of the kind have neither one nor a name."""
    kind = place.kind
    return (
        kind is not None
        and not kind.naming
        and EMAIL.fullmatch(str(value)) is not None
        and places.attribute(kind, ("email",)) is None
    )


def _sure(score: float) -> float:
    return round(min(score, 1.0), 3)


def _value(said: Said, slot: Slot, score: float, reason: str) -> Placement:
    return Placement(said=said.ref, slot=slot.ref, score=round(min(score, 1.0), 3), reason=reason)


def _description(said: Said, slot: Slot, score: float, noun: str = "") -> Placement:
    return Placement(
        said=said.ref,
        slot=slot.ref,
        noun=noun,
        attribute="",
        score=round(min(score, 1.0), 3),
        reason=f"{said.word!r} names the {noun or slot.resource or slot.name}; the value has not the form of its key",
    )


def _references(phrase: Phrase, places: Places) -> Iterator[tuple[float, Place, str]]:
    """References that *phrase* names: by a noun of theirs, or by their role and a kind ("parent folder")."""
    for place in places.references:
        if place in places.repeated or (place.kind is None and takes_person(place)):
            continue
        like = place.called(phrase.words)
        if like:
            yield like, place, place.noun
            continue
        role = place.role
        if role and len(role) < len(phrase.words) and phrase.words[: len(role)] == role:
            kind = places.kind_of(phrase.words[len(role) :])
            if kind is not None:
                yield 0.95, place, kind.noun


def _made(phrase: Phrase, value: Any, places: Places) -> Place | None:
    """The plain input that names what is made, where *phrase* is its noun and no reference has that very name."""
    # A reply to a post is a post.
    written = phrase.squashed in WRITTEN and any(WRITTEN.issuperset(noun) for noun in places.made)
    if not written and not any(phrase.words == noun or phrase.squashed == "".join(noun) for noun in places.made):
        return None
    named = places.made_names
    same = [p for p in places.references if phrase.squashed in {"".join(p.role), p.one}]
    # The namespace that is made may be told again inside; what it must refer to is another.
    if any(place.slot.required or named is None for place in same):
        return None
    if str(value).isdecimal():
        # The VLAN 120 is not called so: a number goes where numbers name such a thing.
        numbers = [p for p in places.all if p.spelled in NUMBERS and p.slot.type in {"integer", "number"}]
        return numbers[0] if len(numbers) == 1 else None
    if phrase.squashed in WRITTEN:
        texts = [p for p in places.all if p.spelled in TEXTS and "[*]" not in p.slot.path]
        return min(texts, key=lambda p: (p.slot.place.count("."), not p.slot.required), default=places.made_names)
    return places.made_names


def _any_kind(said: Said, phrase: Phrase, places: Places, way: str) -> Iterator[Placement | Setting]:
    """The one input that takes a thing of any kind: "into the folder X" is the parent."""
    kind = places.kind_of(phrase.words)
    if kind is None:
        return
    led = way == SETS or (places.creates and (way != DESCRIBES or bool(said.lead)))
    for place in places.references:
        setting = typed(said, place, phrase.words, places)
        if setting is not None:
            yield _typed(said, place.slot, kind.noun)
            yield setting
        elif led and _takes_any(place, places):
            yield _typed(said, place.slot, kind.noun)


def _takes_any(place: Place, places: Places) -> bool:
    """Whether nothing says which kinds of things a parent or a target is."""
    role = bool(place.role) and place.role[-1] in ANY_KIND
    return role and place.kind is None and type_of(place.slot, places) is None


def _typed(said: Said, slot: Slot, noun: str) -> Placement:
    return _description(said, slot, ANY, noun)
