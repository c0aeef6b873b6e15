"""How many a list is asked for: "the last 50 lines" is `tail_lines: 50`, "show 5 issues" is `limit: 5`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from graph_tool_call.hooks import Frame, PluginInfo, RequestContext, RequestText, Setting, Slot, hookimpl

from ..words import is_plural, singular, squash
from . import counting
from .clauses import Token, noun_phrase, tokens_of
from .quantity import number_of
from .slots import is_said, own_slots

#: How sure a number is to be a page size.
LIMIT: Final = 0.8
#: Words in the name of an input that limits what its other words name: `tailLines`, `max_messages`.
_LIMITING: Final = ("tail", "limit", "last", "max", "num")


@hookimpl
def gtc_plugin_info() -> PluginInfo:
    """Who the plugin is."""
    return PluginInfo(title="Page sizes", description="How many elements a list is asked for.", hook_api=1)


@hookimpl
def gtc_read_request(request: RequestText, frame: Frame, context: RequestContext) -> Iterator[Setting]:
    """A number before what a reading target lists, in the only input that limits it."""
    del context
    if frame.tool is None or frame.tool.changes_state:
        return
    tokens = tokens_of(request)
    for at, token in enumerate(tokens):
        phrase, _ = noun_phrase(tokens[at + 1 :])
        number = number_of(token)
        if not number or not phrase or not is_plural(phrase[-1]) or not _is_asked(tokens[:at], phrase):
            continue
        slot = _slot(frame, phrase[-1])
        if slot is not None and singular(phrase[-1]) not in counting.NO_THINGS and not is_said(request, slot):
            term = request.question[token.start : token.end]
            reason = f"as many {phrase[-1]}"
            yield Setting(
                slot=slot.ref, value=number, term=term, start=token.start, end=token.end, score=LIMIT, reason=reason
            )
        return


def _is_asked(before: Sequence[Token], phrase: Sequence[str]) -> bool:
    """Whether a number says how many are wanted: beside "last", or after "show", "show me", "show the"."""
    last = [token.word for token in before[-2:] if not token.value]
    beside = counting.ONLY & {*last[-1:], *phrase[:2]}
    return (
        bool(beside)
        or bool(counting.SHOWING & {*last[-1:]})
        or (last[-1:] in (["me"], ["the"]) and bool(counting.SHOWING & {*last[:1]}))
    )


def _slot(frame: Frame, noun: str) -> Slot | None:
    """The only input that limits how many of *noun* are shown; one that counts from the end before others."""
    slots = [slot for slot in own_slots(frame) if _is_limit(slot, singular(noun))]
    slots = [slot for slot in slots if squash(slot.name) in counting.FROM_END] or slots
    return slots[0] if len(slots) == 1 else None


def _is_limit(slot: Slot, noun: str) -> bool:
    name = squash(slot.name)
    if name in counting.FROM_END:
        return True
    if slot.type not in {"integer", "number"} or slot.enum or slot.many:
        return False
    limits = squash(noun) in name and any(word in name for word in _LIMITING)
    return name in counting.LIMITS or limits
