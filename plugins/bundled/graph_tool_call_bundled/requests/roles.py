"""Roles of two things of one kind: from and to, sender and receiver, source and target."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from graph_tool_call.hooks import RequestText, Said

from ..words import split
from .places import Place

#: Words of one role, in names of inputs and in questions.
_GIVES: Final = frozenset(
    "from source src sender send origin debit payer donor giver old previous base start 보내는 출금 출발".split()
)
_TAKES: Final = frozenset(
    """
    to target dest destination dst receiver recipient receive credit payee beneficiary new into head end
    받는 입금 도착
    """.split()
)
_ROLE: Final[Mapping[str, int]] = {**dict.fromkeys(_GIVES, -1), **dict.fromkeys(_TAKES, 1)}
#: Korean particles after a value.
_AFTER: Final = (
    (re.compile(r"\s*['\"”’]?\s*에서"), -1),
    (re.compile(r"\s*['\"”’]?\s*(?:에게|으로|로)(?:\s|$)"), 1),
)
_BONUS: Final = 0.06


def role_of(words: tuple[str, ...]) -> int:
    """-1 for what gives, 1 for what takes, 0 for words that say neither."""
    return next((_ROLE[word] for word in words if word in _ROLE), 0)


def role_bonus(request: RequestText, said: Said, place: Place) -> float:
    """What the role of *place* adds: where the word or what stands before the value says the same, or the opposite."""
    own = role_of(split(place.slot.name))
    if not own:
        return 0.0
    asked = role_of(split(said.word)) or _led(request, said)
    return 0.0 if not asked else _BONUS if asked == own else -2 * _BONUS


def _led(request: RequestText, said: Said) -> int:
    if said.start < 0:
        return 0
    after = request.question[said.end : said.end + 6]
    particle = next((role for pattern, role in _AFTER if pattern.match(after)), 0)
    words = [word.lower() for word in re.findall(r"[^\W\d_]+", said.lead)]
    return particle or next((_ROLE[word] for word in reversed(words[-4:]) if word in {"from", "to", "into"}), 0)
