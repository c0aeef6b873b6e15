"""When a failed call is made again."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

import attrs

from ...model.tool import SAFE_METHODS, metadata_of, row_name, rows_of, tool_facts

#: Methods whose repetition has the effect of one call (RFC 9110, 9.2.2), besides the safe ones.
IDEMPOTENT_METHODS: Final = frozenset({"put", "delete"})
#: Header by which a server recognises a repeated call (IETF draft "The Idempotency-Key HTTP Header Field").
IDEMPOTENCY_HEADER: Final = "idempotency-key"


@attrs.frozen(kw_only=True)
class RetryPolicy:
    """How often, and after how long.

    Only safe calls, and those that the contract or `idempotent` declares to be idempotent,
    are repeated, unless `unsafe` asks for all. The server's `Retry-After` is honoured, up
    to `longest_wait`; beyond it the call fails.
    """

    #: Calls altogether, the first one included.
    attempts: int = attrs.field(default=3, validator=attrs.validators.ge(1))
    #: Seconds before the first repetition; each further wait is `factor` times as long.
    delay: float = attrs.field(default=0.5, validator=attrs.validators.ge(0))
    factor: float = attrs.field(default=2.0, validator=attrs.validators.ge(1))
    longest_wait: float = attrs.field(default=60.0, validator=attrs.validators.ge(0))
    #: Statuses that a later call may not meet again.
    statuses: frozenset[int] = frozenset({408, 425, 429, 500, 502, 503, 504})
    #: Kinds of failure without an answer.
    kinds: frozenset[str] = frozenset({"timeout", "connection"})
    #: Tools that the caller knows to be idempotent.
    idempotent: frozenset[str] = attrs.field(default=frozenset(), converter=frozenset)
    #: Repeat every call, whatever it does.
    unsafe: bool = False

    def wait(self, attempt: int, kind: str, status: int, retry_after: float | None) -> float | None:
        """Seconds to wait after failed *attempt* (from 1); None for "do not repeat"."""
        if attempt >= self.attempts or not (kind in self.kinds or status in self.statuses):
            return None
        if retry_after is not None:
            return retry_after if retry_after <= self.longest_wait else None
        return min(self.delay * self.factor ** (attempt - 1), self.longest_wait)

    def repeatable(self, name: str, tool: Any) -> bool:
        """Whether calling the tool twice has the effect of calling it once."""
        return self.unsafe or name in self.idempotent or (tool is not None and is_idempotent(name, tool))


#: What "abort" uses: every call is made once.
ONCE: Final = RetryPolicy(attempts=1)

Sleep = Callable[[float], None]


def is_idempotent(name: str, tool: Any) -> bool:
    """Whether the contract says so: a safe operation, PUT or DELETE, or one that takes an idempotency key."""
    facts = tool_facts(name, tool)
    if facts.method in SAFE_METHODS | IDEMPOTENT_METHODS:
        return True
    if facts.action and not facts.changes_state:
        return True
    return takes_idempotency_key(tool)


def may_change(tool: Any) -> bool:
    """Whether a call may change something: all do but those that are known not to, by their method.

    Where there is no method, as for functions, the contract's own word counts.
    """
    if tool is None:
        return True
    metadata = metadata_of(tool)
    method = str(metadata.get("method") or "").lower()
    said = metadata.get("ai_metadata")
    changes = said.get("changes_state") if isinstance(said, Mapping) else None
    return bool(changes) or (method not in SAFE_METHODS if method else changes is not False)


def takes_idempotency_key(tool: Any) -> bool:
    """Whether the operation declares an `Idempotency-Key` header."""
    rows = rows_of(tool, "consumes")
    return any(row.get("location") == "header" and row_name(row).lower() == IDEMPOTENCY_HEADER for row in rows)
