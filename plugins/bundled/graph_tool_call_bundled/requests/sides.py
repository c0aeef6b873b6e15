"""The two sides of what takes two things of one kind: from and to, sender and receiver, source and target."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

#: Words of one side, in names of inputs and in questions.
_GIVES: Final = frozenset(
    "from source src sender send origin debit payer donor giver old previous base start 보내는 출금 출발".split()
)
_TAKES: Final = frozenset(
    """
    to target dest destination dst receiver recipient receive credit payee beneficiary new into head end
    받는 입금 도착
    """.split()
)
_SIDES: Final[Mapping[str, int]] = {**dict.fromkeys(_GIVES, -1), **dict.fromkeys(_TAKES, 1)}


def side(words: tuple[str, ...]) -> int:
    """-1 for what gives, 1 for what takes, 0 for words that say neither."""
    return next((_SIDES[word] for word in words if word in _SIDES), 0)
