"""The public contract index."""

from __future__ import annotations

import json
from typing import Any

import pytest
from contractkit import answers, collection, document, listing, nobody, query, ref, takes, thing

from graph_tool_call.contracts import ContractOptions, build_tools, contract_index

pytestmark = pytest.mark.bundled

SOURCE = document(
    {
        "/pets/{petId}": {
            "put": {
                "operationId": "savePet",
                "parameters": [query("petId", location="path")],
                **takes(ref("Pet")),
                **answers(ref("Pet")),
                "security": [{"key": []}],
            },
            "get": {"parameters": [query("petId", location="path")], **answers()},
            "delete": {
                "operationId": "dropPet",
                "parameters": [query("petId", location="path")],
                **answers(status="204"),
            },
        }
    },
    {"Pet": thing(["name"], name={"type": "string", "nullable": True}, friends=listing(ref("Pet")))},
    components={"securitySchemes": {"key": {"type": "apiKey", "in": "header", "name": "X-Key"}}},
)


def index(**options: Any) -> dict[str, Any]:
    read = collection(SOURCE)
    return contract_index(read, build_tools(read, nobody, ContractOptions(**options)))


def test_index_has_the_documented_shape() -> None:
    """Version, count, rows, three lookup maps and a summary."""
    made = index()

    assert {
        "version",
        "operation_count",
        "operations",
        "by_operation_id",
        "by_tool_name",
        "by_method_path",
        "summary",
    } == set(made)
    assert (3, 3) == (made["operation_count"], len(made["operations"]))


def test_lookup_maps_lead_to_operation_rows() -> None:
    """Every key that a map gives is the key of a row."""
    made = index()
    keys = {row["key"] for row in made["operations"]}

    assert {"savePet": "PUT /pets/{petId}", "dropPet": "DELETE /pets/{petId}"} == made["by_operation_id"]
    assert keys == set(made["by_tool_name"].values()) == set(made["by_method_path"].values())
    assert "GET /pets/{petId}" in made["by_method_path"]


def test_operation_row_says_all_of_the_operation() -> None:
    """Parameters, schemas as plain JSON, content types, security hints and contract."""
    (row,) = [row for row in index()["operations"] if row["operation_id"] == "savePet"]

    assert ("PUT", "/pets/{petId}", "savePet") == (row["method"], row["path"], row["tool_name"])
    assert ["petId"] == [parameter["name"] for parameter in row["parameters"]]
    assert row["response_schema"]["properties"]["name"] == {"type": "string", "nullable": True}
    assert row["request_body_schema"]["required"] == ["name"]
    assert (["application/json"], ["application/json"]) == (row["request_content_types"], row["response_content_types"])
    assert row["security"] == [
        {"schemes": [{"id": "key", "scopes": [], "type": "apiKey", "location": "header", "name": "X-Key"}]}
    ]
    assert row["metadata"]["method"] == "put"


def test_recursive_schemas_are_written_out_once() -> None:
    """A stub with its type stands where a schema would repeat itself."""
    (row,) = [row for row in index()["operations"] if row["operation_id"] == "savePet"]

    stub = row["response_schema"]["properties"]["friends"]["items"]
    assert {"type": "object", "title": "Pet", "truncated": True} == stub
    json.dumps(row)


def test_rows_of_the_index_are_complete() -> None:
    """What the artifact leaves out as implied is written out here."""
    (row,) = [row for row in index()["operations"] if row["operation_id"] == "savePet"]

    (made,) = [field for field in row["api_contract"]["produces"] if field["path"] == "$.name"]
    assert ("name", "$.name", "200", "one") == tuple(
        made[key] for key in ("field_name", "json_path", "status", "cardinality")
    )
    assert ["petId", "name", "friends", "name", "friends", "X-Key"] == [
        field["field_name"] for field in row["api_contract"]["consumes"]
    ]


def test_summary_counts_what_is_described() -> None:
    """A GET without a response schema is a gap; a 204 is none."""
    summary = index()["summary"]

    assert 0.5 == summary["response_schema_coverage"]
    assert {"auth": 1, "data": 7} == summary["kinds"]
    assert summary["required_field_count"] == 5


def test_required_only_and_skip_deprecated_hold_in_the_index() -> None:
    """The options of the seeds work on the index as on the artifact."""
    rows = index(required_only=True)["operations"]

    assert all(field["required"] for row in rows for field in row["api_contract"]["consumes"])


def test_index_tags_fields_by_what_they_do() -> None:
    """Paging and search fields carry their generic role as semantic tag."""
    rows = index(paging_field_names={"petId"})["operations"]

    assert {"paging"} == {
        field["semantic_tag"] for row in rows for field in row["api_contract"]["consumes"] if field["name"] == "petId"
    }
