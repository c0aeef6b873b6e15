"""Contract rows, read: what planning knows of one tool's inputs and outputs."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, Final

import attrs

from .absent import ABSENT
from .json_path import EVERY_ELEMENT, EVERY_KEY, inside
from .tool import Row, ToolFacts, metadata_of, row_name, row_path, rows_of, tool_facts

_PARAMETER: Final = re.compile(r"\{[^{}]*\}")


@attrs.frozen(kw_only=True)
class Input:
    """One row of `consumes`."""

    name: str
    #: "$.shipping.zip" for body leaves, "$" for a whole body, the name for parameters.
    path: str
    location: str = ""
    required: bool = False
    #: Required only when its parent object is given.
    required_if_parent: bool = False
    kind: str = "data"
    role: str = ""
    type: str = ""
    tag: str = ""
    resource: str = ""
    #: Group of alternatives ("oneOf" branch) the row belongs to; "" when it belongs to none.
    alternative: str = ""
    many: bool = False
    row: Row = attrs.field(factory=dict, repr=False, eq=False)

    @property
    def fixed(self) -> Any:
        """The only value the contract allows: a const, or a single enum member; `ABSENT` otherwise."""
        if "const" in self.row:
            return self.row["const"]
        enum = self.row.get("enum")
        return enum[0] if isinstance(enum, Sequence) and len(enum) == 1 and not isinstance(enum, str) else ABSENT

    @property
    def aliases(self) -> tuple[str, ...]:
        """What the same value is called in other calls, where the document says that it is the same."""
        return tuple(self.row.get("aliases") or ())

    @property
    def default(self) -> Any:
        """The schema's default; `ABSENT` without one."""
        return self.row.get("default", ABSENT)


@attrs.frozen(kw_only=True)
class Output:
    """One row of `produces`."""

    name: str
    #: JSON path in the response body: "$.items[*].orderNo", "$.stocks.*.sku".
    path: str
    location: str = "response"
    type: str = ""
    tag: str = ""
    resource: str = ""
    role: str = ""
    row: Row = attrs.field(factory=dict, repr=False, eq=False)

    @property
    def many(self) -> bool:
        """Below an array or a map, or a key of one."""
        return "[*]" in self.path or ".*" in self.path or self.path.endswith(EVERY_KEY)


def read_input(row: Row) -> Input:
    """A `consumes` row as a value; absent parts take their defaults."""
    get = row.get
    name = row_name(row)
    many = bool(get("array")) or get("field_type") == "array"
    return Input(
        name=name,
        path=str(get("path") or get("json_path") or name),
        location=str(get("location") or ""),
        required=bool(get("required")),
        required_if_parent=bool(get("required_if_parent")),
        kind=str(get("kind") or "data"),
        role=str(get("role") or ""),
        type=str(get("field_type") or get("type") or ""),
        tag=str(get("semantic_tag") or ""),
        resource=str(get("resource") or ""),
        alternative=str(get("alternative") or ""),
        many=many,
        row=row,
    )


def read_output(row: Row) -> Output:
    """A `produces` row as a value; absent parts take their defaults."""
    get = row.get
    return Output(
        name=row_name(row),
        path=row_path(row),
        location=str(get("location") or "response"),
        type=str(get("field_type") or get("type") or ""),
        tag=str(get("semantic_tag") or ""),
        resource=str(get("resource") or ""),
        role=str(get("role") or ""),
        row=row,
    )


def place_of(path: str) -> str:
    """*path* without the names of its parameters, in lower case: equal ones are one place."""
    return _PARAMETER.sub("{}", path.rstrip("/").removesuffix(".json")).lower()


