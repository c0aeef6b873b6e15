"""What a document that is being written has so far: names of inputs, and outputs of steps."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import attrs

from graph_tool_call.errors import ArazzoError
from graph_tool_call.hooks.plans import INPUT_ROOTS, Filter, Key, Position, Pseudo, Reference, Row, Segment

from .runtime import is_plain, to_pointer
from .selectors import literal, to_jsonpath

#: Extension of a workflow: input → binding, where that is not `user_input.` and the name.
BINDINGS: Final = "x-bindings"

#: The formats that Arazzo names (1.1, "Data Types"). Some runners refuse to check a schema with others.
_FORMATS: Final = frozenset({"int32", "int64", "float", "double", "password"})

_TYPES: Final = frozenset({"string", "integer", "number", "boolean", "array", "object", "null"})
_UNFIT = re.compile(r"[^A-Za-z0-9_-]+")
_TOKEN = re.compile(r"[A-Za-z0-9!#$%&'*+.^_`|~-]+")

IsSecret = Callable[[str], bool]


@attrs.frozen
class Place:
    """Where a value stands in a plan: the step, and the argument in it."""

    step: str
    argument: str = ""

    def error(self, code: str, message: str, hint: str = "") -> ArazzoError:
        """The error that something here cannot be written."""
        where = self.step + (f" at {self.argument}" if self.argument else "")
        return ArazzoError(code, message, "plan", where, hint)


class Inputs:
    """The inputs of the workflow, made from what the plan asks and reads."""

    def __init__(self, slots: Sequence[Mapping[str, Any]], is_secret: IsSecret) -> None:
        self._slots = {str(slot["field_name"]): slot for slot in slots}
        self._is_secret = is_secret
        self._names: dict[str, str] = {}
        self.properties: dict[str, dict[str, Any]] = {}
        #: What stands under `BINDINGS`.
        self.bindings: dict[str, str] = {}
        self.required: list[str] = []

    def expression(self, reference: Reference, row: Row, place: Place) -> str:
        """The expression that reads the input *reference*; *row* is the contract row that it fills."""
        known = self._names.get(reference.inner)
        if known is None:
            known = self._names[reference.inner] = self._add(reference, row, place)
        return f"$inputs.{known}"

    def secret(self, name: str, row: Row) -> str:
        """The expression of an input for a credential, whose value is not written."""
        return self.expression(Reference("user_input", (Key(name),)), {**row, "kind": "auth"}, Place(name))

    def schema(self) -> dict[str, Any]:
        """The JSON Schema of all inputs."""
        out: dict[str, Any] = {"type": "object", "properties": self.properties}
        return out | ({"required": self.required} if self.required else {})

    def slot(self, reference: Reference) -> Mapping[str, Any]:
        """The question whose answer *reference* reads; empty without one."""
        first = reference.segments[0] if reference.segments else None
        return self._slots.get(first.name, {}) if isinstance(first, Key) and len(reference.segments) == 1 else {}

    def _add(self, reference: Reference, row: Row, place: Place) -> str:
        segments = reference.segments
        if not segments or not all(isinstance(segment, (Key, Position)) for segment in segments):
            message = f"{reference} is no single input"
            raise place.error("not_expressible", message, "read one input by its name")
        words = [segment.name if isinstance(segment, Key) else str(segment) for segment in segments]
        name = unused(fit("_".join(words), "input"), self.properties)
        slot = self.slot(reference)
        self.properties[name] = self._property(slot or row, secret=any(self._is_secret(word) for word in words))
        if reference.inner != f"user_input.{name}":
            self.bindings[name] = reference.inner
        if slot.get("required", True):
            self.required.append(name)
        return name

    def _property(self, row: Row, *, secret: bool) -> dict[str, Any]:
        kind = row.get("field_type")
        out: dict[str, Any] = {"type": kind} if kind in _TYPES else {}
        if row.get("nullable") and out:
            out["type"] = [kind, "null"]
        if row.get("description"):
            out["description"] = row["description"]
        if secret or row.get("kind") == "auth":
            # Neither a default nor an example: they may be somebody's.
            return out | {"format": "password"}
        if row.get("format") in _FORMATS:
            out["format"] = row["format"]
        out.update((key, row[key]) for key in ("enum", "pattern", "default") if key in row)
        return out | ({"examples": [row["example"]]} if "example" in row else {})


class Outputs:
    """The outputs of one step, each named when it is first read."""

    def __init__(self, *, selectors: bool) -> None:
        self._selectors = selectors
        self._names: dict[str, str] = {}
        self.rows: dict[str, Any] = {}

    def name(self, segments: tuple[Segment, ...], place: Place, operand: Callable[[Any], str]) -> str:
        """The name of the output that *segments* leads to; *operand* writes a filter's value."""
        key = str(Reference("", segments))
        known = self._names.get(key)
        if known is None:
            row = self._row(segments, place, operand)
            words = [segment.name for segment in segments if isinstance(segment, (Key, Pseudo))]
            known = self._names[key] = unused(fit(words[-1] if words else "result", "value"), self.rows)
            self.rows[known] = row
        return known

    def _row(self, segments: tuple[Segment, ...], place: Place, operand: Callable[[Any], str]) -> Any:
        pointer = to_pointer(segments)
        if pointer is not None:
            return "$response.body" + (f"#{pointer}" if pointer else "")
        if segments == (Pseudo("status"),):
            return "$statusCode"
        if (header := _header(segments)) is not None:
            return f"$response.header.{header}"
        shown = str(Reference("…", segments))
        path = to_jsonpath(segments, operand)
        if path is None:
            hint = "take the value from the answer's body, or run the plan with `graph-tool-call run`"
            raise place.error("not_expressible", f"Arazzo has no expression for {shown}", hint)
        if not self._selectors:
            what = "a filter" if any(isinstance(segment, Filter) for segment in segments) else "such a path"
            message = f"Arazzo 1.0.1 has no expression for {what}: {shown}"
            raise place.error("needs_1_1", message, "write version 1.1, which has selectors")
        return {"context": "$response.body", "selector": path, "type": "jsonpath"}


def _header(segments: tuple[Segment, ...]) -> str | None:
    if len(segments) != 2 or segments[0] != Pseudo("headers") or not isinstance(segments[1], Key):
        return None
    return segments[1].name if _TOKEN.fullmatch(segments[1].name) else None


def operand_of(inputs: Inputs, row: Row, place: Place) -> Callable[[Any], str]:
    """Writes the value that a filter compares with."""

    def write(value: Any) -> str:
        if not isinstance(value, Reference):
            if isinstance(value, str) and not is_plain(value):
                raise place.error("not_expressible", f"the text {value!r} would be read as an expression")
            return literal(value)
        if value.root not in INPUT_ROOTS:
            message = f"a selector cannot compare with {value}"
            raise place.error("not_expressible", message, "compare with an input or a literal")
        embedded = "{" + inputs.expression(value, row, place) + "}"
        kind = inputs.slot(value).get("field_type")
        return embedded if kind in ("integer", "number", "boolean") else f"'{embedded}'"

    return write


def fit(name: str, fallback: str) -> str:
    """*name* with the characters that identifiers have."""
    return _UNFIT.sub("_", name).strip("_") or fallback


def unused(name: str, taken: Mapping[str, Any]) -> str:
    """*name*, or the first of name_2, name_3 … that is free."""
    count, free = 1, name
    while free in taken:
        count += 1
        free = f"{name}_{count}"
    return free
