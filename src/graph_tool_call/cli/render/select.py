"""The answer of `select`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final

from rich.text import Text

from ...select import selection_table
from ..text import shortened
from .parts import heading, number, row, table
from .search import evidence_lines
from .understood import understood

if TYPE_CHECKING:
    from rich.console import RenderableType

#: Reason code → what it means, in a sentence.
REASONS: Final = {
    "selected_by_strong_evidence": "several signals speak for it",
    "selected_by_rank": "it ranks first; the evidence is weak",
    "llm_target_overridden": "strong evidence speaks against the model's choice",
    "llm_target_preserved": "the model's choice is kept, though another ranks higher",
    "llm_target_not_in_candidates": "the model's choice is not among the candidates",
    "ambiguous_target": "the candidates are too close for certainty",
    "candidate_tie": "the first candidates score the same",
    "no_candidates": "nothing fits",
}


def render_select(answer: Mapping[str, Any]) -> Iterator[RenderableType]:
    """The choice, why, and the candidates compared."""
    chosen = answer["selected_target"]
    line = Text("Selected: ").append(chosen, style="bold green")
    line.append(f"  (margin {number(answer['margin'])}{', ambiguous' if answer['ambiguous'] else ''})")
    yield line
    for code in answer["reason_codes"]:
        yield Text(f"  {code}: {REASONS.get(code, '')}".rstrip(": "))
    if answer.get("no_place"):
        yield Text(f"  no place for: {', '.join(answer['no_place'])}", style="yellow")
    yield from (Text(f"  {one}", style="yellow") for one in answer.get("unsaid", ()))
    yield _candidates(answer)
    said = _evidence_of(answer, chosen)
    if said:
        yield heading(f"Evidence for {chosen}")
        yield from (Text(f"  {line}") for line in said)


def render_evidence(answer: Mapping[str, Any]) -> Iterator[RenderableType]:
    """What was understood, the selection, then everything that was said of each candidate."""
    yield from understood(answer)
    yield from render_select(answer)
    for found in answer["candidates"]:
        said = _evidence_of(answer, found["name"])
        if said and found["name"] != answer["selected_target"]:
            yield heading(f"Evidence for {found['name']}")
            yield from (Text(f"  {line}") for line in said)


def _candidates(answer: Mapping[str, Any]) -> RenderableType:
    """The comparison: a row for each candidate, and what of it the question asks for."""
    about = {row["name"]: row for row in selection_table(answer)}
    made = table("", "", "Candidate", "What it does", "Action", "Resource", "Shape", "Fields", "Score")
    for found in answer["candidates"]:
        entry = about.get(found["name"], {})
        marks = "→" if found["name"] == answer["selected_target"] else ""
        name = Text(found["name"], style="bold" if marks else "")
        if found["name"] == answer["llm_target"]:
            name.append(" (model)", style="not bold dim")
        row(
            made,
            marks,
            name,
            shortened(found["summary"] or found["operation"], 80),
            *(_matched(entry.get(part)) for part in ("action", "resource", "shape")),
            shortened(", ".join(entry.get("matched_fields", ())), 40),
            number(entry.get("score", found["score"])),
        )
    return made


def _matched(part: Mapping[str, Any] | None) -> Text:
    """What an operation has of one kind, with + where the question asks for it and - where it asks for another."""
    if not part:
        return Text("")
    match = part["match"] or 0.0
    style, sign = ("green", " +") if match > 0 else ("red", " -") if match < 0 else ("", "")
    return Text(f"{shortened(part['value'], 24)}{sign}", style=style)


def _evidence_of(answer: Mapping[str, Any], name: str) -> list[str]:
    for entry in answer["candidate_evidence"]:
        if isinstance(entry, Mapping) and entry.get("name") == name:
            return list(evidence_lines(entry.get("evidence") or entry.get("signals") or ()))
    return []
