"""Which argument of a call goes where: into the path, the query, a header, a cookie, or the body.

Arguments are flat (`{"orderNo": "A", "qty": 1}`), grouped by location where names collide
(`{"path": {"id": 1}, "body": {"id": 2}}`), dotted (`{"body.id": 2}`), or any mix. A whole
body that is no object stands under `body`, or under `$` where a parameter is called `body`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

import attrs

from .absent import ABSENT
from .json_path import EVERY_ELEMENT, EVERY_VALUE, steps
from .tool import Row, metadata_of, row_name, row_path, rows_of, tool_facts

#: Where parameters go, in the order in which a name that occurs twice is looked up.
PARAMETER_PLACES: Final = ("path", "query", "header", "cookie")
PLACES: Final = (*PARAMETER_PLACES, "body")

#: Name of a whole body where a parameter is called `body`; a path has no such name.
WHOLE_BODY: Final = "$"

#: Variables of a path template.
TEMPLATE_VARIABLE: Final = re.compile(r"\{([^{}]+)\}")


@attrs.frozen(kw_only=True)
class Argument:
    """One given value. `way` leads to it inside the arguments, `path` is its JSON path in a body."""

    location: str
    name: str
    value: Any
    way: tuple[str, ...]
    path: str = ""


@attrs.frozen(kw_only=True)
class Arguments:
    """The given values by place, and what no place was found for."""

    items: tuple[Argument, ...] = ()
    #: Names that the operation does not take.
    unknown: tuple[str, ...] = ()

    def at(self, location: str) -> dict[str, Any]:
        """Name → value of one parameter location."""
        return {item.name: item.value for item in self.items if item.location == location}

    @property
    def body(self) -> Any:
        """The body: the whole of it, or the object that its members make; `ABSENT` without any."""
        whole: Any = ABSENT
        members: dict[str, Any] = {}
        for item in self.items:
            if item.location != "body":
                continue
            if item.path == "$":
                whole = item.value
            else:
                _nest(members, steps(item.path), item.value)
        if isinstance(whole, Mapping):
            return {**members, **whole}
        return whole if whole is not ABSENT else members or ABSENT


class ToolInputs:
    """What one tool takes, indexed by place; `rows` are its `consumes` rows."""

    def __init__(self, tool: Any) -> None:
        self.rows = tuple(rows_of(tool, "consumes"))
        self.parameters: dict[tuple[str, str], Row] = {}
        self.body: dict[str, Row] = {}
        for row in self.rows:
            place = str(row.get("location") or "body")
            if place in PARAMETER_PLACES:
                self.parameters[place, _key(place, row_name(row))] = row
            else:
                self.body.setdefault(_body_path(row), row)
        self.members = frozenset(way[0] for path in self.body if (way := steps(path)) and way[0] != EVERY_ELEMENT)
        self.whole = self.body.get("$")
        self._add_undeclared(tool)

    def _add_undeclared(self, tool: Any) -> None:
        facts = tool_facts("", tool)
        for name in TEMPLATE_VARIABLE.findall(facts.path):
            self.parameters.setdefault(("path", name), {"name": name, "location": "path", "required": True})
        #: Where names go that no row has: tools without rows take anything.
        self.fallback = ""
        if not self.rows:
            self.fallback = "query" if facts.method in {"get", "head", "delete"} else "body"
        elif self.whole is not None and self.whole.get("field_type") in {None, "", "object"}:
            self.fallback = "body"

    @property
    def takes_body(self) -> bool:
        """Whether the operation has a request body, as far as its rows say."""
        return bool(self.body)

    @staticmethod
    def segment(name: str) -> str:
        """The step into member *name* of a body path: ".id", "['a.b']"."""
        return _member_path(name)[1:]

    def row(self, location: str, name: str) -> Row | None:
        """The row of a parameter; header names have no case (RFC 9110, 5.1)."""
        return self.parameters.get((location, _key(location, name)))

    def place(self, name: str) -> str:
        """The parameter location of a flat *name*; "" when no parameter has it."""
        return next((at for at in PARAMETER_PLACES if self.row(at, name) is not None), "")

    def sort(self, args: Mapping[str, Any]) -> Arguments:
        """Find the place of each argument."""
        found: list[Argument] = []
        unknown: list[str] = []
        for name, value in args.items():
            placed = list(self._find(str(name), value))
            found += placed
            # A group may be empty.
            if not placed and not (name in PARAMETER_PLACES and value == {} and self._is_group(name)):
                unknown.append(str(name))
        return Arguments(items=tuple(found), unknown=tuple(unknown))

    def _find(self, name: str, value: Any) -> Iterator[Argument]:
        if name in PARAMETER_PLACES and isinstance(value, Mapping) and self._is_group(name):
            for inner, member in value.items():
                yield Argument(location=name, name=str(inner), value=member, way=(name, str(inner)))
        elif self._is_whole_body(name, value):
            yield Argument(location="body", name=name, value=value, way=(name,), path="$")
        elif location := self.place(name):
            yield Argument(location=location, name=name, value=value, way=(name,))
        elif name in self.members:
            yield Argument(location="body", name=name, value=value, way=(name,), path=_member_path(name))
        else:
            yield from self._find_dotted(name, value)

    def _find_dotted(self, name: str, value: Any) -> Iterator[Argument]:
        head, _, tail = name.partition(".")
        if tail and head in PARAMETER_PLACES and self.row(head, tail) is not None:
            yield Argument(location=head, name=tail, value=value, way=(name,))
        elif tail and head == "body" and tail in self.members:
            yield Argument(location="body", name=tail, value=value, way=(name,), path=_member_path(tail))
        elif tail and f"$.{name}" in self.body:
            yield Argument(location="body", name=name, value=value, way=(name,), path=f"$.{name}")
        elif self.fallback:
            path = _member_path(name) if self.fallback == "body" else ""
            yield Argument(location=self.fallback, name=name, value=value, way=(name,), path=path)

    def _is_group(self, name: str) -> bool:
        """Whether `name` is a location here, and not a parameter or property that happens to be called so."""
        at = self.place(name)
        row = self.row(at, name) if at else self.body.get(_member_path(name))
        return row is None or row.get("field_type") not in {"object", "", None}

    def _is_whole_body(self, name: str, value: Any) -> bool:
        if name == WHOLE_BODY:
            return self.whole is not None
        if self.whole is not None and name in {"body", row_name(self.whole)} and not self.place(name):
            return True
        if name != "body" or self.place(name):
            return False
        member = self.body.get("$.body")
        if member is None:
            return self.takes_body or not self.rows
        # A property that is itself called "body", such as an issue's text.
        return isinstance(value, Mapping) and member.get("field_type") not in {"object", "", None}


def body_type(tool: Any) -> str:
    """Media type that the operation's body is sent as; "" when nothing says."""
    contract = metadata_of(tool).get("api_contract")
    facts = contract.get("body") if isinstance(contract, Mapping) else None
    if isinstance(facts, Mapping) and facts.get("content_type"):
        return str(facts["content_type"])
    rows = (row for row in rows_of(tool, "consumes") if row.get("location") == "body")
    return next((str(row["content_type"]) for row in rows if row.get("content_type")), "")


def _key(location: str, name: str) -> str:
    return name.lower() if location == "header" else name


def _body_path(row: Row) -> str:
    path = row_path(row)
    return path if path.startswith("$") else _member_path(path)


def _member_path(name: str) -> str:
    if re.search(r"""[\s.\[\]{}'"]|^\$|^\*$|^$""", name) is None:
        return f"$.{name}"
    escaped = name.replace("\\", "\\\\").replace("'", "\\'")
    return f"$['{escaped}']"


def _nest(into: dict[str, Any], way: tuple[str, ...], value: Any) -> None:
    for step in way[:-1]:
        if step in {EVERY_ELEMENT, EVERY_VALUE}:
            return
        inner = into.get(step)
        # A given object is not written into: it is the caller's.
        into[step] = into = dict(inner) if isinstance(inner, Mapping) else {}
    into[way[-1]] = value
