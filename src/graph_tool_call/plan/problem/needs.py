"""What a call of one tool needs, in the order in which it is looked for."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

import attrs

from ...model import ABSENT
from ...model.arguments import WHOLE_BODY
from ...model.contract import Input, ToolContract
from ...model.json_path import EVERY_ELEMENT, EVERY_VALUE, steps
from .demands import missing_fields
from .given import Given, GivenValue, normal
from .places import Needed, dotted, keep_one_shape, one_place

_PLACES = {"path": 0, "query": 1, "header": 2, "cookie": 3, "body": 4}
_PLACEHOLDER = re.compile(r"\{([^{}]+)\}")


def is_setting(need: Input) -> bool:
    """Whether the input is a header that identifies nothing: one value of it serves all calls."""
    return need.location == "header" and not need.tag


class Layout:
    """What is true of a tool's inputs whatever the caller gives; made once for each tool."""

    def __init__(self, contract: ToolContract) -> None:
        self.rows = tuple(row for row in contract.inputs if row.kind != "auth")
        self.levels = {name: i for i, name in enumerate(_PLACEHOLDER.findall(contract.facts.path))}
        self.body = {row.path: row for row in self.rows if row.location == "body"}
        self.order = {(row.location, row.path): i for i, row in enumerate(self.rows)}
        #: Paths of body rows that other body rows lie in.
        self.containers = frozenset(parent for path in self.body for parent in parents(path) if parent in self.body)
        self.wanted = frozenset(row.path for row in self.body.values() if self._wanted(row))
        self.required = tuple(i for i, row in enumerate(self.rows) if self.always(row))
        #: Optional inputs that belong to the caller's surroundings; those inside an optional object do not open it.
        self.ambient = frozenset(
            i for i, row in enumerate(self.rows) if row.kind == "context" and "." not in dotted(row)
        )
        self._places = Counter(row.name for row in self.rows)
        self._spelled = frozenset(normal(row.name) for row in self.rows)
        self._tool = contract.name
        #: Name that an entity may have → the rows that it names; what is searched for has many names.
        self.named = self._named()
        self.sought = tuple(i for i, row in enumerate(self.rows) if row.role == "search" and row.required)
        #: Group of alternatives → index → how many inputs that alternative requires.
        self.choices = _choices(self.body.values())
        self.body_required = contract.body_required
        self.demands = contract.demands
        #: Name of a parameter → where it goes when the arguments say no more than its name.
        self.outside = _outside(self.rows)
        #: Names of the members of the body.
        self.body_names = frozenset(head for path in self.body for head in steps(path)[:1])
        #: Whether one name is both a body property and a parameter elsewhere.
        self.grouped = not self.body_names.isdisjoint(self.outside)

    def is_one_of_several(self, row: Input) -> bool:
        """Whether *row* lies in an object, and other inputs have its name."""
        return "." in dotted(row) and self._places[row.name] > 1

    def placed_name(self, row: Input) -> str:
        """The name of *row* with its place in front: `sender_name` in a body's object, `query_lang` elsewhere."""
        return "_".join(_way(row) if "." in dotted(row) else (row.location or "body", row.name))

    def own_names(self, row: Input) -> tuple[str, ...]:
        """Names that mean *row* and no other input of the tool, the one with its place last."""
        placed, tool = self.placed_name(row), self._tool
        named = (f"{tool}_{placed}",) if normal(placed) in self._spelled else (f"{tool}_{placed}", placed)
        return named if self._places[row.name] > 1 else (f"{tool}_{row.name}", *named)

    def _wanted(self, row: Input) -> bool:
        if row.required:
            return True
        holder = next((self.body[p] for p in reversed(parents(row.path)) if p in self.body), None)
        return row.required_if_parent and holder is not None and self._wanted(holder)

    def always(self, row: Input) -> bool:
        """Whether *row* has a value in every call."""
        if row.location == "body":
            return row.path in self.wanted
        return row.location == "path" or row.required

    def _named(self) -> dict[str, list[int]]:
        table: dict[str, list[int]] = {}
        for i, row in enumerate(self.rows):
            path = dotted(row)
            names = (row.tag, row.name, path, f"{row.location}.{path or row.name}", *row.aliases)
            for spelled in {*names, *map(normal, names)}:
                table.setdefault(spelled, []).append(i)
        return table

    def positions(self, places: Container[tuple[str, str]]) -> list[int]:
        """Positions of the rows at some *places*."""
        return [i for i, row in enumerate(self.rows) if (row.location, row.path) in places]

    def namable(self, given: Given) -> set[int]:
        """Positions of the rows that a given value may name."""
        if not given:
            return set()
        named = (self.named.get(spelled, ()) for spelled in (*given.values, *given.spellings))
        return {*self.sought, *(i for rows in named for i in rows)}


