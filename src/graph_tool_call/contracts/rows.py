"""Contract rows without what classification adds: parameters, request body fields, response fields.

A row is a plain dict; what the document does not say is left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import Any, Final

from ..model import ABSENT, Demand, Parameter, Schema
from ..model.frozen import thawed
from .shapes import flat_alternatives, segment
from .vocabulary import normal
from .walk import Spot

#: Endings of media types whose rows need no `content_type`: JSON goes without saying.
_JSON: Final = ("json", "*/*")
#: Enum members that a response row shows; a longer list is only counted.
SHOWN_MEMBERS: Final = 12
#: Enum members that a request row has; of a longer list the row does not judge.
MAX_MEMBERS: Final = 5_000
#: Longest example, in characters.
EXAMPLE_LENGTH: Final = 80
#: Longest title, and longest label of an enum's member; members that are labelled.
TITLE_LENGTH: Final = 60
LABELLED: Final = 60
#: A line of a description that tells a member of the enum: "* `front-to-rear` - Front to rear".
_LINE: Final = re.compile(r"^\s*[-*+]?\s*`\"?([^`\n]+?)\"?`\s*(?:[-–—:=]+|\bmeans\b)\s*([^\n*`]{1,120})", re.MULTILINE)
#: Lists in lists of which the innermost element is told.
MAX_LISTS: Final = 3
#: OpenAPI 3.1, 4.8.12.2: default styles by location.
_STYLES: Final = {"query": "form", "cookie": "form", "path": "simple", "header": "simple"}


def parameter_row(parameter: Parameter, length: int) -> dict[str, Any]:
    """The `consumes` row of a parameter, with at most *length* characters of description."""
    schema = parameter.schema
    row: dict[str, Any] = {"name": parameter.name, "path": parameter.name, "location": parameter.location}
    # RFC 6570 and OpenAPI: a path without a value for a template variable is no path.
    if parameter.required or parameter.location == "path":
        row["required"] = True
    _add_type(row, schema)
    _add_values(row, (schema,))
    _add_names(row, (schema,), parameter.description or schema.description)
    if parameter.example is not ABSENT:
        _add_example(row, parameter.example)
    _add_text(row, parameter.description or schema.description, length)
    if parameter.content_type:
        row["content_type"] = parameter.content_type
    elif parameter.style:
        usual = _STYLES.get(parameter.location, "")
        if parameter.style != usual or parameter.explode != (usual == "form"):
            row["style"], row["explode"] = parameter.style, parameter.explode
    for name in ("deprecated", "allow_reserved", "allow_empty"):
        if getattr(parameter, name):
            row[name] = True
    if not parameter.declared:
        row["declared"] = False
    return row


def body_row(spot: Spot, content_type: str, encoding: Mapping[str, Any], length: int) -> dict[str, Any]:
    """The `consumes` row of a request body field."""
    schema = spot.schema
    row: dict[str, Any] = {"name": spot.name, "path": spot.path, "location": "body"}
    if spot.open:
        assert spot.branch is not None
        row["alternative"] = alternative_of(spot)
        if spot.in_alternative:
            row["required_in_alternative"] = True
        elif spot.required:
            row["required_if_parent"] = True
    elif spot.needed:
        row["required"] = True
    elif spot.required:
        row["required_if_parent"] = True
    if spot.container:
        row["container"] = True
    if spot.path == "$":
        row["whole_body"] = True
    _add_type(row, schema, spot.variants)
    # What lies deep and may be left out has no limits and no text: forms ask for the others.
    shown = spot.needed or not spot.above.parents or _is_wrapped(spot)
    _add_values(row, (schema, *spot.variants), limits=shown)
    _add_names(row, (schema, *spot.variants), schema.description or nodes_of(schema)[0].description)
    if shown and not spot.container:
        _add_text(row, schema.description or nodes_of(schema)[0].description, length)
    if content_type and not content_type.partition(";")[0].rstrip().endswith(_JSON):
        row["content_type"] = content_type
    if spot.name in encoding and spot.path.count(".") == 1:
        row["encoding"] = encoding[spot.name]
    if schema.deprecated:
        row["deprecated"] = True
    return row


def response_row(spot: Spot, *, envelope: bool) -> dict[str, Any]:
    """The `produces` row of a response body field.

    Its status is that of the contract's `result`; without `cardinality` it is one value.
    """
    schema = spot.schema
    row: dict[str, Any] = {"name": spot.name, "path": spot.path, "location": "response"}
    if spot.open:
        row["alternative"] = alternative_of(spot)
    nodes = nodes_of(schema)
    kinds = kinds_of(nodes)
    if kinds:
        row["field_type"] = kinds[0]
    if nodes[0].format:
        row["format"] = nodes[0].format
    members = enum_of((schema, *spot.variants))
    if members is not None:
        if len(members) <= SHOWN_MEMBERS:
            row["enum"] = members
        else:
            row["enum_size"] = len(members)
    _add_names(row, (schema, *spot.variants), schema.description)
    if schema.nullable:
        row["nullable"] = True
    if spot.many:
        row["cardinality"] = "many"
    if schema.inferred:
        row["inferred"] = True
    if envelope:
        row["envelope"] = True
    return row


def _is_wrapped(spot: Spot) -> bool:
    """Whether the field stands in the only property of the body: `{"data": {…}}`."""
    above = spot.above.source
    return len(spot.above.parents) == 1 and above is not None and len(above.schema.properties) == 1


def header_row(header: Parameter) -> dict[str, Any]:
    """The `produces` row of a response header."""
    row: dict[str, Any] = {"name": header.name, "path": header.name, "location": "response_header"}
    _add_type(row, header.schema)
    return row


def demand_row(path: str, demand: Demand) -> dict[str, Any]:
    """A demand of the object at *path* on its properties together, with their paths.

    `{"path", "rule": "any_of" | "one_of", "sets": [[path, …], …]}`, `{"path", "rule": "if",
    "when": {path: [value, …] or None for any}, "then": [path, …], "otherwise": [path, …]}`,
    or `{"path", "rule": "other"}` for what no row can say.
    """
    row: dict[str, Any] = {"path": path, "rule": demand.rule}

    def below(names: Iterable[str]) -> list[str]:
        return [path + segment(name) for name in names]

    if demand.sets:
        row["sets"] = [below(names) for names in demand.sets]
    if demand.when:
        values = demand.when.items()
        row["when"] = {path + segment(name): None if v is None else list(v) for name, v in values}
    for key, names in (("then", demand.then), ("otherwise", demand.otherwise)):
        if names:
            row[key] = below(names)
    return row


def alternative_of(spot: Spot) -> str:
    """`<path of the choice>/<indexes of the alternatives that have the field>`."""
    assert spot.branch is not None
    return f"{spot.branch.group}/{','.join(map(str, spot.indexes))}"


def enum_of(schemas: Iterable[Schema]) -> list[Any] | None:
    """Members that one of *schemas* allows; None as soon as one of them allows anything."""
    found: dict[str, Any] = {}
    for schema in chain.from_iterable(map(_valued, schemas)):
        members = schema.enum if schema.enum is not None else () if schema.const is ABSENT else (schema.const,)
        if schema.enum is None and schema.const is ABSENT:
            return None
        found.update({repr(member): member for member in members})
    return list(found.values())


def _valued(schema: Schema) -> tuple[Schema, ...]:
    """Where the members of an enum stand: at *schema*, or in its alternatives (`oneOf: [{const: 1}, {const: 2}]`)."""
    own = schema.enum is not None or schema.const is not ABSENT or not schema.alternatives
    return (schema,) if own else flat_alternatives(schema) or (schema,)


def text_of(text: str, length: int) -> str:
    """*text* on one line, cut to *length* characters at a word."""
    line = " ".join(text[: 4 * length].split())
    if len(line) <= length:
        return line
    cut = line[: length - 1]
    return cut[: cut.rfind(" ")].rstrip(" ,;:") + "…" if " " in cut else cut + "…"


def _add_type(row: dict[str, Any], schema: Schema, variants: tuple[Schema, ...] = ()) -> None:
    nodes = (*nodes_of(schema), *variants)
    kinds = kinds_of(nodes)
    if kinds:
        row["field_type"] = kinds[0]
    if len(kinds) > 1:
        row["types"] = kinds
    _add_format(row, nodes)
    if schema.nullable:
        row["nullable"] = True
    _add_lists(row, nodes, 0)


def nodes_of(schema: Schema) -> tuple[Schema, ...]:
    """The alternatives of a choice, or the schema itself."""
    return (schema,) if schema.type or not schema.alternatives else flat_alternatives(schema) or (schema,)


def kinds_of(nodes: Iterable[Schema]) -> list[str]:
    """The types that a value may have that is one of *nodes*, the first node's first."""
    return list(dict.fromkeys(kind for node in nodes for kind in (node.types or (_kind(node),)) if kind))


