"""Dates and times: an ISO date goes where a date stands, words for a time only where any text does.

None is computed: "tomorrow" is no date.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date
from typing import Final

from graph_tool_call.hooks import (
    Explained,
    Frame,
    Mention,
    Placement,
    PluginInfo,
    RequestContext,
    RequestText,
    Said,
    Slot,
    hookimpl,
)

from ..words import singular, split
from .clauses import tokens_of
from .labels import Labels
from .slots import own_slots, words_of

#: How sure a place is: one of the value's own format; one without a format; one that the question
#: names elsewhere; one that the only date must be meant by.
FORMAT: Final = 0.93
PLAIN: Final = 0.85
SPOKEN: Final = 0.8
ONLY: Final = 0.6
#: One that is only considered: it wants a time of day that nobody said.
CONSIDERED: Final = 0.1

_DATE: Final = re.compile(r"\d{4}-\d{2}-\d{2}")
_DATE_TIME: Final = re.compile(r"\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?")
_MONTHS: Final = tuple("january february march april may june july august september october november december".split())
_NAMED: Final = re.compile(
    r"""\b(?: (?P<day>\d{1,2})(?:st|nd|rd|th)?(?:\ of)?\ (?P<month>[A-Za-z]{3,9})
    | (?P<month2>[A-Za-z]{3,9})\ (?P<day2>\d{1,2})(?:st|nd|rd|th)? ),?\ (?P<year>(?:19|20)\d\d)\b""",
    re.VERBOSE,
)
_DAY: Final = r"(?:today|tonight|tomorrow|(?:on\ |next\ |every\ )?(?:mon|tues|wednes|thurs|fri|satur|sun)day)"
_CLOCK: Final = r"(?:at\ )?(?:\d{1,2}:\d\d(?:\ ?[ap]m)?|\d{1,2}\ ?[ap]m)"
_TIME: Final = re.compile(
    rf"\b(?:{_DAY}(?:\ {_CLOCK})?|{_CLOCK}(?:\ {_DAY})?|in\ \d+\ (?:minute|hour|day|week)s?)\b",
    re.IGNORECASE | re.VERBOSE,
)
#: Words of names and labels that only say that it is a date.
_WORDS: Final = frozenset("date datetime on at time day timestamp when until by for 날짜 시간 日 日付".split())
#: Labels and names of inputs for a time that is said in words.
_TIMES: Final = frozenset("time when at schedule date day".split())


@hookimpl
def gtc_plugin_info() -> PluginInfo:
    """Who the plugin is."""
    return PluginInfo(title="Dates", description="Dates and times as they were said.", hook_api=1)


@hookimpl
def gtc_read_request(
    request: RequestText, frame: Frame, context: RequestContext
) -> Iterator[Placement | Explained | Mention]:
    """Places for dates under words that name an input but for its form: "due date" is `due_on`."""
    if frame.tool is None:
        return
    yield from _written(request)
    labels = context.shared.once("labels", Labels)
    own = own_slots(frame)
    if len(_time_texts(own)) == 1:
        yield from _times(request)
    for said in request.said:
        kind = _kind(said.value)
        if kind and not said.word:
            yield from _spoken(said, kind, request, own)
        elif kind:
            yield from _dates(said, kind, frame, labels, own)
        elif isinstance(said.value, str):
            yield from _in_words(said, labels, own)


def _written(request: RequestText) -> Iterator[Mention]:
    """Full dates with the name of the month, as ISO 8601 writes them: "12 March 2026", "March 12, 2026"."""
    for match in _NAMED.finditer(request.question):
        month = (match["month"] or match["month2"]).lower()
        number = next((at for at, name in enumerate(_MONTHS, 1) if month in {name, name[:3]}), 0)
        try:
            value = date(int(match["year"]), number, int(match["day"] or match["day2"])).isoformat()
        except ValueError:  # no month, or a day that it does not have
            continue
        yield Mention(word="", value=value, start=match.start(), end=match.end(), reason="a full date")


def _kind(value: object) -> str:
    if not isinstance(value, str):
        return ""
    return "date" if _DATE.fullmatch(value) else "date-time" if _DATE_TIME.fullmatch(value) else ""


def _dates(said: Said, kind: str, frame: Frame, labels: Labels, own: tuple[Slot, ...]) -> Iterator[Placement]:
    noun = frozenset(map(singular, split(frame.tool.resource))) if frame.tool is not None else frozenset()
    words = _core(labels.words(said.word))
    word = words - noun or words
    dated = [(slot, score) for slot in own if (score := _score(slot, kind))]
    named = [(slot, score) for slot, score in dated if _core(words_of(slot, frame.tool)) == word]
    if word and not named:
        # "from" of `entry_date_from`, where no other has it.
        wider = [(slot, score) for slot, score in dated if word < _core(words_of(slot, frame.tool))]
        named = wider if len(wider) == 1 else []
    best = max((score for _, score in named), default=0.0)
    for slot, score in named:
        # The other form of the same date is no rival: due_on and due_at.
        yield _place(said, slot, score if score == best else CONSIDERED, f"a {kind} by that name")
    if not named and not word and len(dated) == 1 and dated[0][1] > CONSIDERED:
        yield _place(said, dated[0][0], ONLY, f"the only {kind}")


def _spoken(said: Said, kind: str, request: RequestText, own: tuple[Slot, ...]) -> Iterator[Placement | Explained]:
    """Places for a date without a label by the words of the question: "move the due date to 2025-07-01"."""
    free = [token for token in tokens_of(request) if not token.value]
    dated = [(slot, score) for slot in own if (score := _score(slot, kind)) > CONSIDERED]
    spoken = {singular(token.word) for token in free}
    named = [(slot, score, core) for slot, score in dated if (core := _core(words_of(slot, None))) and core <= spoken]
    best = [entry for entry in named if entry[1] == max(score for _, score, _ in named)]
    if len(best) == 1:
        slot, _, core = best[0]
        yield _place(said, slot, SPOKEN, "the date that the question names")
        for token in free:
            if singular(token.word) in core | _WORDS:
                yield Explained(start=token.start, end=token.end, reason=f"names {slot.place}")
    elif not named and len(dated) == 1:
        yield _place(said, dated[0][0], ONLY, f"the only {kind}")


def _score(slot: Slot, kind: str) -> float:
    """How well *slot* takes a value of *kind*; 0 for what is no date."""
    if slot.type not in {"string", ""} or slot.many or slot.enum:
        return 0.0
    if slot.format == kind:
        return FORMAT
    if slot.format == "date-time":
        return PLAIN  # the whole of a day, where nothing takes days
    if slot.format == "date":
        return CONSIDERED  # the time would be lost
    words = {singular(word) for word in words_of(slot, None)}
    return PLAIN if not slot.format and words & (_WORDS | {"due", "deadline", "birthday", "start", "end"}) else 0.0


def _core(words: tuple[str, ...]) -> frozenset[str]:
    return frozenset(singular(word) for word in words) - _WORDS


def _in_words(said: Said, labels: Labels, own: tuple[Slot, ...]) -> Iterator[Placement]:
    """Of "tomorrow at 9" under "when": it goes into a text called "time", never into a date."""
    words = set(labels.words(said.word))
    if not words or not words <= _TIMES:
        return
    fits = _time_texts(own)
    if len(fits) == 1:
        yield _place(said, fits[0], PLAIN, "a time in words")


def _time_texts(own: tuple[Slot, ...]) -> list[Slot]:
    """Plain texts that are called a time: they take words."""
    plain = (slot for slot in own if slot.type == "string" and not (slot.format or slot.enum or slot.many))
    return [slot for slot in plain if set(words_of(slot, None)) <= _TIMES]


def _times(request: RequestText) -> Iterator[Mention]:
    """Times in words, as they are said: "tomorrow at 9am", "in 20 minutes", "next Friday"."""
    taken = [(token.start, token.end) for token in tokens_of(request) if token.value]
    for match in _TIME.finditer(request.question):
        if any(start < match.end() and match.start() < end for start, end in taken):
            continue  # in a quoted text, or in another value
        yield Mention(word="time", value=match[0], start=match.start(), end=match.end(), reason="a time in words")


def _place(said: Said, slot: Slot, score: float, reason: str) -> Placement:
    return Placement(said=said.ref, slot=slot.ref, score=score, reason=reason)
