"""What `gtc_producer_signals` is asked, from rows of contracts."""

from __future__ import annotations

from ..model.contract import Input
from ..model.match import Match
from ..model.tool import ToolFacts
from .types import Need, ProducerCandidate


def need_of(row: Input, ref: int) -> Need:
    """An input as a need that is called *ref*."""
    return Need(
        ref=ref,
        name=row.name,
        path=row.path,
        location=row.location,
        type=row.type,
        semantic_tag=row.tag,
        resource=row.resource,
        required=row.required,
    )


def candidate_of(match: Match, tool: ToolFacts, *, ref: int, need: int) -> ProducerCandidate:
    """A match as a candidate that is called *ref*, for the need of that *need* ref; *tool* is its producer."""
    return ProducerCandidate(
        ref=ref,
        need=need,
        tool=tool,
        name=match.output.name,
        path=match.output.path,
        type=match.output.type,
        semantic_tag=match.output.tag,
        match=match.how,
        many=match.output.many,
    )
