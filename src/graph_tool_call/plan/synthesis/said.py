"""What a caller gave for one plan, and the modes that may be set."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

import attrs

from ...request.values import Request
from ..problem.given import Given
from ..problem.mutation import MUTATIONS

if TYPE_CHECKING:
    from ...hooks import PlanRequest

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


def check_depth(depth: Any) -> int:
    """*depth*, the most calls of a chain. Raises `ValueError` for what is no number of calls."""
    if not isinstance(depth, int) or depth < 0:
        raise ValueError(f"max_depth must be a number of calls, got {depth!r}")
    return depth


def plan_request(target: str, goal: str, given: Mapping[str, Any], understood: Request | None) -> PlanRequest:
    """What plugins are told of a request."""
    from ...hooks import PlanRequest

    known = {key: value for key, value in given.items() if value is not None}
    told = understood.to_dict() if understood is not None else {}
    return PlanRequest(target=target, goal=goal, given=MappingProxyType(known), understood=MappingProxyType(told))
