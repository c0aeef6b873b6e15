"""Links of responses lead to operations that exist."""

from __future__ import annotations

from typing import Any

from small_documents import OK, codes, read

from graph_tool_call.model import ABSENT, Collection, Link

BY_ID = {"operationId": "getRoom", "parameters": {"roomId": "$response.body#/id"}}


def _read(links: Any, components: Any = None) -> Collection:
    paths = {
        "/rooms": {"post": {"responses": {"201": {"description": "", "links": links}}}},
        "/rooms/{roomId}": {"get": {"operationId": "getRoom", "responses": OK}, "put": {"responses": OK}},
        "/halls": {"get": {"operationId": "twice", "responses": OK}},
        "/barns": {"get": {"operationId": "twice", "responses": OK}},
    }
    parameter = [{"name": "roomId", "in": "path", "required": True, "schema": {"type": "string"}}]
    paths["/rooms/{roomId}"]["parameters"] = parameter  # type: ignore[assignment]
    return read(paths, components=components or {})


def _only(collection: Collection) -> Link:
    (link,) = collection.operations[0].responses[0].links
    return link


def test_link_by_operation_id() -> None:
    """The target is told as method and path."""
    link = _only(_read({"room": {**BY_ID, "description": "the room", "requestBody": "$request.body"}}))

    assert ("room", "GET /rooms/{roomId}", {"roomId": "$response.body#/id"}) == (
        link.name,
        link.target,
        link.parameters,
    )
    assert ("the room", "$request.body", "#/paths/~1rooms/post/responses/201/links/room") == (
        link.description,
        link.request_body,
        link.pointer,
    )


def test_link_by_reference() -> None:
    """An operationRef is a pointer to an operation."""
    link = _only(_read({"room": {"operationRef": "#/paths/~1rooms~1{roomId}/put"}}))

    assert ("PUT /rooms/{roomId}", {}, ABSENT) == (link.target, link.parameters, link.request_body)


def test_link_behind_nested_references() -> None:
    """A link may be a reference to a reference."""
    collection = _read(
        {"room": {"$ref": "#/components/links/One"}},
        {"links": {"One": {"$ref": "#/components/links/Two"}, "Two": BY_ID}},
    )

    assert "GET /rooms/{roomId}" == _only(collection).target


def test_link_in_a_shared_response() -> None:
    """Links of a response by reference belong to each operation that has it."""
    use = {"responses": {"200": {"$ref": "#/components/responses/R"}}}
    collection = read(
        {"/a": {"get": {**use, "operationId": "a"}}, "/b": {"get": use}},
        components={"responses": {"R": {"description": "", "links": {"a": {"operationId": "a"}}}}},
    )

    assert ["GET /a", "GET /a"] == [operation.responses[0].links[0].target for operation in collection.operations]


def test_link_without_target_is_a_warning() -> None:
    """Neither an id nor a reference, or one of nothing: the link stays, without target."""
    broken: list[Any] = [{}, {"operationId": "nobody"}, {"operationRef": "#/paths/~1gone/get"}, {"operationRef": 7}]
    for raw in broken:
        collection = _read({"broken": raw})

        assert "" == _only(collection).target
        found = [(d.severity, d.message) for d in collection.diagnostics if d.code == "link_without_target"]
        assert [("warning", "link 'broken' has no target")] == found


def test_path_instead_of_a_pointer() -> None:
    """Some write the path into operationRef; when it has one operation, that is meant, and the guess is told."""
    collection = _read({"hall": {"operationRef": "#/halls"}})

    assert "GET /halls" == _only(collection).target
    assert "link_target_guessed" in codes(collection)
    assert "" == _only(_read({"room": {"operationRef": "#/rooms/{roomId}"}})).target


def test_ambiguous_operation_id() -> None:
    """Of several operations with the id, the first is taken, with a diagnostic."""
    collection = _read({"hall": {"operationId": "twice"}})

    assert "GET /halls" == _only(collection).target
    assert "ambiguous_link" in codes(collection)


def test_links_that_are_none() -> None:
    """Anything else in their place is reported and left out."""
    assert () == _read({"a": "text"}).operations[0].responses[0].links
    assert ["not_an_object"] == [code for code in codes(_read([1])) if code != "duplicate_operation_id"]
