"""Whether an element is the one that a filter describes, and how closely; which of several comes first."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime, timedelta, timezone
from functools import partial
from typing import Any, Final

from ...model import ABSENT
from .expression import Filter, Key, Order, Position, Segment
from .text import as_text, is_list

#: Elements of lists with their positions, each in a list inside the one before it.
Chain = tuple[tuple[int, Any], ...]

#: How closely texts are compared, the closest first: equal; but for case and blanks around; but for
#: a prefix and punctuation between words; found somewhere inside.
EXACT, CASE, PUNCTUATION, CONTAINS = "exact", "case", "punctuation", "contains"
LEVELS: Final = (EXACT, CASE, PUNCTUATION, CONTAINS)

#: Signs before a name that people leave out: of tags, accounts, paths.
_PREFIX: Final = "#@/"
#: Punctuation and blanks between two words. Between two digits they belong to the number.
_BETWEEN: Final = re.compile(r"(?<=\w)(?<!_)[\W_]+(?=\w)(?!_)")
_DIGITS_AROUND: Final = re.compile(r"\d[\W_]+\d")
_AROUND: Final = ".,;:!? \t\r\n\"'“”‘’«»「」『』"
_DATE: Final = re.compile(
    r"(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d+))?)?\s*(Z|[+-]\d\d:?(?:\d\d)?)?)?", re.IGNORECASE
)


def best_matches(elements: Sequence[Any], filter_: Filter, *, lenient: bool) -> tuple[tuple[int, ...], str]:
    """Positions of the elements that fit most closely, and how closely; *lenient* also looks inside texts.

    The values of *filter_* are read already. Without any comparison all elements fit.
    """
    tests = [[(one.value, [field_of(e, one) for e in elements]) for one in clause] for clause in filter_.clauses]
    levels = LEVELS if lenient else LEVELS[:-1]
    for level in levels:
        found: Sequence[int] = range(len(elements))
        for clause in tests:
            found = _agreeing(found, clause, level)
        if found:
            return tuple(found), level
    return (), levels[-1]


def _agreeing(positions: Sequence[int], clause: Sequence[tuple[Any, Sequence[Any]]], level: str) -> Sequence[int]:
    """Those of *positions* where one of the tests holds: wanted values, each with what the elements have."""
    agrees: Callable[[Any, Any], bool] = same if level == EXACT else partial(_agrees, level=level)
    if len(clause) == 1:
        wanted, values = clause[0]
        return [at for at in positions if agrees(values[at], wanted)]
    return [at for at in positions if any(agrees(values[at], wanted) for wanted, values in clause)]


def has_fields(elements: Iterable[Any], filter_: Filter) -> bool:
    """Whether any element has a field that each clause compares."""
    clauses = filter_.clauses
    return any(all(any(field_of(one, test) is not ABSENT for test in clause) for clause in clauses) for one in elements)


def field_of(element: Any, test: Filter) -> Any:
    """What *test* compares of *element*: a field, or the text of several; `ABSENT` where it lacks one."""
    found = peek(element, test.path)
    if not test.joined:
        return found
    parts = [found, *(part if isinstance(part, str) else peek(element, part) for part in test.joined)]
    return "".join(map(as_text, parts)) if all(map(is_scalar, parts)) else ABSENT


def _agrees(found: Any, wanted: Any, level: str) -> bool:
    if same(found, wanted):
        return True
    if not (is_scalar(found) and is_scalar(wanted) and isinstance(wanted, str)):
        return False
    one, other = as_text(found).strip().casefold(), as_text(wanted).strip().casefold()
    if not other:
        return False
    if one == other or level == CASE:
        return one == other
    one, other = _words(one), _words(other)
    if not other:
        return False
    return one == other or (level == CONTAINS and _is_inside(other, one))


def _words(text: str) -> str:
    """*text* without signs before and after it, with one blank for what stands between words."""
    bare = text.lstrip(_PREFIX + _AROUND).rstrip(_AROUND)
    return _BETWEEN.sub(lambda found: found[0] if _is_in_number(bare, found) else " ", bare)


def _is_in_number(text: str, found: re.Match[str]) -> bool:
    return bool(_DIGITS_AROUND.fullmatch(text[found.start() - 1 : found.end() + 1]))


def _is_inside(part: str, text: str) -> bool:
    if not part.isdigit():
        return part in text
    # 4 is no part of 42.
    return re.search(rf"(?<!\d){re.escape(part)}(?!\d)", text) is not None


def first_by(elements: Sequence[Any], positions: Sequence[int], order: Order) -> tuple[int, ...]:
    """Those of *positions* whose elements have the greatest (or least) value; elements without one are left out.

    Values are numbers, or dates and times of ISO 8601. Raises `ValueError` for others, and for a mixture.
    """
    found = [(at, peek(elements[at], order.path)) for at in positions]
    held = [(at, value) for at, value in found if value is not ABSENT and value is not None and value != ""]
    if not held:
        return ()
    ranks = {at: _rank(value) for at, value in held}
    if len({type(rank) for rank in ranks.values()}) > 1:
        raise ValueError("some of the values are numbers and some are dates")
    best = (min if order.least else max)(ranks.values())
    return tuple(at for at, rank in ranks.items() if rank == best)


def _rank(value: Any) -> float | datetime:
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return float(value)
    if isinstance(value, str):
        text = value.strip()
        if (found := _DATE.fullmatch(text)) is not None:
            return _moment(found)
        if re.fullmatch(r"[+-]?\d+(\.\d+)?", text):
            return float(text)
    raise ValueError("its values are no numbers, and no dates of ISO 8601")


def _moment(found: re.Match[str]) -> datetime:
    """A date or time of ISO 8601; one without an offset counts as UTC."""
    year, month, day, hour, minute, second, fraction, zone = found.groups()
    micro = int((fraction or "0").ljust(6, "0")[:6])
    at = datetime(int(year), int(month), int(day), int(hour or 0), int(minute or 0), int(second or 0), micro)  # noqa: DTZ001
    digits = (zone or "Z").replace(":", "")
    offset = timedelta()
    if digits not in {"Z", "z"}:
        size = timedelta(hours=int(digits[1:3]), minutes=int(digits[3:5] or 0))
        offset = -size if digits[0] == "-" else size
    return at.replace(tzinfo=timezone(offset))


def rows_of_lists(
    value: Sequence[Any], filter_: Filter, chains: Sequence[Chain]
) -> tuple[Sequence[Any], Sequence[Chain]]:
    """The elements of a list, or of the lists that are its elements where a filter compares fields of objects."""
    order = filter_.order
    paths = [one.path for one in filter_.comparisons] + ([order.path] if order is not None else [])
    if not all(map(is_list, value)) or not all(isinstance(path[0], Key) for path in paths):
        return value, chains
    outer = [(*chain, (number, inner)) for number, (inner, chain) in enumerate(zip(value, chains, strict=True))]
    pairs = [(element, chain) for chain in outer for element in chain[-1][1]]
    return [element for element, _ in pairs], [chain for _, chain in pairs]


def peek(value: Any, path: Iterable[Segment]) -> Any:
    """The value at a plain path; `ABSENT` where it does not lead on."""
    for segment in path:
        name = member_name(segment)
        if isinstance(value, Mapping) and name in value:
            value = value[name]
        elif isinstance(segment, Position) and is_list(value) and -len(value) <= segment.index < len(value):
            value = value[segment.index]
        else:
            return ABSENT
    return value


def member_name(segment: Segment) -> str | None:
    """The name of the member that *segment* reads of an object; None where it reads none."""
    if isinstance(segment, Key):
        return segment.name
    return str(segment.index) if isinstance(segment, Position) else None


def same(found: Any, wanted: Any) -> bool:
    """Equal values; a text equals the number or boolean it spells, as people's words arrive as text."""
    if found is ABSENT:
        return False
    if isinstance(found, str) != isinstance(wanted, str):
        return is_scalar(found) and is_scalar(wanted) and as_text(found) == as_text(wanted)
    return isinstance(found, bool) == isinstance(wanted, bool) and bool(found == wanted)


def is_scalar(value: Any) -> bool:
    """Whether *value* is a text, a number or a boolean."""
    return isinstance(value, (str, int, float))