def _kind(schema: Schema) -> str:
    return schema.type or ("object" if schema.properties else "")


def _add_format(row: dict[str, Any], nodes: Sequence[Schema]) -> None:
    if nodes[0].format:
        row["format"] = nodes[0].format
    if len({node.format for node in nodes if _kind(node) == _kind(nodes[0])}) > 1:
        row["lossy"] = True


def _add_lists(row: dict[str, Any], nodes: Iterable[Schema], depth: int) -> None:
    """What lists may hold: `array` for every element, or `positions` for those of a tuple and `array` for the rest."""
    lists = [node for node in nodes if node.items is not None]
    if not lists:
        return
    if depth > MAX_LISTS:
        row["lossy"] = True
        return
    tuples = [node for node in lists if node.prefix]
    if len(lists) == 1 and tuples:
        row["positions"] = [_item((node,), depth) for node in tuples[0].prefix]
        row["array"] = {} if tuples[0].rest is None else _item((tuples[0].rest,), depth)
        return
    elements = [_item((node.items,), depth) for node in lists if node.items is not None]
    row["array"] = _item([node.items for node in lists if node.items is not None], depth)
    if tuples or any(element != elements[0] for element in elements):
        # Which list it is decides what its elements are.
        row["lossy"] = True


def _item(schemas: Iterable[Schema], depth: int) -> dict[str, Any]:
    """Facts of one element of a list, which is one of *schemas*."""
    item: dict[str, Any] = {}
    nodes = [node for schema in schemas for node in nodes_of(schema)]
    kinds = kinds_of(nodes)
    if kinds and all(map(_kind, nodes)):
        item["type"] = kinds[0]
        if len(kinds) > 1:
            item["types"] = kinds
    if all(node.type for node in nodes):
        _add_format(item, nodes)
    if any(node.nullable for node in nodes):
        item["nullable"] = True
    _add_members(item, enum_of(nodes))
    _add_lists(item, nodes, depth + 1)
    return item