class ToolContract:
    """One tool, read lazily: an artifact has ten thousands of rows, a plan touches a few."""

    def __init__(self, name: str, tool: Any) -> None:
        self.name = name
        self.tool = tool
        self._outputs: dict[int, Output] = {}

    @cached_property
    def facts(self) -> ToolFacts:
        """What the tool says about itself."""
        return tool_facts(self.name, self.tool)

    @cached_property
    def inputs(self) -> tuple[Input, ...]:
        """All `consumes` rows."""
        return tuple(read_input(row) for row in rows_of(self.tool, "consumes"))

    @cached_property
    def output_rows(self) -> Sequence[Row]:
        """All `produces` rows, unread."""
        return rows_of(self.tool, "produces")

    @cached_property
    def links(self) -> Sequence[Mapping[str, Any]]:
        """All declared links to other tools."""
        return rows_of(self.tool, "links")

    @cached_property
    def demands(self) -> Sequence[Mapping[str, Any]]:
        """What the body requires of its fields together; rows as `contracts.rows.demand_row` writes them."""
        return rows_of(self.tool, "demands")

    @property
    def body_required(self) -> bool:
        """Whether every call has a request body."""
        contract = metadata_of(self.tool).get("api_contract")
        body = contract.get("body") if isinstance(contract, Mapping) else None
        return isinstance(body, Mapping) and bool(body.get("required"))

    @cached_property
    def input_tags(self) -> frozenset[str]:
        """Tags of all inputs."""
        return frozenset(row.tag for row in self.inputs if row.tag)

    @cached_property
    def inheritable(self) -> frozenset[str]:
        """What tells that an input has the value of an input elsewhere: its tag; the name of a header without one."""
        return self.input_tags | {row.name for row in self.inputs if row.location == "header" and not row.tag}

    @cached_property
    def required_tags(self) -> frozenset[str]:
        """Tags of the inputs that every call needs."""
        return frozenset(row.tag for row in self.inputs if row.tag and (row.required or row.location == "path"))

    @cached_property
    def _required_keys(self) -> frozenset[tuple[str, str]]:
        """(name, resource) of the identifiers that every call needs; some things have two tags for one name."""
        rows = (row for row in self.inputs if row.resource and (row.required or row.location == "path"))
        return frozenset((row.name, row.resource) for row in rows)

    def parents(self, path: str) -> frozenset[str]:
        """Tags, else names, of the parameters that stand in *path*, the tool's own or the beginning of it."""
        rows = (row for row in self.inputs if row.location == "path")
        return frozenset(row.tag or row.name for row in rows if "{" + row.name + "}" in path)

    def _makes(self, output: Output) -> bool:
        """Whether *output* is the key of what the tool creates."""
        facts = self.facts
        return facts.action == "create" and facts.changes_state and output.resource == facts.resource

    @cached_property
    def own_parents(self) -> frozenset[str]:
        """The parents of the tool's own path."""
        return self.parents(self.facts.path)

    @cached_property
    def place(self) -> str:
        """The tool's path without the names of its parameters."""
        return place_of(self.facts.path)

    def echoes(self, need: Input, output: Output) -> bool:
        """Whether the tool itself takes what it is asked for as *output*: it gives back what it was given.

        An optional input counts too, but for a list, whose filter by key may stay empty, and for
        what a creator gives of its own: request and answer share a schema, and the server sets the key.
        """
        tag = output.tag or need.tag
        if tag:
            taken = self.required_tags if output.many or self._makes(output) else self.input_tags
            return tag in taken or (output.name, output.resource) in self._required_keys or self._asks_for(need)
        return any(row.name == need.name and row.required for row in self.inputs)

    def _asks_for(self, need: Input) -> bool:
        """Whether the tool's path has the parameter of *need*, though it may take another key of the same thing."""
        return need.location == "path" and (need.name, need.resource) in self._path_parameters

    @cached_property
    def _path_parameters(self) -> frozenset[tuple[str, str]]:
        return frozenset((row.name, row.resource) for row in self.inputs if row.location == "path")

    def output(self, index: int) -> Output:
        """The `produces` row at *index* as a value."""
        known = self._outputs.get(index)
        if known is None:
            known = self._outputs[index] = read_output(self.output_rows[index])
        return known

    @cached_property
    def elements(self) -> Mapping[str, Mapping[str, int]]:
        """Path of each innermost list ("$.items[*]") → path inside an element → position among the outputs."""
        found: dict[str, dict[str, int]] = {}
        for index, row in enumerate(self.output_rows):
            head, many, rest = row_path(row).rpartition(EVERY_ELEMENT)
            if many and (path := inside(rest)):
                found.setdefault(f"{head}{many}", {}).setdefault(path, index)
        return found

    @cached_property
    def outputs(self) -> tuple[Output, ...]:
        """All `produces` rows as values."""
        return tuple(self.output(index) for index in range(len(self.output_rows)))

    def __repr__(self) -> str:
        return f"<ToolContract {self.name}>"
