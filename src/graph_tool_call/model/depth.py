"""How deep lists and objects lie inside one another."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def is_deeper(value: Any, levels: int) -> bool:
    """Whether anything in *value* lies inside more than *levels* - 1 lists and objects, looked at level by level."""
    level = [value] if isinstance(value, (Mapping, list, tuple)) else []
    for _ in range(levels - 1):
        inner = (member for one in level for member in (one.values() if isinstance(one, Mapping) else one))
        # What stands in several places counts once: else there could be twice as many at each level.
        level = list({id(one): one for one in inner if isinstance(one, (Mapping, list, tuple))}.values())
        if not level:
            return False
    return any(map(len, level))
