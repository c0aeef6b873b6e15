"""Paths become operations with everything that they inherit."""

from __future__ import annotations

from typing import Any

import pytest
from small_documents import OK, codes, read, read_operation

from graph_tool_call.model import ABSENT, Collection, Operation

STRING = {"type": "string"}


def _parameters(operation: Operation) -> list[tuple[str, str]]:
    return [(parameter.location, parameter.name) for parameter in operation.parameters]


def _keys(collection: Collection) -> list[str]:
    return [operation.key for operation in collection.operations]


def test_what_an_operation_says_of_itself() -> None:
    """Texts, tags, marks and extensions are kept as written."""
    operation = read_operation(
        {
            "operationId": "listThings",
            "summary": "List",
            "description": "all",
            "tags": ["a", "b"],
            "deprecated": True,
            "x-rate": {"n": 1},
        }
    )

    assert ("GET /things", "get", "/things", "listThings", "listThings") == (
        operation.key, operation.method, operation.path, operation.operation_id, operation.name,
    )  # fmt: skip
    assert ("List", "all", ("a", "b"), True, {"x-rate": {"n": 1}}) == (
        operation.summary, operation.description, operation.tags, operation.deprecated, operation.extensions,
    )  # fmt: skip
    assert "#/paths/~1things/get" == operation.pointer


def test_operations_come_in_document_order() -> None:
    """Paths and methods as they stand; extensions of paths and path items are none."""
    paths = {
        "/b": {"post": {"responses": OK}, "get": {"responses": OK}, "x-note": {}},
        "x-paths": {"get": {}},
        "/a": {"put": {"responses": OK}},
    }

    assert ["POST /b", "GET /b", "PUT /a"] == _keys(read(paths))


def test_parameters_are_inherited_and_overridden() -> None:
    """Path-item parameters are inherited; an operation's own overrides by name and location, headers without case."""
    item = [
        {"name": "id", "in": "path", "required": True, "schema": STRING, "description": "any"},
        {"name": "trace", "in": "header", "schema": STRING},
        {"name": "X-Mode", "in": "header", "schema": STRING},
    ]
    own = [
        {"name": "id", "in": "path", "required": True, "schema": STRING, "description": "own"},
        {"name": "trace", "in": "query", "schema": STRING},
        {"name": "x-mode", "in": "header", "schema": {"type": "integer"}},
    ]
    paths = {"/w/{id}": {"parameters": item, "get": {"parameters": own, "responses": OK}, "put": {"responses": OK}}}
    get, put = read(paths).operations

    assert [("path", "id"), ("header", "trace"), ("header", "x-mode"), ("query", "trace")] == _parameters(get)
    assert ["own", "any"] == [get.parameters[0].description, put.parameters[0].description]
    assert [("path", "id"), ("header", "trace"), ("header", "X-Mode")] == _parameters(put)


def test_parameter_by_reference_is_read_once() -> None:
    """Operations that refer to the same parameter share its value."""
    parameter = {"name": "limit", "in": "query", "schema": {"$ref": "#/components/schemas/N"}}
    use = {"parameters": [{"$ref": "#/components/parameters/Limit"}], "responses": OK}
    first, second = read(
        {"/a": {"get": use}, "/b": {"get": use}},
        components={"parameters": {"Limit": parameter}, "schemas": {"N": {"type": "integer"}}},
    ).operations

    assert first.parameters[0] is second.parameters[0]
    assert ("limit", "integer", "N") == (
        first.parameters[0].name,
        first.parameters[0].schema.type,
        first.parameters[0].schema.name,
    )


def test_reference_may_have_its_own_description() -> None:
    """The description beside a parameter's `$ref` wins, for that use only (OpenAPI 3.1)."""
    parameter = {"name": "limit", "in": "query", "schema": STRING, "description": "general"}
    reference = {"$ref": "#/components/parameters/Limit"}
    first, second = read(
        {
            "/a": {"get": {"parameters": [{**reference, "description": "special"}], "responses": OK}},
            "/b": {"get": {"parameters": [reference], "responses": OK}},
        },
        "3.1.0",
        components={"parameters": {"Limit": parameter}},
    ).operations

    assert ["special", "general"] == [first.parameters[0].description, second.parameters[0].description]


