"""Filters: which elements of a list a binding means, and the choice among them where that is not one."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, Final

import attrs

from ...model import ABSENT
from ..errors import BindingError, ChoiceError
from .expression import Filter, Key, Reference, Segment, path_text
from .matching import CASE, CONTAINS, EXACT, PUNCTUATION, best_matches, first_by, has_fields, peek, same
from .text import as_text, counted

Way = tuple[Segment, ...]

#: Rows that a choice shows, and fields that label one.
_ROWS: Final = 20
_LABELS: Final = 6
#: Characters of a field's value that labels a row, or that an answer gives back.
_TEXT: Final = 200
_WAYS: Final = {
    EXACT: "",
    CASE: " (case and blanks ignored)",
    PUNCTUATION: " (case, blanks and punctuation ignored)",
    CONTAINS: " (as a part of the text)",
}


@attrs.frozen(kw_only=True, eq=False)
class Lookup:
    """One filter of a binding, where it meets a list."""

    reference: Reference
    #: What the choice is called: the binding up to and with the filter, "s1.items[?title == 'Crash']".
    key: str
    filter: Filter
    elements: Sequence[Any]
    #: The filter with the values that it compares with.
    test: Filter
    #: The list for people: "list 'items' of s1".
    place: str
    #: What shows that there are further pages of the list; "" where nothing does.
    more: str = ""
    #: Whether the filter, or its list, depends on the element of a `foreach` step.
    of_item: bool = False
    #: What the binding reads of the element at a position.
    read: Callable[[int], Any]
    rest: Way = ()
    #: The element in whose list the one at a position lies, or that its call was made for; `ABSENT` without.
    within: Callable[[int], Any] = lambda _position: ABSENT
    _known: dict[bool, Matches] = attrs.Factory(dict)

    @property
    def field(self) -> str:
        """What is compared, as it is written: "name", "name or title", "state and name"."""
        clauses = self.filter.clauses
        if not clauses and self.filter.order is not None:
            return path_text(self.filter.order.path)
        return " and ".join(" or ".join(dict.fromkeys(one.field for one in clause)) for clause in clauses)

    @property
    def fields(self) -> tuple[str, ...]:
        """Each of the fields that are compared, or that give the order."""
        order = self.filter.order
        names = [one.field for one in self.filter.comparisons] + ([path_text(order.path)] if order is not None else [])
        return tuple(dict.fromkeys(names))

    @property
    def has_fields(self) -> bool:
        """Whether any of the elements has what is compared."""
        return has_fields(self.elements, self.filter)

    def matches(self, *, lenient: bool = False) -> Matches:
        """The elements that match most closely; *lenient* also takes the only one whose text has it inside.

        Raises `BindingError` where an order is asked for and the values have none.
        """
        if lenient in self._known:
            return self._known[lenient]
        positions, level = best_matches(self.elements, self.test, lenient=lenient)
        order = self.filter.order
        if order is not None:
            try:
                positions = first_by(self.elements, positions, order)
            except ValueError as error:
                detail = f"{self.place} has no order by {path_text(order.path)}: {error}"
                step = self.reference.root
                raise BindingError(str(self.reference), "not_comparable", detail, step, self.place) from None
        self._known[lenient] = Matches(positions, level)
        return self._known[lenient]

    def differ(self, matches: Matches) -> bool:
        """Whether it makes a difference which of the matching elements is taken: what the binding reads differs."""
        if len(matches.positions) < 2:
            return False
        try:
            first, *others = (self.read(at) for at in matches.positions)
        except BindingError:
            return True
        return any(not same(other, first) for other in others)

    def described(self, matches: Matches) -> str:
        """How many elements match what, for people."""
        way = _WAYS[matches.level] if matches.positions else ""
        count = len(matches.positions)
        number, verb = ("none", "has") if not count else (str(count), "has" if count == 1 else "have")
        wanted = self._wanted()
        detail = f"{number} of the {counted(self.elements)} of {self.place} {verb} {wanted}{way}"
        if not wanted:
            detail = f"{self.place} has {counted(self.elements)}"
        return f"{detail}; there may be further pages ({self.more})" if self.more else detail

    def _wanted(self) -> str:
        """What is looked for: "name equal to Kim"; values that were given stay names."""
        said = []
        for clause in self.filter.clauses:
            fields: dict[str, list[str]] = {}
            for one in clause:
                value = one.value.inner if isinstance(one.value, Reference) else as_text(one.value)
                fields.setdefault(value, []).append(one.field)
            said.append(" or ".join(f"{' or '.join(names)} equal to {value}" for value, names in fields.items()))
        order = self.filter.order
        end = [f"the {'least' if order.least else 'greatest'} {path_text(order.path)}"] if order is not None else []
        return " and ".join([*said, *end])

    def failure(self, matches: Matches) -> BindingError:
        """That none matches."""
        step = self.reference.root
        return BindingError(str(self.reference), "no_match", self.described(matches), step, self.place)


@attrs.frozen
class Matches:
    """Positions of matching elements in their list."""

    positions: tuple[int, ...]
    #: How closely they match: one of `matching.LEVELS`.
    level: str = EXACT

    @property
    def is_exact(self) -> bool:
        """Whether they are equal to what was looked for."""
        return self.level == EXACT


#: Says which element of the list is meant; raises `BindingError`.
Picker = Callable[[Lookup], int]


def first_match(lookup: Lookup) -> int:
    """The first element that matches exactly; else the only one that matches in another way. Raises `BindingError`."""
    matches = lookup.matches(lenient=True)
    if not matches.positions or (not matches.is_exact and len(matches.positions) > 1):
        raise lookup.failure(matches)
    return matches.positions[0]


def only_match(lookup: Lookup, answer: Any = ABSENT) -> int:
    """The one element that matches, or that *answer* chooses among those that may be meant.

    Raises `ChoiceError`: no_match, several_match, more_pages, or wrong_choice for an
    answer that does not say which. Matches of which the binding reads the same are one.
    """
    matches = lookup.matches()
    offered = matches.positions or tuple(range(len(lookup.elements)))
    if answer is not ABSENT:
        return _answered(lookup, matches, offered, answer)
    if not matches.positions:
        raise _choice(lookup, "no_match", matches, offered)
    if lookup.differ(matches):
        raise _choice(lookup, "several_match", matches, offered)
    if lookup.more:
        raise _choice(lookup, "more_pages", matches, offered)
    return matches.positions[0]


def _answered(lookup: Lookup, matches: Matches, offered: tuple[int, ...], answer: Any) -> int:
    chosen = [at for at in offered if _is_chosen(at, lookup.elements[at], answer)]
    if len(chosen) != 1:
        raise _choice(lookup, "wrong_choice", matches, offered, _unfit(lookup, answer, len(chosen), len(offered)))
    return chosen[0]


def _is_chosen(at: int, element: Any, answer: Any) -> bool:
    if isinstance(answer, int) and not isinstance(answer, bool):
        return at == answer
    if not isinstance(answer, Mapping) or not answer:
        return False
    return all(same(_named(element, str(name)), value) for name, value in answer.items())


def _unfit(lookup: Lookup, answer: Any, chosen: int, offered: int) -> str:
    if isinstance(answer, Mapping) and answer:
        says = f"the fields {', '.join(map(str, answer))}"
    elif isinstance(answer, int) and not isinstance(answer, bool):
        says = f"the position {answer}"
    else:
        return f"the choice for {lookup.key} must be a position, or an object of fields and their values"
    return f"the choice for {lookup.key} gives {says}, which {chosen or 'none'} of the {offered} offered elements have"


def _choice(lookup: Lookup, reason: str, matches: Matches, offered: tuple[int, ...], detail: str = "") -> ChoiceError:
    rows = [_row(lookup, at) for at in offered[:_ROWS]]
    choice = {
        "key": lookup.key,
        "reason": reason,
        "list": lookup.place,
        "field": lookup.field,
        "looked_at": len(lookup.elements),
        "matched": len(matches.positions),
        "further_pages": lookup.more,
        "rows": rows,
        "rows_left": max(0, len(offered) - _ROWS),
    }
    detail = detail or lookup.described(matches)
    return ChoiceError(str(lookup.reference), reason, detail, lookup.reference.root, lookup.place, (), choice)


def _row(lookup: Lookup, at: int) -> dict[str, Any]:
    """What a person sees of the element at *at*, and the answer that chooses it."""
    row = {"position": at, "answer": _answer_for(lookup, at), "label": dict(_labels(lookup, lookup.elements[at]))}
    around = lookup.within(at)
    if isinstance(around, Mapping):
        plain = ((str(name), value) for name, value in around.items() if _is_plain(value))
        around = dict(islice(plain, _LABELS))
    return {**row, "within": around} if _is_plain(around) or (isinstance(around, dict) and around) else row


def _labels(lookup: Lookup, element: Any) -> Iterator[tuple[str, Any]]:
    """What tells *element* from others: the compared field, the one that is read, and the first plain ones."""
    own = [str(key) for key in element] if isinstance(element, Mapping) else []
    names = dict.fromkeys([*lookup.fields, *_read_field(lookup), *own])
    found = ((name, _named(element, name)) for name in names)
    plain = [(name, value) for name, value in found if _is_plain(value)]
    yield from plain[:_LABELS]


def _answer_for(lookup: Lookup, at: int) -> Any:
    """An answer that chooses the element at *at*: a field that only it has so, else its position."""
    element = lookup.elements[at]
    own = [str(key) for key in element] if isinstance(element, Mapping) else []
    for name in dict.fromkeys([*_read_field(lookup), *own]):
        value = _named(element, name)
        if not _is_plain(value) or isinstance(value, (bool, float)):
            continue
        if sum(same(_named(other, name), value) for other in lookup.elements) == 1:
            return {name: value}
    return at


def _read_field(lookup: Lookup) -> list[str]:
    plain = bool(lookup.rest) and all(isinstance(segment, Key) for segment in lookup.rest)
    return [path_text(lookup.rest)] if plain else []


def _is_plain(value: Any) -> bool:
    if isinstance(value, str):
        return 0 < len(value) <= _TEXT
    return isinstance(value, (bool, int, float))


def _named(element: Any, name: str) -> Any:
    """The member called *name*, or the one at the dotted path; `ABSENT` without."""
    if isinstance(element, Mapping) and name in element:
        return element[name]
    return peek(element, [Key(part) for part in name.split(".")]) if "." in name else ABSENT
