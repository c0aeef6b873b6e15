"""The account of one need: which producers are its candidates, how many others there are, and why they are none."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Final

import attrs

from ..model.absent import ABSENT
from ..model.contract import Input
from ..model.match import Match

#: Candidates kept for one need, the likeliest first; those that the document declares always are.
CANDIDATE_LIMIT: Final = 10
#: How many of them may change state when called, and how many may be found by their name beside others found by tag.
CHANGING_LIMIT: Final = 3
NAMED_LIMIT: Final = 2

#: Code → why a producer is no candidate of a need.
CUTS: Final[Mapping[str, str]] = MappingProxyType({
    "beyond_limit": "likelier producers fill the list already",
    "own_answer": "the operation's own answer comes after its call",
    "needs_it_itself": "the producer takes the same value and only gives it back",
    "incompatible_type": "the value's type cannot be sent for this field",
    "other_tag": "it has the name, and identifies something else",
    "never_by_caller": "the caller's annotations rule it out",
    "caller_chose": "the caller's annotations name another producer",
})  # fmt: skip

#: Code → why a need has no candidate at all.
REASONS: Final[Mapping[str, str]] = MappingProxyType({
    "fixed": "the contract allows one value or has a default",
    "enumerated": "the contract lists the values",
    "credential": "credentials are configured, never produced",
    "context": "the runtime knows the value",
    "steering": "the field steers a listing: paging, sorting, searching, selecting",
    "composite": "the field is an object or a list; what is in it is filled singly",
    "payload": "the field identifies nothing: its value is the caller's",
    "not_produced": "no answer holds what the field identifies",
    "all_cut": "every producer is ruled out",
})  # fmt: skip

_STEERING: Final = frozenset({"paging", "search", "sort", "fields", "expand"})


@attrs.frozen
class Cut:
    """So many producers are no candidates, for the reason `CUTS` explains under *code*."""

    code: str
    count: int


@attrs.frozen(kw_only=True)
class Account:
    """Candidates *kept* for a need, what was *cut*, and the *reason* (a code of `REASONS`) when nothing is kept."""

    kept: tuple[Match, ...] = ()
    cut: tuple[Cut, ...] = ()
    reason: str = ""


def take_stock(
    need: Input, judged: Iterable[tuple[Match, str]], changes: Callable[[str], bool], unseen: int = 0
) -> Account:
    """Keep the likeliest of *judged* matches that nothing speaks against, within the limits; count the others by code.

    *changes* tells whether calling a tool changes state: some such producers are kept
    beside any number of reading ones, for callers that allow them. *unseen* are that
    many more, all less likely.
    """
    allowed: dict[tuple[str, str], Match] = {}
    cut: dict[tuple[str, str], str] = {}
    for match, code in judged:
        key = (match.producer, match.output.path)
        if key not in allowed and code:
            cut[key] = code
        elif key not in allowed:
            allowed[key] = match
            cut.pop(key, None)
    kept = _likeliest(list(allowed.values()), changes)
    counts: dict[str, int] = {"beyond_limit": len(allowed) - len(kept) + unseen}
    for code in cut.values():
        counts[code] = counts.get(code, 0) + 1
    rows = tuple(Cut(code, counts[code]) for code in CUTS if counts.get(code))
    return Account(kept=kept, cut=rows, reason="" if kept else _reason(need, cut=bool(cut)))


def _likeliest(allowed: list[Match], changes: Callable[[str], bool]) -> tuple[Match, ...]:
    """*allowed* within the limits, in order."""
    declared = [match for match in allowed if match.how == "edge"]
    others = [match for match in allowed if match.how != "edge"]
    changing = [match for match in others if changes(match.producer)][:CHANGING_LIMIT]
    safe = [match for match in others if not changes(match.producer)]
    named = [match for match in safe if match.how == "name"]
    if len(named) < len(safe):
        named = named[:NAMED_LIMIT]
    room = max(CANDIDATE_LIMIT - len(declared) - len(changing), 0)
    tagged = [match for match in safe if match.how == "tag"][: max(room - len(named), 0)]
    return (*declared, *tagged, *changing, *named)[: max(CANDIDATE_LIMIT, len(declared))]


def _reason(need: Input, *, cut: bool) -> str:
    if need.kind == "auth":
        return "credential"
    if need.fixed is not ABSENT or need.default is not ABSENT:
        return "fixed"
    if "enum" in need.row:
        return "enumerated"
    if need.kind == "context":
        return "context"
    if need.role in _STEERING:
        return "steering"
    if cut:
        return "all_cut"
    if need.tag or need.role == "identifier":
        return "not_produced"
    return "composite" if need.type in ("object", "array") else "payload"


def against_by_caller(need: Input, match: Match) -> str:
    """Code of what the caller's annotations say against *match*; "" when they say nothing."""
    row = need.row
    if "never_from" in row and not {match.producer, f"{match.producer} {match.output.path}"}.isdisjoint(
        row["never_from"]
    ):
        return "never_by_caller"
    if "fed_by" in row and (match.how != "edge" or match.producer not in row["fed_by"]):
        return "caller_chose"
    return ""