def test_undeclared_template_variable_is_a_parameter() -> None:
    """A variable that nothing declares is a required path parameter, once, with a diagnostic."""
    collection = read(
        {
            "/{tenant}/{tenant}/{id}": {
                "get": {"parameters": [{"name": "id", "in": "path", "schema": STRING}], "responses": OK}
            }
        }
    )

    tenant, own = collection.operations[0].parameters
    assert ("tenant", "path", True, False, "string") == (
        tenant.name,
        tenant.location,
        tenant.required,
        tenant.declared,
        tenant.schema.type,
    )
    assert ("id", True, True) == (own.name, own.required, own.declared)
    assert ["undeclared_path_parameter"] == codes(collection)
    assert "tenant is not declared" in collection.diagnostics[0].message


@pytest.mark.parametrize(
    ("path", "declared"),
    [("/users/{userId}", "user_id"), ("/users/{userId}", "userid"), ("/users/{format}", "syntax")],
)
def test_misspelt_path_parameter_fills_its_place(path: str, declared: str) -> None:
    """A declared parameter without place and a place without parameter are one, told by letters or as the only ones."""
    collection = read(
        {
            path: {
                "get": {
                    "parameters": [{"name": declared, "in": "path", "schema": {"type": "integer"}}],
                    "responses": OK,
                }
            }
        }
    )

    (parameter,) = collection.operations[0].parameters
    assert (path[8:-1], "integer", True, True) == (
        parameter.name,
        parameter.schema.type,
        parameter.required,
        parameter.declared,
    )
    assert ["path_parameter_renamed"] == codes(collection)


def test_path_parameter_without_place_is_left_out() -> None:
    """A path parameter that the template has not cannot be sent."""
    collection = read(
        {"/a": {"get": {"parameters": [{"name": "id", "in": "path", "schema": STRING}], "responses": OK}}}
    )

    assert () == collection.operations[0].parameters
    assert ["path_parameter_without_place"] == codes(collection)


def test_variable_behind_a_colon_is_one_where_it_is_declared() -> None:
    """Web frameworks write /pets/:petId; /pets/:find is a name."""
    pet = {"name": "petId", "in": "path", "required": True, "schema": STRING}
    collection = read(
        {
            "/pets/:petId": {"get": {"parameters": [pet], "responses": OK}},
            "/pets/:find": {"get": {"responses": OK}},
        }
    )

    assert ["/pets/{petId}", "/pets/:find"] == [operation.path for operation in collection.operations]
    assert [[("path", "petId")], []] == [_parameters(operation) for operation in collection.operations]
    assert ["path_variable_with_colon"] == codes(collection)


def test_variables_within_a_segment() -> None:
    """Several variables may stand in one segment, next to text."""
    operation = read_operation({}, "/compare/{base}...{head}.{format}")

    assert ["base", "head", "format"] == [parameter.name for parameter in operation.parameters]


def test_path_parameters_come_first_in_path_order() -> None:
    """Whatever the order of declaration."""
    parameters = [
        {"name": name, "in": where, "schema": STRING} for name, where in (("q", "query"), ("b", "path"), ("a", "path"))
    ]

    assert ["a", "b", "q"] == [p.name for p in read_operation({"parameters": parameters}, "/{a}/{b}").parameters]


@pytest.mark.parametrize("name", ["Accept", "Content-Type", "Authorization"])
def test_reserved_headers_are_kept(name: str) -> None:
    """OpenAPI says to ignore these as parameters; what they are is decided later."""
    assert [("header", name)] == _parameters(
        read_operation({"parameters": [{"name": name, "in": "header", "schema": STRING}]})
    )


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        ({"in": "query"}, ("form", True)),
        ({"in": "query", "explode": False}, ("form", False)),
        ({"in": "query", "style": "pipeDelimited"}, ("pipeDelimited", False)),
        ({"in": "query", "style": "deepObject", "explode": True}, ("deepObject", True)),
        ({"in": "header"}, ("simple", False)),
        ({"in": "cookie"}, ("form", True)),
        ({"in": "path"}, ("simple", False)),
        ({"in": "path", "style": "matrix", "explode": True}, ("matrix", True)),
    ],
)
def test_styles_and_their_defaults(raw: dict[str, Any], expected: tuple[str, bool]) -> None:
    """Each location has a default style; `explode` is the default of form only."""
    operation = read_operation(
        {"parameters": [{"name": "p", "schema": STRING, **raw}]}, "/a/{p}" if raw["in"] == "path" else "/a"
    )

    assert expected == (operation.parameters[0].style, operation.parameters[0].explode)


