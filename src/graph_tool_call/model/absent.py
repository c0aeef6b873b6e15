"""The mark for "the document does not say", where `None` is a value that it may say."""

from __future__ import annotations

import enum
from typing import Final


class Absent(enum.Enum):
    """Type of `ABSENT`; an enum, so that type checkers can narrow on identity."""

    ABSENT = "absent"

    def __bool__(self) -> bool:
        return False


ABSENT: Final = Absent.ABSENT
