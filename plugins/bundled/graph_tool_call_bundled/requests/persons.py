"""Words for persons, and which inputs take one."""

from __future__ import annotations

import re
from typing import Any, Final

from graph_tool_call.hooks import Slot

from ..words import split
from .forms import abbreviates, may_be_key
from .phrases import NEW
from .places import Place, Places

#: Kinds of persons, the most usual first.
KINDS: Final = ("user", "person", "member", "employee", "participant")
#: What a person may be to a thing.
ROLES: Final = frozenset(
    """
    assignee owner reviewer member creator author follower requester requestor reporter actor sender recipient
    approver participant lead host maintainer collaborator attendee organizer invitee subscriber watcher manager
    responsible editor admin administrator moderator
    """.split()
)
#: Who takes somebody's place: a person where the target is about one.
STAND_INS: Final = frozenset("replacement substitute successor deputy standin".split())
#: Words for a person that say no role.
ANYONE: Final = frozenset("user person people username login userid".split())
_LOGINS: Final = frozenset("login username email useremail userlogin".split())
#: Words that are the caller.
CALLER: Final = frozenset("me myself i 나 저 본인 私 自分 我 自己 本人".split())
EMAIL: Final = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
#: Descriptions of inputs that take a name or an address of a person, or "me".
_TAKES_NAME: Final = re.compile(r"\b(?:user ?names?|logins?|names? of (?:a|the) users?)\b", re.IGNORECASE)
_TAKES_EMAIL: Final = re.compile(r"\be-?mails?\b", re.IGNORECASE)
_TAKES_ME: Final = re.compile(r"[\"'`“‘]me[\"'`”’]")


def takes_person(place: Place) -> bool:
    """Whether an input takes a person: the key of one, or without a resource by a name like assignee."""
    slot = place.slot
    if slot.enum or (slot.type in {"boolean", "object", "integer", "number"} and not slot.refers):
        return False
    last = place.role[-1] if place.role else ""
    if NEW.issuperset(place.words[:1]) and "".join(place.words[1:]) in _LOGINS:
        return False  # a new username: how somebody shall be called
    if is_login(place) and not (place.beside_key or slot.required):
        # How somebody is called here, not who is meant: the name under which a bot posts.
        return False
    stands_in = last in STAND_INS and not ROLES.union(KINDS).isdisjoint(place.around)
    return slot.resource in KINDS or (place.kind is None and (stands_in or last in ROLES | ANYONE))


def is_new_value(label: str, places: Places) -> bool:
    """Whether *label* is the very name of an input for a new value: "new username" is nobody who exists."""
    words = split(label)
    named = (place for place in places.all if place.words == words)
    return len(words) > 1 and words[0] in NEW and any(not (place.refers or takes_person(place)) for place in named)


def fills(place: Place, value: Any) -> bool:
    """Whether the reference at *place* takes *value* itself, and does not need to be found by it."""
    if is_of_another(place, value):
        return False
    return is_taken(place, value) if takes_person(place) else may_be_key(place.slot, value, place.kind)


def is_of_another(place: Place, value: Any) -> bool:
    """Whether *value* begins like the keys of another thing that the target refers to: cart_01 is no variant."""
    values = value if isinstance(value, (list, tuple)) else [value]
    heads = [str(item).partition("_")[0] for item in values if "_" in str(item)]
    return any(
        len(head) > 1
        and any(abbreviates(head, noun) for noun in place.others if noun)
        and not any(abbreviates(head, "_".join(noun)) for noun in place.nouns)
        for head in heads
    )


def is_taken(place: Place, value: Any) -> bool:
    """Whether the input takes *value* itself for a person: a key, or a login or address where its text says so."""
    values = list(value) if isinstance(value, (list, tuple)) else [value]
    if not values:
        return False
    return all(_one_is_taken(place, item) for item in values)


def _one_is_taken(place: Place, value: Any) -> bool:
    slot = place.slot
    if may_be_key(slot, value, place.kind):
        return True
    text = str(value)
    if is_login(place) and text and " " not in text:
        return True
    if EMAIL.fullmatch(text):
        return bool(_TAKES_EMAIL.search(slot.description))
    return bool(text) and " " not in text and bool(_TAKES_NAME.search(slot.description))


def is_login(place: Place) -> bool:
    """Whether the input is by its name a login or an address."""
    return place.spelled in _LOGINS and not place.slot.refers


def takes_me(slot: Slot) -> bool:
    """Whether the description of *slot* says that "me" is the caller."""
    return bool(_TAKES_ME.search(slot.description))
