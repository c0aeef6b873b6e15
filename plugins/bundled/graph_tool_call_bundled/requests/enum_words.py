"""Values for enums and switches by their words: "on track" is `on_track`, "viewer" the member of a role, "yes" true.

A value that stands alone goes into the only input that has such a member.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import attrs

from graph_tool_call.hooks import (
    EnumMatch,
    Frame,
    Placement,
    PluginInfo,
    RequestContext,
    RequestText,
    Said,
    Slot,
    hookimpl,
)

from ..enums import LABELLED, Lexicon, member_of
from ..words import split, squash
from . import states
from .labels import Labels
from .slots import EMPTY, is_boolean, options, own_slots, words_of

#: How sure a place is whose input the word names; of a state that an input of
#: another name holds, exactly or less so; of a lone value.
NAMED: Final = 0.95
STATE: Final = 0.8
WIDER: Final = 0.65
ALONE: Final = 0.6
#: What an input inside something else is less sure by.
DEEPER: Final = 0.1
#: A member that only means about the same is no member where something is changed.
_MEANT: Final = 0.84
_MEANT_READING: Final = 0.67
#: Words that a lone value of an enum is given under.
_VAGUE: Final = frozenset("state status type kind mode level option choice value setting reason category".split())
#: Words for true and false.
_TRUE: Final = frozenset("true yes y on 예 네 참 はい 是".split())
_FALSE: Final = frozenset("false no n off 아니오 아니요 거짓 いいえ 否".split())


@hookimpl
def gtc_plugin_info() -> PluginInfo:
    """Who the plugin is."""
    return PluginInfo(title="Enum words", description="Words for members of enums and for switches.", hook_api=1)


@hookimpl
def gtc_read_request(request: RequestText, frame: Frame, context: RequestContext) -> Iterator[Placement]:
    """Places for said values in inputs with an enum or of two values, as the member that is meant."""
    if frame.tool is None:
        return
    labels = context.shared.once("labels", Labels)
    lexicon = context.memo.once(("enums", "lexicon"), Lexicon)
    reader = _Reader(frame, labels, lexicon, frozenset(slot.ref for slot in own_slots(frame)))
    for said in request.said:
        if said.value is not None:
            yield from reader.read(said)


@attrs.frozen
class _Reader:
    """Reads said values for one frame."""

    frame: Frame
    labels: Labels
    lexicon: Lexicon
    own: frozenset[int]

    def read(self, said: Said) -> Iterator[Placement]:
        """Places for one said value."""
        named = False
        for slot in self.frame.slots:
            if not options(slot) and not is_boolean(slot):
                continue
            fit = self.labels.fit(said.word, slot, self.frame.tool) if said.word else 0.0
            found = self._value(said.value, slot) if fit else None
            if found is not None:
                named = True
                score = NAMED * fit - (0 if slot.ref in self.own or "." in said.word else DEEPER)
                yield self._place(said, slot, found.value, score, found.reason)
        if not named:
            yield from self._states(said)
            yield from self._alone(said)

    def _place(self, said: Said, slot: Slot, value: Any, score: float, reason: str) -> Placement:
        return Placement(said=said.ref, slot=slot.ref, value=value, score=round(score, 3), reason=reason)

    def _value(self, value: Any, slot: Slot) -> EnumMatch | None:
        """*value* as what *slot* takes; each of a list, where the slot takes one."""
        if not slot.many:
            return self._one(value, slot) if not isinstance(value, (list, tuple)) else None
        values = value if isinstance(value, (list, tuple)) else [value]
        found = [one for one in (self._one(item, slot) for item in values) if one is not None]
        if not found or len(found) != len(values):
            return None
        return attrs.evolve(min(found, key=lambda one: one.confidence), value=[one.value for one in found])

    def _one(self, value: Any, slot: Slot) -> EnumMatch | None:
        members = options(slot)
        if not members:
            switch = _switch(value)
            return None if switch is None else EnumMatch(value=switch, confidence=1.0, reason="is said to be so")
        if value in members:
            return EnumMatch(value=value, confidence=1.0, reason="is one of its members")
        if isinstance(value, bool) or not isinstance(value, (str, int)):
            return None
        found = member_of(str(value), members, slot.labels, self.lexicon)
        tool = self.frame.tool
        least = _MEANT if tool is not None and tool.changes_state else _MEANT_READING
        return found if found is not None and found.confidence >= least else None

    def _states(self, said: Said) -> Iterator[Placement]:
        """A state that was said under another name than the input's: archived=true for `is_active`."""
        text = squash("".join(self.labels.words(said.word)))
        if text in states.STATES and isinstance(said.value, str):
            state, on = states.BY_ADJECTIVE.get(said.value.lower()), True
        else:
            switch = _switch(said.value)
            state, on = states.BY_NAME.get(text), bool(switch)
            if switch is None:
                return
        for held, score in ((state, STATE), (state.wider if state is not None else None, WIDER)):
            fits = [
                (slot, on == (name in held.true))
                for slot in self.frame.slots
                if held is not None and slot.ref in self.own and is_boolean(slot)
                if (name := "".join(words_of(slot, self.frame.tool))) in held.true | held.false
            ]
            if held is not None and len(fits) == 1:
                yield self._place(said, *fits[0], score, f"{said.word!r} says {held.name}")
            if fits:
                return

    def _alone(self, said: Said) -> Iterator[Placement]:
        """A lone value that is spelled like a member of one input only."""
        word = {w for w in split(said.word) if w not in EMPTY}
        if not isinstance(said.value, (str, list, tuple)) or (word and not word <= _VAGUE):
            return
        found = [(slot, match) for slot in self.frame.slots if slot.enum and (match := self._value(said.value, slot))]
        fits = [(slot, match) for slot, match in found if match.confidence >= LABELLED]
        if len(fits) == 1 and (fits[0][0].ref in self.own or fits[0][0].location == "path"):
            slot, match = fits[0]
            yield self._place(said, slot, match.value, ALONE, f"only {slot.place} has such a member")


def _switch(value: Any) -> bool | None:
    """True or false for a value that says so."""
    if isinstance(value, bool):
        return value
    text = value.strip().lower() if isinstance(value, str) else ""
    return True if text in _TRUE else False if text in _FALSE else None
