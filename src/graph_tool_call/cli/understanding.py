"""What was understood of a request, line by line: each word or value, and what it was taken for."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

import attrs

from .text import one_line


@attrs.frozen(kw_only=True)
class Reading:
    """One word or value of a request.

    Attributes:
        word: What it was given under; for what the question says, its words; "" for neither.
        value: As it was read; None for a quantity.
        place: The input or the thing that it is for; "" for nothing.
        taken_for: The same for people: "input state", "title of the issue (issue_number)".
        said_by: Plugin that says so, or "caller".
        reason: Its reason.
        others: Places that it could have had as well.
        state: "read", "unread", "ambiguous", or "unexplained" for words of the question.
    """

    word: str
    value: Any
    place: str = ""
    taken_for: str = ""
    said_by: str = ""
    reason: str = ""
    others: tuple[Mapping[str, Any], ...] = ()
    state: str = "read"


def readings(request: Mapping[str, Any]) -> list[Reading]:
    """The readings of a request (`Request.to_dict()`): settings, things, and what is unread."""
    others: dict[str, dict[str, Mapping[str, Any]]] = {}
    for other in sorted(request.get("alternatives", ()), key=lambda other: -float(other["score"])):
        # Several plugins, or ways of reading, may say one place: the surest counts.
        others.setdefault(str(other["word"]), {}).setdefault(str(other["place"]), other)
    found = [*_settings(request), *_conditions(request), *_unread(request)]
    return [attrs.evolve(one, others=_others(one, others.get(one.word or text(one.value), {}))) for one in found]


def _others(reading: Reading, others: Mapping[str, Mapping[str, Any]]) -> tuple[Mapping[str, Any], ...]:
    """Other places; the same thing by its names in general is none."""
    own = {reading.place, reading.place.rpartition(".")[0]}
    return tuple(other for place, other in others.items() if place not in own)


def _settings(request: Mapping[str, Any]) -> Iterator[Reading]:
    for one in request.get("settings", ()):
        yield Reading(
            word=str(one.get("word") or one.get("term") or ""),
            value=one.get("value"),
            place=one["input"],
            taken_for=f"input {one['input']}",
            said_by=str(one.get("said_by", "")),
            reason=str(one.get("reason", "")),
        )


def _conditions(request: Mapping[str, Any]) -> Iterator[Reading]:
    for thing in request.get("things", ()):
        named = _noun(thing)
        roles = ", ".join(thing.get("roles", ()))
        for one in thing.get("where", ()):
            attribute = str(one.get("attribute") or "")
            yield Reading(
                word=str(one.get("word") or ""),
                value=one.get("value"),
                place=f"{thing.get('noun', '')}.{attribute}".strip("."),
                taken_for=f"{attribute + ' of' if attribute else 'names'} {named}" + (f" ({roles})" if roles else ""),
                said_by=str(one.get("said_by", "")),
                reason=str(one.get("reason", "")),
            )
        if thing.get("quantity", "one") != "one":
            yield Reading(word=quantity(thing), value=None, taken_for=f"which {_plain(thing)} is meant, and how many")


def _unread(request: Mapping[str, Any]) -> Iterator[Reading]:
    for one in request.get("unread", ()):
        reason = str(one.get("reason") or "no_place")
        considered = [str(place) for place in one.get("considered", ())]
        told = f"{', '.join(considered[:-1])} or {considered[-1]}" if len(considered) > 1 else "".join(considered)
        near = f" (considered: {', '.join(considered)})" if considered else ""
        vain = {"ambiguous": f"ambiguous: {told}", "unexplained": "words that nothing explains"}
        yield Reading(
            word=str(one["word"]),
            value=one.get("value"),
            taken_for=vain.get(reason, f"no place found{near}"),
            state=reason if reason in vain else "unread",
        )


def described(thing: Mapping[str, Any], things: Mapping[str, Mapping[str, Any]]) -> str:
    """A thing by what is said of it: "issue · title 'Crash on start' in the project 'Website'".

    *things* are those of the request by id, to name the one that it lies in.
    """
    kind, by = str(thing.get("quantity", "one")), f" by {thing['by']}" if thing.get("by") else ""
    counted = {"one": "", "all": "every ", "some": f"{thing.get('count', '')} × "}.get(kind, f"{kind} ")
    said = [f"{one.get('attribute') or 'named'} {quoted(one.get('value'))}" for one in thing.get("where", ())]
    scope = things.get(str(thing.get("scope") or ""))
    inside = f" in {described(scope, {})}" if scope else ""
    return one_line(" · ".join(part for part in (f"{counted}{_plain(thing)}{by}", ", ".join(said)) if part) + inside)


def beside(request: Mapping[str, Any]) -> list[str]:
    """Descriptions of the things that no input refers to, and that say where others are: "customer · named 'Mina'"."""
    things = {str(thing["id"]): thing for thing in request.get("things", ())}
    scopes = {str(thing.get("scope", "")) for thing in things.values()}
    return [described(thing, things) for key, thing in things.items() if not thing.get("roles") and key not in scopes]


def things_by_role(request: Mapping[str, Any]) -> dict[str, str]:
    """Input of the target → description of the thing that it refers to."""
    things = {str(thing["id"]): thing for thing in request.get("things", ())}
    return {role: described(thing, things) for thing in things.values() for role in thing.get("roles", ())}


def quantity(thing: Mapping[str, Any]) -> str:
    """How many things are meant: "all", "latest by created_at" as "last by created_at", "2"."""
    kind = str(thing.get("quantity", "one"))
    by = thing.get("by")
    return (str(thing.get("count", "")) if kind == "some" else kind) + (f" by {by}" if by else "")


def quoted(value: Any) -> str:
    """A value among words: text in quotes, anything else as JSON."""
    return f"'{value}'" if isinstance(value, str) else text(value)


def text(value: Any) -> str:
    """A value alone: text as it is, anything else as JSON."""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)


def _plain(thing: Mapping[str, Any]) -> str:
    return str(thing.get("noun") or "").replace("_", " ") or "thing"


def _noun(thing: Mapping[str, Any]) -> str:
    return f"the {_plain(thing)}"
