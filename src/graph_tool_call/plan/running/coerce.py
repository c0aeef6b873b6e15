"""Arguments against the tool's contract: checked, or changed to the declared types, before anything is sent."""

from __future__ import annotations

import copy
import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

import attrs

from ...model import ABSENT
from ...model.arguments import Argument, Arguments, ToolInputs
from ...model.files import is_file, takes_file
from ...model.json_path import steps
from ...model.tool import Row, row_name, rows_of
from .defaults import with_defaults
from .demands import unmet_demands

_INTEGER = re.compile(r"[+-]?\d+")
_NUMBER = re.compile(r"[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?")
_SHOWN = 40
#: The indefinite article of each type, for messages.
_A: Final = {"integer": "an integer", "array": "a list", "object": "an object", "null": "null"}


class _Unfit(Exception):  # noqa: N818 - a signal inside this module
    """The value cannot be of the wanted type."""


@attrs.frozen(kw_only=True)
class Checked:
    """What checking gave: the arguments to send, what was changed, and what is wrong."""

    args: Mapping[str, Any]
    #: One `{field, path, from, to}` for each change; names and types, no values.
    changes: tuple[dict[str, str], ...] = ()
    problems: tuple[str, ...] = ()


def check_args(tool: Any, args: Mapping[str, Any], *, coerce: bool = False) -> Checked:
    """Compare *args* with the contract of *tool*; with *coerce*, change them to its types first.

    Coercion is lossless: "12" becomes 12 for an integer, 12 becomes "12" for a string, a
    single value becomes a list of one. "12a" for an integer is a problem; "0012" stays a
    string's "0012". A required input that is missing gets its default. What a row marks as
    `lossy` is neither changed nor judged. A tool without contract rows takes anything.
    """
    inputs = ToolInputs(tool)
    if not inputs.rows:
        return Checked(args=args)
    filled, changes = with_defaults(inputs, args) if coerce else (args, [])
    checked = _Check(inputs, filled, coerce=coerce).run()
    demands = tuple(unmet_demands(rows_of(tool, "demands"), inputs.sort(checked.args).body))
    return attrs.evolve(checked, changes=(*changes, *checked.changes), problems=(*checked.problems, *demands))


class _Check:
    def __init__(self, inputs: ToolInputs, args: Mapping[str, Any], *, coerce: bool) -> None:
        self.inputs = inputs
        self.sorted: Arguments = inputs.sort(args)
        self.args = copy.deepcopy(dict(args))
        self.coerce = coerce
        self.changes: list[dict[str, str]] = []
        self.problems: list[str] = []

    def run(self) -> Checked:
        for item in self.sorted.items:
            value = self.argument(item)
            if value is not item.value:
                _put(self.args, item.way, value)
        self.problems += [self.unknown(name) for name in self.sorted.unknown]
        self.problems += self.missing()
        return Checked(args=self.args, changes=tuple(self.changes), problems=tuple(self.problems))

    def argument(self, item: Argument) -> Any:
        if item.location == "body":
            return self.body(item.path, item.value)
        row = self.inputs.row(item.location, item.name)
        return item.value if row is None else self.by_row(row, item.value, f"{item.location} parameter '{item.name}'")

    def body(self, path: str, value: Any) -> Any:
        """One body value, by its row and those below it."""
        row = self.inputs.body.get(path)
        if row is not None:
            value = self.by_row(row, value, f"body field '{path.removeprefix('$.')}'" if path != "$" else "the body")
        if isinstance(value, Mapping):
            return self.members(path, value)
        if isinstance(value, list) and any(known.startswith(f"{path}[*]") for known in self.inputs.body):
            return _same_or(value, [self.body(f"{path}[*]", element) for element in value])
        return value

    def members(self, path: str, value: Mapping[str, Any]) -> Any:
        below = {way[-1]: known for known in self.inputs.body if (way := _below(path, known))}
        changed = {name: self.body(below[name], member) if name in below else member for name, member in value.items()}
        return value if all(changed[name] is value[name] for name in value) else changed

    def by_row(self, row: Row, value: Any, place: str) -> Any:
        if row.get("kind") == "auth" or row.get("lossy"):
            return value
        if value is None:
            if row.get("required") and not row.get("nullable"):
                self.problems.append(f"{place} is null")
            return value
        if value == "" and row.get("allow_empty"):
            return value
        facts = {"type": row.get("field_type"), **{key: row[key] for key in _FACTS if key in row}}
        try:
            fitting = self.fit(facts, value)
        except _Unfit as unfit:
            self.problems.append(f"{place} {unfit}")
            return value
        if fitting is not value:
            change = {"field": row_name(row), "path": str(row.get("path") or row_name(row))}
            self.changes.append({**change, "from": json_type(value), "to": json_type(fitting)})
        return fitting

    def fit(self, facts: Mapping[str, Any], value: Any) -> Any:
        """*value* as *facts* want it; raises `_Unfit`."""
        if facts.get("lossy") or (value is None and facts.get("nullable")):
            return value
        kinds = [kind for kind in facts.get("types") or [facts.get("type")] if kind]
        if kinds and not any(_is(kind, value, facts) for kind in kinds):
            value = self.convert(kinds, value)
        if isinstance(value, list):
            value = _same_or(value, [self.fit(inner, one) for inner, one in _elements(facts, value)])
        members = facts.get("enum") or ([facts["const"]] if "const" in facts else None)
        return self.member(members, value) if isinstance(members, Sequence) else value

    def convert(self, kinds: Sequence[str], value: Any) -> Any:
        wanted = " or ".join(_A.get(kind, f"a {kind}") for kind in kinds)
        if self.coerce:
            for kind in kinds:
                converted = _CONVERTERS.get(kind, _never)(value)
                if converted is not ABSENT:
                    return converted
            if "array" in kinds and (not isinstance(value, Mapping) or is_file(value)):
                return [value]
        raise _Unfit(f"must be {wanted}, not {_shown(value)}")

    def member(self, members: Sequence[Any], value: Any) -> Any:
        if isinstance(value, list) or any(_equal(member, value) for member in members):
            return value
        if self.coerce:
            for member in members:
                if not isinstance(member, bool) and str(member) == str(value):
                    return member
        shown = ", ".join(str(member) for member in members[:10]) + (" …" if len(members) > 10 else "")
        raise _Unfit(f"must be one of {shown}, not {_shown(value)}")

    def unknown(self, name: str) -> str:
        taken = sorted({row_name(row) for row in self.inputs.rows if row.get("kind") != "auth"})
        hint = " (to send a body field that the contract lacks, put it under 'body')" if self.inputs.takes_body else ""
        return f"unknown argument '{name}'; there are: {', '.join(taken[:20]) or 'none'}{hint}"

    def missing(self) -> Iterator[str]:
        given = {(item.location, item.name.lower()) for item in self.sorted.items}
        for (place, name), row in self.inputs.parameters.items():
            if self.wanted(row) and (place, name.lower()) not in given:
                yield f"{place} parameter '{row_name(row)}' is missing"
        body = self.sorted.body
        for path, row in self.inputs.body.items():
            needed = self.wanted(row) or (row.get("required_if_parent") and row.get("kind") != "auth")
            if not needed or "[*]" in path or ".*" in path:
                continue
            if _lacks(body, steps(path), parent_needed=not row.get("required")):
                yield f"body field '{path.removeprefix('$.')}' is missing" if path != "$" else "the body is missing"

    def wanted(self, row: Row) -> bool:
        return bool(row.get("required")) and row.get("kind") != "auth"


