"""Where the readers put what they skipped, guessed or found wrong."""

from __future__ import annotations

from ..model import Diagnostic


class Report:
    """Collects diagnostics in the order of their finding, each once."""

    def __init__(self) -> None:
        self._rows: dict[tuple[str, str, str], Diagnostic] = {}

    def add(self, code: str, message: str, pointer: str = "", severity: str = "warning") -> None:
        """Note one finding; the same finding at the same place counts once."""
        key = (code, pointer, message)
        if key not in self._rows:
            self._rows[key] = Diagnostic(code=code, message=message, pointer=pointer, severity=severity)

    def rows(self) -> tuple[Diagnostic, ...]:
        """All findings so far."""
        return tuple(self._rows.values())