def test_parameter_described_by_content() -> None:
    """A parameter may be text of a media type; JSON is preferred, and style means nothing."""
    content = {
        "text/csv": {"schema": STRING},
        "application/json": {"schema": {"type": "object", "properties": {"a": {}}}},
    }
    (parameter,) = read_operation({"parameters": [{"name": "filter", "in": "query", "content": content}]}).parameters

    assert ("application/json", "", False, ["a"]) == (
        parameter.content_type,
        parameter.style,
        parameter.explode,
        list(parameter.schema.properties),
    )


def test_examples_of_parameters() -> None:
    """`example`, or the first of `examples`, which may be a reference; none is ABSENT, null is a value."""
    parameters = [
        {"name": "a", "in": "query", "schema": STRING, "example": "x"},
        {"name": "b", "in": "query", "schema": STRING, "examples": {"one": {"$ref": "#/components/examples/E"}}},
        {"name": "c", "in": "query", "schema": STRING},
        {"name": "d", "in": "query", "schema": STRING, "example": None},
    ]
    operation = read_operation({"parameters": parameters}, components={"examples": {"E": {"value": 7}}})

    assert ["x", 7, ABSENT, None] == [parameter.example for parameter in operation.parameters]


@pytest.mark.parametrize("raw", [{"in": "query"}, {"name": "a"}, {"name": "a", "in": "attic"}, "limit", 7])
def test_bad_parameter_is_left_out(raw: Any) -> None:
    """The operation works without it, with a diagnostic."""
    good = {"name": "ok", "in": "query", "schema": STRING}
    collection = read({"/a": {"get": {"parameters": [raw, good], "responses": OK}}})

    assert [("query", "ok")] == _parameters(collection.operations[0])
    assert 1 == len(collection.diagnostics)
    assert collection.diagnostics[0].pointer.startswith("#/paths/~1a/get/parameters/0")


@pytest.mark.parametrize("operation", [None, "get it", [], 3])
def test_bad_operation_is_skipped(operation: Any) -> None:
    """What is no mapping is no operation; the others are read."""
    collection = read({"/a": {"get": operation, "put": {"responses": OK}}, "/b": {"get": {"responses": OK}}})

    assert ["PUT /a", "GET /b"] == _keys(collection)
    assert [("bad_operation", "#/paths/~1a/get", "error")] == [
        (d.code, d.pointer, d.severity) for d in collection.diagnostics
    ]


@pytest.mark.parametrize("part", ["parameters", "responses", "requestBody", "security", "servers", "tags"])
@pytest.mark.parametrize("value", ["text", 7, [3], {"a": 1}, {"200": None}, None])
def test_bad_parts_do_not_stop_the_reading(part: str, value: Any) -> None:
    """Any part of an operation may be anything."""
    assert ["POST /a"] == _keys(read({"/a": {"post": {"responses": OK, part: value}}}))


@pytest.mark.parametrize("item", [None, "text", []])
def test_bad_path_item_is_skipped(item: Any) -> None:
    """So is a path item."""
    collection = read({"/a": item, "/b": {"get": {"responses": OK}}})

    assert (["GET /b"], ["not_an_object"]) == (_keys(collection), codes(collection))


def test_path_item_by_reference() -> None:
    """A path item may stand among the components, be another path's, and have operations of its own besides."""
    shared = {
        "parameters": [{"name": "id", "in": "path", "schema": STRING}],
        "get": {"operationId": "getIt", "responses": OK},
    }
    paths = {
        "/a/{id}": {"$ref": "#/components/pathItems/Thing"},
        "/b/{id}": {"$ref": "#/paths/~1a~1{id}", "delete": {"responses": OK}},
    }
    collection = read(paths, "3.1.0", components={"pathItems": {"Thing": shared}})

    assert ["GET /a/{id}", "DELETE /b/{id}", "GET /b/{id}"] == _keys(collection)
    assert [[("path", "id")]] * 3 == [_parameters(operation) for operation in collection.operations]
    assert 3 == len({operation.name for operation in collection.operations})


