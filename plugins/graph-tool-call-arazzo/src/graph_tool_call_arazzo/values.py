"""Values of a workflow: expressions become references to inputs and to earlier calls."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

import attrs

from graph_tool_call.hooks import ABSENT
from graph_tool_call.hooks.plans import Filter, Key, Position, Pseudo, Reference, Segment, Template

from .runtime import Expression, is_broken, pieces, read, tail
from .selectors import from_selector

#: Root of the references to what the workflow is given; each such input is a question to the user.
ASKED: Final = "user_input"


class UnreadableError(Exception):
    """A value that nothing here can say; the message says why. Never leaves this package."""


class ExhaustedError(Exception):
    """The values or steps of documents are too many. Never leaves this package."""


class Budget:
    """How many values and steps may be followed in all, those that are used twice counted twice."""

    def __init__(self, values: int, steps: int) -> None:
        self._left = values
        self._steps = steps

    def step(self) -> None:
        """Count one more step. Raises `ExhaustedError`."""
        self._steps -= 1
        if self._steps < 0:
            raise ExhaustedError

    def spend(self, value: Any) -> Any:
        """*value*, its members counted. Raises `ExhaustedError`."""
        waiting = [value]
        while waiting:
            at = waiting.pop()
            self._left -= 1
            if self._left < 0:
                raise ExhaustedError
            waiting += at.values() if isinstance(at, Mapping) else at if isinstance(at, list) else ()
        return value


@attrs.define
class Outcome:
    """What later steps can read of a step: its outputs, and of a call also the parts of its request."""

    #: Step id in the plan; "" for a nested workflow.
    call: str
    #: Name → expression or selector object as written; of a nested workflow, name → value.
    outputs: Mapping[str, Any]
    #: Inside what the expressions are read; None for a nested workflow.
    scope: Scope | None = None
    parameters: Mapping[tuple[str, str], Any] = attrs.Factory(dict)
    body: Any = ABSENT

    def output(self, name: str) -> Any:
        """The value of an output."""
        raw = self.outputs[name]
        if self.scope is None:
            return raw
        if (
            isinstance(raw, str)
            and read(raw) is None
            and not any(isinstance(piece, Expression) for piece in pieces(raw))
        ):
            # A parameter may be plain text; an output is an expression, or nothing that is known.
            raise UnreadableError(f"the output {name!r}, {raw[:200]!r}, is no expression of Arazzo")
        return self.scope.value(raw, self)


@attrs.define
class Scope:
    """What an expression of one workflow can read."""

    #: Name → JSON Schema of the inputs.
    declared: Mapping[str, Any]
    budget: Budget
    #: Input → value, for a workflow that another calls; None for the outermost, whose inputs are asked.
    inputs: Mapping[str, Any] | None = None
    #: Input → binding, where it is not `user_input.` and the name.
    bindings: Mapping[str, Reference] = attrs.Factory(dict)
    steps: dict[str, Outcome] = attrs.Factory(dict)
    #: Ids of steps that stand further down.
    later: frozenset[str] = frozenset()
    max_text: int = 100_000

    def value(self, raw: Any, own: Outcome | None = None) -> Any:
        """*raw* with a `Reference` for each expression and a `Template` for each text with some.

        *own* is the step at hand, whose answer `$response` is. Raises `UnreadableError`.
        """
        if isinstance(raw, str):
            return self._text(raw, own)
        if isinstance(raw, Mapping):
            if {"context", "selector", "type"} <= raw.keys() and set(raw) <= {"context", "selector", "type"}:
                return self._selector(raw, own)
            return {str(key): self.value(member, own) for key, member in raw.items()}
        return [self.value(member, own) for member in raw] if isinstance(raw, (list, tuple)) else raw

    def _text(self, text: str, own: Outcome | None) -> Any:
        if len(text) > self.max_text:
            raise UnreadableError(f"has more than {self.max_text} characters")
        if is_broken(text):
            raise UnreadableError(f"{text[:200]!r} is no expression of Arazzo")
        expression = read(text)
        if expression is not None:
            return self.budget.spend(self.expression(expression, own))
        parts: list[str | Reference] = []
        for piece in pieces(text):
            value = piece if isinstance(piece, str) else self.expression(piece, own)
            parts += value.parts if isinstance(value, Template) else [_embedded(value)]
        if sum(len(part) for part in parts if isinstance(part, str)) > self.max_text:
            raise UnreadableError(f"comes to more than {self.max_text} characters")
        self.budget.spend(parts)
        if any(isinstance(part, Reference) for part in parts):
            return Template("", tuple(parts))
        return "".join(part for part in parts if isinstance(part, str))

    def _selector(self, raw: Mapping[str, Any], own: Outcome | None) -> Any:
        way = from_selector(str(raw["selector"]), raw["type"])
        if way is None:
            raise UnreadableError(f"no binding can say the selector {str(raw['selector'])[:200]!r}")
        filled = tuple(self._filled(segment, own) for segment in way)
        return _follow(self.value(str(raw["context"]), own), filled)

    def _filled(self, segment: Segment, own: Outcome | None) -> Segment:
        return segment.filled(lambda value: self._operand(value, own)) if isinstance(segment, Filter) else segment

    def _operand(self, operand: Any, own: Outcome | None) -> Any:
        """What a filter compares with."""
        value = self.expression(operand, own) if isinstance(operand, Expression) else operand
        if isinstance(value, (Template, Mapping, list)):
            raise UnreadableError("a filter compares with one value")
        return value

    def expression(self, expression: Expression, own: Outcome | None = None) -> Any:
        """The value of one expression."""
        root, rest = expression.root, expression.rest
        if root == "inputs":
            return self._input(rest)
        if root == "steps":
            return self._output(rest)
        if own is not None and (found := _of_call(expression, own)) is not ABSENT:
            return found
        raise UnreadableError(f"{expression.source} is nothing that a plan can read")

    def _input(self, rest: str) -> Any:
        name, way = _split(rest, self.declared)
        if self.inputs is None:
            known = self.bindings.get(name, Reference(ASKED, (Key(name),)))
            return Reference(known.root, known.segments + way)
        if name in self.inputs:
            return _follow(self.inputs[name], way)
        schema = self.declared.get(name)
        if isinstance(schema, Mapping) and "default" in schema:
            return _follow(schema["default"], way)
        raise UnreadableError(f"the workflow is called without its input {name!r}")

    def _output(self, rest: str) -> Any:
        step, found, name = rest.partition(".outputs.")
        if not found:
            raise UnreadableError(f"$steps.{rest} names no output")
        outcome = self.steps.get(step)
        if outcome is None:
            where = "stands further down" if step in self.later else "is none of this workflow, or could not be read"
            raise UnreadableError(f"the step {step!r} {where}")
        key, way = _split(name, outcome.outputs)
        if key not in outcome.outputs:
            raise UnreadableError(f"the step {step!r} has no output {key!r}")
        return _follow(outcome.output(key), way)


def _of_call(expression: Expression, own: Outcome) -> Any:
    """The value of an expression on the request or the answer of the call *own*; `ABSENT` for any other."""
    root, rest = expression.root, expression.rest
    if root == "response.body":
        return Reference(own.call, tail(rest) or ())
    if root == "response.header":
        name, way = _split(rest, {})
        return Reference(own.call, (Pseudo("headers"), Key(rest if not way else name), *way))
    if root == "statusCode":
        return Reference(own.call, (Pseudo("status"),))
    if root == "request.body" and own.body is not ABSENT:
        return _follow(own.body, tail(rest) or ())
    side, _, place = root.partition(".")
    if side == "request" and (place, rest) in own.parameters:
        return own.parameters[place, rest]
    return ABSENT


def _split(text: str, names: Mapping[str, Any]) -> tuple[str, tuple[Segment, ...]]:
    """A name, and the way behind it. A name may have dots; the longest one that is known counts."""
    ends = [at for at, char in enumerate(text) if char in "#.["]
    for end in (len(text), *reversed(ends)):
        way = tail(text[end:])
        if text[:end] in names and way is not None:
            return text[:end], way
    first = ends[0] if ends else len(text)
    way = tail(text[first:])
    return (text[:first], way) if way is not None and first else (text, ())


def _follow(value: Any, way: tuple[Segment, ...]) -> Any:
    """What stands at *way* below *value*."""
    if not way:
        return value
    if isinstance(value, Reference):
        return Reference(value.root, value.segments + way)
    for at, segment in enumerate(way):
        if isinstance(value, Reference):
            return Reference(value.root, value.segments + way[at:])
        key = segment.name if isinstance(segment, Key) else str(segment.index) if isinstance(segment, Position) else ""
        if isinstance(value, Mapping) and key in value:
            value = value[key]
        elif isinstance(value, list) and isinstance(segment, Position) and -len(value) <= segment.index < len(value):
            value = value[segment.index]
        else:
            raise UnreadableError("leads to nothing in the value that was given")
    return value


def _embedded(value: Any) -> str | Reference:
    if isinstance(value, (str, Reference)):
        return value
    if value is None or isinstance(value, (Mapping, list)):
        raise UnreadableError("only a single value can stand inside a text")
    return str(value).lower() if isinstance(value, bool) else str(value)


def references(value: Any) -> Iterator[Reference]:
    """The references in a value, in reading order, those inside filters too."""
    if isinstance(value, Reference):
        yield from value.walk()
    elif isinstance(value, Template):
        yield from value.references
    elif isinstance(value, Mapping):
        for member in value.values():
            yield from references(member)
    elif isinstance(value, list):
        for member in value:
            yield from references(member)


def to_args(value: Any) -> Any:
    """A value as it stands in a plan's arguments: bindings as text, other text escaped."""
    if isinstance(value, Reference):
        return str(value)
    if isinstance(value, Template):
        return "".join(to_args(part) for part in value.parts)
    if isinstance(value, str):
        return value.replace("${", "$${")
    if isinstance(value, Mapping):
        return {key: to_args(member) for key, member in value.items()}
    return [to_args(member) for member in value] if isinstance(value, list) else value
