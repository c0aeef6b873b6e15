"""Which inputs hold a state, and what they take then: `closed: true`, `is_open: false`, `state: closed`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from graph_tool_call.hooks import Slot, ToolFacts

from . import states
from .slots import is_boolean, members, words_of
from .states import State


def holders(state: State, slots: Iterable[Slot], tool: ToolFacts) -> Iterator[tuple[Slot, Any]]:
    """Those of *slots* that hold *state*, each with its value for it."""
    for slot in slots:
        name = "".join(words_of(slot, tool))
        if is_boolean(slot):
            if name in state.true or name in state.false:
                yield slot, name in state.true
        elif not slot.many and name in states.STATES:
            found = {value for text, value in members(slot).items() if text in state.members}
            if len(found) == 1:
                yield slot, found.pop()
