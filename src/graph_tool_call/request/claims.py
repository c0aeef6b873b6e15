"""What a model says of a request, checked against the question and the target: nothing of it is taken on trust.

A model's answer has the form of a `Request` (see `REQUEST_SCHEMA`), or gives values under words. Each value must stand
in the question as a word of its own; one that does not is a member of an enum, a boolean or null, and words of the
question must say it. What stands is an opinion as a plugin's is, and may lose to a surer one. A value that stands
in the question, but under a place that there is not, stays said: it is unread rather than lost.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

import attrs

from ..hooks import Frame, Kind, Placement, Reading, RequestText, Setting, Slot
from ..model import Opinion
from .text import flat, standing, with_value

#: Who says it.
MODEL: Final = "model"
#: How sure a place is that a model gives: less than a word that is the input's own name.
SURE: Final = 0.85
_NUMBERS: Final = ("integer", "number")


@attrs.frozen(kw_only=True)
class Dropped:
    """Something that a model said and that does not count."""

    #: Where in its answer: "settings[0]", "things[1].where[0]".
    place: str
    said: Any
    reason: str


@attrs.frozen(kw_only=True)
class Claims:
    """What stands of a model's answer: the question with the values that it found, and its opinions."""

    text: RequestText
    opinions: tuple[Opinion[Reading], ...] = ()
    dropped: tuple[Dropped, ...] = ()


def claims_of(answer: Mapping[str, Any], text: RequestText, frame: Frame) -> Claims:
    """What stands of *answer*: its `settings`, `things` and `entities` (word → value); of others nothing counts."""
    return _Reader(text, frame).read(answer)


