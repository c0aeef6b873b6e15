"""When deterministic evidence may replace a model's target.

The question is not how good the winner is but what contradicts the model's target: signals
are compared between the two. Counting the winner's own signals overrides right targets
(measured: eight times in a hundred); comparing does not.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from ..hooks import Contradiction, SignalSpec
from ..hooks.signals import Signals
from ..model.tool import rows_of
from .entries import Entry
from .scoring import Asked

#: Least margin over the model's target and over the runner-up.
MARGIN: Final = 0.08
RUNNER_UP: Final = 0.02
#: A signal is better from this difference on.
BETTER: Final = 0.15
#: The signal that says whether the verb is the question's: the one that the core asks for by name.
ACTION: Final = "action"
#: From here on words of the question are left unexplained, and up to here they are explained.
LEFT: Final = -0.2
EXPLAINED: Final = -0.05
#: The winner has the question's own verb.
SAME_VERB: Final = 0.9


def may_override(
    winner: Entry,
    target: Entry,
    ranked: Sequence[Entry],
    asked: Asked,
    tools: Mapping[str, Any],
    signals: Signals,
) -> bool:
    """Whether *winner* may replace the model's *target*.

    All of: enough margin over the target and over every other; no signal worse; two
    better, or the winner explains the question and the target doesn't; one difference
    that contradicts the target; siblings, or the winner explains everything; one kind of
    operation asked for, which the winner serves; and the winner is no earlier step of
    the target.
    """
    others = [entry.score for entry in ranked if entry is not winner and entry is not target]
    if winner.score - target.score < MARGIN or winner.score - max(others, default=0.0) < RUNNER_UP:
        return False
    explains = _explains(winner, target)
    specs = _compared(winner, target, signals)
    contradicts = contradiction(winner, target, specs)
    better = sum(1 for spec in specs if winner.signal(spec.name) - target.signal(spec.name) >= BETTER)
    return (
        not _worse(winner, target, specs, opposed=contradicts == ACTION)
        and (better >= 2 or explains or contradicts == ACTION)
        and bool(explains or contradicts)
        and (explains or _siblings(winner, target))
        and _compatible(winner, target, asked)
        and not is_step_before(winner, target, tools)
    )


def _explains(winner: Entry, target: Entry) -> bool:
    """Whether *winner* has the question's verb and leaves none of its words over, and *target* does."""
    told = winner.signal("remainder") >= EXPLAINED and winner.signal("action") >= SAME_VERB
    return told and target.signal("remainder") <= LEFT


def _compared(winner: Entry, target: Entry, signals: Signals) -> list[SignalSpec]:
    """What is compared: each signal that anybody gave of either, the verb's first."""
    names = sorted({*winner.signals, *target.signals}, key=lambda name: (name != ACTION, name))
    return [signals[name].value for name in names if signals[name].value.compared]


def _worse(winner: Entry, target: Entry, specs: Sequence[SignalSpec], *, opposed: bool) -> bool:
    def noise(spec: SignalSpec) -> float:
        return spec.noise if not opposed or spec.noise_opposed is None else spec.noise_opposed

    return any(target.signal(spec.name) - winner.signal(spec.name) > noise(spec) for spec in specs)


def contradiction(winner: Entry, target: Entry, specs: Sequence[SignalSpec]) -> str:
    """The signal that speaks against *target* by itself; "" when none does."""
    for spec in specs:
        rule = spec.contradicts
        if rule is not None and _contradicts(rule, spec.name, winner, target):
            return spec.name
    return ""


def _contradicts(rule: Contradiction, name: str, winner: Entry, target: Entry) -> bool:
    said, of_target = winner.signal(name), target.signal(name)
    return (
        of_target <= rule.target
        and said >= rule.other
        and said - of_target >= rule.by
        and all(min(winner.signal(other), target.signal(other)) > 0 for other in rule.both)
        and all(winner.signal(other) >= least for other, least in rule.beside)
    )


def _siblings(winner: Entry, target: Entry) -> bool:
    one, other = winner.candidate.tool, target.candidate.tool
    if one.resource and one.resource == other.resource:
        return True
    return bool(winner.matched("surface") & target.matched("surface"))


def _compatible(winner: Entry, target: Entry, asked: Asked) -> bool:
    if asked.says_so:
        return asked.clear and winner.signal("action") > 0
    return winner.candidate.tool.action == target.candidate.tool.action


def is_step_before(winner: Entry, target: Entry, tools: Mapping[str, Any]) -> bool:
    """Whether *winner* is a read that only feeds *target*: its parent, or the producer of a key of its path."""
    first, second = winner.candidate.tool, target.candidate.tool
    if first.changes_state:
        return False
    if first.path and second.path.startswith(first.path.rstrip("/") + "/"):
        return True
    given = {tag for row in rows_of(tools[winner.name], "produces") if (tag := row.get("semantic_tag"))}
    own = _keys(tools[winner.name])
    return bool((_keys(tools[target.name]) - own) & given)


def _keys(tool: Any) -> set[str]:
    """Tags of the path parameters that a tool is keyed by."""
    rows = rows_of(tool, "consumes")
    return {str(tag) for row in rows if row.get("location") == "path" and (tag := row.get("semantic_tag"))}
