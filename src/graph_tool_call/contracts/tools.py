"""Operations and their contracts, as the tool dicts that an artifact stores."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence, Set as AbstractSet
from typing import Any, Final

import attrs

from ..errors import PluginError
from ..hooks import Vocabulary
from ..hooks.answers import Classification
from ..hooks.types import Field
from ..model import Collection, Diagnostic, Operation, Response
from .annotate import annotate
from .echoes import echo_tags
from .facts import join_facts
from .fields import FieldReader, OperationFields, Slot
from .links import item_operations, join_tags, link_rows, mark_location
from .options import ContractOptions
from .paging import PagingReader
from .rows import text_of
from .security import merge_security, security_rows
from .verdicts import Decider, operation_facts
from .vocabulary import Lists, normal

Classify = Callable[[Operation, Sequence[Field]], Classification]
#: Called with "contracts", operations done, and operations in all.
Progress = Callable[[str, int, int], None]

#: A path of one step: "$.name" or "$['a.b']".
_ONE_STEP: Final = re.compile(r"\$(?:\.[^.\[]+|\['(?:[^'\\]|\\.)*'\])")
#: Characters kept of an operation's description and summary.
DESCRIPTION_LENGTH: Final = 600
SUMMARY_LENGTH: Final = 160
#: Operations at which a plugin fails, with none before at which all went well, until it counts as broken.
HOPELESS: Final = 20


@attrs.frozen(kw_only=True)
class Contracts:
    """What a build of contracts gives: *tools* by name, the table *provenance* that `why` refers to, *diagnostics*."""

    tools: dict[str, dict[str, Any]]
    provenance: list[dict[str, Any]]
    diagnostics: tuple[Diagnostic, ...]
    #: The words by which names were read.
    vocabulary: Vocabulary = attrs.Factory(Vocabulary)


def build_tools(
    collection: Collection,
    classify: Classify,
    options: ContractOptions | None = None,
    progress: Progress | None = None,
    vocabulary: Vocabulary | None = None,
) -> Contracts:
    """Tool dicts of all operations of *collection*, with IO contracts in `metadata.api_contract`.

    *classify* is asked once for each operation. Nothing is invented where it abstains:
    fields are then business data without a role, and operations have no action. An
    operation at which a plugin fails is left out, with a diagnostic (`plugin_failed`).
    *vocabulary* are the words of naming conventions that plugins say; without it, none is known.

    Raises:
        PluginError: a plugin failed at every operation, or at as many of the first as `HOPELESS`.
    """
    builder = _Builder(collection, classify, options or ContractOptions(), vocabulary)
    return builder.build(progress)


class _Builder:
    def __init__(
        self, collection: Collection, classify: Classify, options: ContractOptions, vocabulary: Vocabulary | None
    ) -> None:
        self._collection = collection
        self._classify = classify
        self._options = options
        self._vocabulary = vocabulary or Vocabulary()
        self._words = words = Lists(vocabulary)
        self._reader = FieldReader(options, words)
        self._decider = Decider(options)
        self._paging = PagingReader(words)
        wanted = [o for o in collection.operations if not (options.skip_deprecated and o.deprecated)]
        self._operations = {o.key: o for o in wanted}
        self._names = {o.key: o.name for o in wanted}
        self._cut: dict[str, tuple[int, str]] = {}
        self._failed: list[Diagnostic] = []

    def build(self, progress: Progress | None) -> Contracts:
        tools: dict[str, dict[str, Any]] = {}
        total = len(self._operations)
        for done, operation in enumerate(list(self._operations.values()), 1):
            try:
                tools[operation.name] = self._tool(operation)
            except PluginError as error:
                self._leave_out(operation, error, last=not tools and done in (total, HOPELESS))
            if progress is not None:
                progress("contracts", done, total)
        if self._failed:
            _drop_links(tools)
        join_tags(tools, self._decider.reasons)
        annotated = frozenset[int]()
        if self._options.annotations:
            annotated = annotate(tools, self._options.annotations, self._decider.reasons)
        self._type_locations(tools, annotated)
        echo_tags(tools, self._decider.reasons, self._words)
        join_facts(tools, self._decider.reasons, self._words)
        return Contracts(
            tools=tools,
            provenance=self._decider.reasons.rows,
            diagnostics=tuple(self._diagnostics()),
            vocabulary=self._vocabulary,
        )

    def _leave_out(self, operation: Operation, error: PluginError, *, last: bool) -> None:
        """Go on without *operation*; raise *error* where that is the *last* hope."""
        if last:
            raise error
        del self._operations[operation.key], self._names[operation.key]
        message = f"{operation.key} is left out: {error}"
        self._failed.append(
            Diagnostic(code="plugin_failed", message=message, pointer=operation.pointer, severity="error")
        )

    def _tool(self, operation: Operation) -> dict[str, Any]:
        fields = self._reader.read(operation)
        classification = self._classify(operation, fields.fields)
        consumes = self._consumes(operation, fields, classification)
        produces = [self._row(slot, classification) for slot in fields.produces]
        links = link_rows(_successes(operation, fields), self._names, self._operations)
        self._note_cuts(operation, fields)
        contract: dict[str, Any] = {"consumes": consumes, "produces": produces, "links": links}
        contract.update(_body_facts(operation, fields))
        if fields.response is not None:
            contract["result"] = self._result_facts(fields, consumes)
        summary = text_of(operation.summary or _first_sentence(operation.description), SUMMARY_LENGTH)
        metadata = self._metadata(operation, summary)
        metadata["api_contract"] = contract
        metadata["ai_metadata"] = facts = dict(operation_facts(classification.operation, summary))
        # Nothing is looked up by a change.
        if not facts.get("changes_state") and (lists := self._decider.lists(classification.operation)):
            contract["lists"] = lists
        tool: dict[str, Any] = {
            "name": operation.name,
            "description": text_of(_description(operation), DESCRIPTION_LENGTH),
            "parameters": model_parameters(consumes),
        }
        if operation.tags:
            tool["tags"] = list(operation.tags)
        tool["metadata"] = metadata
        return tool

    def _consumes(
        self, operation: Operation, fields: OperationFields, classification: Classification
    ) -> list[dict[str, Any]]:
        rows = []
        for slot in fields.consumes:
            row = self._row(slot, classification)
            row.setdefault("kind", "data")
            rows.append(row)
        rows = merge_security(rows, security_rows(operation, self._collection.security_schemes))
        if self._options.required_only:
            rows = [row for row in rows if row.get("required")]
        return rows

    def _row(self, slot: Slot, classification: Classification) -> dict[str, Any]:
        row = dict(slot.row)
        decided = classification.fields.get(slot.field.ref)
        if (decided is not None and decided.opinions) or self._decider.caller_speaks:
            self._decider.decide(row, slot.field.name, decided)
        if slot.field.direction == "produces":
            if row.get("kind") == "data":
                del row["kind"]
            if self._words.generic and normal(slot.field.name) in self._words.generic:
                row["generic"] = True
        return row

    def _result_facts(self, fields: OperationFields, consumes: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
        """`result`: status, content type, where the business result is, and how to get more of it."""
        assert fields.response is not None
        facts: dict[str, Any] = {"status": fields.response.status}
        if fields.response_media is not None:
            facts["content_type"] = fields.response_media.content_type
            if len(fields.response.media) > 1:
                facts["content_types"] = [media.content_type for media in fields.response.media]
            if fields.response_media.schema is not None:
                facts.update(fields.envelope.to_dict())
        paging = self._paging.read(consumes, fields.envelope, [slot.field.name for slot in fields.headers])
        if paging is not None:
            facts["paging"] = paging
        return facts

    def _metadata(self, operation: Operation, summary: str) -> dict[str, Any]:
        read_from = self._collection.format
        metadata: dict[str, Any] = {"source": read_from} if read_from else {}
        metadata |= {"method": operation.method, "path": operation.path}
        if summary:
            metadata["summary"] = summary
        if operation.deprecated:
            metadata["deprecated"] = True
        if operation.servers:
            metadata["servers"] = list(operation.servers)
        if operation.security:
            metadata["security"] = [
                {scheme: list(scopes) for scheme, scopes in alternative} for alternative in operation.security
            ]
        openapi: dict[str, Any] = {"operation_id": operation.operation_id}
        written = operation.key.partition(" ")[2]
        if written != operation.path:
            openapi["path"] = written
        if operation.extensions:
            plain = {k: v for k, v in operation.extensions.items() if isinstance(v, (str, bool, int))}
            if plain:
                openapi["extensions"] = plain
        metadata["openapi"] = openapi
        return metadata

    def _type_locations(self, tools: Mapping[str, dict[str, Any]], annotated: AbstractSet[int]) -> None:
        """A creator's `Location` header identifies what it made: type it as the item path's parameter is typed."""
        items = item_operations(self._operations)
        for operation in self._operations.values():
            item = items.get(operation.path.rstrip("/"))
            if operation.method != "post" or item is None:
                continue
            for row in _contract(tools[operation.name])["produces"]:
                if row["location"] == "response_header" and row["name"].lower() == "location":
                    consumed = _contract(tools[item[0].name])["consumes"]
                    typed: dict[str, Any] = next(
                        (r for r in consumed if r["location"] == "path" and r["name"] == item[1]), {}
                    )
                    mark_location(row, item, {} if id(row) in annotated else typed)

    def _note_cuts(self, operation: Operation, fields: OperationFields) -> None:
        for what, cut, media in (
            ("request", fields.body.cut, fields.media),
            ("response", fields.result.cut, fields.response_media),
        ):
            if cut and media is not None and media.schema is not None:
                self._cut.setdefault(
                    f"{what} {media.schema.name or media.schema.pointer or operation.key}", (cut, media.schema.pointer)
                )

    def _diagnostics(self) -> list[Diagnostic]:
        return self._failed + [
            Diagnostic(
                code="fields_cut",
                message=f"{cut} fields of {name} lie too deep or are too many to be rows",
                pointer=pointer,
                severity="info",
            )
            for name, (cut, pointer) in self._cut.items()
        ]


def _successes(operation: Operation, fields: OperationFields) -> list[Response]:
    """The response that the contract describes, and what else the operation answers with when it worked."""
    chosen = [fields.response] if fields.response is not None else []
    return chosen + [r for r in operation.responses if r.status.startswith("2") and r is not fields.response]


def _drop_links(tools: Mapping[str, Any]) -> None:
    """Remove the links to operations that were left out."""
    for tool in tools.values():
        contract = _contract(tool)
        contract["links"] = [link for link in contract["links"] if link["target"] in tools]


def _contract(tool: Mapping[str, Any]) -> Any:
    return tool["metadata"]["api_contract"]


def _body_facts(operation: Operation, fields: OperationFields) -> dict[str, Any]:
    """`body`: how the request body is sent; `choices`: its alternatives; `demands`: what it requires together."""
    if operation.body is None or fields.media is None:
        return {}
    body: dict[str, Any] = {"content_type": fields.media.content_type}
    if operation.body.required:
        body["required"] = True
    if len(operation.body.media) > 1:
        body["content_types"] = [media.content_type for media in operation.body.media]
    facts: dict[str, Any] = {"body": body}
    if fields.body.choices:
        facts["choices"] = [dict(choice) for choice in fields.body.choices]
    if fields.body.demands:
        facts["demands"] = [dict(demand) for demand in fields.body.demands]
    return facts


def model_parameters(consumes: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """The flat list that a model sees: parameters and top-level body fields, without credentials.

    A body field whose name is also a parameter's is called "body.<name>"; one name in two
    other places is told apart by its location ("header.trace").
    """
    shown = [row for row in consumes if row.get("kind") != "auth" and (row["location"] != "body" or _top_level(row))]
    count: dict[str, int] = {}
    for row in shown:
        count[row["name"]] = count.get(row["name"], 0) + 1
    plain: set[str] = set()
    parameters = []
    for row in shown:
        name = row["name"]
        if count[name] > 1 and (row["location"] == "body" or name in plain):
            name = f"{row['location']}.{name}"
        plain.add(name)
        parameter: dict[str, Any] = {"name": name, "type": row.get("field_type", "string")}
        if "description" in row:
            parameter["description"] = row["description"]
        parameter["required"] = bool(row.get("required"))
        if "enum" in row:
            parameter["enum"] = row["enum"]
        parameters.append(parameter)
    return parameters


def _top_level(row: Mapping[str, Any]) -> bool:
    return row["path"] == "$" or _ONE_STEP.fullmatch(row["path"]) is not None


def _description(operation: Operation) -> str:
    if operation.summary and operation.description and not operation.description.startswith(operation.summary):
        return f"{operation.summary.rstrip('.')}. {operation.description}"
    return operation.description or operation.summary


def _first_sentence(text: str) -> str:
    head = text.strip().split("\n\n", 1)[0]
    return head.split(". ", 1)[0]
