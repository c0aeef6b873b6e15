"""What a request empties: "clear the due date", "take issue 12 out of its milestone" set null, or an empty text.

Only an input that takes null or any text, and only where the words name that very input and no value of it is said:
"remove the label bug" empties nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import attrs

from graph_tool_call.hooks import (
    ABSENT,
    Frame,
    Placement,
    PluginInfo,
    RequestContext,
    RequestText,
    Setting,
    Slot,
    hookimpl,
)

from ..finding.naming import NAMING
from ..words import split
from .clauses import Token, clauses, command, noun_phrase, tokens_of
from .slots import is_boolean, is_said, named_by, own_slots
from .states import CLEARING, TAKING

#: How sure it is that a named input is to be emptied.
NAMED = 0.85


@hookimpl
def gtc_plugin_info() -> PluginInfo:
    """Who the plugin is."""
    return PluginInfo(title="Unset", description="Inputs that a request empties.", hook_api=1)


@hookimpl
def gtc_read_request(request: RequestText, frame: Frame, context: RequestContext) -> Iterator[Setting | Placement]:
    """Null for inputs that the commands of the question empty, where the target updates something."""
    del context
    tool = frame.tool
    if tool is None or not tool.changes_state or tool.action in {"create", "delete"}:
        return
    for clause in clauses(tokens_of(request)):
        words = command(clause)
        for at in _places(words):
            yield from _emptied(request, frame, words, at)


def _places(words: Sequence[Token]) -> Iterator[int]:
    """Where a noun phrase begins that may name what is emptied: after the verb, after "out of" or "from"."""
    if not words or words[0].value:
        return
    if words[0].word in CLEARING:
        yield 1
    if words[0].word in TAKING:
        for at, token in enumerate(words[1:], 1):
            out = token.word == "of" and words[at - 1].word == "out"
            if not token.value and (token.word == "from" or out):
                yield at + 1


def _emptied(request: RequestText, frame: Frame, words: Sequence[Token], at: int) -> Iterator[Setting | Placement]:
    phrase, length = noun_phrase(words[at:])
    after = words[at + length :]
    flags = [slot for slot in own_slots(frame) if is_boolean(slot) and _empties(slot, phrase)]
    named = named_by(phrase, frame)
    if len(flags) == 1:
        yield _setting(request, flags[0], True, words, at + length)
    elif len(named) == 1 and (nothing := _nothing(named[0])) is not ABSENT and not (after and after[0].value):
        values = [one for one in request.said if is_said(attrs.evolve(request, said=(one,)), named[0])]
        if not values:
            yield _setting(request, named[0], nothing, words, at + length)
        elif len(values) == 1 and values[0].value is None:
            reason = "is taken away"
            yield Placement(said=values[0].ref, slot=named[0].ref, value=nothing, score=NAMED, reason=reason)


def _nothing(slot: Slot) -> Any:
    """What an input takes for nothing: null, or an empty text where it takes any text and no null; else `ABSENT`.

    What things are called by is not emptied.
    """
    if slot.nullable:
        return None
    if slot.name in NAMING:
        return ABSENT
    free = slot.type == "string" and not (slot.enum or slot.format or slot.refers or slot.required)
    return "" if free else ABSENT


def _empties(slot: Slot, phrase: Sequence[str]) -> bool:
    """Whether a switch says that what *phrase* names is to be emptied: `unset_due_date`."""
    first, *rest = split(slot.name)
    return first in CLEARING and bool(phrase) and tuple(rest) == tuple(phrase)


def _setting(request: RequestText, slot: Slot, value: object, words: Sequence[Token], length: int) -> Setting:
    start, end = words[0].start, words[length - 1].end
    term = request.question[start:end]
    return Setting(slot=slot.ref, value=value, term=term, start=start, end=end, score=NAMED, reason="is taken away")
