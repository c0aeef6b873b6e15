"""What is compared: candidates from names or retrieval rows, with what the retrieval said of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import attrs

from ..hooks import Candidate, Evidence
from ..hooks.candidates import CandidateParts, candidate_parts
from ..model import Opinion

#: Tool name and tool → the parts of its candidate.
Parts = Callable[[str, Any], CandidateParts]


@attrs.frozen(kw_only=True)
class Entry:
    """One candidate of a selection."""

    candidate: Candidate
    #: Score of its retrieval row from 0 to 1; None when it has none.
    retrieved: float | None = None
    #: The retrieval's score holds a learning boost already.
    learned: bool = False
    #: Evidence by signal, the strongest of each.
    signals: Mapping[str, float] = attrs.Factory(dict)
    evidence: tuple[Opinion[Evidence], ...] = ()
    score: float = 0.0

    @property
    def name(self) -> str:
        """The tool's name."""
        return self.candidate.name

    def signal(self, name: str) -> float:
        """Score of a signal; 0 when nobody gave it."""
        return self.signals.get(name, 0.0)

    def matched(self, signal: str) -> frozenset[str]:
        """Words that a signal rests on."""
        return frozenset(
            word for opinion in self.evidence if opinion.value.signal == signal for word in opinion.value.matched
        )


def entries(
    candidates: Iterable[Any],
    tools: Mapping[str, Any],
    retrieval_results: Sequence[Mapping[str, Any]] | None,
    llm_target: str,
    parts: Parts = candidate_parts,
) -> list[Entry]:
    """Candidates in retrieval order; what is not in *tools* is left out.

    *parts* gives what stays the same of a tool's candidate; an index has read that already.
    A model's target that is a tool but no candidate comes last, with rank -1.
    """
    rows = {name: row for row in retrieval_results or () if (name := name_of(row))}
    found: dict[str, Mapping[str, Any]] = {}
    for candidate in candidates:
        name = name_of(candidate)
        if name in tools and name not in found:
            own = candidate if isinstance(candidate, Mapping) else {}
            found[name] = {**rows.get(name, {}), **own}
    top = max((score for row in found.values() if (score := _score(row)) is not None), default=0.0)
    # Rows of this library score from 0 to 1; those of others may have any scale.
    scale = top if top > 1 else 1.0
    out = [_entry(parts(name, tools[name]), rank, row, scale) for rank, (name, row) in enumerate(found.items())]
    if llm_target and llm_target in tools and llm_target not in found:
        out.append(_entry(parts(llm_target, tools[llm_target]), -1, {}, scale))
    return out


def name_of(candidate: Any) -> str:
    """Name of a candidate: a text, or a row with `name` (or a tool that has one)."""
    if isinstance(candidate, str):
        return candidate
    if isinstance(candidate, Mapping):
        name = candidate.get("name") or candidate.get("tool_name") or candidate.get("tool")
        return name_of(name) if name is not None else ""
    return str(getattr(candidate, "name", "") or "")


def _entry(parts: CandidateParts, rank: int, row: Mapping[str, Any], scale: float) -> Entry:
    score = _score(row)
    relative = None if score is None else max(0.0, score / scale)
    candidate = parts.at(rank, min(1.0, relative or 0.0))
    learned = "learning" in (row.get("score_breakdown") or {})
    return Entry(candidate=candidate, retrieved=relative, learned=learned)


def _score(row: Mapping[str, Any]) -> float | None:
    score = row.get("score")
    return float(score) if isinstance(score, (int, float)) and not isinstance(score, bool) else None