@attrs.define
class _Reader:
    text: RequestText
    frame: Frame
    opinions: list[Opinion[Reading]] = attrs.Factory(list)
    dropped: list[Dropped] = attrs.Factory(list)

    def read(self, answer: Mapping[str, Any]) -> Claims:
        """Things first: what describes one is the longer text, as a rule."""
        for number, thing in enumerate(self._rows(answer, "things")):
            self._thing(thing, f"things[{number}]")
        for number, setting in enumerate(self._rows(answer, "settings")):
            self._setting(setting, f"settings[{number}]")
        entities = answer.get("entities") or {}
        if isinstance(entities, Mapping):
            for word, value in flat(entities):
                if value is not None:
                    self._said(word, value, f"entities.{word}")
        else:
            self._drop("entities", entities, "expected an object")
        return Claims(text=self.text, opinions=tuple(self.opinions), dropped=tuple(self.dropped))

    # --- settings ---

    def _setting(self, setting: Mapping[str, Any], at: str) -> None:
        if "value" not in setting:
            self._drop(at, setting, "it has no value")
            return
        place, value = str(setting.get("input") or ""), setting["value"]
        slot = next((slot for slot in self.frame.slots if place in (slot.place, slot.name, slot.tag)), None)
        if slot is None:
            self._misplaced(place, value, at, f"{self._target} has no input {place!r}")
        elif _is_said_by_words(slot, value) and standing(self.text, value) is None:
            self._implied(slot, setting, at)
        elif slot.refers or not _fits(slot, value):
            # Whether it has the form of the key, or means a member, is for those who know forms and words.
            self._said(slot.place, value, at)
        elif (ref := self._said("", value, at)) is not None:
            self._claim(Placement(said=ref, slot=slot.ref, score=SURE, reason=f"a model takes it for {slot.place}"))

    def _implied(self, slot: Slot, setting: Mapping[str, Any], at: str) -> None:
        """A member, a boolean or null that words of the question say."""
        term = setting.get("term")
        where = standing(self.text, term) if isinstance(term, str) else None
        if where is None:
            self._drop(at, dict(setting), "neither the value nor the words that are to say it stand in the question")
            return
        value = _member(slot, setting["value"])
        self._claim(
            Setting(
                slot=slot.ref,
                value=value,
                term=str(term),
                start=where[0],
                end=where[1],
                score=SURE,
                reason=f"a model takes {term!r} for {slot.place} = {value}",
            )
        )

    # --- things ---

    def _thing(self, thing: Mapping[str, Any], at: str) -> None:
        if thing.get("quantity", "one") != "one":
            self._drop(f"{at}.quantity", thing["quantity"], "how many are meant is read from the words alone")
        roles = [str(role) for role in _list(thing.get("roles"))]
        slot, kind, reason = self._meant(str(thing.get("noun") or ""), roles)
        for number, condition in enumerate(self._rows(thing, "where", f"{at}.")):
            self._condition(condition, slot, kind, reason, f"{at}.where[{number}]")

    def _meant(self, noun: str, roles: list[str]) -> tuple[Slot | None, Kind | None, str]:
        """The input that refers to a thing, and its kind; else the reason why there is none."""
        named = next((kind for kind in self.frame.kinds if _same(kind.noun, noun)), None)
        if not roles:
            return None, named, "" if named is not None else f"nothing that is listed is called {noun!r}"
        if len(roles) > 1:
            return None, None, f"one thing stands for several inputs: {', '.join(roles)}"
        slot = next((slot for slot in self.frame.slots if roles[0] in (slot.place, slot.name)), None)
        if slot is None:
            return None, None, f"{self._target} has no input {roles[0]!r}"
        kind = self.frame.kind_of(slot) if slot.refers else None
        if kind is None:
            return None, None, f"{slot.place} refers to nothing that is listed"
        if noun and not (_same(noun, kind.noun) or _same(noun, slot.resource)):
            return None, None, f"{slot.place} is for {kind.noun!r}, not for {noun!r}"
        return slot, kind, ""

    def _condition(
        self, condition: Mapping[str, Any], slot: Slot | None, kind: Kind | None, reason: str, at: str
    ) -> None:
        if "value" not in condition:
            self._drop(at, condition, "it has no value")
            return
        said = str(condition.get("attribute") or "")
        if kind is None:
            self._misplaced(said, condition["value"], at, reason)
            return
        attribute = next((known for known in ("", *kind.attributes) if _same(known, said)), None)
        if attribute is None:
            word = f"{kind.noun}.{said}"
            self._misplaced(word, condition["value"], at, f"{kind.noun!r} has no attribute {said!r}")
        elif (ref := self._said("", condition["value"], at)) is not None:
            self._claim(
                Placement(
                    said=ref,
                    slot=slot.ref if slot is not None else None,
                    noun=kind.noun,
                    attribute=attribute,
                    score=SURE,
                    reason=f"a model takes it for what the {kind.noun} is known by",
                )
            )

    # --- parts ---

    @property
    def _target(self) -> str:
        return self.frame.tool.name if self.frame.tool is not None else "the target"

    def _said(self, word: str, value: Any, at: str) -> int | None:
        """The ref of *value*, now said under *word*; None, and told, where it does not stand in the question."""
        made = with_value(self.text, word, value)
        if made is None:
            self._drop(at, value, "it does not stand in the question, or was taken already")
            return None
        self.text = made
        return made.said[-1].ref

    def _misplaced(self, word: str, value: Any, at: str, reason: str) -> None:
        self._drop(at, value, reason)
        if (made := with_value(self.text, word, value)) is not None:
            self.text = made

    def _claim(self, reading: Reading) -> None:
        self.opinions.append(Opinion(MODEL, reading))

    def _drop(self, place: str, said: Any, reason: str) -> None:
        self.dropped.append(Dropped(place=place, said=said, reason=reason))

    def _rows(self, answer: Mapping[str, Any], key: str, before: str = "") -> Iterator[Mapping[str, Any]]:
        rows = answer.get(key)
        if rows is not None and not isinstance(rows, list):
            self._drop(before + key, rows, "expected a list")
        for number, row in enumerate(_list(rows)):
            if isinstance(row, Mapping):
                yield row
            else:
                self._drop(f"{before}{key}[{number}]", row, "expected an object")
                # Its place in the list counts all the same.
                yield {}


def _list(value: Any) -> Iterable[Any]:
    return value if isinstance(value, list) else ()


def _is_said_by_words(slot: Slot, value: Any) -> bool:
    """Whether words may say *value* without giving it: a member, a boolean, null where an input takes it."""
    if value is None:
        return slot.nullable
    return isinstance(value, bool) if slot.type == "boolean" else bool(slot.enum) and _is_member(slot, value)


def _is_member(slot: Slot, value: Any) -> bool:
    return any(str(member).casefold() == str(value).casefold() for member in slot.enum)


def _member(slot: Slot, value: Any) -> Any:
    """*value* as the contract spells it."""
    if value is None or isinstance(value, bool):
        return value
    return next(member for member in slot.enum if str(member).casefold() == str(value).casefold())


def _fits(slot: Slot, value: Any) -> bool:
    """Whether an input takes *value* as it is."""
    if slot.enum:
        return value in slot.enum
    if slot.type in _NUMBERS and not slot.many:
        return isinstance(value, (int, float)) and not isinstance(value, bool)
    return slot.type != "boolean"


def _same(one: str, other: str) -> bool:
    """Whether two names differ in spelling at most: "Pull Request", `pull_request`."""
    return _plain(one) == _plain(other)


def _plain(name: str) -> str:
    return re.sub(r"[\W_]+", "", name.casefold())
