"""What became of each plugin: the rows of `graph-tool-call plugins`."""

from __future__ import annotations

from typing import Any

import attrs


@attrs.frozen(kw_only=True)
class ReportRow:
    """One plugin of a set, whether it takes part or not."""

    id: str
    version: str = ""
    distribution: str = ""
    title: str = ""
    #: Names of the hooks that it implements; empty when it was not loaded.
    hooks: tuple[str, ...] = ()
    #: active, blocked, or failed.
    status: str = "active"
    #: Why it is blocked or failed; "" for an active plugin.
    why: str = ""

    def to_dict(self) -> dict[str, Any]:
        """The row as JSON-shaped data."""
        return {**attrs.asdict(self), "hooks": list(self.hooks)}
