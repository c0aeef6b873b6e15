"""Selector scores: what the retrieval said, or the same sum over the evidence where it said nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final, Protocol

import attrs

from ..hooks import ACTIONS, SHAPES, Candidate, Evidence
from ..model import Opinion, ToolFacts
from .entries import Entry

#: What a full score of each signal adds, in the order in which a table shows them.
WEIGHTS: Final[Mapping[str, float]] = MappingProxyType(
    {
        "surface": 0.9,
        "remainder": 0.4,
        "action": 0.35,
        "resource": 0.2,
        "scope": 0.2,
        "shape": 0.2,
        "deprecation": 0.2,
        "contract": 0.15,
        "phrase": 0.1,
        "module": 0.05,
    }
)
#: Most that promoted suggestions may add to a score.
LEARNING: Final = 0.04
#: What a place in the list of candidates is worth where they have no scores.
PLACE: Final = 0.1
#: What it is worth there that given values have a place in a candidate.
GIVEN: Final = 0.3
#: What a full reading of the request adds; scores are brought back to the scale from 0 to 1.
READING: Final = 0.5
#: What it adds that the verb sets an input of an operation: "archive" sets `archived`.
SETS: Final = 0.1
#: A signal counts as support from here on.
SUPPORT: Final = 0.3
#: A kind of operation that is said, not only implied by the lack of any verb.
SAID: Final = 0.8
#: Name of the candidates that stand for a kind of operation; no tool name has a space.
PROBE: Final = "any {} operation"


class AskEvidence(Protocol):
    """What a host session offers: evidence of all plugins for the candidates of a question."""

    def __call__(self, query: str, candidates: Sequence[Candidate]) -> Sequence[Opinion[Evidence]]:
        """All evidence, each piece with its plugin."""
        ...


@attrs.frozen
class Asked:
    """What plugins say of operations of each kind and shape in general: the question's preferences."""

    actions: Mapping[str, float]
    shapes: Mapping[str, float]

    @property
    def clear(self) -> bool:
        """Whether a kind of operation was recognised, and one only."""
        groups = {_group(action) for action, score in self.actions.items() if score >= 0.25}
        return len(groups) == 1 and self.says_so

    @property
    def only_reads(self) -> bool:
        """Whether the question asks for nothing that changes anything."""
        changing = [score for action, score in self.actions.items() if _group(action) != "read"]
        return self._reads > 0 and bool(changing) and max(changing) < 0

    @property
    def changes(self) -> bool:
        """Whether a verb of the question says that something is to be changed."""
        best = max(self.actions, key=lambda action: self.actions[action], default="read")
        return self.says_so and _group(best) != "read"

    @property
    def says_so(self) -> bool:
        """Whether a verb of the question says what kind of operation is meant."""
        return max(self.actions.values(), default=0.0) >= SAID

    @property
    def _reads(self) -> float:
        return max(self.actions.get("read", 0.0), self.actions.get("search", 0.0))

    def action_priority(self) -> dict[str, int]:
        """Kinds that serve the question: 3 as asked, 2 nearly, 1 perhaps."""
        ranked = sorted(self.actions.items(), key=lambda item: (-item[1], item[0]))
        return {action: 3 if score >= 0.7 else 2 if score >= 0.4 else 1 for action, score in ranked if score > 0}

    def shape_priority(self) -> dict[str, int]:
        """Shapes that serve the question: 3 as asked, 1 for others; empty when it leaves the shape open."""
        if max(self.shapes.values(), default=0.0) <= 0:
            return {}
        ranked = sorted(self.shapes.items(), key=lambda item: (-item[1], item[0]))
        return {shape: 3 if score > 0 else 1 for shape, score in ranked if score}


def _group(action: str) -> str:
    return "read" if action == "search" else action


