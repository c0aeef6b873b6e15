"""The public contract index: operation-level facts for adapters, without the artifact around them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from ..model import Collection, Operation, SecurityScheme
from .fields import success_response
from .plain import plain_schema
from .summary import contract_summary
from .tools import Contracts

#: Rises when a key of the index changes its meaning or goes away.
INDEX_VERSION: Final = 1


def contract_index(collection: Collection, contracts: Contracts) -> dict[str, Any]:
    """`version, operation_count, operations, by_operation_id, by_tool_name, by_method_path, summary`.

    The lookup maps lead to operation keys ("GET /pets/{petId}"), which `operations` rows
    have as `key`. Rows of `api_contract` carry `field_name`, `json_path`, `status`,
    `cardinality` and the generic tags `paging` and `search`, which the artifact leaves
    out as implied.
    """
    known = {operation.key: operation for operation in collection.operations}
    tools = contracts.tools
    operations = [_row(known[_key(tool)], tool, collection) for tool in tools.values() if _key(tool) in known]
    return {
        "version": INDEX_VERSION,
        "operation_count": len(operations),
        "operations": operations,
        "by_operation_id": {row["operation_id"]: row["key"] for row in operations if row["operation_id"]},
        "by_tool_name": {row["tool_name"]: row["key"] for row in operations},
        "by_method_path": {f"{row['method']} {row['path']}": row["key"] for row in operations},
        "summary": contract_summary(tools),
    }


def _key(tool: Mapping[str, Any]) -> str:
    return f"{tool['metadata']['method'].upper()} {tool['metadata']['path']}"


def _row(operation: Operation, tool: Mapping[str, Any], collection: Collection) -> dict[str, Any]:
    metadata = tool["metadata"]
    response = success_response(operation)
    contract = metadata["api_contract"]
    result = contract.get("result", {})
    media = operation.body.media if operation.body is not None else ()
    return {
        "key": operation.key,
        "method": operation.method.upper(),
        "path": operation.path,
        "operation_id": operation.operation_id,
        "tool_name": operation.name,
        "summary": operation.summary,
        "tags": list(operation.tags),
        "deprecated": operation.deprecated,
        "parameters": [
            _parameter(row) for row in contract["consumes"] if row["location"] != "body" and "scheme" not in row
        ],
        "request_body_schema": plain_schema(media[0].schema) if media else None,
        "response_schema": plain_schema(response.media[0].schema) if response is not None and response.media else None,
        "request_content_types": [m.content_type for m in media],
        "response_content_types": [m.content_type for m in response.media] if response is not None else [],
        "security": _security(operation, collection.security_schemes),
        "api_contract": _full(contract, result.get("status", "")),
        "openapi": metadata["openapi"],
        "metadata": metadata,
    }


def _parameter(row: Mapping[str, Any]) -> dict[str, Any]:
    kept = (
        "name",
        "location",
        "required",
        "kind",
        "field_type",
        "format",
        "enum",
        "default",
        "style",
        "explode",
        "description",
    )
    return {key: row[key] for key in kept if key in row}


def _security(operation: Operation, schemes: Mapping[str, SecurityScheme]) -> list[dict[str, Any]]:
    """Alternatives of the security requirement, each with what its schemes look like on the wire."""
    rows = []
    for alternative in operation.security:
        needed = []
        for scheme_id, scopes in alternative:
            scheme = schemes.get(scheme_id)
            entry: dict[str, Any] = {"id": scheme_id, "scopes": list(scopes)}
            if scheme is not None:
                told = {"type": scheme.type, "location": scheme.location, "name": scheme.name, "scheme": scheme.scheme}
                entry.update({key: value for key, value in told.items() if value})
            needed.append(entry)
        rows.append({"schemes": needed})
    return rows


def _full(contract: Mapping[str, Any], status: str) -> dict[str, Any]:
    """The contract with the parts of its rows that the artifact leaves out as implied."""
    full = dict(contract)
    full["consumes"] = [{**_generic_tag(row), **row, "field_name": row["name"]} for row in contract["consumes"]]
    full["produces"] = [
        {"status": status, "cardinality": "one", **row, "field_name": row["name"], "json_path": row["path"]}
        for row in contract["produces"]
    ]
    return full


def _generic_tag(row: Mapping[str, Any]) -> dict[str, str]:
    """Fields that steer a listing are tagged by what they do."""
    role = row.get("role")
    return {"semantic_tag": role} if role in {"paging", "search"} else {}
