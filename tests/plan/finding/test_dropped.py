"""Nothing that a request says is dropped in silence: a change is not planned, a reading plan tells it."""

from __future__ import annotations

from typing import Any

import pytest
from small_documents import OK, document

from graph_tool_call import ToolGraph
from graph_tool_call.plan import PathSynthesizer, UnreadValueError

pytestmark = pytest.mark.bundled

ID = {"name": "cartId", "in": "path", "required": True, "schema": {"type": "string"}}
LINE = {"name": "lineId", "in": "path", "required": True, "schema": {"type": "string"}}
CART = {"type": "object", "properties": {"id": {"type": "string"}, "name": {"type": "string"}}}
CARTS = {"200": {"description": "ok", "content": {"application/json": {"schema": {"type": "array", "items": CART}}}}}
API = document(
    {
        "/carts": {"get": {"operationId": "listCarts", "responses": CARTS}},
        "/carts/{cartId}": {"get": {"operationId": "getCart", "parameters": [ID], "responses": OK}},
        # No operation lists the lines: what describes one leads nowhere.
        "/carts/{cartId}/lines/{lineId}": {
            "get": {"operationId": "getLine", "parameters": [ID, LINE], "responses": OK},
            "delete": {"operationId": "deleteLine", "parameters": [ID, LINE], "responses": OK},
        },
    }
)
CART_OF_MINA = {"id": "t1", "noun": "cart", "where": [{"attribute": "name", "value": "Mina"}], "roles": ["cartId"]}
MUG = {"id": "t2", "noun": "line", "where": [{"value": "Coffee Mug"}], "roles": ["lineId"]}


def plan(target: str, **parts: Any) -> Any:
    return PathSynthesizer(ToolGraph.from_openapi(API), user_input="always").synthesize(target=target, request=parts)


def test_a_thing_that_cannot_be_found_stops_a_change() -> None:
    """The line is described, and no list shows lines: to ask for its id alone would forget the mug."""
    with pytest.raises(UnreadValueError) as caught:
        plan("deleteLine", things=[CART_OF_MINA, MUG])

    assert [("Coffee Mug", ["line"])] == [(row["key"], row["considered"]) for row in caught.value.details["unread"]]


def test_a_reading_plan_tells_it() -> None:
    """It is made, and says what it does not hold."""
    made = plan("getLine", things=[CART_OF_MINA, MUG])

    assert ["Coffee Mug"] == [row["key"] for row in made.metadata["synthesis"]["unread"]]


def test_what_is_looked_up_or_set_is_not_lost() -> None:
    """A description in a filter, and a value in an argument, are held, words or none."""
    made = plan("deleteLine", things=[CART_OF_MINA], settings=[{"input": "lineId", "value": "l-7"}])

    assert "l-7" == made.steps[-1].args["lineId"]
    assert "unread" not in made.metadata["synthesis"]