def judge(query: str, found: Sequence[Entry], evidence: AskEvidence) -> tuple[list[Entry], Asked]:
    """Entries with their evidence and scores, and what the question prefers in general."""
    opinions = evidence(query, [*(entry.candidate for entry in found), *_PROBES]) if found else ()
    by_name: dict[str, list[Opinion[Evidence]]] = {}
    for opinion in opinions:
        by_name.setdefault(opinion.value.candidate, []).append(opinion)
    scored = _read([_scored(entry, tuple(by_name.get(entry.name, ()))) for entry in found])
    actions = {kind: strongest(by_name.get(PROBE.format(kind), ())).get("action", 0.0) for kind in ACTIONS}
    shapes = {
        shape: strongest(by_name.get(PROBE.format(shape), ())).get("shape", 0.0)
        for shape in SHAPES
        if shape != "mutation"
    }
    return scored, Asked(actions, shapes)


def _probes() -> list[Candidate]:
    """A bare operation of each kind and a read of each shape: what plugins say of them the question prefers."""
    facts = [_bare(kind, action=kind, shape="") for kind in ACTIONS]
    facts += [_bare(shape, action="read", shape=shape) for shape in SHAPES if shape != "mutation"]
    return [Candidate(name=fact.name, tool=fact, rank=-1, score=0.0) for fact in facts]


def _bare(kind: str, *, action: str, shape: str) -> ToolFacts:
    changing = action not in {"read", "search"}
    return ToolFacts(
        name=PROBE.format(kind),
        operation_id="-",
        action=action,
        shape=shape,
        changes_state=changing,
        destructive=action == "delete",
    )


_PROBES: Final = tuple(_probes())


def strongest(opinions: Sequence[Opinion[Evidence]]) -> dict[str, float]:
    """Score by signal. Of several plugins' words on one signal, the strongest of each direction counts."""
    best: dict[tuple[str, bool], float] = {}
    for opinion in opinions:
        said = opinion.value
        key = (said.signal, said.score > 0)
        if abs(said.score) > abs(best.get(key, 0.0)):
            best[key] = said.score
    total: dict[str, float] = {}
    for (signal, _), score in sorted(best.items()):
        total[signal] = total.get(signal, 0.0) + score
    return total


def _scored(entry: Entry, opinions: tuple[Opinion[Evidence], ...]) -> Entry:
    signals = strongest(opinions)
    score = entry.retrieved
    if score is None:
        score = sum(weight * signals.get(name, 0.0) for name, weight in WEIGHTS.items()) / sum(WEIGHTS.values())
        score += PLACE / (1 + entry.candidate.rank) if entry.candidate.rank >= 0 else 0.0
        score += GIVEN * signals.get("given", 0.0)
    if not entry.learned:
        score += LEARNING * max(0.0, signals.get("learning", 0.0))
    return attrs.evolve(entry, signals=signals, evidence=opinions, score=round(max(0.0, score), 4))


def _read(entries: list[Entry]) -> list[Entry]:
    """*entries* with what the reading of the request adds to their scores, where it was read for any.

    Where an operation does what is asked, none that does something else is helped more by its reading.
    """
    if not any("reading" in entry.signals for entry in entries):
        return entries
    does_it = [entry.signal("reading") for entry in entries if entry.signal("action") >= SAID or entry.signal("sets")]
    most = max(does_it, default=1.0)

    def score(entry: Entry) -> float:
        reading, sets = entry.signal("reading"), entry.signal("sets")
        # What does as asked and cannot take the values leaves the field to other changes, never to a read.
        bound = most >= SUPPORT or not entry.candidate.tool.changes_state
        counted = min(reading, most) if bound and entry.signal("action") < 0 and not sets else reading
        return round(max(0.0, (entry.score + READING * counted + SETS * sets) / (1 + READING)), 4)

    return [attrs.evolve(entry, score=score(entry)) for entry in entries]


def supported(entry: Entry) -> bool:
    """Whether an entry has strong evidence: several kinds of support, and nothing hard against it."""
    names = ("action", "resource", "shape", "contract", "scope", "surface", "phrase")
    support = sum(1 for name in names if entry.signal(name) >= SUPPORT)
    against = entry.signal("action") <= -SUPPORT or entry.signal("deprecation") < 0
    return support >= 2 and not against
