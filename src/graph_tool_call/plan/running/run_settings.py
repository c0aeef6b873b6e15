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