def _outside(rows: Sequence[Input]) -> dict[str, str]:
    found: dict[str, str] = {}
    for row in sorted(rows, key=lambda row: _PLACES.get(row.location, 1)):
        if row.location != "body":
            found.setdefault(row.name, row.location)
    return found


class Layouts:
    """The layout of each tool, made when first asked for."""

    def __init__(self) -> None:
        self._made: dict[str, Layout] = {}

    def of(self, contract: ToolContract) -> Layout:
        """The layout of *contract*."""
        known = self._made.get(contract.name)
        if known is None:
            known = self._made[contract.name] = Layout(contract)
        return known


def _way(row: Input) -> tuple[str, ...]:
    return tuple(step for step in steps(row.path) if step not in {EVERY_ELEMENT, EVERY_VALUE})


def parents(path: str) -> tuple[str, ...]:
    """Paths of the containers that a body path lies in, outermost first: "$.a[*].b" → "$", "$.a", "$.a[*]"."""
    ends = [i for i, char in enumerate(path) if char in ".["]
    return tuple(path[:i] for i in ends)


def inputs_needed(
    layout: Layout,
    given: Given,
    *,
    required_from: Given | None = None,
    is_target: bool = False,
    placed: Mapping[tuple[str, str], Any] | None = None,
) -> tuple[Needed, ...]:
    """Required inputs, and optional ones that an entity names.

    Required inputs may also be named by *required_from*: what the target takes itself.

    Headers that identify nothing come first: what is asked for in one (a tenant, a consent,
    the number of the request) is asked for once for all calls. Then path parameters,
    outermost first; query, other headers, cookie and body in contract order. Paging that
    may be left out is left to the target. What belongs to the caller's surroundings is there
    where a default is known. Credentials are not among them.
    """
    found: dict[tuple[str, str], Needed] = {}
    named = layout.namable(given)
    also_named = layout.namable(required_from) if required_from is not None else set()
    ambient = layout.ambient if given.defaults else ()
    read = placed or {}
    spoken_of = layout.positions(read)
    for i in sorted(named.union(layout.required, ambient, spoken_of)):
        row = layout.rows[i]
        level = layout.levels.get(row.name, -1) if row.location == "path" else -1
        place = (row.location, row.path)
        if place in read:
            found[place] = _read(row, read[place], level)
            continue
        always = layout.always(row)
        value = _given(row, layout, given, is_target=is_target, by_name=always) if i in named else None
        if value is None and always and required_from is not None and i in also_named:
            value = _given(row, layout, required_from, is_target=False)
        sent = i in ambient and given.context(row) is not None
        if value is not None or sent or (always and not (row.location == "body" and row.path in layout.containers)):
            found[row.location, row.path] = Needed(input=row, given=value, level=level)
    one_place(found, layout.always)
    if layout.body:
        _complete_body(layout, found)
    if given:
        found = {
            at: needed if needed.given or needed.placed else _by_own_name(needed, layout, given)
            for at, needed in found.items()
        }
    order = layout.order
    return tuple(
        sorted(
            found.values(),
            key=lambda n: (
                not is_setting(n.input),
                _PLACES.get(n.input.location, 1),
                n.level,
                order[n.input.location, n.input.path],
            ),
        )
    )


