"""Where the readers put what they skipped, guessed or found wrong."""

from __future__ import annotations

from collections import Counter

from ..model import Diagnostic


class Report:
    """Collects diagnostics in the order of their finding, each once, and of one code no more than anyone reads."""

    def __init__(self, most: int = 500) -> None:
        self._most = most
        self._rows: dict[tuple[str, str, str], Diagnostic] = {}
        self._counts: Counter[str] = Counter()

    def add(self, code: str, message: str, pointer: str = "", severity: str = "warning") -> None:
        """Note one finding; the same finding at the same place counts once."""
        key = (code, pointer, message)
        if key in self._rows:
            return
        self._counts[code] += 1
        if self._counts[code] <= self._most:
            self._rows[key] = Diagnostic(code=code, message=message, pointer=pointer, severity=severity)

    def take(self, other: Report, label: str = "") -> None:
        """Note what *other* has found, at places that begin with *label*."""
        for row in other._rows.values():
            self.add(row.code, row.message, label + row.pointer, row.severity)
        for code, count in other._counts.items():
            self._counts[code] += max(0, count - other._most)

    def rows(self) -> tuple[Diagnostic, ...]:
        """All findings so far; what was beyond the limit is one row with its number."""
        more = [(code, count - self._most) for code, count in self._counts.items() if count > self._most]
        rest = [
            Diagnostic(code=code, message=f"and {count} more of this kind", severity="info") for code, count in more
        ]
        return (*self._rows.values(), *rest)
