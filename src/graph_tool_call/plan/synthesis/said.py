"""What a caller gave for one plan, and the modes that may be set."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import attrs

from ..problem.given import Given
from ..problem.mutation import MUTATIONS

MODES: Final = {
    "user_input": ("fallback", "always", "never"),
    "choose": ("auto", "first", "ask"),
    "mutating_producers": tuple(MUTATIONS),
    "unread": ("stop", "allow"),
}


@attrs.frozen
class Said:
    """What the caller gave: values, keys given as null, and what becomes of values without a place."""

    given: Given
    nulls: tuple[str, ...]
    unread: str

    @classmethod
    def of(cls, entities: Mapping[str, Any] | None, unread: str) -> Said:
        """What a caller gave as *entities*. Raises `ValueError` for an unknown mode."""
        check_mode("unread", unread)
        values = entities or {}
        return cls(Given(values, None), tuple(key for key, value in values.items() if value is None), unread)


def check_mode(name: str, value: str) -> None:
    """Raise `ValueError` for a value that a mode does not have."""
    if value not in MODES[name]:
        msg = f"{name} must be one of {', '.join(MODES[name])}, not {value!r}"
        raise ValueError(msg)
