"""`Request`: what was understood of a request. Frozen; JSON both ways."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import attrs

from ..codec import decode, encode

#: Why a value is unread; see `UnreadValue.reason`.
UNREAD: Final = ("no_place", "ambiguous", "unexplained")

#: The attribute that stands for whoever asks: "me". Its value is the operation that answers for them.
CALLER: Final = "@caller"


@attrs.frozen(kw_only=True)
class Condition:
    """One attribute of a thing that is described: `attribute` "" is whatever names such a thing."""

    attribute: str = ""
    value: Any
    #: The word that it was said under, as the caller gave it; "" where the question says it.
    word: str = ""
    said_by: str = ""
    reason: str = ""


@attrs.frozen(kw_only=True)
class Thing:
    """An existing thing that is spoken of: described by conditions, which must all hold of it."""

    #: "t1", "t2" … in the order of the roles.
    id: str
    #: Snake case, singular; "" where only its role tells.
    noun: str = ""
    where: tuple[Condition, ...] = ()
    #: Places of the target's inputs that refer to it: "issue_number", "assignees". Empty for what only
    #: describes another thing: the project of a task.
    roles: tuple[str, ...] = ()
    #: Id of the thing that it lies in, where that was said.
    scope: str = ""
    #: one, all, first, last, or some with `count`.
    quantity: str = "one"
    count: int = 0
    #: The attribute that "first" and "last" go by; "" for the order that the API has.
    by: str = ""
    #: The word that its quantity was given under: "batches", of {"batches": "all"}.
    word: str = ""


@attrs.frozen(kw_only=True)
class SettingOf:
    """One input of the target and its value."""

    #: Place of the input: "issue_number", "data.name".
    input: str
    value: Any
    #: The word that the value was given under; "" where the question says it.
    word: str = ""
    #: Words of the question that say it, where nobody gave it.
    term: str = ""
    said_by: str = ""
    score: float = 1.0
    reason: str = ""


@attrs.frozen(kw_only=True)
class UnreadValue:
    """A value that was said and for which no place was found, with the places that were considered."""

    word: str
    value: Any = None
    considered: tuple[str, ...] = ()
    #: "no_place"; "ambiguous": several places are as good as each other; "unexplained": words of the question that
    #: give no value and say nothing that is known.
    reason: str = "no_place"


@attrs.frozen(kw_only=True)
class OtherReading:
    """A place that a value could have had as well."""

    word: str
    place: str
    score: float
    said_by: str = ""
    reason: str = ""


@attrs.frozen(kw_only=True)
class Request:
    """What was understood of a request for one target: `settings`, `things`, and what stays `unread`."""

    target: str = ""
    question: str = ""
    settings: tuple[SettingOf, ...] = ()
    things: tuple[Thing, ...] = ()
    unread: tuple[UnreadValue, ...] = ()
    alternatives: tuple[OtherReading, ...] = ()

    def thing_of(self, place: str) -> Thing | None:
        """The thing that the input at *place* refers to."""
        return next((thing for thing in self.things if place in thing.roles), None)

    def setting_of(self, place: str) -> SettingOf | None:
        """The setting of the input at *place*."""
        return next((setting for setting in self.settings if setting.input == place), None)

    def to_dict(self) -> dict[str, Any]:
        """JSON-shaped data that `from_dict` reads; what is empty or usual is left out."""
        found: dict[str, Any] = _short(encode(self))
        return found

    @classmethod
    def from_dict(cls, data: Any) -> Request:
        """A request from JSON-shaped data. Raises `DecodeError` with a line for each problem."""
        return decode(data, cls, what="request")


#: Values that `to_dict` leaves out, by key.
_USUAL: Final[Mapping[str, Any]] = {"quantity": "one", "count": 0, "score": 1.0}


def _short(value: Any) -> Any:
    if isinstance(value, dict):
        return {k: _short(v) for k, v in value.items() if k == "value" or not _is_usual(k, v)}
    return [_short(v) for v in value] if isinstance(value, list) else value


def _is_usual(key: str, value: Any) -> bool:
    return value in ("", [], None) or (key in _USUAL and value == _USUAL[key])


_TEXT: Final = {"type": "string"}
_ANY: Final[dict[str, Any]] = {}
#: JSON Schema (draft 2020-12) of `Request.to_dict()`.
REQUEST_SCHEMA: Final[Mapping[str, Any]] = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "title": "Request",
    "type": "object",
    "additionalProperties": False,
    "properties": {
        "target": _TEXT,
        "question": _TEXT,
        "settings": {
            "type": "array",
            "items": {
                "type": "object",
                "additionalProperties": False,
                "required": ["input", "value"],
                "properties": {
                    "input": _TEXT,
                    "value": _ANY,
                    "word": _TEXT,
                    "term": _TEXT,
                    "said_by": _TEXT,
                    "score": {"type": "number"},
                    "reason": _TEXT,
                },
            },
        },
        "things": {
            "type": "array",
            "items": {
                "type": "object",
                "additionalProperties": False,
                "required": ["id"],
                "properties": {
                    "id": _TEXT,
                    "noun": _TEXT,
                    "where": {
                        "type": "array",
                        "items": {
                            "type": "object",
                            "additionalProperties": False,
                            "required": ["value"],
                            "properties": {
                                "attribute": _TEXT,
                                "value": _ANY,
                                "word": _TEXT,
                                "said_by": _TEXT,
                                "reason": _TEXT,
                            },
                        },
                    },
                    "roles": {"type": "array", "items": _TEXT},
                    "scope": _TEXT,
                    "quantity": {"enum": ["one", "all", "first", "last", "some"]},
                    "count": {"type": "integer", "minimum": 0},
                    "by": _TEXT,
                    "word": _TEXT,
                },
            },
        },
        "unread": {
            "type": "array",
            "items": {
                "type": "object",
                "additionalProperties": False,
                "required": ["word"],
                "properties": {
                    "word": _TEXT,
                    "value": _ANY,
                    "considered": {"type": "array", "items": _TEXT},
                    "reason": {"enum": list(UNREAD)},
                },
            },
        },
        "alternatives": {
            "type": "array",
            "items": {
                "type": "object",
                "additionalProperties": False,
                "required": ["word", "place", "score"],
                "properties": {
                    "word": _TEXT,
                    "place": _TEXT,
                    "score": {"type": "number"},
                    "said_by": _TEXT,
                    "reason": _TEXT,
                },
            },
        },
    },
}
