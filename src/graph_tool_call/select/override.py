"""When deterministic evidence may replace a model's target.

The question is not how good the winner is but what contradicts the model's target: signals
are compared between the two. Counting the winner's own signals overrides right targets
(measured: eight times in a hundred); comparing does not.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from ..model.tool import rows_of
from .entries import Entry
from .scoring import Asked

#: Least margin over the model's target and over the runner-up.
MARGIN: Final = 0.08
RUNNER_UP: Final = 0.02
#: A signal is better from this difference on.
BETTER: Final = 0.15
SIGNALS: Final = ("action", "resource", "scope", "shape", "deprecation", "surface", "remainder", "contract", "phrase")
#: Differences that are noise, by signal; and what is noise where the kind of operation contradicts the target.
NOISE: Final[Mapping[str, float]] = MappingProxyType(
    {
        "contract": 0.2,
        "phrase": 1.0,
        "surface": 0.1,
        "action": 0.05,
        "remainder": 0.05,
        "shape": 0.05,
        "deprecation": 0.0,
    }
)
SOFT_NOISE: Final[Mapping[str, float]] = MappingProxyType(
    {"contract": 0.5, "resource": 0.55, "scope": 0.45, "surface": 0.3}
)
#: From here on words of the question are left unexplained, and up to here they are explained.
LEFT: Final = -0.2
EXPLAINED: Final = -0.05
#: A shape that the question says, not one that an article implies.
CLEAR_SHAPE: Final = 0.5
#: Question and operation say the same, and so much more than that is said by the target.
SAYS_IT: Final = 0.8
SAYS_MORE: Final = 0.15
#: The winner has the question's own verb.
SAME_VERB: Final = 0.9


def may_override(winner: Entry, target: Entry, ranked: Sequence[Entry], asked: Asked, tools: Mapping[str, Any]) -> bool:
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
    contradicts = contradiction(winner, target)
    better = sum(1 for name in SIGNALS if winner.signal(name) - target.signal(name) >= BETTER)
    return (
        not _worse(winner, target, contradicts)
        and (better >= 2 or explains or contradicts == "action")
        and bool(explains or contradicts)
        and (explains or _siblings(winner, target))
        and _compatible(winner, target, asked)
        and not is_step_before(winner, target, tools)
    )


def _explains(winner: Entry, target: Entry) -> bool:
    """Whether *winner* has the question's verb and leaves none of its words over, and *target* does."""
    told = winner.signal("remainder") >= EXPLAINED and winner.signal("action") >= SAME_VERB
    return told and target.signal("remainder") <= LEFT


def _worse(winner: Entry, target: Entry, contradicts: str) -> bool:
    noise = {**NOISE, **SOFT_NOISE} if contradicts == "action" else NOISE
    return any(target.signal(name) - winner.signal(name) > noise.get(name, 0.05) for name in SIGNALS)


def contradiction(winner: Entry, target: Entry) -> str:
    """What speaks against *target*: "action", "deprecation", "scope", "shape" or "surface"; "" when nothing does."""
    if target.signal("action") <= -0.4 and winner.signal("action") >= 0.2:
        return "action"
    if target.signal("deprecation") < 0 <= winner.signal("deprecation"):
        return "deprecation"
    if winner.signal("scope") - target.signal("scope") >= 0.8:
        return "scope"
    if (
        target.signal("shape") <= -CLEAR_SHAPE
        and winner.signal("shape") >= CLEAR_SHAPE
        and min(winner.signal("resource"), target.signal("resource")) > 0
    ):
        return "shape"
    said, of_target = winner.signal("surface"), target.signal("surface")
    if said >= SAYS_IT and said - of_target >= SAYS_MORE and winner.signal("remainder") >= EXPLAINED:
        return "surface"
    return ""


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
