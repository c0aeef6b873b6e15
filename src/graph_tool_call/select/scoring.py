"""Selector scores: what the retrieval said, or the same sum over the evidence where it said nothing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, Protocol

import attrs

from ..hooks import ACTIONS, SHAPES, Candidate, Evidence, Preference, SignalSpec
from ..hooks.answers import strongest
from ..hooks.signals import Signals
from ..model import Opinion
from .entries import Entry

#: What the evidence for a perfect match adds up to where candidates come without scores.
UNRANKED: Final = 2.75
#: Most that promoted suggestions may add to a score.
LEARNING: Final = 0.04
#: What a place in the list of candidates is worth where they have no scores.
PLACE: Final = 0.1
#: What a full reading of the request adds; scores are brought back to the scale from 0 to 1.
READING: Final = 0.5
#: What it adds that the verb sets an input of an operation: "archive" sets `archived`.
SETS: Final = 0.1
#: A signal counts as support from here on.
SUPPORT: Final = 0.3
#: A kind of operation that is said, not only implied by the lack of any verb.
SAID: Final = 0.8


class Judges(Protocol):
    """What a host session offers: evidence of all plugins for the candidates of a question, and what that prefers."""

    def __call__(
        self, query: str, candidates: Sequence[Candidate]
    ) -> tuple[Sequence[Opinion[Evidence]], Sequence[Opinion[Preference]]]:
        """All evidence and all preferences, each with its plugin."""
        ...


@attrs.frozen
class Asked:
    """What plugins say that the question prefers: kinds of operation, and shapes of answers."""

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


def judge(query: str, found: Sequence[Entry], judges: Judges, declared: Signals) -> tuple[list[Entry], Asked]:
    """Entries with their evidence and scores, and what the question prefers in general."""
    opinions, preferred = judges(query, [entry.candidate for entry in found]) if found else ((), ())
    by_name: dict[str, list[Opinion[Evidence]]] = {}
    for opinion in opinions:
        by_name.setdefault(opinion.value.candidate, []).append(opinion)
    scored = _read([_scored(entry, tuple(by_name.get(entry.name, ())), declared) for entry in found])
    actions = {kind: _agreed(one.value.actions.get(kind, 0.0) for one in preferred) for kind in ACTIONS}
    shapes = {shape: _agreed(one.value.shapes.get(shape, 0.0) for one in preferred) for shape in SHAPES}
    return scored, Asked(actions, shapes)


def _agreed(scores: Iterable[float]) -> float:
    """Of several plugins' words, the strongest of each direction."""
    said = [0.0, *scores]
    return max(said) + min(said)


def _scored(entry: Entry, opinions: tuple[Opinion[Evidence], ...], declared: Signals) -> Entry:
    signals = strongest(opinions)
    score = entry.retrieved
    if score is None:
        score = sum(_unranked(declared[name].value) * said for name, said in signals.items()) / UNRANKED
        score += PLACE / (1 + entry.candidate.rank) if entry.candidate.rank >= 0 else 0.0
    if not entry.learned:
        score += LEARNING * max(0.0, signals.get("learning", 0.0))
    return attrs.evolve(entry, signals=signals, evidence=opinions, score=round(max(0.0, score), 4))


def _unranked(spec: SignalSpec) -> float:
    return spec.weight if spec.unranked is None else spec.unranked


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


def supported(entry: Entry, declared: Signals) -> bool:
    """Whether an entry has strong evidence: several kinds of support, and nothing hard against it."""
    support = sum(1 for name, score in entry.signals.items() if score >= SUPPORT and declared[name].value.supports)
    against = entry.signal("action") <= -SUPPORT or entry.signal("deprecation") < 0
    return support >= 2 and not against