def test_path_item_that_refers_to_itself() -> None:
    """A cycle of path items is reported, and what they have is read."""
    collection = read({"/a": {"$ref": "#/paths/~1b"}, "/b": {"$ref": "#/paths/~1a", "get": {"responses": OK}}})

    assert ["GET /a", "GET /b"] == _keys(collection)
    assert {"ref_cycle"} == set(codes(collection))


def test_methods_of_version_3_2() -> None:
    """`query` is a method; further ones stand in additionalOperations."""
    item = {"query": {"responses": OK}, "additionalOperations": {"COPY": {"responses": OK}}}
    collection = read({"/a": item}, "3.2.0")

    assert [("QUERY /a", "query"), ("COPY /a", "copy")] == [(o.key, o.method) for o in collection.operations]


def test_whole_query_string() -> None:
    """A parameter that is the query string (OpenAPI 3.2) is one parameter for each property of its form."""
    form = {"type": "object", "properties": {"q": STRING, "size": {"type": "integer"}}, "required": ["q"]}
    raw = {
        "name": "all",
        "in": "querystring",
        "required": True,
        "content": {"application/x-www-form-urlencoded": {"schema": form}},
    }
    operation = read_operation({"parameters": [raw]}, version="3.2.0")

    assert [("query", "q", True, "string"), ("query", "size", False, "integer")] == [
        (p.location, p.name, p.required, p.schema.type) for p in operation.parameters
    ]


def test_webhooks_and_callbacks_are_no_operations() -> None:
    """Calls that the server makes cannot be made."""
    hook = {"post": {"responses": OK}}
    collection = read(
        {"/a": {"post": {"responses": OK, "callbacks": {"done": {"{$request.body#/url}": hook}}}}},
        "3.1.0",
        webhooks={"new": hook},
    )

    assert ["POST /a"] == _keys(collection)
    assert () == read({}, "3.1.0", webhooks={"new": hook}).operations


def test_progress_is_reported() -> None:
    """The callback hears of each operation."""
    from reading import read_collection
    from small_documents import document

    heard: list[tuple[int, int]] = []
    read_collection(
        document({"/a": {"get": {}, "put": {}}}),
        validate="off",
        progress=lambda _stage, done, total: heard.append((done, total)),
    )

    assert [(1, 2), (2, 2)] == heard


@pytest.mark.parametrize(
    ("path", "declared", "read_as"),
    [
        ("/u/{uid:[0-9]+}", "uid", "/u/{uid}"),
        ("/u/{uid:int}/w", "uid", "/u/{uid}/w"),
        ("/u/{id:[0-9]{3}}", "id", "/u/{id}"),
        ("/f{/rest*}", "rest", "/f/{rest}"),
        ("/f/{rest*}", "rest", "/f/{rest}"),
        ("/v1/{+name}", "name", "/v1/{name}"),
        ("/v1/{name=shelves/*}", "name", "/v1/{name}"),
        ("/u/{user_id:uuid}", "userId", "/u/{userId}"),
        ("/u/{uid?}", "", "/u/{uid}"),
    ],
)
def test_variables_with_patterns_keep_their_names(path: str, declared: str, read_as: str) -> None:
    """As web frameworks and RFC 6570 write them; one input with the declared name stands for the whole brace."""
    parameters = [{"name": declared, "in": "path", "required": True, "schema": {"type": "string"}}] if declared else []
    collection = read({path: {"get": {"parameters": parameters, "responses": {"200": {"description": "ok"}}}}})
    (operation,) = collection.operations

    assert (f"GET {path}", read_as) == (operation.key, operation.path)
    assert [read_as.partition("{")[2].partition("}")[0]] == [p.name for p in operation.parameters]
    assert "path_variable_with_pattern" in codes(collection)


@pytest.mark.parametrize("path", ["/u/{uid}", "/Orders('{id}')", "/u/{a b}", "/x/{id}:cancel", "/x/{odd:name}"])
def test_other_variables_stay_as_they_are(path: str) -> None:
    """A name that is declared with its odd characters, a key in quotes, a verb behind a colon."""
    name = path.partition("{")[2].partition("}")[0]
    parameters = [{"name": name, "in": "path", "required": True, "schema": {"type": "string"}}]
    collection = read({path: {"get": {"parameters": parameters, "responses": {"200": {"description": "ok"}}}}})

    assert (path, [name]) == (collection.operations[0].path, [p.name for p in collection.operations[0].parameters])
    assert "path_variable_with_pattern" not in codes(collection)
