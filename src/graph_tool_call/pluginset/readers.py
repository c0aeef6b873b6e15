"""The session of `gtc_read_request`: what readers say of a request."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from ..hooks import (
    Explained,
    Frame,
    Mention,
    Placement,
    Quantity,
    Reading,
    RequestContext,
    RequestText,
    Setting,
    ToolFacts,
)
from ..model import Opinion
from .memo import PluginMemo
from .sessions import Desk
from .table import Entry, shown


class RequestSession:
    """Reading of requests over one set of tools."""

    def __init__(self, desk: Desk, tools: Mapping[str, ToolFacts]) -> None:
        table = desk.tables["gtc_read_request"]
        shared = {entry.origin: PluginMemo() for entry in table.entries}
        self._readers = [
            (
                entry,
                RequestContext(
                    tools=MappingProxyType(tools),
                    settings=desk.settings.get(entry.plugin),
                    memo=PluginMemo(),
                    shared=shared[entry.origin],
                ),
            )
            for entry in table.entries
        ]

    def read(self, request: RequestText, frame: Frame) -> tuple[Opinion[Reading], ...]:
        """All readings of *request*, in plugin order. Raises `HookFailedError` and `HookResultError`."""
        place = f"request {shown(request.question)}"
        said = {one.ref for one in request.said}
        slots = {slot.ref for slot in frame.slots}
        found: list[Opinion[Reading]] = []
        for entry, context in self._readers:
            for reading in entry.collect(place, request, frame, context):
                _check(reading, said, slots, entry, place)
                found.append(Opinion(entry.plugin, reading))
        return tuple(found)


def _check(reading: Any, said: set[int], slots: set[int], entry: Entry, place: str) -> None:
    if isinstance(reading, (Mention, Quantity, Explained)):
        return
    if isinstance(reading, Setting):
        if reading.slot not in slots:
            raise entry.wrong(f"no slot has the ref {reading.slot!r}", place)
    elif isinstance(reading, Placement):
        if reading.said not in said:
            raise entry.wrong(f"nothing said has the ref {reading.said!r}", place)
        if reading.slot is not None and reading.slot not in slots:
            raise entry.wrong(f"no slot has the ref {reading.slot!r}", place)
        if reading.slot is None and (reading.attribute is None or not reading.noun):
            raise entry.wrong("a placement without a slot describes a thing: it has a noun and an attribute", place)
    else:
        raise entry.wrong(f"expected Mention, Placement, Setting, Quantity or Explained, got {shown(reading)}", place)
