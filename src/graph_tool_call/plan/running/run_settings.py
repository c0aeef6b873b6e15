"""How a runner runs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import attrs

from .outcome import NO_WORDS, Successes
from .retry import RetryPolicy


@attrs.frozen(kw_only=True)
class RunSettings:
    """How a runner runs; the same for all of its runs."""

    #: "off", "check" or "coerce".
    validate_args: str = "off"
    #: Pages of one list, and elements of a `foreach` step, that a lookup reads at most.
    lookup_pages: int = 20
    lookup_parents: int = 50
    tools: Mapping[str, Any] = attrs.Factory(dict)
    #: Each step's tool must be among `tools`.
    tools_complete: bool = False
    #: "abort", "retry" or "recover".
    on_error: str = "abort"
    retry: RetryPolicy
    timeout: float | None = None
    plan_timeout: float | None = None
    #: What stands for success in answers that are all sent with HTTP 200.
    successes: Successes = NO_WORDS
    #: Name of the executor, for `ToolCall.executor`.
    executor: str = ""
    #: Whether the executor sees to it that a repeated call has the effect of one.
    idempotent: bool = False
    library_version: str = ""
    #: Wall clock and monotonic clock, in seconds.
    now: Callable[[], float]
    clock: Callable[[], float]

    def repeatable(self, name: str) -> bool:
        """Whether calling the tool of that name twice has the effect of calling it once."""
        return self.idempotent or self.retry.repeatable(name, self.tools.get(name))


def limit(name: str, seconds: float | None) -> float | None:
    """*seconds*, which are more than 0 or None. Raises `ValueError`."""
    if seconds is not None and not seconds > 0:
        raise ValueError(f"{name} must be more than 0 seconds, got {seconds!r}")
    return seconds


def count(name: str, number: int) -> int:
    """*number*, which is at least 1. Raises `ValueError`."""
    if number < 1:
        raise ValueError(f"{name} must be at least 1, got {number!r}")
    return number


def check_choice(name: str, value: str, choices: tuple[str, ...]) -> None:
    """Raises `ValueError` for what is not among *choices*."""
    if value not in choices:
        raise ValueError(f"{name} must be one of {', '.join(choices)}, got {value!r}")
