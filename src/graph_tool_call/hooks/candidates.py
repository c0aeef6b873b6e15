"""Candidates from tools: what search and selection hand to evidence plugins."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final

import attrs

from ..model import ToolFacts
from ..model.tool import row_name, row_path, rows_of, tool_facts
from .types import Candidate


@attrs.frozen
class CandidateParts:
    """What stays the same of a tool's candidate, whatever the question."""

    tool: ToolFacts
    consumes: tuple[str, ...]
    required: tuple[str, ...]
    produces: tuple[str, ...]
    choices: tuple[str, ...] = ()
    supplied: tuple[str, ...] = ()

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
            choices=self.choices,
            supplied=self.supplied,
        )

    def reached(self, tool: Any, suppliers: Iterable[Any]) -> CandidateParts:
        """These parts of *tool* with what given values may meet in it, and in the tools that supply its inputs."""
        choices = dict.fromkeys(str(member) for row in rows_of(tool, "consumes") for member in row.get("enum") or ())
        supplied = dict.fromkeys(name for supplier in suppliers for name in _attributes(supplier))
        return attrs.evolve(self, choices=tuple(choices), supplied=tuple(supplied))


#: Dots in the path of a field up to which it is one of the thing itself: `$.items[*].name`.
_OWN: Final = 2


def _attributes(tool: Any) -> Iterator[str]:
    """What a tool takes and gives, behind the word for its resource: "customer name"."""
    resource = tool_facts("", tool).resource.replace("_", " ")
    for side in ("consumes", "produces"):
        for row in rows_of(tool, side):
            if row_path(row).count(".") <= _OWN:
                yield f"{resource} {row_name(row)}".strip()


def candidate_parts(name: str, tool: Any) -> CandidateParts:
    """The parts of a tool (dict or object). Credentials are not among its inputs."""
    consumes = [row for row in rows_of(tool, "consumes") if row.get("kind") != "auth"]
    return CandidateParts(
        tool_facts(name, tool),
        tuple(dict.fromkeys(row_name(row) for row in consumes)),
        tuple(dict.fromkeys(row_name(row) for row in consumes if row.get("required"))),
        tuple(dict.fromkeys(row_name(row) for row in rows_of(tool, "produces"))),
    )
