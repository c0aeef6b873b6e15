"""Success criteria: a plan asks of a call that it succeeds, and no more."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Mapping
from typing import Any, Final

_COMPARISON: Final = re.compile(r"\s*\$statusCode\s*(==|!=|>=|<=|>|<)\s*(\d{3})\s*")
#: Longer conditions say more than a status.
_LONGEST: Final = 1_000
_OPERATORS: Final[Mapping[str, Callable[[int, int], bool]]] = {
    "==": operator.eq,
    "!=": operator.ne,
    ">=": operator.ge,
    "<=": operator.le,
    ">": operator.gt,
    "<": operator.lt,
}


def is_success(criterion: Any) -> bool:
    """Whether a criterion object holds for no status but those of success (2xx), so that a plan keeps it."""
    if not isinstance(criterion, Mapping) or not isinstance(criterion.get("condition"), str):
        return False
    condition = criterion["condition"]
    if len(condition) > _LONGEST:
        return False
    if criterion.get("type", "simple") == "simple":
        allowed = _simple(condition)
    elif criterion.get("type") == "regex" and criterion.get("context") == "$statusCode":
        allowed = _regex(condition)
    else:
        return False
    return bool(allowed) and all(200 <= status < 300 for status in allowed)


def _simple(condition: str) -> list[int]:
    """The statuses that comparisons of `$statusCode`, joined by && and ||, allow; none for other conditions."""
    groups = [[_COMPARISON.fullmatch(part) for part in group.split("&&")] for group in condition.split("||")]
    tests: list[list[tuple[Callable[[int, int], bool], int]]] = []
    for group in groups:
        found = [(_OPERATORS[match[1]], int(match[2])) for match in group if match is not None]
        if len(found) != len(group):
            return []
        tests.append(found)
    return [s for s in range(100, 600) if any(all(test(s, number) for test, number in group) for group in tests)]


def _regex(pattern: str) -> list[int]:
    # Only patterns of digits, classes and counts: a document must not bring one that takes for ever.
    if not re.fullmatch(r"\^?[\d\\d.\[\]{}|()-]{1,40}\$?", pattern) or "+" in pattern or "*" in pattern:
        return []
    try:
        found = re.compile(pattern)
    except re.error:
        return []
    return [status for status in range(100, 600) if found.search(str(status))]
