"""How text scores and evidence make one order: weights, and rows with their reasons."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

import attrs

from ..hooks import Evidence
from ..hooks.answers import evidence_dict, strongest
from ..hooks.signals import Signals
from ..model import Opinion
from .match import Fusion, TextScore

#: What the evidence for a perfect match adds to its text score, beside signals that are expected where anyone gives
#: them. Scores are shares of that.
EVIDENCE: Final = 1.6
#: From here on, evidence on the action says that an operation does what is asked.
SAID: Final = 0.8


@attrs.frozen(kw_only=True)
class Ranked:
    """One tool of an answer."""

    name: str
    #: 0 to 1: share of what the best possible match would have.
    score: float
    text: TextScore | None = None
    evidence: tuple[Opinion[Evidence], ...] = ()
    #: Name of the row that wants this one as a producer; "" for a direct hit.
    expanded_from: str = ""

    def breakdown(self, signals: Signals) -> dict[str, float]:
        """Parts of the score by name; the text's parts are unweighted."""
        parts: dict[str, float] = {}
        if self.text is not None:
            text = self.text
            parts = {
                "text": text.total,
                "head": text.head,
                "all": text.all,
                "explained": text.explained,
                "asked": text.asked,
            }
        for signal, value in weigh(self.evidence, signals).items():
            parts[signal] = value
        return {name: round(value, 4) for name, value in parts.items()}


def weigh(evidence: Sequence[Opinion[Evidence]], signals: Signals) -> dict[str, float]:
    """What each signal adds to, or takes from, the text score; signals without a weight are left out."""
    weights = {name: signals[name].value.weight for name in dict.fromkeys(o.value.signal for o in evidence)}
    return {name: weights[name] * score for name, score in strongest(evidence).items() if weights[name]}


def within_action(
    by_name: Mapping[str, Sequence[Opinion[Evidence]]],
) -> dict[str, Sequence[Opinion[Evidence]]]:
    """Evidence by candidate, in which given values help no operation that does something else than what is asked.

    A read that has a place for all names is no answer to "pause the deployment": where an
    operation does what is asked, its places are the most that count for others.
    """
    does_it = [said for said in by_name.values() if _score(said, "action") >= SAID]
    if not does_it:
        return dict(by_name)
    most = max(_score(said, "given") for said in does_it)
    return {
        name: said if _score(said, "action") >= 0 else [_at_most(opinion, most) for opinion in said]
        for name, said in by_name.items()
    }


def _score(said: Sequence[Opinion[Evidence]], signal: str) -> float:
    return strongest(said).get(signal, 0.0)


def _at_most(opinion: Opinion[Evidence], most: float) -> Opinion[Evidence]:
    said = opinion.value
    if said.signal != "given" or said.score <= most:
        return opinion
    return attrs.evolve(opinion, value=attrs.evolve(said, score=most, reason=f"{said.reason}; it does something else"))


def rank(
    rows: Sequence[tuple[str, TextScore]],
    evidence: Iterable[Opinion[Evidence]],
    signals: Signals,
    fusion: Fusion,
) -> list[Ranked]:
    """*rows* by text score and evidence, best first; ties by name."""
    found: dict[str, list[Opinion[Evidence]]] = {name: [] for name, _ in rows}
    for opinion in evidence:
        # What is found by meaning may have been withheld.
        of_row = found.get(opinion.value.candidate)
        if of_row is not None:
            of_row.append(opinion)
    by_name = within_action(found)
    given = {opinion.value.signal for said in by_name.values() for opinion in said}
    expected = (signals[name].value for name in given)
    best_possible = fusion.total + EVIDENCE + sum(spec.weight for spec in expected if spec.expected)
    scored = []
    for name, text in rows:
        said = tuple(by_name[name])
        total = text.total + sum(weigh(said, signals).values())
        scored.append(Ranked(name=name, score=min(1.0, max(0.0, total) / best_possible), text=text, evidence=said))
    scored.sort(key=lambda row: (-row.score, row.name))
    return scored


def row_dict(row: Ranked, tool: Any, *, include_evidence: bool, signals: Signals) -> dict[str, Any]:
    """A result row as JSON-shaped data."""
    out: dict[str, Any] = {"name": row.name, "score": round(row.score, 4), "tool": tool}
    if include_evidence:
        out["score_breakdown"] = row.breakdown(signals)
        out["evidence"] = [evidence_dict(opinion) for opinion in row.evidence]
        out["expanded_from"] = row.expanded_from or None
    return out