def _read(row: Input, value: Any, level: int) -> Needed:
    """An input whose value a reading of the request names: one that was given, or a source."""
    if value is None:
        return Needed(input=row, placed=True, level=level)
    if not isinstance(value, GivenValue):
        return Needed(input=row, source=value, placed=True, level=level)
    if row.type == "array" and not isinstance(value.value, (Mapping, list, tuple)) and value.value is not None:
        # One value for a list is a list of one.
        value = attrs.evolve(value, value=[value.value])
    return Needed(input=row, given=value, placed=True, level=level)


def _given(row: Input, layout: Layout, given: Given, *, is_target: bool, by_name: bool = False) -> GivenValue | None:
    if not given or (row.role == "paging" and not is_target and not row.required):
        return None
    path = dotted(row)
    value = given.find(row, is_target=is_target and "." not in path, dotted=path, by_name=by_name)
    if value is None or row.type not in {"object", "array"} or isinstance(value.value, (Mapping, list, tuple)):
        return value
    # One value for a list is a list of one; a plain value can't be an object.
    plain_list = row.type == "array" and row.path not in layout.containers
    return attrs.evolve(value, value=[value.value]) if plain_list else None


def _by_own_name(needed: Needed, layout: Layout, given: Given) -> Needed:
    """With the value that is given under a name which says where it goes: `sender_name` for `sender.name`."""
    if needed.empty or needed.input.role == "paging":
        return needed
    return attrs.evolve(needed, given=given.called(layout.own_names(needed.input)))


def _complete_body(layout: Layout, found: dict[tuple[str, str], Needed]) -> None:
    """Add what the objects in use require, and required but empty ones; drop what a given whole covers."""
    whole = {
        path
        for (place, path), n in found.items()
        if place == "body" and n.given and isinstance(n.given.value, (Mapping, list))
    }
    for path in [path for place, path in found if place == "body"]:
        if not whole.isdisjoint(parents(path)):
            del found["body", path]
    added: set[str] = set()
    used = _require(layout, found, whole, added)
    while more := set(_demanded(layout, found, whole, used)) - added:
        added |= more
        used = _require(layout, found, whole, added)
    filled = {parent for place, path in found if place == "body" for parent in parents(path)}
    for path in (used | layout.wanted) & layout.containers - filled:
        if ("body", path) not in found and whole.isdisjoint(parents(path)):
            row = layout.body[path]
            found["body", path] = Needed(input=row, empty=row.type != "array")
    keep_one_shape(found)


def _require(layout: Layout, found: dict[tuple[str, str], Needed], whole: set[str], added: set[str]) -> set[str]:
    """Add to *found* what the objects in use require, and the fields *added*; paths of the objects in use."""
    used = {parent for place, path in found if place == "body" for parent in parents(path)}
    for row in layout.body.values():  # outer rows stand before the rows inside them
        above = parents(row.path)
        if ("body", row.path) in found or not whole.isdisjoint(above):
            continue
        holder = next((parent for parent in reversed(above) if parent in layout.body), "$")
        inside = holder in used or holder in layout.wanted
        if (
            row.path in layout.wanted
            or row.path in added
            or (row.required_if_parent and inside)
            or _in_choice(row, layout, found, inside=inside)
        ):
            if row.path in layout.containers:
                used.add(row.path)
            else:
                found["body", row.path] = Needed(input=row)
                used.update(above)
    return used


