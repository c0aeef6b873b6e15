"""What a call has to be changed to so that it asks for the next page of its list.

By the header `Link` (RFC 8288), a URL or token in the body, the key of the last row, a page
number, or an offset: what the answer names goes first, then the ways of the contract in the
order in which they are documented. Of a URL only the query parameters are taken that page;
the call goes where it went before.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final
from urllib.parse import parse_qsl, urlsplit

import attrs

from ...model import ABSENT
from ...model.arguments import PLACES, ToolInputs
from ...model.json_path import steps
from ...model.tool import row_name, row_path, rows_of
from ..binding.expression import Key
from ..binding.matching import peek
from ..binding.pages import ListPlace, Signs, members_of, normal, page_signs
from ..binding.text import as_text, is_list
from .outcome import result_facts

#: Beginnings of keys that say "next" or whose, in front of the name of what is asked with.
_BEGINNINGS: Final = ("x", "odata", "pagination", "next")
#: Digits of a number that somebody may mean.
_DIGITS: Final = 15


@attrs.frozen(kw_only=True)
class Answer:
    """One page: its body and headers, the way to its list, and how many elements the call asked for (0: not known)."""

    body: Any
    headers: Mapping[str, str] = attrs.Factory(dict)
    way: tuple[Key, ...] = ()
    size: int = 0

    @property
    def rows(self) -> Sequence[Any]:
        """The elements of the list; none where the way leads to no list."""
        found = peek(self.body, self.way)
        return found if is_list(found) else ()

    @property
    def places(self) -> list[ListPlace]:
        """The objects that the list stands in."""
        name = self.way[-1].name if self.way else ""
        around = [peek(self.body, self.way[:depth]) for depth in range(len(self.way))]
        found = [ListPlace(one, len(self.rows), name) for one in around if isinstance(one, Mapping)]
        return found or [ListPlace({}, len(self.rows))]


@attrs.frozen(kw_only=True)
class Following:
    """How a list goes on: the arguments of the next page, None where there is none or nothing asks for it."""

    args: dict[str, Any] | None = None
    #: What shows that there is more; "" where the list ends, or nothing shows.
    more: str = ""
    #: The same where there is no way to the next page, or where it brings nothing new.
    left: str = ""


class Pager:
    """Asks for the pages of one tool.

    Args:
        tool: Its contract.
        is_secret: Whether a parameter of that name is a credential, which is never taken from an answer.
    """

    def __init__(self, tool: Any, is_secret: Callable[[str], bool]) -> None:
        facts = result_facts(tool).get("paging")
        self._facts: Mapping[str, Any] = facts if isinstance(facts, Mapping) else {}
        self._tool = tool
        self._inputs = ToolInputs(tool)
        self._is_secret = is_secret
        others = self._facts.get("others")
        ways = [self._facts, *(others if isinstance(others, (list, tuple)) else ())]
        #: Parameter → style, in the order of the document.
        self.ways = {
            str(way["param"]): str(way.get("style")) for way in ways if isinstance(way, Mapping) and way.get("param")
        }
        paging = [row_name(row) for row in self._inputs.rows if row.get("role") == "paging"]
        self._size = str(self._facts.get("size") or "")
        self._names = tuple(dict.fromkeys([*self.ways, *paging]))

    def asks(self, args: Mapping[str, Any]) -> bool:
        """Whether *args* ask for a certain page themselves."""
        names = [name for name in self.ways or self._names if name != self._size]
        return any(self._given(args, name) not in (ABSENT, None, "") for name in names)

    def following(
        self, args: Mapping[str, Any], answer: Answer, *, before: int, pages: int, told: bool = False
    ) -> Following:
        """How the list goes on after *answer* to *args*, the last of *pages*, with so many elements *before* it.

        Where an earlier page has *told* that there is a next one, a page that does not is the last.
        """
        signs = page_signs(answer.places, answer.headers, answer.size, before=before, pages=pages)
        named = self._documented(answer.body)
        more = signs.more
        if named is not None and named[1] and not signs.closed:
            more = more or f"'{named[0]}' is given"
            signs.next.insert(0, named)
        if more:
            if self._is_weak(signs, named) and pages > 1 and not answer.rows:
                return Following()
            left = "" if self._is_weak(signs, named) and self._is_end(signs) else more
            return Following(args=self._next(args, answer, signs), more=more, left=left)
        ends = signs.ends or told or named is not None or (self._facts.get("next_header") and answer.headers)
        if ends or not answer.rows or signs.short:
            return Following()
        # Nothing says whether that was all.
        return Following(args=self._counted(args, answer))

    def _is_weak(self, signs: Signs, named: tuple[str, Any] | None) -> bool:
        """Whether only a number says that there is more, which may count what nobody shows."""
        return signs.counted and not (named is not None and named[1])

    def _is_end(self, signs: Signs) -> bool:
        """Whether the page is the last but for what is counted: it says so, or it has room for more."""
        by_cursor = bool(self.ways) and all(style == "cursor" for style in self.ways.values())
        return signs.ends or (signs.short and not by_cursor)

    def _documented(self, body: Any) -> tuple[str, Any] | None:
        """The member that the contract says names the next page, where the answer has it."""
        path = steps(str(self._facts.get("next") or ""))
        found = peek(body, [Key(step) for step in path]) if path else ABSENT
        return None if found is ABSENT else (path[-1], found)

    def _next(self, args: Mapping[str, Any], answer: Answer, signs: Signs) -> dict[str, Any] | None:
        leaves = [leaf for key, value in signs.next for leaf in _leaves(key, value)]
        urls = [signs.link, *(str(value) for _, value in leaves if _is_url(value))]
        for url in filter(None, urls):
            if (found := self._from_url(args, url)) is not None:
                return found
        for key, value in leaves:
            param = "" if _is_url(value) else self._param(key, value)
            if param:
                return self._with(args, param, value)
        if signs.flagged and (found := self._after(args, answer)) is not None:
            return found
        return self._counted(args, answer)

    def _from_url(self, args: Mapping[str, Any], url: str) -> dict[str, Any] | None:
        """*args* with what the query of *url* says of pages."""
        try:
            pairs = parse_qsl(urlsplit(url).query, keep_blank_values=True)
        except ValueError:
            return None
        names = [name for name, _ in pairs]
        changed = {
            name: value
            for name, value in pairs
            if names.count(name) == 1
            and self._may_take(args, name, value)
            and as_text(self._given(args, name)) != value
        }
        paging = {name: value for name, value in changed.items() if name in self._names}
        for name, value in (paging or changed).items():
            args = self._with(args, name, value)
        return dict(args) if changed else None

    def _may_take(self, args: Mapping[str, Any], name: str, value: str) -> bool:
        """Whether a parameter of a URL may go into the call: no credential, and no other value for what was asked."""
        row = self._inputs.row("query", name)
        if (
            self._is_secret(name)
            or (row is not None and row.get("kind") == "auth")
            or (self._inputs.rows and row is None)
        ):
            return False
        given = self._given(args, name)
        return (
            name in self._names
            or given is ABSENT
            or (not self._inputs.rows and _is_number(given) and _is_number(value))
        )

    def _param(self, key: str, value: Any) -> str:
        """The parameter that takes the *value* of a member called *key*."""
        names = [name for name in self._names if name != self._size]
        wanted, stem = normal(key), _stem(key)
        same = [name for name in names if normal(name) in {wanted, stem}]
        alike = [name for name in names if stem and (stem in normal(name) or normal(name) in stem)]
        if same or alike:
            return (same or alike)[0]
        styles = ("page", "offset", "cursor") if _is_number(value) else ("cursor", "page", "offset")
        ranked = sorted(self.ways, key=lambda name: styles.index(self.ways[name]) if self.ways[name] in styles else 3)
        if not self._inputs.rows and not ranked:
            # A tool without a contract takes what the answer calls so.
            return key if stem == wanted else ""
        return ranked[0] if ranked else ""

    def _after(self, args: Mapping[str, Any], answer: Answer) -> dict[str, Any] | None:
        """*args* with the cursor that stands beside the list, or with the key of the last row."""
        for param, style in self.ways.items():
            if style != "cursor":
                continue
            beside = [(key, value) for place in answer.places for key, value in place.around.items()]
            for key, value in beside:
                if normal(str(key)) == normal(param) and isinstance(value, (str, int)) and value not in ("", False):
                    return self._with(args, param, value)
            key = self._last_key(answer)
            if key is not ABSENT and not self._facts.get("next"):
                return self._with(args, param, key)
        return None

    def _last_key(self, answer: Answer) -> Any:
        last = answer.rows[-1] if answer.rows else None
        rows = (row for row in rows_of(self._tool, "produces") if row.get("role") == "identifier")
        names = ["id", *(way[-1] for row in rows if len(way := steps(row_path(row))) == len(answer.way) + 2)]
        found = (peek(last, (Key(name),)) for name in names)
        return next((key for key in found if isinstance(key, (str, int)) and not isinstance(key, bool)), ABSENT)

    def _counted(self, args: Mapping[str, Any], answer: Answer) -> dict[str, Any] | None:
        """*args* with the next page number, or the next offset; None where the contract has neither."""
        for param, style in self.ways.items():
            if style not in {"page", "offset"} or not answer.rows:
                continue
            given = self._given(args, param)
            row = self._inputs.row("query", param) or self._inputs.body.get(f"$.{param}") or {}
            now = given if given not in (ABSENT, None, "") else row.get("default")
            if now is None:
                now = _first(row, style, answer)
            if _is_number(now):
                return self._with(args, param, int(now) + (1 if style == "page" else len(answer.rows)))
        return None

    def _given(self, args: Mapping[str, Any], name: str) -> Any:
        items = self._inputs.sort(args).items
        return next((item.value for item in items if item.name == name and item.location in {"query", "body"}), ABSENT)

    def _with(self, args: Mapping[str, Any], name: str, value: Any) -> dict[str, Any]:
        """*args* with *value* for the parameter *name*, where the operation takes it."""
        row = self._inputs.row("query", name) or self._inputs.body.get(f"$.{name}") or {}
        given = self._given(args, name)
        if (
            isinstance(value, str)
            and _is_number(value)
            and (
                row.get("field_type") in {"integer", "number"}
                or (isinstance(given, int) and not isinstance(given, bool))
            )
        ):
            value = int(value)
        known = next((item.way for item in self._inputs.sort(args).items if item.name == name), ())
        place = "query" if self._inputs.row("query", name) is not None or not self._inputs.body else "body"
        if not known and isinstance(args.get(place), Mapping) and place in PLACES:
            known = (place, name)
        return _nested(args, known or (name,), value)


def _nested(args: Mapping[str, Any], way: Sequence[str], value: Any) -> dict[str, Any]:
    if len(way) == 1:
        return {**args, way[0]: value}
    inner = args.get(way[0])
    return {**args, way[0]: _nested(inner if isinstance(inner, Mapping) else {}, way[1:], value)}


def _leaves(key: str, value: Any) -> Iterator[tuple[str, Any]]:
    """A member that names the next page; of an object the members of it."""
    if isinstance(value, Mapping):
        inner = [(str(name), member) for name, member in value.items() if isinstance(member, (str, int)) and member]
        # A token goes before a URL that has it.
        yield from sorted(inner, key=lambda pair: _is_url(pair[1]))
    elif isinstance(value, (str, int)):
        yield key, value


def _is_url(value: Any) -> bool:
    return isinstance(value, str) and value.startswith(("http://", "https://", "/", "?"))


def _is_number(value: Any) -> bool:
    text = str(value)
    return not isinstance(value, bool) and text.isascii() and text.isdigit() and len(text) <= _DIGITS


def _stem(key: str) -> str:
    name = normal(key)
    for beginning in _BEGINNINGS:
        name = name.removeprefix(beginning)
    return name


def _first(row: Mapping[str, Any], style: str, answer: Answer) -> int:
    """The number of the first page, or the offset of the first element, where nothing else says."""
    if style == "offset":
        return 0
    names = {normal(row_name(row)), "number"}
    members = (member for place in answer.places for member in members_of(place.around))
    return next((int(value) for key, value in members if normal(key) in names and _is_number(value)), 1)
