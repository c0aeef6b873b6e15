"""A selection as a comparison table for people: one row for each candidate, without raw metadata."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from ..model.tool import tool_facts

#: Characters of a summary that a table shows.
SUMMARY: Final = 160


def selection_table(selection: Mapping[str, Any], tools: Mapping[str, Any] | None = None) -> list[dict[str, Any]]:
    """The rows of a comparison table, best first, as plain data.

    Args:
        selection: The answer of `select_target_candidate`.
        tools: Tool name → tool, for what each candidate does in a sentence.

    Returns:
        For each candidate `name, summary, method, path`; `final`, `llm_target` and `badges`
        ("final", "LLM target", "overridden", "ambiguous", "withheld"); `rank, score`;
        `action, resource, shape`, each `{"value", "match"}` with a match from -1 to 1, None
        where nothing was said; `matched_fields, matched_terms, learning, evidence`. All texts may come
        from strangers' documents: escape them.
    """
    signals = {row["name"]: row for row in _rows(selection, "rank_signals")}
    evidence = {row["name"]: row for row in _rows(selection, "candidate_evidence")}
    return [_row(selection, row, evidence.get(name, {}), tools or {}) for name, row in signals.items()]


def _rows(selection: Mapping[str, Any], key: str) -> Iterator[Mapping[str, Any]]:
    yield from (row for row in selection.get(key) or () if isinstance(row, Mapping) and "name" in row)


def _row(
    selection: Mapping[str, Any], signal: Mapping[str, Any], about: Mapping[str, Any], tools: Mapping[str, Any]
) -> dict[str, Any]:
    name = signal["name"]
    scores = signal.get("signals") or {}
    said = about.get("evidence") or ()
    return {
        "name": name,
        "summary": _summary(name, tools),
        "method": about.get("method", ""),
        "path": about.get("path", ""),
        "final": name == selection.get("selected_target"),
        "llm_target": name == selection.get("llm_target"),
        "badges": list(_badges(selection, signal)),
        "rank": signal.get("rank"),
        "score": signal.get("score"),
        "action": _matched(about.get("canonical_action"), scores.get("action")),
        "resource": _matched(about.get("primary_resource"), scores.get("resource")),
        "shape": _matched(about.get("result_shape"), scores.get("shape")),
        "matched_fields": list(about.get("matched_fields") or ()),
        "matched_terms": _terms(said),
        "learning": scores.get("learning", 0.0) if selection.get("learning_applied") else 0.0,
        "evidence": [dict(one) for one in said],
    }


def _summary(name: str, tools: Mapping[str, Any]) -> str:
    if name not in tools:
        return ""
    facts = tool_facts(name, tools[name])
    text = " ".join((facts.summary or facts.description).split())
    return text if len(text) <= SUMMARY else f"{text[: SUMMARY - 1]}…"


def _badges(selection: Mapping[str, Any], signal: Mapping[str, Any]) -> Iterator[str]:
    name = signal["name"]
    if name == selection.get("selected_target"):
        yield "final"
        if selection.get("ambiguous"):
            yield "ambiguous"
    if name == selection.get("llm_target"):
        yield "LLM target"
        if selection.get("overrode_llm"):
            yield "overridden"
    if signal.get("allowed") is False:
        yield "withheld"


def _matched(value: Any, match: Any) -> dict[str, Any]:
    return {"value": value or "", "match": match}


def _terms(evidence: Sequence[Mapping[str, Any]]) -> list[str]:
    """Words of the question that speak for a candidate: what it leaves unexplained matched nothing."""
    words = (word for one in evidence if one.get("score", 0) > 0 for word in one.get("matched") or ())
    return sorted(set(words))
