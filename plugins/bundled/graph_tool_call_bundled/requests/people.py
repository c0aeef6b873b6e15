"""Persons, by the words for what they are to a thing: assignee, owner, reviewer; and "me"."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from graph_tool_call.hooks import (
    Frame,
    Kind,
    Placement,
    PluginInfo,
    RequestContext,
    RequestText,
    Said,
    Setting,
    hookimpl,
)

from .persons import (
    ANYONE,
    CALLER,
    EMAIL,
    KINDS,
    ROLES,
    STAND_INS,
    is_login,
    is_new_value,
    is_taken,
    takes_me,
    takes_person,
)
from .phrases import Phrase, likeness
from .places import Place, Places, places_of
from .typed import typed

#: Last segments of paths that answer for the caller.
_ANSWERS: Final = frozenset("me self whoami myself current currentuser current-user current_user".split())
_NAMES: Final = frozenset("name email login username".split())
#: Attribute of a thing that is whoever calls; its value is the operation that says who that is. As a value that is
#: said it is whoever calls, in every language.
THE_CALLER: Final = "@caller"

#: An input of the role that was said.
ROLE = 0.92
#: What the very spelling adds, and what each object around an input takes away.
SPELLED = 0.05
DEEP = 0.06
#: An input of any person.
PERSON = 0.84
#: An input for logins and addresses, for one.
LOGIN = 0.97
#: Another thing: the person by whom something is described.
OTHER = 0.6


@hookimpl
def gtc_plugin_info() -> PluginInfo:
    """Who the plugin is."""
    return PluginInfo(title="People", description="Persons by role, name, login, e-mail, and the caller.", hook_api=1)


@hookimpl
def gtc_read_request(request: RequestText, frame: Frame, context: RequestContext) -> Iterator[Placement | Setting]:
    """Places for values whose word says a person."""
    if frame.tool is None:
        return
    places = places_of(frame, context.shared)
    for said in request.said:
        if not isinstance(said.value, (str, int, list, tuple)) or isinstance(said.value, bool) or said.value == "":
            continue
        for phrase in () if is_new_value(said.word, places) else places.phrases.of(said.word):
            words = phrase.words
            # "assignee name": an e-mail address tells itself.
            person = Phrase(words[:-1]) if len(words) > 1 and words[-1] in _NAMES else phrase
            if person.words[-1] in ROLES | STAND_INS | ANYONE:
                yield from _places(said, person, places, context)


def _places(said: Said, phrase: Phrase, places: Places, context: RequestContext) -> Iterator[Placement | Setting]:
    person = next((kind for noun in KINDS if (kind := places.frame.by_noun.get(noun)) is not None), None)
    scored = [(_score(phrase, place, places), place) for place in places.all]
    # Nobody is made an owner who is only called a user; but of a sender and a receiver one is meant.
    unsaid = [place for score, place in scored if score == PERSON and _may_stay_out(place, places)]
    for score, place in scored:
        if score and not (len(unsaid) == 1 and place in unsaid):
            setting = typed(said, place, ("user",), places)
            if setting is not None:
                yield setting
            yield from _filled(said, place, score, person, context, places)
    if person is not None and phrase.words[-1] in ROLES:
        attribute = _person_attribute(said.value, person, places)
        yield Placement(
            said=said.ref,
            noun=person.noun,
            attribute=attribute,
            score=OTHER,
            reason=f"the {phrase.words[-1]} is a person",
        )


def _score(phrase: Phrase, place: Place, places: Places) -> float:
    """How well a person of *phrase* fits *place*; 0 for an input that takes no person."""
    if not takes_person(place):
        return 0.0
    slot, role = place.slot, place.role
    depth = DEEP * max(0, slot.place.count(".") - 1)
    like = likeness(phrase.words, role)
    if like:
        # Of assignee and assignees the one that is spelled alike.
        return ROLE * like + (SPELLED if place.spelled == phrase.squashed else 0.0) - depth
    said, own = phrase.words[-1], role[-1] if role else ""
    other_role = (own in ROLES and said in ROLES and said != own) or not STAND_INS.isdisjoint({own, said})
    word_kind = places.kind_of(phrase.words)
    other_kind = word_kind is not None and place.kind is not None and word_kind.noun != place.kind.noun
    return 0.0 if other_role or (other_kind and said not in ROLES) else PERSON - depth


def _may_stay_out(place: Place, places: Places) -> bool:
    """Whether a change can do without the person of a role."""
    tool = places.frame.tool
    role = bool(place.role) and place.role[-1] in ROLES
    return tool is not None and tool.changes_state and role and not place.slot.required


def _filled(
    said: Said, place: Place, score: float, person: Kind | None, context: RequestContext, places: Places
) -> Iterator[Placement]:
    """The value as the key of the person at *place*, or as what describes the person."""
    slot, value = place.slot, said.value
    if isinstance(value, str) and (value == THE_CALLER or value.lower() in CALLER):
        yield from _caller(said, place, score, context)
    elif is_taken(place, value):
        # A login is sent as it is where logins are taken; nobody is looked up by it.
        sure = max(score, LOGIN) if is_login(place) else score
        yield Placement(said=said.ref, slot=slot.ref, score=sure, reason=f"{said.word!r} is the person that it takes")
    elif person is not None or slot.refers:
        kind = place.kind or person
        yield Placement(
            said=said.ref,
            slot=slot.ref,
            noun=person.noun if place.kind is None and person is not None else "",
            attribute=_person_attribute(value, kind, places),
            score=score - 0.02,
            reason=f"{said.word!r} names the person that it takes",
        )


def _person_attribute(value: Any, kind: Kind | None, places: Places) -> str:
    """The attribute that *value* is one of: an e-mail address describes by nothing else."""
    values = list(value) if isinstance(value, (list, tuple)) else [value]
    if all(isinstance(item, str) and EMAIL.fullmatch(item) for item in values):
        return places.attribute(kind, ("email",)) or places.attribute(kind, ("login",)) or ""
    return ""


def _caller(said: Said, place: Place, score: float, context: RequestContext) -> Iterator[Placement]:
    slot = place.slot
    if takes_me(slot):
        yield Placement(said=said.ref, slot=slot.ref, value="me", score=score, reason='it takes "me" for the caller')
        return
    operation = context.memo.once("caller", lambda: caller_operation(context.tools))
    if operation:
        yield Placement(
            said=said.ref,
            slot=slot.ref,
            noun="user",
            attribute=THE_CALLER,
            value=operation,
            score=score,
            reason=f"{operation} answers for the caller",
        )


def caller_operation(tools: Any) -> str:
    """Name of the operation that says who calls: GET /user, /users/me, /whoami; "" where there is none."""
    found = []
    for tool in tools.values():
        parts = [part.lower() for part in tool.path.strip("/").split("/")]
        if tool.method != "get" or "{" in tool.path or tool.changes_state or not parts:
            continue
        if parts[-1] in _ANSWERS or (parts[-1] == "user" and tool.shape != "list"):
            found.append((parts[-1] == "user", len(parts), tool.path, tool.name))
    return min(found)[3] if found else ""
