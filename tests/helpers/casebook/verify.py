"""Every key of a case is looked at, or the case fails."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any, TypeVar

from .load import Case

S = TypeVar("S")

#: Asserts what one key of `expected` demands of the subject.
Check = Callable[[S, Any], None]


def understand(case: Case, inputs: Collection[str]) -> None:
    """Fail for a key of `input` that this kind of case has no meaning for."""
    unknown = sorted(set(case.input) - set(inputs))
    assert not unknown, f"input {', '.join(unknown)} has no meaning here; known: {', '.join(sorted(inputs))}"


def verify(subject: S, expected: Mapping[str, Any], checks: Mapping[str, Check[S]]) -> None:
    """Assert every key of *expected*; a key without a check fails."""
    unknown = sorted(set(expected) - set(checks))
    assert not unknown, f"expected {', '.join(unknown)} cannot be asserted; known: {', '.join(sorted(checks))}"
    for key, wanted in expected.items():
        checks[key](subject, wanted)
