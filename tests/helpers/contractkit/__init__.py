"""Small documents in few words, and their contracts."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from conventional import WORDS
from reading import read_collection

from graph_tool_call.contracts import ContractOptions, Contracts, build_tools
from graph_tool_call.hooks import Field, FieldVerdict, OperationVerdict
from graph_tool_call.hooks.answers import Classification, Decided
from graph_tool_call.model import Collection, Operation, Opinion

Say = Callable[[Operation, Field], FieldVerdict | None]


def document(paths: Mapping[str, Any], schemas: Mapping[str, Any] | None = None, **more: Any) -> dict[str, Any]:
    """An OpenAPI 3.0 document."""
    components = {"schemas": dict(schemas or {}), **more.pop("components", {})}
    return {
        "openapi": "3.0.3",
        "info": {"title": "sample", "version": "1"},
        "paths": dict(paths),
        "components": components,
        **more,
    }


def answers(schema: Mapping[str, Any] | None = None, status: str = "200", **more: Any) -> dict[str, Any]:
    """The responses of an operation that answers with JSON."""
    response: dict[str, Any] = {"description": "ok", **more}
    if schema is not None:
        response["content"] = {"application/json": {"schema": schema}}
    return {"responses": {status: response}}


def takes(
    schema: Mapping[str, Any], *, required: bool = True, content_type: str = "application/json"
) -> dict[str, Any]:
    """The request body of an operation."""
    return {"requestBody": {"required": required, "content": {content_type: {"schema": schema}}}}


def thing(required: Sequence[str] = (), **properties: Any) -> dict[str, Any]:
    """An object schema; a property given as a word has that type."""
    made = {name: {"type": value} if isinstance(value, str) else value for name, value in properties.items()}
    return {"type": "object", "properties": made, "required": list(required)}


def listing(items: Mapping[str, Any] | str) -> dict[str, Any]:
    """A list schema."""
    return {"type": "array", "items": {"type": items} if isinstance(items, str) else items}


def ref(name: str) -> dict[str, str]:
    """A reference to a component schema."""
    return {"$ref": f"#/components/schemas/{name}"}


def query(name: str, *, required: bool = False, location: str = "query", **schema: Any) -> dict[str, Any]:
    """A parameter."""
    return {"name": name, "in": location, "required": required, "schema": {"type": "string", **schema}}


def collection(source: Mapping[str, Any]) -> Collection:
    """The collection of a document, without validation: that has tests of its own."""
    return read_collection(dict(source), validate="off")


def nobody(_operation: Operation, _fields: Sequence[Field]) -> Classification:
    """A classification in which nobody has an opinion."""
    return Classification(fields={})


def saying(
    say: Say, operation: OperationVerdict | None = None, plugin: str = "sample"
) -> Callable[[Operation, Sequence[Field]], Classification]:
    """A classification by one plugin."""

    def classify(about: Operation, fields: Sequence[Field]) -> Classification:
        verdicts = {field.ref: say(about, field) for field in fields}
        decided = {
            ref: Decided((Opinion(plugin, verdict),)) for ref, verdict in verdicts.items() if verdict is not None
        }
        whole = Decided(() if operation is None else (Opinion(plugin, operation),))
        return Classification(fields=decided, operation=whole)

    return classify


def contracts(source: Mapping[str, Any], classify: Any = nobody, **options: Any) -> Contracts:
    """The contracts of a document."""
    return build_tools(collection(source), classify, ContractOptions(**options), vocabulary=WORDS)


def contract(
    source: Mapping[str, Any], classify: Any = nobody, tool: str | None = None, **options: Any
) -> dict[str, Any]:
    """`api_contract` of one tool, of the only one by default."""
    tools = contracts(source, classify, **options).tools
    name = next(iter(tools)) if tool is None else tool
    assert tool is not None or len(tools) == 1
    found: dict[str, Any] = tools[name]["metadata"]["api_contract"]
    return found


def consumed(
    operation: Mapping[str, Any], schemas: Mapping[str, Any] | None = None, **options: Any
) -> dict[str, dict[str, Any]]:
    """`consumes` rows of one POST operation, by path."""
    made = {**answers(status="204"), **operation}
    rows = contract(document({"/things": {"post": made}}, schemas), **options)["consumes"]
    return {row["path"]: row for row in rows}


def produced(
    schema: Mapping[str, Any], schemas: Mapping[str, Any] | None = None, **options: Any
) -> dict[str, dict[str, Any]]:
    """`produces` rows of one GET operation that answers with *schema*, by path."""
    rows = contract(document({"/things": {"get": answers(schema)}}, schemas), **options)["produces"]
    return {row["path"]: row for row in rows}
