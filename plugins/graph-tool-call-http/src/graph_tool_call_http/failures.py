"""Why a request cannot be made."""

from __future__ import annotations


class Problem(Exception):  # noqa: N818 - becomes a `ToolResult`, never reaches a caller
    """The call ends here. `kind` is a `ToolResult.error_kind`."""

    def __init__(self, message: str, *, kind: str = "argument") -> None:
        super().__init__(message)
        self.kind = kind
