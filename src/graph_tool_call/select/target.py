"""Target selection: which of few candidates a question means, and why."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import attrs

from ..hooks.candidates import candidate_parts
from ..hooks.signals import Signals
from .entries import Entry, Parts, entries
from .override import MARGIN, may_override
from .report import selection_dict
from .rivals import RIVAL, preferred, rivals, serves, settled
from .scoring import SAID, SUPPORT, Asked, Judges, judge, supported

POLICIES: Final = ("strong_evidence",)
#: Two scores closer than this are a tie; closer than that, ambiguous.
TIE: Final = 0.001
CLOSE: Final = 0.02
AMBIGUOUS: Final = "ambiguous_target"
#: A reading in which every value has its place, and how many values have to tell.
FULL: Final = 0.99
#: From here on one of these signals tells that a question names what an operation is about.
KNOWN: Final = 0.5
_ABOUT: Final = ("resource", "surface", "given")
_TELLING: Final = 2
#: Signals that tell which given values have a place.
_LOOKED: Final = frozenset({"reading", "given"})


@attrs.frozen(kw_only=True)
class Decided:
    """The outcome of a selection before it is written down."""

    selected: Entry | None
    reasons: tuple[str, ...]
    ambiguous: bool = False
    overrode: bool = False


def select_target(
    query: str,
    candidates: Sequence[Any],
    tools: Mapping[str, Any],
    *,
    judges: Judges,
    signals: Signals,
    retrieval_results: Sequence[Mapping[str, Any]] | None = None,
    llm_target: str | None = None,
    learning_suggestions: Sequence[Mapping[str, Any]] | None = None,
    policy: str = "strong_evidence",
    given: Mapping[str, Any] | None = None,
    parts: Parts = candidate_parts,
) -> dict[str, Any]:
    """Choose among *candidates* (names or retrieval rows).

    The model's target is kept unless evidence contradicts it; without one, the
    retrieval's first row wins unless it would destroy something that the question only
    wants to read. Gives a plain dict with all documented keys, always. Raises
    `ValueError` for an unknown *policy*.
    """
    if policy not in POLICIES:
        msg = f"unknown policy {policy!r}; known is {', '.join(map(repr, POLICIES))}"
        raise ValueError(msg)
    found, asked = judge(query, entries(candidates, tools, retrieval_results, llm_target or "", parts), judges, signals)
    # Sorting is stable: equal scores keep the retrieval's order.
    ranked = sorted(found, key=lambda entry: -entry.score)
    target = next((entry for entry in found if entry.name == llm_target), None)
    does_it = asked.changes and any(_does(entry) for entry in found)
    allowed = [
        entry
        for entry in ranked
        if _allowed(entry, asked, is_target=entry is target)
        and (entry is target or not (does_it and _only_reads(entry)))
    ]
    decided = _decide(allowed, target, asked, tools, signals)
    decided, missing, unsaid = _asked_back(decided, target, allowed, given or {})
    if llm_target and target is None:
        decided = attrs.evolve(decided, reasons=(*decided.reasons, "llm_target_not_in_candidates"))
    chosen = selection_dict(
        ranked=ranked,
        allowed=allowed,
        selected=decided.selected,
        llm_target=llm_target,
        target=target,
        reasons=decided.reasons,
        ambiguous=decided.ambiguous,
        overrode=decided.overrode,
        asked=asked,
        policy=policy,
        learned=bool(learning_suggestions) or any(entry.signal("learning") for entry in found),
    )
    told = {**chosen, "unsaid": unsaid} if unsaid else chosen
    return {**told, "no_place": missing} if given else told


def _asked_back(
    decided: Decided, target: Entry | None, allowed: Sequence[Entry], given: Mapping[str, Any]
) -> tuple[Decided, list[str], list[str]]:
    """*decided*, ambiguous where a change lacks or exceeds what is said; what has no place, what is unsaid."""
    selected = decided.selected
    missing, unsaid = _no_place(selected, given), _unsaid(selected, target)
    if _reads_alone(selected, allowed):
        reasons = tuple(reason for reason in decided.reasons if reason != AMBIGUOUS)
        return attrs.evolve(decided, ambiguous=False, reasons=reasons), missing, []
    if (missing or unsaid) and selected is not None and selected.candidate.tool.changes_state:
        reasons = tuple(dict.fromkeys((*decided.reasons, AMBIGUOUS)))
        decided = attrs.evolve(decided, ambiguous=True, reasons=reasons)
    return decided, missing, unsaid


def _reads_alone(selected: Entry | None, allowed: Sequence[Entry]) -> bool:
    """Whether the selected change does what is said, has a place for all of it, and nothing else serves as well.

    Of a single value that says little: many operations take the thing that it names. What the verb says holds: a
    reading does not make of "approve" a deletion.
    """
    if selected is None or not selected.candidate.tool.changes_state or selected.signal("reading") < FULL:
        return False
    if max(selected.signal(name) for name in _ABOUT) < KNOWN:
        return False
    telling = len(selected.matched("reading")) >= _TELLING
    return telling and _says(selected) and not rivals(selected, _near(selected, allowed))


def _no_place(selected: Entry | None, given: Mapping[str, Any]) -> list[str]:
    """Keys of *given* values that have no place in the selected operation; none where nobody looked for any.

    A place is one that a reading of the request finds, or an evidence plugin.
    """
    if selected is None or not any(opinion.value.signal in _LOOKED for opinion in selected.evidence):
        return []
    placed = selected.matched("reading") | selected.matched("given")
    return [key for key in given if key not in placed and not any(word.startswith(f"{key}.") for word in placed)]


def _unsaid(selected: Entry | None, target: Entry | None) -> list[str]:
    """What the selected operation is or does beyond what is asked for, in words; a model's own target is meant."""
    if selected is None or selected is target:
        return []
    said = (opinion.value for opinion in selected.evidence)
    return list(dict.fromkeys(one.reason for one in said if one.signal == "unsaid" and one.score <= -SUPPORT))


