"""Candidates from tools: what search and selection hand to evidence plugins."""

from __future__ import annotations

from typing import Any

import attrs

from ..model import ToolFacts
from ..model.tool import row_name, rows_of, tool_facts
from .types import Candidate


@attrs.frozen
class CandidateParts:
    """What stays the same of a tool's candidate, whatever the question."""

    tool: ToolFacts
    consumes: tuple[str, ...]
    required: tuple[str, ...]
    produces: tuple[str, ...]

    def at(self, rank: int, score: float) -> Candidate:
        """The candidate at a position of a retrieval; *rank* -1 when it was not retrieved, *score* from 0 to 1."""
        return Candidate(
            name=self.tool.name,
            tool=self.tool,
            rank=rank,
            score=score,
            consumes=self.consumes,
            required=self.required,
            produces=self.produces,
        )


def candidate_parts(name: str, tool: Any) -> CandidateParts:
    """The parts of a tool (dict or object). Credentials are not among its inputs."""
    consumes = [row for row in rows_of(tool, "consumes") if row.get("kind") != "auth"]
    return CandidateParts(
        tool_facts(name, tool),
        tuple(dict.fromkeys(row_name(row) for row in consumes)),
        tuple(dict.fromkeys(row_name(row) for row in consumes if row.get("required"))),
        tuple(dict.fromkeys(row_name(row) for row in rows_of(tool, "produces"))),
    )
