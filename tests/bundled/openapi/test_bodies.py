"""Request bodies and responses of OpenAPI 3."""

from __future__ import annotations

from typing import Any

import pytest
from small_documents import OK, codes, read, read_operation

from graph_tool_call_bundled.openapi.media import media_rank

STRING = {"type": "string"}


def test_body_prefers_json() -> None:
    """Media types come in order of preference, whatever the document's."""
    names = [
        "text/csv",
        "multipart/form-data",
        "application/x-www-form-urlencoded",
        "*/*",
        "application/vnd.a+json",
        "application/json; v=1",
    ]
    body = read_operation(
        {"requestBody": {"required": True, "content": {name: {"schema": STRING} for name in names}}}
    ).body

    assert body is not None
    assert names[::-1] == [media.content_type for media in body.media]
    assert body.required is True


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("application/json", "application/json-patch+json"),
        ("application/problem+json", "application/xml"),
        ("APPLICATION/JSON", "text/json"),
        ("multipart/mixed", "application/octet-stream"),
    ],
)
def test_order_of_media_types(better: str, worse: str) -> None:
    """JSON before its relatives before forms before the rest; case does not matter."""
    assert media_rank(better) < media_rank(worse)


def test_shared_body_is_read_once() -> None:
    """A body by reference is one value; a description beside the reference counts."""
    reference = {"$ref": "#/components/requestBodies/B"}
    content = {"application/json": {"schema": {"type": "array", "items": STRING}}}
    first, second, third = read(
        {
            f"/{n}": {"post": {"requestBody": use, "responses": OK}}
            for n, use in enumerate([reference, reference, {**reference, "description": "own"}])
        },
        "3.1.0",
        components={"requestBodies": {"B": {"content": content, "description": "general"}}},
    ).operations

    assert first.body is second.body
    assert third.body is not None
    assert first.body is not None
    assert ("own", "general") == (third.body.description, first.body.description)
    assert third.body.media[0].schema is first.body.media[0].schema


def test_encoding_is_kept_as_written() -> None:
    """How parts of a form are written."""
    encoding = {"tags": {"style": "form", "explode": False}}
    content = {
        "multipart/form-data": {
            "schema": {"type": "object", "properties": {"tags": {"type": "array"}}},
            "encoding": encoding,
        }
    }
    body = read_operation({"requestBody": {"content": content}}).body

    assert body is not None
    assert encoding == body.media[0].encoding


def test_body_without_content_is_reported() -> None:
    """It stays a body, of which nothing is known."""
    collection = read({"/a": {"post": {"requestBody": {"required": True}, "responses": OK}}})

    assert collection.operations[0].body is not None
    assert ((), ["empty_body"]) == (collection.operations[0].body.media, codes(collection))


def test_statuses_are_normalised() -> None:
    """Codes are text, ranges upper case."""
    responses: dict[Any, Any] = {
        200: {"description": ""},
        "2xx": {"description": ""},
        "Default": {"description": ""},
        "x-note": {"a": 1},
    }

    assert ["200", "2XX", "default"] == [
        response.status for response in read_operation({"responses": responses}).responses
    ]


def test_odd_status_is_kept_and_reported() -> None:
    """A key that is no status says something all the same."""
    collection = read({"/a": {"get": {"responses": {"OK": {"description": ""}}}}})

    assert (["OK"], ["bad_status"]) == ([r.status for r in collection.operations[0].responses], codes(collection))


def test_shared_response_is_read_once() -> None:
    """A response by reference is one value for each status."""
    use = {"responses": {"404": {"$ref": "#/components/responses/Gone"}}}
    first, second = read(
        {"/a": {"get": use}, "/b": {"get": use}}, components={"responses": {"Gone": {"description": "gone"}}}
    ).operations

    assert first.responses[0] is second.responses[0]
    assert ("404", "gone", ()) == (first.responses[0].status, first.responses[0].description, first.responses[0].media)


def test_response_headers() -> None:
    """Headers are parameters of their own location, also by reference and with `x-` names."""
    headers = {
        "Location": {"required": True, "schema": STRING, "description": "where"},
        "x-rate-limit": {"$ref": "#/components/headers/Rate"},
    }
    response = read_operation(
        {"responses": {"201": {"description": "", "headers": headers}}},
        components={"headers": {"Rate": {"schema": {"type": "integer"}}}},
    ).responses[0]

    assert [
        ("Location", "response_header", True, "string", "where"),
        ("x-rate-limit", "response_header", False, "integer", ""),
    ] == [(h.name, h.location, h.required, h.schema.type, h.description) for h in response.headers]


def test_media_type_by_reference_and_stream_of_items() -> None:
    """OpenAPI 3.2: media types among the components, and the schema of one item of a stream."""
    content = {
        "application/jsonl": {"itemSchema": {"$ref": "#/components/schemas/Row"}},
        "application/json": {"$ref": "#/components/mediaTypes/M"},
    }
    operation = read_operation(
        {"responses": {"200": {"description": "", "content": content}}},
        version="3.2.0",
        components={"mediaTypes": {"M": {"schema": STRING}}, "schemas": {"Row": {"type": "object"}}},
    )
    json, stream = (media.schema for media in operation.responses[0].media)

    assert json is not None
    assert stream is not None
    assert stream.items is not None
    assert ("string", "array", "Row") == (json.type, stream.type, stream.items.name)


def test_operation_without_responses() -> None:
    """None is none, not an error."""
    collection = read({"/a": {"get": {"operationId": "a"}}})

    assert ((), []) == (collection.operations[0].responses, codes(collection))
