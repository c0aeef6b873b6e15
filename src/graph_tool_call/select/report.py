"""A selection as the plain dict that adapters store."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..hooks.answers import evidence_dict
from .entries import Entry
from .scoring import Asked


def selection_dict(
    *,
    ranked: Sequence[Entry],
    allowed: Sequence[Entry],
    selected: Entry | None,
    llm_target: str | None,
    target: Entry | None,
    reasons: Sequence[str],
    ambiguous: bool,
    overrode: bool,
    asked: Asked,
    policy: str,
    learned: bool,
) -> dict[str, Any]:
    """All documented keys, whatever happened."""
    winner = allowed[0] if allowed else None
    names = frozenset(entry.name for entry in allowed)
    applied = learned and any(entry.signal("learning") > 0 for entry in ranked)
    return {
        "selected_target": selected.name if selected else None,
        "llm_target": llm_target or None,
        "confidence": round(selected.score, 4) if selected else 0.0,
        "overrode_llm": overrode,
        "ambiguous": ambiguous,
        "reason_codes": list(reasons),
        "margin": _margin(allowed),
        "llm_margin": round(winner.score - target.score, 4) if winner and target else 0.0,
        "policy": policy,
        "rank_signals": [_signals(place, entry, selected, target, names) for place, entry in enumerate(ranked)],
        "candidate_evidence": [_evidence(entry) for entry in ranked],
        "target_action_priority": asked.action_priority(),
        "result_shape_priority": asked.shape_priority(),
        "learning_applied": applied,
    }


def _margin(allowed: Sequence[Entry]) -> float:
    if len(allowed) < 2:
        return round(allowed[0].score, 4) if allowed else 0.0
    return round(allowed[0].score - allowed[1].score, 4)


def _signals(
    place: int, entry: Entry, selected: Entry | None, target: Entry | None, allowed: frozenset[str]
) -> dict[str, Any]:
    signals = {name: round(score, 4) for name, score in sorted(entry.signals.items())}
    return {
        "name": entry.name,
        "rank": place + 1,
        "score": entry.score,
        "retrieval_rank": entry.candidate.rank + 1 if entry.candidate.rank >= 0 else None,
        "retrieval_score": None if entry.retrieved is None else round(entry.retrieved, 4),
        "signals": signals,
        "selected": entry is selected,
        "llm_target": entry is target,
        "allowed": entry.name in allowed,
    }


def _evidence(entry: Entry) -> dict[str, Any]:
    tool = entry.candidate.tool
    fields = sorted({word for o in entry.evidence if o.value.signal == "contract" for word in o.value.matched})
    return {
        "name": entry.name,
        "canonical_action": tool.action,
        "primary_resource": tool.resource,
        "result_shape": tool.shape,
        "method": tool.method.upper(),
        "path": tool.path,
        "matched_fields": fields,
        "evidence": [evidence_dict(opinion) for opinion in entry.evidence],
    }
