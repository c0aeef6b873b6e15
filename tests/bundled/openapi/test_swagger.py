"""Swagger 2.0 in the words of OpenAPI 3."""

from __future__ import annotations

from typing import Any

import pytest
from small_documents import OK, codes, read, read_operation

from graph_tool_call.model import Operation


def _operation(raw: dict[str, Any], **parts: Any) -> Operation:
    return read_operation(raw, version="2.0", **parts)


def test_parameter_is_its_own_schema() -> None:
    """Type, format and limits of a parameter are its schema's; `required` is the parameter's."""
    raw = {
        "name": "size",
        "in": "query",
        "type": "integer",
        "format": "int32",
        "maximum": 50,
        "default": 10,
        "required": True,
        "description": "rows",
    }
    (parameter,) = _operation({"parameters": [raw]}).parameters

    assert (True, "rows", "integer", "int32") == (
        parameter.required,
        parameter.description,
        parameter.schema.type,
        parameter.schema.format,
    )
    assert ({"maximum": 50}, 10, frozenset()) == (
        parameter.schema.limits,
        parameter.schema.default,
        parameter.schema.required,
    )


@pytest.mark.parametrize(
    ("where", "said", "expected"),
    [
        ("query", None, ("form", False)),
        ("query", "csv", ("form", False)),
        ("query", "multi", ("form", True)),
        ("query", "ssv", ("spaceDelimited", False)),
        ("query", "pipes", ("pipeDelimited", False)),
        ("query", "tsv", ("tabDelimited", False)),
        ("header", "csv", ("simple", False)),
        ("header", "ssv", ("spaceDelimited", False)),
        ("path", "pipes", ("pipeDelimited", False)),
        ("path", None, ("simple", False)),
    ],
)
def test_collection_formats(where: str, said: str | None, expected: tuple[str, bool]) -> None:
    """The collectionFormat is a style; its default is csv, unlike OpenAPI 3's."""
    raw = {
        "name": "ids",
        "in": where,
        "type": "array",
        "items": {"type": "string"},
        **({"collectionFormat": said} if said else {}),
    }
    operation = read_operation({"parameters": [raw]}, "/a/{ids}" if where == "path" else "/a", "2.0")

    assert expected == (operation.parameters[0].style, operation.parameters[0].explode)


def test_collection_format_without_counterpart_is_reported() -> None:
    """A header of one value cannot be said several times, and a name that Swagger does not have says nothing."""
    for where, said, style in (("header", "multi", "simple"), ("query", "xsv", "form")):
        raw = {"name": "ids", "in": where, "type": "array", "items": {"type": "string"}, "collectionFormat": said}
        collection = read({"/a": {"get": {"parameters": [raw], "responses": OK}}}, "2.0")

        assert (["unsupported_style"], style) == (codes(collection), collection.operations[0].parameters[0].style)


def test_body_parameter() -> None:
    """It is the body, with its name, in the media types that the document consumes."""
    raw = {"name": "pet", "in": "body", "required": True, "description": "new", "schema": {"$ref": "#/definitions/Pet"}}
    operation = _operation(
        {"parameters": [raw]}, consumes=["application/xml", "application/json"], definitions={"Pet": {"type": "object"}}
    )

    assert () == operation.parameters
    assert operation.body is not None
    assert ("pet", True, "new") == (operation.body.name, operation.body.required, operation.body.description)
    assert ["application/json", "application/xml"] == [media.content_type for media in operation.body.media]
    assert {"Pet"} == {media.schema.name for media in operation.body.media if media.schema}


def test_media_types_of_the_operation_win() -> None:
    """`consumes` and `produces` of an operation replace the document's; without any, JSON is meant."""
    body = {"name": "b", "in": "body", "schema": {"type": "string"}}
    answer = {"responses": {"200": {"description": "", "schema": {"type": "string"}}}}
    own = _operation(
        {"parameters": [body], "consumes": ["text/plain"], "produces": ["text/csv"], **answer},
        consumes=["a/b"],
        produces=["c/d"],
    )
    bare = _operation({"parameters": [body], **answer})

    for operation, expected in ((own, ("text/plain", "text/csv")), (bare, ("application/json", "application/json"))):
        assert operation.body is not None
        assert expected == (operation.body.media[0].content_type, operation.responses[0].media[0].content_type)


