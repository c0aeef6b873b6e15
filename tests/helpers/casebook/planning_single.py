"""Sentences of single plan cases, read by a person and made assertions."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from .planning import Planned
from .running import run_over
from .verify import Check
from .wire import Wire


def never(planned: Planned, wanted: str) -> None:
    """`METHOD /path as a producer for itself`; `ask for NAME as ordinary data`."""
    if found := re.fullmatch(r"(\S+ \S+) as a producer for itself", wanted):
        assert 1 == planned.steps.count(found[1])
        assert found[1] == planned.steps[-1]
        return
    found = re.fullmatch(r"ask for (\S+) as ordinary data", wanted)
    assert found is not None, f"{wanted!r} has no meaning here"
    (row,) = planned.collection.input_rows(planned.target, found[1])
    assert "auth" == row["kind"]
    assert found[1] not in {slot["field_name"] for slot in planned.synthesis["user_input_slots"]}


def binding_source(planned: Planned, wanted: Mapping[str, str]) -> None:
    """The argument is read from the Location header of the named step; `http_example` proves how."""
    for name, source in wanted.items():
        step = re.search(r"Location header of (s\d+)", source)
        assert step is not None, f"{source!r} has no meaning here"
        assert planned.argument(name).startswith("${" + step[1])
        assert "location" in planned.argument(name).lower()


def http_example(planned: Planned, wanted: Mapping[str, Any]) -> None:
    """With that header in the first answer, the last request has the value in its path.

    Also with the relative URL, and with a trailing slash: the three spellings of one address.
    """
    (name,) = set(wanted) - {"Location"}
    relative = re.sub(r"^https?://[^/]+", "", wanted["Location"])
    slashed = wanted["Location"].replace("?", "/?")
    for location in (wanted["Location"], relative, slashed):
        answer = {"when": planned.steps[0], "status": 201, "headers": {"Location": location}}
        wire = Wire(planned.collection, [answer])
        outcome = run_over(wire, planned.collection, planned.plan)
        assert outcome.trace.ok, outcome.text
        path = planned.target.partition(" ")[2].replace("{" + name + "}", wanted[name])
        assert path == wire.requests[-1].url.path


SINGLE_CHECKS: Mapping[str, Check[Planned]] = {
    "binding_source": binding_source,
    "http_example": http_example,
    "never": never,
}
