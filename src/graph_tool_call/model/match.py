"""A possible hand-over: an output of one tool that could fill an input of another."""

from __future__ import annotations

import attrs

from .contract import Output


@attrs.frozen
class Match:
    """An *output* of *producer*; *how* it was found: "tag", "name" or "edge" (declared by a link or an edge)."""

    producer: str
    output: Output
    how: str