def _does(entry: Entry) -> bool:
    """Whether an operation changes something as the question's verb says."""
    return entry.candidate.tool.changes_state and entry.signal("action") >= SAID


def _near(selected: Entry, allowed: Sequence[Entry]) -> list[Entry]:
    """What nearly as much speaks for."""
    return [entry for entry in allowed if selected.score - entry.score < RIVAL]


def _says(entry: Entry) -> bool:
    return entry.signal("action") >= SAID or bool(entry.signal("sets"))


def _only_reads(entry: Entry) -> bool:
    return not entry.candidate.tool.changes_state and entry.signal("action") < 0


def _allowed(entry: Entry, asked: Asked, *, is_target: bool) -> bool:
    """A question that only reads never selects what destroys; a model's target is refused only where a verb says so."""
    if not (asked.only_reads and entry.candidate.tool.destructive):
        return True
    return is_target and not asked.says_so


def _decide(
    allowed: Sequence[Entry], target: Entry | None, asked: Asked, tools: Mapping[str, Any], signals: Signals
) -> Decided:
    if not allowed:
        return Decided(selected=None, reasons=("no_candidates",))
    winner = allowed[0]
    if target is None or target is winner:
        return _by_itself(allowed, target, signals)
    if target not in allowed:
        # The question only reads and the model's target destroys: that is never followed.
        return Decided(selected=winner, reasons=("llm_target_overridden",), overrode=True)
    if may_override(winner, target, allowed, asked, tools, signals):
        return Decided(selected=winner, reasons=("llm_target_overridden",), overrode=True)
    gap = winner.score - target.score
    reasons = ["llm_target_preserved"]
    if gap < MARGIN:
        reasons.append(AMBIGUOUS)
    if gap < TIE:
        reasons.append("candidate_tie")
    return Decided(selected=target, reasons=tuple(reasons), ambiguous=gap < MARGIN)


def _by_itself(allowed: Sequence[Entry], target: Entry | None, signals: Signals) -> Decided:
    first = allowed[0]
    close = [entry for entry in allowed if first.score - entry.score < CLOSE]
    alike = [entry for entry in close if _alike(entry, first)]
    # Of several ways to the same thing, the one for the most of the given values.
    winner = target or preferred(max(alike, key=lambda entry: len(entry.matched("given"))), allowed)
    reasons = ["selected_by_strong_evidence" if supported(winner, signals) else "selected_by_rank"]
    gap = first.score - allowed[1].score if len(allowed) > 1 else 1.0
    if gap < TIE:
        reasons.append("candidate_tie")
    open_ = [entry for entry in close if entry not in alike and entry is not winner and not settled(entry, winner)]
    ambiguous = bool(open_) or _guessed(winner, allowed)
    if ambiguous:
        reasons.append(AMBIGUOUS)
    return Decided(selected=winner, reasons=tuple(reasons), ambiguous=ambiguous)


def _alike(one: Entry, other: Entry) -> bool:
    """Whether two operations change the same of the same thing, and differ in how it is named: by id, or by name.

    Only given values tell ways to a thing apart.
    """
    if one is other:
        return True
    paths = one.candidate.tool.path + other.candidate.tool.path
    told = "given" in one.signals and _does(one) and _does(other)
    return told and _deed(one, paths) == _deed(other, paths)


def _deed(entry: Entry, paths: str) -> tuple[object, ...]:
    """What is done, to what, and with which fields; what is a slot of *paths* says only which thing is meant."""
    tool = entry.candidate.tool
    fields = frozenset(name for name in entry.candidate.consumes if f"{{{name}}}" not in paths)
    literal = [part for part in tool.path.split("/") if "{" not in part and f"{{{part}}}" not in paths]
    return tool.method, tool.action, tool.shape, literal, fields


def _guessed(winner: Entry, others: Sequence[Entry]) -> bool:
    """Whether *winner* changes what the question asks to change otherwise, or destroys where hardly that is asked.

    Where another one does what is asked, a change that only could be meant is a guess, too.
    """
    action, tool = winner.signals.get("action"), winner.candidate.tool
    if action is None or not tool.changes_state or winner.signal("sets"):
        return False
    unread = not winner.matched("reading")
    does_it = any(entry.signal("action") >= SAID and (unread or serves(entry, winner)) for entry in others)
    return action < (SUPPORT if tool.destructive or does_it else -SUPPORT)