def _demanded(
    layout: Layout, found: Mapping[tuple[str, str], Needed], whole: set[str], used: set[str]
) -> Iterator[str]:
    """Paths of the fields that the objects in use require because of others, and that have no value yet."""

    def has(path: str) -> bool:
        return path in used or ("body", path) in found

    def value_of(path: str) -> tuple[Any, ...]:
        need = found.get(("body", path))
        if need is None:
            return ()
        said = need.given.value if need.given else need.input.fixed
        return () if said is ABSENT else (said,)

    sent = layout.body_required or "$" in used or any(place == "body" for place, _ in found)
    here = [
        demand
        for demand in layout.demands
        if (sent if demand["path"] == "$" else demand["path"] in used | layout.wanted)
        and whole.isdisjoint((*parents(demand["path"]), demand["path"]))
    ]
    return missing_fields(here, has, value_of, layout.body)


def _choices(rows: Iterable[Input]) -> dict[str, dict[int, int]]:
    table: dict[str, dict[int, int]] = {}
    for row in rows:
        if row.row.get("required_in_alternative"):
            group, indexes = branches(row)
            for index in indexes:
                counts = table.setdefault(group, {})
                counts[index] = counts.get(index, 0) + 1
    return table


def branches(row: Input) -> tuple[str, tuple[int, ...]]:
    """The group of alternatives that *row* stands in, and the indexes of those that have it."""
    group, _, indexes = row.alternative.rpartition("/")
    return group, tuple(int(index) for index in indexes.split(",") if index.isdigit())


def _in_choice(row: Input, layout: Layout, found: Mapping[tuple[str, str], Needed], *, inside: bool) -> bool:
    """Whether *row* is required by the alternative that is taken where one must be.

    The alternative that a given value belongs to, else the one that requires the least.
    """
    if not row.row.get("required_in_alternative"):
        return False
    group, indexes = branches(row)
    if not (inside or (group == "$" and layout.body_required)):
        return False
    given = [branches(n.input)[1] for n in found.values() if n.given and n.input.alternative.startswith(group + "/")]
    counts = layout.choices[group]
    taken = min(given[0]) if given and given[0] else min(counts, key=lambda index: (counts[index], index))
    return taken in indexes


def place(args: dict[str, Any], need: Input, value: Any, layout: Layout) -> str:
    """Put *value* where the operation wants it; the dotted path of its place, "" where there is none.

    Body leaves are nested; an array position gets one element. A whole body goes under
    `body`, and so does every body value where a name occurs in two locations. Where a
    parameter is itself called like a location, names that occur twice are dotted instead
    (`query.id`), and the whole body is `$`.
    """
    if need.location != "body":
        return _place_parameter(args, need, value, layout)
    way = steps(need.path)
    if not way or need.path == "$":
        name = WHOLE_BODY if "body" in layout.outside else "body"
        args[name] = value
        return name
    if EVERY_VALUE in way:
        return ""  # the keys of a free map are the caller's to choose
    if layout.grouped and "body" in layout.outside:
        way = (f"body.{way[0]}", *way[1:])
    elif layout.grouped or way[0] == EVERY_ELEMENT:
        way = ("body", *way)
    at: Any = args
    for here, following in pairwise(way):
        at = _descend(at, here, [] if following == EVERY_ELEMENT else {})
    if way[-1] == EVERY_ELEMENT:
        at.append(value)
    else:
        at[way[-1]] = value
    # An element of a list of plain values has no path of its own.
    return ".".join("0" if step == EVERY_ELEMENT else step for step in way).removesuffix(".0")


def _place_parameter(args: dict[str, Any], need: Input, value: Any, layout: Layout) -> str:
    """Of two parameters of one name, the later one in the order of places goes under its location."""
    name, location = need.name, need.location
    if location == layout.outside[name]:
        args[name] = value
        return name
    if location in layout.outside or location in layout.body_names:
        args[f"{location}.{name}"] = value
    else:
        args.setdefault(location, {})[name] = value
    return f"{location}.{name}"


def _descend(at: Any, step: str, fresh: Any) -> Any:
    if step == EVERY_ELEMENT:
        if not at:
            at.append(fresh)
        return at[0]
    if not isinstance(at.get(step), (dict, list)):
        at[step] = fresh
    return at[step]
