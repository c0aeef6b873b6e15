"""OpenAPI links and the `Location` header."""

from __future__ import annotations

from typing import Any

import pytest
from contractkit import answers, contract, contracts, document, listing, query, saying, takes, thing

from graph_tool_call.contracts.links import path_of_pointer, source_of
from graph_tool_call.hooks import FieldVerdict

pytestmark = pytest.mark.bundled

ITEM = {
    "get": {"operationId": "getRoom", "parameters": [query("roomId", location="path")], **answers(thing(id="integer"))}
}


def linked(**link: Any) -> dict[str, Any]:
    created = answers(thing(id="integer"), status="201", links={"one": link})
    return document({"/rooms": {"post": {"operationId": "addRoom", **created}}, "/rooms/{roomId}": ITEM})


def test_link_becomes_a_row() -> None:
    """Target, and each parameter with where its value comes from."""
    (row,) = contract(linked(operationId="getRoom", parameters={"roomId": "$response.body#/id"}), tool="addRoom")[
        "links"
    ]

    assert row == {
        "name": "one",
        "target": "getRoom",
        "target_key": "GET /rooms/{roomId}",
        "bindings": [
            {
                "to": "roomId",
                "location": "path",
                "from": "$.id",
                "from_location": "response",
                "expression": "$response.body#/id",
            }
        ],
    }


def test_link_by_operation_ref_and_qualified_name() -> None:
    """`operationRef` leads to the same operation; "path.roomId" says the place itself."""
    reference = "#/paths/~1rooms~1{roomId}/get"
    (row,) = contract(
        linked(operationRef=reference, parameters={"path.roomId": "$response.header.X-Id"}), tool="addRoom"
    )["links"]

    (binding,) = row["bindings"]
    assert (row["target"], binding["to"], binding["location"]) == ("getRoom", "roomId", "path")
    assert (binding["from"], binding["from_location"]) == ("X-Id", "response_header")


def test_link_without_target_is_left_out() -> None:
    """A link that leads nowhere is no row."""
    assert [] == contract(linked(description="nowhere"), tool="addRoom")["links"]


def test_request_body_of_a_link_is_bound_leaf_by_leaf() -> None:
    """A body of expressions is bound field by field."""
    target = {"operationId": "book", **takes(thing(room=thing(id="integer"))), **answers()}
    link = {"operationId": "book", "requestBody": {"room": {"id": "$response.body#/id"}, "kind": "single"}}
    created = answers(thing(id="integer"), status="201", links={"book": link})
    source = document({"/rooms": {"post": {"operationId": "addRoom", **created}}, "/bookings": {"post": target}})

    (row,) = contract(source, tool="addRoom")["links"]

    assert [(b["to"], b["location"], b.get("from"), b.get("value")) for b in row["bindings"]] == [
        ("$.room.id", "body", "$.id", None),
        ("$.kind", "body", None, "single"),
    ]


@pytest.mark.parametrize(
    ("expression", "source", "location"),
    [
        ("$response.body#/items/0/id", "$.items[0].id", "response"),
        ("$response.body#/a~1b/c~0d", "$.a/b.c~d", "response"),
        ("$response.body", "$", "response"),
        ("$response.header.Location", "Location", "response_header"),
        ("$request.path.userId", "userId", "request_path"),
        ("$request.query.page", "page", "request_query"),
        ("$request.body#/user/uuid", "$.user.uuid", "request_body"),
        ("$statusCode", "statusCode", "call"),
    ],
)
def test_runtime_expressions_are_understood(expression: str, source: str, location: str) -> None:
    """OpenAPI 3.1, 4.8.20.4."""
    found = source_of(expression)

    assert (source, location, expression) == (found["from"], found["from_location"], found["expression"])


@pytest.mark.parametrize("constant", [42, "plain", None, "$nonsense", [1]])
def test_constants_are_constants(constant: Any) -> None:
    """What is no expression is the value itself."""
    assert {"value": constant} == source_of(constant)


def test_embedded_expression_keeps_its_text() -> None:
    """`rooms/{$response.body#/id}` is an expression with text around it."""
    found = source_of("rooms/{$response.body#/id}")

    assert ("$.id", "rooms/{$response.body#/id}") == (found["from"], found["template"])


def test_pointer_tokens_with_dots_are_quoted() -> None:
    """A path made of a pointer can be taken apart again."""
    assert "$['a.b'].c" == path_of_pointer("/a.b/c")


def location_row(source: dict[str, Any], classify: Any = None) -> dict[str, Any]:
    more = {} if classify is None else {"classify": classify}
    (row,) = contract(source, tool="addStuff", **more)["produces"]
    return row


def stuff(item_path: str) -> dict[str, Any]:
    made = answers(status="201", headers={"Location": {"schema": {"type": "string", "format": "uri"}}})
    name = item_path.rsplit("{", 1)[-1].rstrip("}")
    item = {"operationId": "getStuff", "parameters": [query(name, location="path")], **answers()}
    return document(
        {
            "/stuff": {"post": {"operationId": "addStuff", **takes(thing(label="string")), **made}},
            item_path: {"get": item},
        }
    )


