"""A possible hand-over: an output of one tool that could fill an input of another."""

from __future__ import annotations

from typing import Final

import attrs

from .contract import Input, Output

#: Types that are turned into each other; "" for one that nobody knows.
_SCALARS: Final = frozenset({"string", "integer", "number", ""})


@attrs.frozen
class Match:
    """An *output* of *producer*; *how* it was found: "tag", "name" or "edge" (declared by a link or an edge)."""

    producer: str
    output: Output
    how: str


def compatible(produced: str, need: Input) -> bool:
    """Whether a value of JSON type *produced* can be sent for *need*; numbers and strings may be coerced."""
    wanted = need.type
    if wanted == "array":
        return produced != "object"
    if produced in _SCALARS and wanted in _SCALARS:
        return True
    return produced == wanted or not wanted or not produced
