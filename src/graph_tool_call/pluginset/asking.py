"""Whose code is running: for what a plugin does behind the host's back, as printing."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from types import CodeType, FrameType
from typing import Final

from .calling import wrapped
from .load import activate
from .run import RunSession
from .runs import Runs, awaited_for, call_for
from .table import Entry

#: Code that calls a plugin → its variable that says which one. Looked for on the stack, and only when it
#: matters, so that asking a plugin costs nothing more.
_CALLERS: Final[Mapping[CodeType, str]] = {
    Entry.ask.__code__: "self",
    Entry.aask.__code__: "self",
    Entry.collect.__code__: "self",
    RunSession.event.__code__: "entry",
    wrapped.__code__: "entry",
    call_for.__code__: "entry",
    awaited_for.__code__: "_entry",
    Runs.close.__code__: "plugin",
    Runs.aclose.__code__: "plugin",
    activate.__code__: "record",
}


def asked_plugin() -> str:
    """Id of the plugin whose code is running in this thread; "" where none is."""
    frame: FrameType | None = sys._getframe(1)  # noqa: SLF001 - there is no other way to the stack as cheap
    while frame is not None:
        variable = _CALLERS.get(frame.f_code)
        found = frame.f_locals.get(variable) if variable else None
        if found is not None:
            return found if isinstance(found, str) else str(getattr(found, "plugin", "") or found.id)
        frame = frame.f_back
    return ""
