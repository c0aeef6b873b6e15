"""Suggestions: which tool was right for questions with which words, and how often that was checked.

States: *suggested* (seen), *promotable* (seen often enough, hardly ever wrong), *promoted* (the
caller accepted it; only these count), *rejected* (the caller refused it; it stays refused).
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from ..errors import GraphToolCallError
from ..model.digest import digest_of
from .record import FORMAT

STATES: Final = ("suggested", "promotable", "promoted", "rejected")
#: Runs that have to have gone well, and their least share of all, before a suggestion may be promoted.
SUPPORT: Final = 3
SHARE: Final = 0.8
#: A promoted suggestion whose share falls below this one is only suggested again.
DEMOTED: Final = 0.5
#: Questions are alike from this share of common words on (Jaccard).
ALIKE: Final = 0.5


class LearningError(GraphToolCallError):
    """A suggestion or record cannot be used as asked.

    `reason`: not_a_suggestion, not_a_record, wrong_format, not_promotable.
    """

    code = "learning"
    fields = ("reason", "message")
    reason: str


def derive(records: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Suggestions of *records*: one for each tool and group of questions alike.

    A run that completed speaks for its target, one that failed for a reason of the target's
    own (arguments, or the tool refused them) against it. Other records say nothing.

    Raises:
        LearningError: a row is no record.
    """
    found = []
    for record in records:
        speaks = _speaks(_checked(record))
        if speaks:
            found.append(
                _made(
                    collection=record["collection"],
                    target=record["selected_target"],
                    terms=record["terms"],
                    state="suggested",
                    **{"support": [], "against": [], speaks: [record["id"]]},
                )
            )
    return merge(found)


def merge(*sets: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """All suggestions of *sets*, those of one tool for questions alike as one; the same record counts once.

    What the caller decided stays: rejected is rejected, promoted is promoted while its runs
    go well.

    Raises:
        LearningError: a row is no suggestion of this format.
    """
    merged: list[dict[str, Any]] = []
    rows = [check(row) for one in sets for row in one]
    for row in sorted(rows, key=lambda row: (row["collection"], row["target"], -len(row["terms"]), row["terms"])):
        like = next((at for at, known in enumerate(merged) if _alike(known, row)), None)
        if like is None:
            merged.append(_made(**_parts(row)))
        else:
            merged[like] = _united(merged[like], row)
    return sorted(merged, key=lambda row: (row["collection"], row["target"], row["id"]))


def promote(suggestion: Mapping[str, Any], *, reviewed: bool = False) -> dict[str, Any]:
    """*suggestion*, promoted: from now on it counts. With *reviewed*, a person vouches for one that is only suggested.

    Raises:
        LearningError: it is not promotable, or no suggestion.
    """
    row = check(suggestion)
    if row["state"] not in {"promotable", "promoted"} and not (reviewed and row["state"] == "suggested"):
        runs = f"{len(row['support'])} runs for it, {len(row['against'])} against"
        raise LearningError("not_promotable", f"suggestion {row['id']} is {row['state']}: {runs}")
    return {**row, "state": "promoted"}


def reject(suggestion: Mapping[str, Any]) -> dict[str, Any]:
    """*suggestion*, rejected: it never counts, and later runs do not bring it back."""
    return {**check(suggestion), "state": "rejected"}


def check(suggestion: Any) -> dict[str, Any]:
    """*suggestion* with exactly the documented keys. Raises `LearningError`."""
    if not isinstance(suggestion, Mapping) or not isinstance(suggestion.get("target"), str):
        raise LearningError("not_a_suggestion", "a suggestion is an object with a target")
    if suggestion.get("format") != FORMAT:
        message = f"suggestion of format {suggestion.get('format')!r}; this release reads {FORMAT}"
        raise LearningError("wrong_format", message)
    state = suggestion.get("state")
    if not isinstance(state, str) or state not in STATES:
        raise LearningError("not_a_suggestion", f"state must be one of {', '.join(STATES)}")
    return _made(**_parts(suggestion))


def _checked(record: Any) -> Mapping[str, Any]:
    """*record*, which must have what counting it needs. Raises `LearningError`."""
    if not isinstance(record, Mapping):
        raise LearningError("not_a_record", f"a record is an object, not {type(record).__name__}")
    texts = ("collection", "selected_target", "status", "failed_tool", "error_kind", "id")
    wrong = [name for name in texts if not isinstance(record.get(name, ""), (str, type(None)))]
    wrong += [name for name in ("id", "collection") if name not in record]
    if wrong:
        raise LearningError("not_a_record", f"a record has texts as {' and '.join(wrong)}")
    return record


def _speaks(record: Mapping[str, Any]) -> str:
    """Which count a record adds to."""
    target, status = record.get("selected_target"), record.get("status")
    if record.get("format") != FORMAT or not target or not record.get("terms"):
        return ""
    if status == "completed":
        return "support"
    own = record.get("failed_tool") == target and record.get("error_kind") in {"argument", "tool", "refused"}
    return "against" if status == "failed" and own else ""


def _parts(row: Mapping[str, Any]) -> dict[str, Any]:
    return {name: row.get(name) for name in ("collection", "target", "terms", "state", "support", "against")}


def _made(*, collection: Any, target: Any, terms: Any, state: Any, support: Any, against: Any) -> dict[str, Any]:
    """A suggestion with all its keys; its state follows its runs unless the caller decided it."""
    words, runs, failures = _texts(terms), _texts(support), _texts(against)
    share = len(runs) / (len(runs) + len(failures)) if runs else 0.0
    if state == "promoted" and (runs or failures) and share < DEMOTED:
        state = "suggested"
    if state not in {"promoted", "rejected"}:
        state = "promotable" if len(runs) >= SUPPORT and share >= SHARE else "suggested"
    key = json.dumps([str(collection or ""), target, words], ensure_ascii=False)
    return {
        "format": FORMAT,
        "id": digest_of(key, 16),
        "collection": str(collection or ""),
        "target": target,
        "terms": words,
        "state": state,
        # One more failure than was seen: few runs are worth less than many.
        "confidence": round(len(runs) / (len(runs) + len(failures) + 1), 3),
        "support": runs,
        "against": failures,
    }


def _united(one: Mapping[str, Any], other: Mapping[str, Any]) -> dict[str, Any]:
    states = {one["state"], other["state"]}
    state = next((state for state in ("rejected", "promoted") if state in states), "suggested")
    return _made(
        collection=one["collection"],
        target=one["target"],
        # What they have in common is what they are alike in.
        terms=sorted({*one["terms"]} & {*other["terms"]}),
        state=state,
        support=[*one["support"], *other["support"]],
        against=[*one["against"], *other["against"]],
    )


def _alike(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    if (one["collection"], one["target"]) != (other["collection"], other["target"]):
        return False
    first, second = set(one["terms"]), set(other["terms"])
    return first == second or len(first & second) >= ALIKE * len(first | second) > 0


def _texts(value: Any) -> list[str]:
    rows = value if isinstance(value, Sequence) and not isinstance(value, str) else ()
    return sorted({row for row in rows if isinstance(row, str)})
