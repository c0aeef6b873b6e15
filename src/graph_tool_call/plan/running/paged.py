"""The pages of one list, and the answer that they make together."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

import attrs

from ...model.digest import digest_of
from ..binding.expression import Key
from ..binding.matching import peek
from ..binding.text import is_list
from .records import as_kept

Keys = tuple[Key, ...]

#: Objects around a list that an answer has somewhere else than its document says.
_DEEPEST: Final = 3


@attrs.define(kw_only=True)
class PagedList:
    """What one call and the calls for its further pages have answered."""

    bodies: list[Any]
    headers: Mapping[str, str] = attrs.Factory(dict)
    #: Ways to the lists in it that lookups read.
    ways: list[Keys] = attrs.Factory(list)
    #: Ways at which the answer has no list → the way to the only list of things that it has.
    moved: dict[Keys, Keys] = attrs.Factory(dict)
    #: Arguments of the latest page; None before they are known.
    args: dict[str, Any] | None = None
    #: Whether the list is read without the arguments that narrow it.
    wide: bool = False
    #: Whether any page has told that there is a next one.
    told: bool = False
    #: Whether no further page will be read.
    is_over: bool = False
    #: What shows that there is more than what was read.
    more: str = ""
    #: "page_limit" where a limit ended the reading.
    reason: str = ""
    _asked: set[str] = attrs.Factory(set)
    _seen: set[str] = attrs.Factory(set)

    @property
    def pages(self) -> int:
        """How many pages were read."""
        return len(self.bodies)

    def add(self, way: Keys) -> None:
        """Read the list at *way* as well; where the answer has none there, the only one that it has."""
        self.ways.append(way)
        others = [] if is_list(peek(self.bodies[0], way)) else list(_lists_of_things(self.bodies[0], (), 0))
        if len(others) == 1:
            self.moved[way] = others[0]

    def place(self, way: Keys) -> Keys:
        """Where the answers have the list that is read at *way*."""
        return self.moved.get(way, way)

    def rows(self, way: Keys) -> int:
        """How many elements the list at *way* has on all pages."""
        return sum(len(rows_at(body, self.place(way))) for body in self.bodies)

    def begin_wide(self) -> None:
        """Forget the pages: the list is read anew without the arguments that narrow it."""
        self.bodies, self.args, self.wide, self.is_over, self.more, self.reason = [], None, True, False, "", ""
        self.told, self._asked, self._seen = False, set(), set()

    def end(self, more: str = "", reason: str = "") -> None:
        """No further page will be read; *more* says what shows that there is one."""
        self.is_over, self.more, self.reason = True, more, reason

    def is_new(self, args: Mapping[str, Any]) -> bool:
        """Whether no page was asked for with *args* before; remembers them."""
        return _is_added(self._asked, args)

    def is_repeated(self, body: Any, way: Keys) -> bool:
        """Whether a page has the same elements as an earlier one; remembers them."""
        rows = rows_at(body, self.place(way))
        return bool(rows) and not _is_added(self._seen, rows)

    def whole(self) -> Any:
        """The first answer, with the elements of all pages in its lists."""
        body = self.bodies[0]
        for way in self.ways if self.pages > 1 or self.moved else ():
            place = self.place(way)
            if is_list(peek(self.bodies[0], place)):
                body = _with_rows(body, way, [row for one in self.bodies for row in rows_at(one, place)])
        return body


def _lists_of_things(value: Any, way: Keys, depth: int) -> Iterator[Keys]:
    """Ways to the outermost lists in an answer whose elements are objects."""
    if is_list(value):
        if value and all(isinstance(element, Mapping) for element in value):
            yield way
    elif isinstance(value, Mapping) and depth < _DEEPEST:
        for name, member in value.items():
            yield from _lists_of_things(member, (*way, Key(str(name))), depth + 1)


def left_out(lists: Mapping[tuple[str, int], PagedList], step_id: str) -> str:
    """What shows that the lists that a step has answered were not read to their end; "" where nothing does."""
    found = [one for (of, _), one in lists.items() if of == step_id]
    texts = [one.more or ("" if one.is_over else "the list may go on") for one in found]
    return next(filter(None, texts), "")


def rows_at(body: Any, way: Iterable[Key]) -> Sequence[Any]:
    """The elements of the list at *way*; none where there is no list."""
    found = peek(body, way)
    return found if is_list(found) else ()


def _is_added(known: set[str], value: Any) -> bool:
    digest = digest_of(as_kept(value), 32)
    new = digest not in known
    known.add(digest)
    return new


def _with_rows(body: Any, way: Keys, rows: list[Any]) -> Any:
    if not way:
        return rows
    name = way[0].name
    around = body if isinstance(body, Mapping) else {}
    return {**around, name: _with_rows(around.get(name), way[1:], rows)}