def test_form_parameters_are_a_body() -> None:
    """One object with a property for each; arrays have their style as encoding."""
    fields = [
        {"name": "grant", "in": "formData", "type": "string", "enum": ["a"], "required": True, "description": "how"},
        {"name": "ids", "in": "formData", "type": "array", "items": {"type": "integer"}, "collectionFormat": "multi"},
        {"name": "page", "in": "query", "type": "integer"},
    ]
    operation = _operation({"parameters": fields})

    assert ["page"] == [parameter.name for parameter in operation.parameters]
    assert operation.body is not None
    (media,) = operation.body.media
    assert ("application/x-www-form-urlencoded", {"ids": {"style": "form", "explode": True}}) == (
        media.content_type,
        media.encoding,
    )
    assert media.schema is not None
    assert (["grant", "ids"], {"grant"}, True) == (
        list(media.schema.properties),
        media.schema.required,
        operation.body.required,
    )
    assert (("a",), "how") == (media.schema.properties["grant"].enum, media.schema.properties["grant"].description)


@pytest.mark.parametrize(
    "consumes", [[], ["application/json"], ["application/x-www-form-urlencoded", "multipart/form-data"]]
)
def test_files_need_multipart(consumes: list[str]) -> None:
    """A file is binary content of a multipart form, whatever the document says it consumes."""
    body = _operation({"parameters": [{"name": "f", "in": "formData", "type": "file"}], "consumes": consumes}).body

    assert body is not None
    assert ["multipart/form-data"] == [media.content_type for media in body.media]
    assert body.media[0].schema is not None
    field = body.media[0].schema.properties["f"]
    assert ("string", "binary") == (field.type, field.format)


def test_shared_parameters_and_responses() -> None:
    """References to the document's parameters and responses, a shared body among them."""
    operation = _operation(
        {
            "parameters": [{"$ref": "#/parameters/Size"}, {"$ref": "#/parameters/Body"}],
            "responses": {"404": {"$ref": "#/responses/Gone"}},
        },
        parameters={
            "Size": {"name": "size", "in": "query", "type": "integer"},
            "Body": {"name": "b", "in": "body", "schema": {"type": "string"}},
        },
        responses={"Gone": {"description": "gone", "headers": {"X-Why": {"type": "string"}}}},
    )

    assert ["size"] == [parameter.name for parameter in operation.parameters]
    assert operation.body is not None
    (response,) = operation.responses
    assert ("gone", "X-Why", "string") == (
        response.description,
        response.headers[0].name,
        response.headers[0].schema.type,
    )


def test_body_of_the_operation_overrides_the_path_items() -> None:
    """There is one body."""
    item = [{"name": "a", "in": "body", "schema": {"type": "string"}}]
    own = [{"name": "b", "in": "body", "schema": {"type": "integer"}}]
    operation = read({"/a": {"parameters": item, "post": {"parameters": own, "responses": OK}}}, "2.0").operations[0]

    assert operation.body is not None
    assert "b" == operation.body.name


def test_form_beside_a_body_is_reported() -> None:
    """The two exclude each other."""
    parameters = [
        {"name": "b", "in": "body", "schema": {"type": "string"}},
        {"name": "f", "in": "formData", "type": "string"},
    ]
    collection = read({"/a": {"post": {"parameters": parameters, "responses": OK}}}, "2.0")

    assert ["body_and_form"] == codes(collection)


def test_base_urls() -> None:
    """Schemes, host and base path; https first, since credentials go there; an operation may have its own schemes."""
    parts = {"host": "api.example.test", "basePath": "/v1/", "schemes": ["http", "https"]}

    assert ("https://api.example.test/v1", "http://api.example.test/v1") == _operation({}, **parts).servers
    assert ("wss://api.example.test/v1",) == _operation({"schemes": ["wss"]}, **parts).servers
    assert ("/v1",) == _operation({}, basePath="/v1").servers


def test_basic_security_is_an_http_scheme() -> None:
    """`type: basic` is called http since version 3."""
    collection = read(
        {},
        "2.0",
        securityDefinitions={
            "b": {"type": "basic"},
            "k": {"type": "apiKey", "in": "header", "name": "X-Key"},
            "o": {"type": "oauth2", "flow": "implicit", "scopes": {"read": "all", "write": ""}},
        },
    )
    found = collection.security_schemes

    assert ("http", "basic", "header", "Authorization") == (
        found["b"].type,
        found["b"].scheme,
        found["b"].location,
        found["b"].name,
    )
    assert ("apiKey", "header", "X-Key") == (found["k"].type, found["k"].location, found["k"].name)
    assert ("oauth2", ("read", "write")) == (found["o"].type, found["o"].scopes)


@pytest.mark.parametrize("said", ["2.0", 2.0, 2])
def test_spellings_of_the_version(said: Any) -> None:
    """YAML makes a number of an unquoted version."""
    from reading import read_collection

    assert (
        "2.0"
        == read_collection(
            {"swagger": said, "info": {"title": "", "version": ""}, "paths": {}}, validate="off"
        ).spec_version
    )
