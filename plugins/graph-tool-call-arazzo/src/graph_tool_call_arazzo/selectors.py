"""JSONPath (RFC 9535) of selector objects, as far as a binding can say the same."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable
from typing import Any, Final

import attrs

from graph_tool_call.hooks.plans import EVERY, Every, Filter, Key, Position, Segment

from .runtime import LONGEST, Expression, from_pointer, pieces

_STEP = re.compile(
    r"""\.(?P<name>[^\W\d]\w*)|\[\s*(?:'(?P<single>(?:[^'\\]|\\.)*)'|"(?P<double>(?:[^"\\]|\\.)*)")\s*\]"""
    r"""|\[\s*(?P<index>-?\d+)\s*\]|(?P<every>\.\*|\[\s*\*\s*\])"""
)
_TEST: Final = re.compile(
    r"""\s*@(?P<path>(?:\.[^\W\d]\w*|\[(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")\])+)\s*==\s*"""
    r"""(?:'(?P<single>(?:[^'\\]|\\.)*)'|"(?P<double>(?:[^"\\]|\\.)*)"|(?P<embedded>\{\$[^{}]+\})"""
    r"""|(?P<plain>-?[\w.]+))"""
)
_BEGIN, _END = re.compile(r"\[\s*\?"), re.compile(r"\s*\]")
_OPEN, _CLOSE = re.compile(r"\s*\("), re.compile(r"\s*\)")
_AND, _OR = re.compile(r"\s*&&"), re.compile(r"\s*\|\|")
_ESCAPE = re.compile(r"\\(?P<char>.)|\"", re.DOTALL)
_PLAIN_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")

#: Gives the text of a filter's value: a literal of JSONPath, or an expression in braces.
Operand = Callable[[Any], str]


def to_jsonpath(segments: Iterable[Segment], operand: Operand) -> str | None:
    """The JSONPath of a way below `$`; None where there is none."""
    parts = []
    for segment in segments:
        if isinstance(segment, Key):
            parts.append(_member(segment.name))
        elif isinstance(segment, Position):
            parts.append(f"[{segment.index}]")
        elif isinstance(segment, Every):
            parts.append("[*]")
        elif isinstance(segment, Filter) and segment.order is None and not any(c.joined for c in segment.comparisons):
            parts.append(f"[?{_condition(segment, operand)}]")
        else:
            return None
    return "$" + "".join(parts)


def _condition(chosen: Filter, operand: Operand) -> str:
    """The comparisons of a filter; `&&` binds closer than `||` (RFC 9535, 2.3.5.1)."""
    clauses = []
    for clause in chosen.clauses:
        tests = (f"@{(to_jsonpath(one.path, operand) or '$')[1:]} == {operand(one.value)}" for one in clause)
        text = " || ".join(tests)
        clauses.append(f"({text})" if len(clause) > 1 and chosen.also else text)
    return " && ".join(clauses)


def literal(value: Any) -> str:
    """A literal of JSONPath: texts in single quotes."""
    if isinstance(value, str):
        return _quoted(value)
    return json.dumps(value, ensure_ascii=False)


def from_selector(selector: str, kind: Any) -> tuple[Segment, ...] | None:
    """The way that a selector object names; None where a binding cannot say it."""
    name = kind.get("type") if isinstance(kind, dict) else kind
    if name == "jsonpointer":
        return from_pointer(selector.removeprefix("#"))
    return from_jsonpath(selector) if name == "jsonpath" else None


def from_jsonpath(path: str) -> tuple[Segment, ...] | None:
    """The way of a JSONPath made of names, indexes, `*` and filters that compare one field with a value.

    The value of such a filter is a literal, or the `Expression` that is embedded in its place.
    """
    if not path.startswith("$") or len(path) > LONGEST:
        return None
    segments: list[Segment] = []
    at = 1
    while at < len(path):
        if (found := _STEP.match(path, at)) is not None:
            segments.append(_segment(found))
            at = found.end()
        elif (read := _Conditions(path, at).filter()) is not None:
            chosen, at = read
            segments.append(chosen)
        else:
            return None
    return tuple(segments)


class _Conditions:
    """Reads one filter; `at` is where it stands."""

    def __init__(self, text: str, at: int) -> None:
        self.text = text
        self.at = at

    def filter(self) -> tuple[Filter, int] | None:
        """The filter and where it ends; None where a binding cannot say it."""
        if not self.take(_BEGIN):
            return None
        clauses = [self.clause()]
        while self.take(_AND):
            clauses.append(self.clause())
        known = [clause for clause in clauses if clause is not None]
        # `&&` binds closer than `||`: a binding has round brackets there.
        mixed = len(known) > 1 and any(is_bare for _, is_bare in known)
        if len(known) < len(clauses) or mixed or not self.take(_END):
            return None
        first, *also = (clause for clause, _ in known)
        return attrs.evolve(first, also=tuple(also)), self.at

    def clause(self) -> tuple[Filter, bool] | None:
        """Tests of which one must hold, and whether several stand there without round brackets."""
        grouped = self.take(_OPEN)
        tests = [self.test()]
        while self.take(_OR):
            tests.append(self.test())
        known = [test for test in tests if test is not None]
        if len(known) < len(tests) or (grouped and not self.take(_CLOSE)):
            return None
        return attrs.evolve(known[0], either=tuple(known[1:])), len(known) > 1 and not grouped

    def test(self) -> Filter | None:
        found = _TEST.match(self.text, self.at)
        if found is None:
            return None
        self.at = found.end()
        return _filter(found)

    def take(self, pattern: re.Pattern[str]) -> bool:
        found = pattern.match(self.text, self.at)
        if found is not None:
            self.at = found.end()
        return found is not None


def _segment(found: re.Match[str]) -> Segment:
    if found["index"] is not None:
        return Position(int(found["index"]))
    if found["every"] is not None:
        return EVERY
    return Key(found["name"] if found["name"] is not None else _text(found))


def _filter(found: re.Match[str]) -> Filter | None:
    path = from_jsonpath("$" + found["path"])
    if path is None:
        return None
    if found["plain"] is None:
        inside = list(pieces(found["embedded"] or _text(found)))
        if any(isinstance(piece, Expression) for piece in inside):
            return Filter(path, inside[0]) if len(inside) == 1 else None
        return Filter(path, _text(found))
    try:
        return Filter(path, json.loads(found["plain"]))
    except ValueError:
        return None


def _text(found: re.Match[str]) -> str:
    """A quoted text, unescaped: as in JSON, but for the single quote (RFC 9535, 2.3.1.1)."""
    quoted = found["single"] if found["single"] is not None else found["double"]
    try:
        return str(json.loads('"' + _ESCAPE.sub(_as_json, quoted) + '"'))
    except ValueError:
        # What is escaped there in no standard way stands for itself.
        return re.sub(r"\\(.)", r"\1", quoted)


def _as_json(found: re.Match[str]) -> str:
    return {"'": "'", '"': '\\"', None: '\\"'}.get(found["char"], found[0])


def _member(name: str) -> str:
    return f".{name}" if _PLAIN_NAME.fullmatch(name) else f"[{_quoted(name)}]"


def _quoted(text: str) -> str:
    return "'" + json.dumps(text, ensure_ascii=False)[1:-1].replace('\\"', '"').replace("'", "\\'") + "'"
