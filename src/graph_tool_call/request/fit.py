"""How much of a request an operation can do: evidence for choosing one, from the reading itself."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, Final

import attrs

from ..hooks import Candidate, Evidence, RequestText
from ..model import Opinion
from ..model.contract import ToolContract, place_of
from .explained import is_picked
from .read import RequestReader, read_mentions
from .text import request_text
from .values import Request, Thing

SIGNAL: Final = "reading"
#: The verb of the request sets an input of the operation.
SETS: Final = "sets"
#: What an operation requires beside the keys of its path, and nothing is said of; and what each takes away.
NEEDS: Final = "needs"
NEED: Final = 0.2
#: What a value without a place takes away, in an operation that changes something and in one that reads.
UNREAD: Final = 1.0
UNREAD_BY_READ: Final = 0.5
#: What a value adds that describes something beside the target, in the same order.
BESIDE: Final = 0.0
BESIDE_A_READ: Final = 0.5
#: What is taken away where the first thing that a change is about has no place in it.
FIRST: Final = 0.3
#: What one adds that tells which thing is meant by what that shows: the site of a rack.
NARROWS: Final = 0.7
#: How much of what a reading lacks counts for an operation that reads: it may be found by way of others.
READS: Final = 0.2
#: What each key of the path takes away that nothing describes.
MISSING: Final = 0.3
#: What a value takes away that stands alone in the question, and has no place: in a change, none of its own.
ALONE: Final = 0.1
#: Candidates that are read for, the best by rank.
READ: Final = 10
#: The first of several words of a name.
_LEAD: Final = re.compile(r"([a-z]+)(?:[_-]|(?=[A-Z]))")
#: What names are spelled with beside letters and digits.
_LETTERS: Final = re.compile(r"[\W_]+")


@attrs.frozen
class _Place:
    """What became of one value: "set", "described", what "narrows" that, "beside" the target, or "unread"."""

    word: str
    value: Any
    kind: str

    @property
    def is_unset(self) -> bool:
        """Whether an input is to be null: to take a description away is an update."""
        return self.kind == "set" and self.value is None


class FitReader:
    """Reads one request for each candidate of a choice."""

    def __init__(
        self, reader: RequestReader, contracts: Mapping[str, ToolContract], question: str, given: Mapping[str, Any]
    ) -> None:
        self._reader = reader
        self._contracts = contracts
        self._given = given
        self._text = request_text(question, given)

    @cached_property
    def values(self) -> Mapping[str, Any]:
        """What the request says: values by the words that they stand under, or by themselves."""
        return {one.word or str(one.value): one.value for one in self._said.said}

    @property
    def named(self) -> Mapping[str, Any]:
        """Those of the values that stand under words."""
        return {one.word: one.value for one in self._said.said if one.word}

    def evidence(self, candidates: Sequence[Candidate]) -> Iterator[Opinion[Evidence]]:
        """`reading` for the best of *candidates*: what of the request has a place in each; none without values."""
        known = [c for c in candidates if c.name in self._contracts and 0 <= c.rank < READ]
        said = self._said
        # What no word names may be meant for any input that is left: that tells operations apart badly.
        alone = [one.value for one in said.said if not one.word]
        for candidate in known:
            contract = self._contracts[candidate.name]
            request = self._reader.read(contract, said.question, self._given)
            if said.said:
                places = _in_order(self._places(request, contract), said)
                yield Opinion("request", _fit(candidate, places, _missing(request, contract), alone))
            if needed := _needed(candidate, request, contract):
                yield Opinion("request", needed)
            unset = tuple(place.word for place in self._places(request, contract) if place.is_unset)
            if candidate.tool.changes_state and (verbs := unset or self._verbs(request, contract)):
                reason = f"{', '.join(map(repr, verbs))} sets an input of it"
                evidence = Evidence(candidate=candidate.name, signal=SETS, score=1.0, matched=verbs, reason=reason)
                yield Opinion("request", evidence)
            beside = tuple(place.word for place in self._places(request, contract) if place.kind == "beside")
            if candidate.tool.action == "delete" and beside:
                # To take a person out of a list is not to delete the person.
                reason = f"it deletes, and has no place for {', '.join(map(repr, beside))}"
                evidence = Evidence(
                    candidate=candidate.name, signal="unsaid", score=-1.0, matched=beside, reason=reason
                )
                yield Opinion("request", evidence)

    def _places(self, request: Request, contract: ToolContract) -> Iterator[_Place]:
        """What became of each value of *request*."""
        for setting in request.settings:
            if not setting.term:
                yield _Place(setting.word or str(setting.value), setting.value, "set")
        for thing in request.things:
            narrows = not thing.roles and self._narrows(thing, request, contract)
            kind = "described" if thing.roles else "narrows" if narrows else "beside"
            for condition in thing.where:
                yield _Place(condition.word or str(condition.value), condition.value, kind)
        for unread in request.unread:
            if unread.reason != "unexplained":
                # Whether an input that is there may be null is asked of a plan; what else could be meant by it?
                there = unread.value is None and _updates(contract, unread.word)
                yield _Place(unread.word, unread.value, "set" if there else "unread")

    def _narrows(self, thing: Thing, request: Request, contract: ToolContract) -> bool:
        """Whether *thing* is an attribute of one that a key of the path picks: the site of a rack, which racks show."""
        heads = (head for other in request.things for role in other.roles if (head := _collection(role, contract)))
        listings = (x for head in heads for x in self._reader.catalogue.by_place.get(place_of(head), ()) if x.own)
        return bool(thing.noun) and any(path.split(".")[0] == thing.noun for x in listings for path in x.rows)

    def _verbs(self, request: Request, contract: ToolContract) -> tuple[str, ...]:
        """Words of the question that set an input, where it begins or ends with them: "close", "archive".

        Values that a caller gives for that input have to be the same.
        """
        asked = request.question.casefold().strip(" .!?。").removeprefix("please ")
        by_words = self._reader.read(contract, request.question, {}) if is_picked(self._text) else request
        terms = [one for one in by_words.settings if one.term]
        given = {one.input: one.value for one in request.settings if not one.term}
        terms = [one for one in terms if given.get(one.input, one.value) == one.value]
        words = [one.term.casefold() for one in terms]
        # "Cancel it at the end of the period" sets `cancel_at_period_end`.
        leads = (_LEAD.match(one.input.rpartition(".")[2]) for one in request.settings if not one.term)
        words += [lead[1] for lead in leads if lead is not None and asked.startswith(f"{lead[1]} ")]
        return tuple(dict.fromkeys(word for word in words if asked.startswith(word) or asked.endswith(word)))

    @cached_property
    def _said(self) -> RequestText:
        """The request with the values that its words give, whatever it is about."""
        if is_picked(self._text):
            return self._text
        return read_mentions(self._text, self._reader.frame(None), self._reader.ready())[0]


def _needed(candidate: Candidate, request: Request, contract: ToolContract) -> Evidence | None:
    """What an operation requires beside the keys of its path, and nothing is said of."""
    told = {one.input for one in request.settings} | {role for thing in request.things for role in thing.roles}
    words = {word for place in told for word in place.split(".")}
    keys = {row.name for row in contract.inputs if row.location == "path"}
    names = tuple(name for name in candidate.required if name not in keys and name not in words)
    if not names:
        return None
    reason = f"it needs {', '.join(names)}, and nothing is said of that"
    score = max(-1.0, -NEED * len(names))
    return Evidence(candidate=candidate.name, signal=NEEDS, score=score, matched=names, reason=reason)


def _fit(candidate: Candidate, places: Sequence[_Place], missing: Sequence[str], alone: Sequence[Any]) -> Evidence:
    """What a reading says for or against its target, from -1 to 1."""
    changes = candidate.tool.changes_state
    named = [place for place in places if place.value not in alone]
    without = {"unread", "beside"} if changes else {"unread"}
    lost = sum(1 for place in places if place.value in alone and place.kind in without)
    score = sum(_worth(place, changes=changes) for place in named) / len(named) if named else 0.0
    if changes and named and named[0].kind in {"beside", "unread"}:
        score -= FIRST
    score -= MISSING * max(0, len(missing) - lost) + ALONE * lost
    if not changes:
        score = 1 - READS * (1 - score)
    placed = tuple(place.word for place in places if place.kind != "unread")
    reason = f"{len(placed)} of {len(places)} values are read"
    if len(placed) < len(places):
        reason += f", not {', '.join(place.word for place in places if place.kind == 'unread')}"
    if missing:
        reason += f"; nothing is said of {', '.join(missing)}"
    score = max(-1.0, min(1.0, score))
    return Evidence(candidate=candidate.name, signal=SIGNAL, score=score, matched=placed, reason=reason)


def _worth(place: _Place, *, changes: bool) -> float:
    if place.kind == "unread":
        return -(UNREAD if changes else UNREAD_BY_READ)
    if place.kind == "beside":
        return BESIDE if changes else BESIDE_A_READ
    return NARROWS if place.kind == "narrows" else 1.0


def _in_order(places: Iterator[_Place], said: RequestText) -> list[_Place]:
    """*places* in the order in which the question speaks of them, those last that it does not speak of."""
    begins = {str(one.value): one.start for one in said.said if one.start >= 0}
    return sorted(places, key=lambda place: begins.get(str(place.value), len(said.question)))


def _missing(request: Request, contract: ToolContract) -> list[str]:
    """Keys of the path that nothing fills or describes."""
    told = {one.input for one in request.settings} | {role for thing in request.things for role in thing.roles}
    keys = [row.name for row in contract.inputs if row.location == "path"]
    return [name for name in keys if not told & {name, f"path.{name}"}]


def _updates(contract: ToolContract, word: str) -> bool:
    """Whether an operation changes what is there, and *word* is the name of one of its inputs."""
    names = {_LETTERS.sub("", row.name).casefold() for row in contract.inputs if row.location == "body"}
    return contract.facts.action == "update" and _LETTERS.sub("", word).casefold() in names


def _collection(role: str, contract: ToolContract) -> str:
    """The path of what the key *role* picks from: /racks of /racks/{id}; "" for what is no key of the path."""
    head, inside, _ = contract.facts.path.partition("{" + role.removeprefix("path.") + "}")
    return head if inside else ""