def _add_values(row: dict[str, Any], schemas: tuple[Schema, ...], *, limits: bool = True) -> None:
    schema = schemas[0]
    nodes = (*nodes_of(schema), *schemas[1:])
    if len(nodes) == 1 and nodes[0].const is not ABSENT:
        row["const"] = thawed(nodes[0].const)
    else:
        _add_members(row, enum_of(nodes))
    if schema.default is not ABSENT:
        row["default"] = thawed(schema.default)
    if limits:
        if schema.example is not ABSENT:
            _add_example(row, thawed(schema.example))
        if schema.pattern:
            row["pattern"] = schema.pattern
        row.update(schema.limits)


def _add_members(row: dict[str, Any], members: list[Any] | None) -> None:
    if members is None:
        return
    if len(members) <= MAX_MEMBERS:
        row["enum"] = members
    else:
        row["enum_size"], row["lossy"] = len(members), True


def _add_names(row: dict[str, Any], schemas: tuple[Schema, ...], text: str) -> None:
    """`title`, and `enum_labels` in the order of `enum`, where they say more than name and members do."""
    title = schemas[0].title
    if title and len(title) <= TITLE_LENGTH and not schemas[0].name and normal(title) != normal(row["name"]):
        row["title"] = title
    members = row["enum"] if "enum" in row else row["array"].get("enum") if "array" in row else None
    if members and len(members) <= LABELLED:
        labels = _labels(schemas, text)
        found = [_label(labels.get(str(member), ""), member) for member in members]
        if any(found):
            row["enum_labels"] = found


def _labels(schemas: tuple[Schema, ...], text: str) -> Mapping[str, str]:
    """Member of an enum as text → what people call it: by extensions, titled constants, or the lines of *text*."""
    nodes = [node for schema in schemas for node in _valued(schema)]
    nodes += [node.items for node in nodes if node.items is not None]
    labels = {} if "`" not in text else {match[1]: match[2].strip() for match in _LINE.finditer(text)}
    labels.update((str(node.const), node.title) for node in nodes if node.const is not ABSENT and node.title)
    for node in nodes:
        labels.update(node.labels)
    return labels


def _label(label: str, member: Any) -> str:
    """*label* on one line, "" where it says no more than the member, or is a text of its own."""
    line = (
        label if len(label) <= TITLE_LENGTH and "\n" not in label else text_of(label.partition(". ")[0], TITLE_LENGTH)
    )
    return "" if normal(line) == normal(str(member)) else line


def _add_example(row: dict[str, Any], example: Any) -> None:
    if isinstance(example, (bool, int, float)) or (isinstance(example, str) and len(example) <= EXAMPLE_LENGTH):
        row["example"] = example


def _add_text(row: dict[str, Any], text: str, length: int) -> None:
    if text:
        row["description"] = text_of(text, length)