_FACTS: Final = ("types", "format", "array", "positions", "enum", "const", "content_type")


def json_type(value: Any) -> str:
    """JSON Schema's name for the type of *value*."""
    if value is None:
        return "null"
    if isinstance(value, Mapping):
        return "object"
    names = {bool: "boolean", int: "integer", float: "number", str: "string"}
    return names.get(type(value), "array" if isinstance(value, (list, tuple)) else type(value).__name__)


def _below(path: str, known: str) -> tuple[str, ...]:
    """Steps of *known*, when it is a direct member of *path*."""
    if not known.startswith(path) or known == path:
        return ()
    way = steps(known)
    return way if len(way) == len(steps(path)) + 1 and way[-1] not in {"[*]", ".*"} else ()


def _lacks(body: Any, way: tuple[str, ...], *, parent_needed: bool) -> bool:
    """Whether the value at *way* is not there; with *parent_needed*, only where its parent is."""
    if not way:
        return body is ABSENT
    at = body
    for number, step in enumerate(way):
        if not isinstance(at, Mapping):
            # A parent that is missing, or of another shape, has a problem of its own.
            return not parent_needed and at is ABSENT and number == 0
        if step not in at:
            return number == len(way) - 1
        at = at[step]
    return False


def _is(kind: str, value: Any, facts: Mapping[str, Any]) -> bool:
    actual = json_type(value)
    if kind == actual or (kind == "number" and actual == "integer"):
        return True
    if kind != "string" or not (isinstance(value, bytes) or is_file(value)):
        return False
    return takes_file(value, facts)


def _to_integer(value: Any) -> Any:
    if isinstance(value, str) and _INTEGER.fullmatch(value.strip()):
        return int(value)
    return int(value) if isinstance(value, float) and value.is_integer() else ABSENT


def _to_number(value: Any) -> Any:
    if not isinstance(value, str) or not _NUMBER.fullmatch(value.strip()):
        return ABSENT
    number = int(value) if _INTEGER.fullmatch(value.strip()) else float(value)
    return number if isinstance(number, int) or math.isfinite(number) else ABSENT


def _to_boolean(value: Any) -> Any:
    return {"true": True, "false": False}.get(value.strip().lower(), ABSENT) if isinstance(value, str) else ABSENT


def _to_string(value: Any) -> Any:
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value) if isinstance(value, (int, float)) else ABSENT


def _never(_value: Any) -> Any:
    return ABSENT


_CONVERTERS: Final[Mapping[str, Callable[[Any], Any]]] = {
    "integer": _to_integer,
    "number": _to_number,
    "boolean": _to_boolean,
    "string": _to_string,
}


def _equal(member: Any, value: Any) -> bool:
    return isinstance(member, bool) == isinstance(value, bool) and bool(member == value)


def _elements(facts: Mapping[str, Any], value: list[Any]) -> Iterator[tuple[Mapping[str, Any], Any]]:
    """Each element with what the contract says of it: of its position in a tuple, else of every element."""
    positions, rest = facts.get("positions") or (), facts.get("array") or {}
    for number, element in enumerate(value):
        own = positions[number] if number < len(positions) else rest
        yield ({**own, "content_type": facts.get("content_type")} if isinstance(own, Mapping) else {}), element


def _same_or(value: list[Any], changed: list[Any]) -> list[Any]:
    return value if all(a is b for a, b in zip(value, changed, strict=True)) else changed


def _shown(value: Any) -> str:
    if isinstance(value, (Mapping, list, tuple)):
        return _A.get(json_type(value), json_type(value))
    text = repr(value)
    return text if len(text) <= _SHOWN else text[:_SHOWN] + "…"


def _put(args: dict[str, Any], way: tuple[str, ...], value: Any) -> None:
    at: Any = args
    for step in way[:-1]:
        at = at[step]
    at[way[-1]] = value
