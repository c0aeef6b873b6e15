"""Why a call ends without an answer that can be used."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


class Problem(Exception):  # noqa: N818 - becomes a `ToolResult`, never reaches a caller
    """The call ends here. `kind` is a `ToolResult.error_kind`, `data` its data."""

    def __init__(self, message: str, *, kind: str = "argument", data: Mapping[str, Any] | None = None) -> None:
        super().__init__(message)
        self.kind = kind
        self.data = dict(data or {})


def lacks_option(message: str, option: str, *, kind: str = "argument") -> Problem:
    """A problem that *option* of the executor would solve; callers with words of their own read it in the data."""
    return Problem(f"{message}; give the option {option}", kind=kind, data={"option": option})
