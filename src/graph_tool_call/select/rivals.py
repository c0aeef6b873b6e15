"""What else would serve a request as well as a change does, and which of several ways to one end is taken.

Two operations serve a request alike when both have a place for all that is said and do what the verb says. Where one
of them does or needs more than is said (`PUT` beside `PATCH`, `admin.x` beside `x`, a bulk variant, a preview), the
other is taken: that is no guess. Where each does something that the other does not, only the person knows.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from .entries import Entry
from .scoring import SUPPORT

#: Readings that differ by less say the same.
NEARLY: Final = 0.05
#: Nothing rivals what is this much better.
RIVAL: Final = 0.1
#: A version in a path, and the name of one that is not stable: `v1beta2`.
_VERSION: Final = re.compile(r"v?\d+(?:\.\d+)*(?P<draft>(?:alpha|beta|rc|preview)\d*)?", re.IGNORECASE)
#: Opinions that say what an operation is, does or needs beyond what is asked for.
_BEYOND: Final = ("unsaid", "needs")


def preferred(winner: Entry, allowed: Sequence[Entry]) -> Entry:
    """Of the ways to the same end as *winner*, the one that does and needs the least beyond what is said."""
    if not winner.candidate.tool.changes_state:
        return winner
    found = winner
    for other in allowed:
        near = _place(other) == _place(found) or found.score - other.score < RIVAL
        if near and serves(other, found) and (_outdoes(other, found) or _newer(other, found)):
            found = other
    return found


def rivals(winner: Entry, allowed: Sequence[Entry]) -> list[Entry]:
    """Other changes that serve the request as well as *winner*, and something that *winner* does not."""
    return [o for o in allowed if o is not winner and serves(o, winner) and not settled(o, winner)]


def settled(other: Entry, winner: Entry) -> bool:
    """Whether *winner*, a change that was read for, is taken before *other*: it does and has more of what is said."""
    if "reading" not in winner.signals or not serves(winner, other):
        return False
    less = does(other) < does(winner) or other.signal("reading") < winner.signal("reading") - NEARLY
    return less or _outdoes(winner, other) or _one_end(winner, other)


def serves(other: Entry, winner: Entry) -> bool:
    """Whether *other* changes something and has as much of what is said as *winner*, and its verb as well."""
    if not winner.matched("reading"):
        return False
    reads = other.signal("reading") >= winner.signal("reading") - NEARLY
    return other.candidate.tool.changes_state and reads and does(other) >= does(winner)


def does(entry: Entry) -> int:
    """Whether an operation does what the verb says: 1 as far as its kind tells, 0 perhaps, -1 something else."""
    action = entry.signal("action")
    return 1 if entry.signal("sets") or action > 0 else 0 if action > -SUPPORT else -1


def beyond(entry: Entry) -> frozenset[str]:
    """What an operation is, does or needs beyond what is asked for, in words."""
    return frozenset().union(*(entry.matched(signal) for signal in _BEYOND))


def _outdoes(one: Entry, other: Entry) -> bool:
    """Whether *one* does all that is said and less beyond it than *other*."""
    return serves(one, other) and beyond(one) < beyond(other)


def _one_end(one: Entry, other: Entry) -> bool:
    """Whether two operations are the same one in two versions."""
    return beyond(one) == beyond(other) and _without_version(one) == _without_version(other)


def _newer(one: Entry, other: Entry) -> bool:
    return _one_end(one, other) and _version(one) > _version(other)


def _without_version(entry: Entry) -> tuple[object, ...]:
    """Method, inputs, and the path after its version."""
    parts, at = _parts(entry)
    inputs = frozenset(entry.candidate.consumes)
    return entry.candidate.tool.method, tuple(parts[at + 1 :]), inputs if at >= 0 else entry.name


def _version(entry: Entry) -> tuple[object, ...]:
    """Stable ones are newer than drafts."""
    parts, at = _parts(entry)
    match = _VERSION.fullmatch(parts[at]) if at >= 0 else None
    if match is None:
        return (False, [])
    return (not match["draft"], [int(number) for number in re.findall(r"\d+", parts[at])])


def _place(entry: Entry) -> str:
    return entry.candidate.tool.path.rstrip("/")


def _parts(entry: Entry) -> tuple[list[str], int]:
    """The segments of a path, and which of them is its version."""
    parts = entry.candidate.tool.path.strip("/").split("/")
    return parts, next((at for at, part in enumerate(parts) if _VERSION.fullmatch(part)), -1)
