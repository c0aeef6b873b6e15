"""The inputs and outputs of an operation: as fields for classification, and as rows without their classification."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from typing import Any

import attrs

from ..hooks.types import Field
from ..model import MediaType, Operation, Parameter, Response, Schema
from .envelope import Envelope, EnvelopeReader
from .options import ContractOptions
from .rows import body_row, demand_row, enum_of, header_row, kinds_of, nodes_of, parameter_row, response_row
from .shapes import Shapes, flat_alternatives
from .vocabulary import Lists
from .walk import Branch, Spot, Walk, Walked


@attrs.frozen
class Slot:
    """One field, and its row without what classification adds."""

    field: Field
    row: Mapping[str, Any]


@attrs.frozen(kw_only=True)
class Surface:
    """All fields of one body."""

    slots: tuple[Slot, ...] = ()
    choices: tuple[Mapping[str, Any], ...] = ()
    demands: tuple[Mapping[str, Any], ...] = ()
    #: Fields that the budget left out.
    cut: int = 0


@attrs.frozen(kw_only=True)
class OperationFields:
    """Everything that one operation takes and gives."""

    parameters: tuple[Slot, ...]
    body: Surface
    media: MediaType | None
    response: Response | None
    response_media: MediaType | None
    result: Surface
    headers: tuple[Slot, ...]
    envelope: Envelope

    @property
    def consumes(self) -> tuple[Slot, ...]:
        """Parameters, then fields of the request body."""
        return self.parameters + self.body.slots

    @property
    def produces(self) -> tuple[Slot, ...]:
        """Fields of the response body, then response headers."""
        return self.result.slots + self.headers

    @property
    def fields(self) -> tuple[Field, ...]:
        """All fields, for classification."""
        return tuple(slot.field for slot in (*self.consumes, *self.produces))


class FieldReader:
    """Reads operations; what belongs to a schema is read once."""

    def __init__(self, options: ContractOptions, words: Lists) -> None:
        self._options = options
        self._inputs = Shapes("consumes", words)
        self._outputs = Shapes("produces", words)
        self._envelopes = EnvelopeReader(self._outputs)
        self._bodies: dict[tuple[int, bool, str, str], Surface] = {}
        self._results: dict[int, Surface] = {}
        self._parameters: dict[int, Slot] = {}
        self._headers: dict[int, Slot] = {}
        #: A field has one `Field.ref` in all operations that share it.
        self._refs = itertools.count()
        #: Stands for a body that has a media type and no schema.
        self._anything = Schema()

    def read(self, operation: Operation) -> OperationFields:
        """Inputs and outputs of *operation*."""
        media = operation.body.media[0] if operation.body is not None and operation.body.media else None
        response = success_response(operation)
        response_media = response.media[0] if response is not None and response.media else None
        schema = response_media.schema if response_media is not None else None
        return OperationFields(
            parameters=tuple(map(self._parameter, operation.parameters)),
            body=self._body(operation, media) if media is not None else Surface(),
            media=media,
            response=response,
            response_media=response_media,
            result=self._result(schema) if schema is not None else Surface(),
            headers=tuple(map(self._header, response.headers)) if response is not None else (),
            envelope=self._envelopes.read(schema),
        )

    def _parameter(self, parameter: Parameter) -> Slot:
        known = self._parameters.get(id(parameter))
        if known is None:
            row = parameter_row(parameter, self._options.description_length)
            known = self._parameters[id(parameter)] = Slot(_input(next(self._refs), parameter, row), row)
        return known

    def _header(self, header: Parameter) -> Slot:
        known = self._headers.get(id(header))
        if known is None:
            known = self._headers[id(header)] = Slot(_answered(next(self._refs), header), header_row(header))
        return known

    def _body(self, operation: Operation, media: MediaType) -> Surface:
        assert operation.body is not None
        body = operation.body
        schema = self._anything if media.schema is None else media.schema
        name = body.name or "body"
        key = (id(schema), body.required, media.content_type, name)
        known = None if media.encoding else self._bodies.get(key)
        if known is None:
            walked = Walk(self._inputs, self._options.request_budget).run(schema, name=name, required=body.required)
            known = self._surface_of_body(walked, media)
            if not media.encoding:
                self._bodies[key] = known
        return known

    def _surface_of_body(self, walked: Walked, media: MediaType) -> Surface:
        length = self._options.description_length
        slots = []
        for spot in walked.spots:
            row = body_row(spot, media.content_type, media.encoding, length)
            field = _field(next(self._refs), "consumes", "body", spot, row.get("required", False))
            slots.append(Slot(field, row))
        demands = tuple(demand_row(path, demand) for path, demand in walked.demands)
        return Surface(slots=tuple(slots), choices=_choices(walked, self._inputs), demands=demands, cut=walked.cut)

    def _result(self, schema: Schema) -> Surface:
        known = self._results.get(id(schema))
        if known is None:
            envelope = self._envelopes.read(schema)
            walked = Walk(self._outputs, self._options.response_budget).run(
                schema, name=schema.name or "value", near=envelope.depth
            )
            slots = []
            for spot in walked.spots:
                covered = envelope.covers(spot.path)
                element = element_of(spot.path, envelope)
                field = _field(next(self._refs), "produces", "response", spot, spot.required, covered, element)
                slots.append(Slot(field, response_row(spot, envelope=covered)))
            known = self._results[id(schema)] = Surface(slots=tuple(slots), cut=walked.cut)
        return known


def success_response(operation: Operation) -> Response | None:
    """The response that a call that worked gives.

    The lowest explicit 2xx status, the lowest that has a body before those without; then
    the range `2XX`; then `default`, when neither success nor redirection is declared
    (OpenAPI 3.1, 4.8.16: `default` covers what is not declared individually).
    """
    explicit = sorted(
        (r for r in operation.responses if r.status.isdigit() and r.status.startswith("2")), key=lambda r: r.status
    )
    ranges = [r for r in operation.responses if r.status.upper() == "2XX"]
    ordered = explicit + ranges
    if ordered:
        return next((r for r in ordered if any(m.schema is not None for m in r.media)), ordered[0])
    if any(r.status[:1] == "3" for r in operation.responses):
        return None
    return next((r for r in operation.responses if r.status.lower() == "default"), None)


def _input(ref: int, parameter: Parameter, row: Mapping[str, Any]) -> Field:
    members = row.get("enum")
    return Field(
        ref=ref,
        direction="consumes",
        name=parameter.name,
        path=parameter.name,
        location=parameter.location,
        required=row.get("required", False),
        type=row.get("field_type", ""),
        format=parameter.schema.format,
        description=parameter.description or parameter.schema.description,
        enum=None if members is None else tuple(members),
        many=parameter.schema.items is not None,
        schema=parameter.schema,
    )


def _answered(ref: int, header: Parameter) -> Field:
    return Field(
        ref=ref,
        direction="produces",
        name=header.name,
        path=header.name,
        location="response_header",
        required=header.required,
        type=header.schema.type,
        format=header.schema.format,
        description=header.description,
        schema=header.schema,
    )


def element_of(path: str, envelope: Envelope) -> str:
    """Path of the thing that the field at *path* belongs to: an element of a list or map, or what the answer is about.

    A map's key, and an element that is a plain value, are the thing themselves.
    """
    if path.endswith(".~"):
        return path[:-1] + "*"
    listed, mapped = path.rfind("[*]"), path.rfind(".*.")
    end = max(listed + 3 if listed >= 0 else 0, mapped + 2 if mapped >= 0 else 0)
    if path.endswith(".*"):
        end = len(path)
    about = envelope.path
    if len(about) > end and path.startswith(about) and path[len(about) : len(about) + 1] in {"", ".", "["}:
        return about
    return path[:end] or "$"


def _field(
    ref: int,
    direction: str,
    location: str,
    spot: Spot,
    required: bool,  # noqa: FBT001
    envelope: bool = False,  # noqa: FBT001, FBT002
    element: str = "",
) -> Field:
    schema, above = spot.schema, spot.above
    nodes = nodes_of(schema)
    members = enum_of((schema, *spot.variants))
    return Field(
        ref=ref,
        direction=direction,
        name=spot.name,
        path=spot.path,
        location=location,
        required=required,
        type=schema.type or (kinds_of(nodes[:1]) or [""])[0],
        format=nodes[0].format,
        description=schema.description or nodes[0].description,
        enum=None if members is None else tuple(members),
        owner=above.owners[-1] if above.owners else "",
        parents=above.parents,
        owners=above.owners,
        many=spot.many,
        element=element,
        envelope=envelope,
        read_only=schema.read_only,
        schema=schema,
        holder=above.schema,
    )


def _choices(walked: Walked, shapes: Shapes) -> tuple[Mapping[str, Any], ...]:
    """One row for each choice in a request body: which alternatives there are, and what tells them apart."""
    return tuple(_choice(group, branch, shapes) for group, branch in walked.branches.items() if branch.count > 1)


def _choice(group: str, branch: Branch, shapes: Shapes) -> Mapping[str, Any]:
    schema = branch.schema
    row: dict[str, Any] = {"group": group, "choice": schema.choice or "anyOf"}
    if branch.needed:
        row["required"] = True
    if schema.discriminator:
        row["discriminator"] = schema.discriminator
    alternatives = []
    for node in flat_alternatives(schema):
        entry: dict[str, Any] = {}
        if node.name or node.title:
            entry["name"] = node.name or node.title
        if node.type:
            entry["type"] = node.type
        if node.required:
            entry["required"] = [m.name for m in shapes.members(node) if m.required]
        told = node.properties.get(schema.discriminator)
        values = enum_of((told,)) if told is not None else None
        if values is not None and len(values) == 1:
            entry["value"] = values[0]
        alternatives.append(entry)
    row["alternatives"] = alternatives
    return row