def test_location_of_a_creator_identifies_what_it_made() -> None:
    """The last path segment of `Location` is typed as the item path's parameter is."""

    def say(_operation: Any, field: Any) -> FieldVerdict | None:
        if field.location != "path":
            return None
        return FieldVerdict(
            field=field.ref, role="identifier", semantic_tag="stuff_id", resource="stuff", confidence=0.9, reason="path"
        )

    row = location_row(stuff("/stuff/{stuffId}"), saying(say))

    assert ("last_path_segment", {"path": "/stuff/{stuffId}", "parameter": "stuffId"}) == (
        row["extract"],
        row["identifies"],
    )
    assert ("stuff_id", "stuff", "identifier") == (row["semantic_tag"], row["resource"], row["role"])


def test_location_without_an_item_path_is_a_plain_header() -> None:
    """Nothing says what the segment would be."""
    assert "extract" not in location_row(stuff("/other/{stuffId}"))


def test_targets_that_are_left_out_are_no_targets() -> None:
    """A link to a deprecated operation goes with it."""
    source = linked(operationId="getRoom", parameters={"roomId": "$response.body#/id"})
    source["paths"]["/rooms/{roomId}"]["get"]["deprecated"] = True

    built = contracts(source, skip_deprecated=True)

    assert ["addRoom"] == list(built.tools)
    assert [] == built.tools["addRoom"]["metadata"]["api_contract"]["links"]


def test_links_of_every_success_count() -> None:
    """A link of 202 is one, also where 200 is what the contract describes; an equal one is one row."""
    source = linked(operationId="getRoom", parameters={"roomId": "$response.body#/id"})
    responses = source["paths"]["/rooms"]["post"]["responses"]
    more = {"two": {"operationId": "getRoom"}}
    responses["202"] = {"description": "later", "links": {**responses["201"]["links"], **more}}
    responses["400"] = {"description": "no", "links": {"three": {"operationId": "getRoom"}}}

    assert ["one", "two"] == [row["name"] for row in contract(source, tool="addRoom")["links"]]


def typed_path(_operation: Any, field: Any) -> FieldVerdict | None:
    """Types path parameters and nothing else."""
    if field.location != "path":
        return None
    return FieldVerdict(
        field=field.ref, role="identifier", semantic_tag="room_id", resource="room", confidence=0.9, reason="path"
    )


@pytest.mark.parametrize("expression", ["$response.body#/id", "$response.body#/rooms/0/key"])
def test_a_link_types_what_nobody_typed(expression: str) -> None:
    """Both ends hold the same value; of a list the link shows an element."""
    source = linked(operationId="getRoom", parameters={"roomId": expression})
    schema = thing(id="integer", rooms=listing(thing(key="integer")))
    source["paths"]["/rooms"]["post"]["responses"]["201"]["content"]["application/json"]["schema"] = schema
    built = contracts(source, saying(typed_path))
    rows = built.tools["addRoom"]["metadata"]["api_contract"]["produces"]

    (row,) = (row for row in rows if "semantic_tag" in row)
    assert (expression.rsplit("/", 1)[-1], "room_id", "room", "identifier") == (
        row["name"],
        row["semantic_tag"],
        row["resource"],
        row["role"],
    )
    assert ("document", "link") == tuple(built.provenance[row["why"][-1]][key] for key in ("plugin", "rule"))


def test_a_link_joins_what_both_are_asked_with() -> None:
    """`$request.path.roomId`: the target takes what the source was asked with."""
    bookings = {
        "operationId": "listBookings",
        "parameters": [query("room")],
        **answers(listing(thing(day="string"))),
    }
    source = linked(operationId="getRoom", parameters={})
    link = {"operationId": "listBookings", "parameters": {"query.room": "$request.path.roomId"}}
    source["paths"]["/rooms/{roomId}"] = {
        "get": {**ITEM["get"], **answers(thing(id="integer"), links={"bookings": link})}
    }
    source["paths"]["/bookings"] = {"get": bookings}
    rows = contract(source, saying(typed_path), tool="listBookings")["consumes"]

    assert ["room_id"] == [row["semantic_tag"] for row in rows]


def test_a_link_changes_no_tag() -> None:
    """Two typed ends stay what they are."""

    def say(operation: Any, field: Any) -> FieldVerdict:
        tag = "room_id" if field.location == "path" else "hall_id"
        return FieldVerdict(field=field.ref, semantic_tag=tag, confidence=0.9, reason="said")

    source = linked(operationId="getRoom", parameters={"roomId": "$response.body#/id"})

    assert "hall_id" == contract(source, saying(say), tool="addRoom")["produces"][0]["semantic_tag"]


def test_what_the_request_carried_is_known_by_its_name_there() -> None:
    """A basket's `b` is the `cart` of the call that links to it: both names mean one value."""
    parameters = {"b": "$request.path.cart"}
    cart = {"operationId": "getCart", "parameters": [query("cart", location="path")]}
    cart |= answers(thing(total="integer"), links={"items": {"operationId": "items", "parameters": parameters}})
    basket = {"operationId": "items", "parameters": [query("b", location="path")], **answers()}
    paths = {"/carts/{cart}": {"get": cart}, "/baskets/{b}/items": {"get": basket}}

    (row,) = contract(document(paths), tool="items")["consumes"]

    assert ["cart"] == row["aliases"]
