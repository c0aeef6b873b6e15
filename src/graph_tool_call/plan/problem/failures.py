"""Why no plan was made: one class for each documented reason."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...errors import GraphToolCallError


class PlanSynthesisError(GraphToolCallError):
    """No plan can be made. `reason` is stable; `details` names the field, the tool and what was tried."""

    fields = ("reason", "message", "details")
    reason: str
    details: Mapping[str, Any]

    def __init__(self, reason: str, message: str, details: Mapping[str, Any] | None = None) -> None:
        super().__init__(reason, message, dict(details or {}))

    @property
    def code(self) -> str:  # type: ignore[override]
        """The reason, under the name that all errors have."""
        return self.reason

    def to_dict(self) -> dict[str, Any]:
        """`stage`, `reason`, `message`, and the details at top level."""
        return {
            "stage": "plan_synthesis",
            "reason": self.reason,
            "code": self.reason,
            "message": self.message,
            **self.details,
        }


class UnknownTargetError(PlanSynthesisError):
    """The target is not in the graph; `near` lists similar names."""


class UnknownFieldError(PlanSynthesisError):
    """The target has no such input, or none that a fan-out could go over; `near` lists similar names."""


class UnsatisfiedFieldError(PlanSynthesisError):
    """A required field cannot be filled, and nobody may be asked."""


class EnumRequiredError(PlanSynthesisError):
    """A field takes one of few values, none was given, and nobody may be asked."""


class DynamicOptionRequiredError(PlanSynthesisError):
    """An element of a list must be chosen before the target can be called."""


class CycleError(PlanSynthesisError):
    """Every producer of a field needs, in the end, the field itself; `chain` has the tools in order."""


class MaxDepthError(PlanSynthesisError):
    """Every producer of a field lies deeper than `max_depth`; `chain` has the tools in order."""


class InvalidEntityError(PlanSynthesisError):
    """A given value cannot be what the contract wants for the field that it names."""


class UnreadValueError(PlanSynthesisError):
    """A value was given that a plan which changes something has no place for.

    `unread` has a row for each: `key`, and `considered`, the nearest inputs. Values are not told.
    """


class EmptyFilterError(PlanSynthesisError):
    """A call that changes something would say nothing: no filter, or an empty body; `inputs` are those it takes."""
