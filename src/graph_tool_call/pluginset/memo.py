"""The cache that a session gives to each plugin."""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable
from typing import Any, TypeVar

T = TypeVar("T")


class PluginMemo:
    """A `Memo` that one plugin has to itself, for as long as a session lives."""

    def __init__(self) -> None:
        self._values: dict[Hashable, Any] = {}
        # Re-entrant: what is made may be made of other things in the memo.
        self._lock = threading.RLock()

    def once(self, key: Hashable, make: Callable[[], T]) -> T:
        """The value of *key*, made by *make* the first time, also when threads ask at once."""
        if key in self._values:
            value: T = self._values[key]
            return value
        with self._lock:
            if key not in self._values:
                self._values[key] = make()
            made: T = self._values[key]
            return made

    def taken(self) -> list[Any]:
        """Everything, the latest first, and forgotten."""
        values = list(self._values.values())
        self._values.clear()
        return values[::-1]

    def close(self) -> None:
        """Close what has a `close` method, the latest first, and forget everything."""
        for value in self.taken():
            close = getattr(value, "close", None)
            if callable(close):
                close()
