"""A request that is handed to the planner is checked, and waives nothing."""

from __future__ import annotations

from typing import Any

import pytest
from small_documents import OK, document

from graph_tool_call import ToolGraph
from graph_tool_call.errors import DecodeError
from graph_tool_call.plan import PathSynthesizer, UnreadValueError
from graph_tool_call.request import Request

pytestmark = pytest.mark.bundled

NAMED = {"id": {"type": "string"}, "name": {"type": "string"}}
POOLS = {"type": "array", "items": {"type": "object", "properties": NAMED}}
LIST = {"200": {"description": "ok", "content": {"application/json": {"schema": POOLS}}}}
ID = {"name": "poolId", "in": "path", "required": True, "schema": {"type": "string"}}
API = document(
    {
        "/pools": {"get": {"operationId": "listPools", "responses": LIST}},
        "/pools/{poolId}": {"delete": {"operationId": "deletePool", "parameters": [ID], "responses": OK}},
    }
)
THING = {"id": "t1", "noun": "pool", "where": [{"attribute": "name", "value": "web"}], "roles": ["poolId"]}


@pytest.fixture(name="planner", scope="module")
def _planner() -> PathSynthesizer:
    return PathSynthesizer(ToolGraph.from_openapi(API))


def test_what_was_read_is_obeyed_as_data_and_as_a_request(planner: PathSynthesizer) -> None:
    """JSON or value, with the target or without: the thing that it describes is looked up."""
    data: dict[str, Any] = {"things": [THING]}

    plans = [
        planner.synthesize(target="deletePool", request=request)
        for request in (data, {**data, "target": "deletePool"}, Request.from_dict(data))
    ]

    assert ["${s1[?name == 'web'].id}"] * 3 == [plan.steps[-1].args["poolId"] for plan in plans]


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        ({"target": "listPools"}, "it is for 'listPools', not for 'deletePool' @ $.target"),
        ({"settings": [{"input": "pool", "value": 1}]}, "there is no input 'pool'; did you mean 'poolId'?"),
        ({"things": [{**THING, "roles": ["pool"]}]}, "there is no input 'pool'; did you mean 'poolId'?"),
        ({"things": [THING, {**THING, "id": "t2"}]}, "'poolId' is filled twice"),
        ({"things": [{**THING, "scope": "t9"}]}, "there is no other thing 't9'"),
        ({"things": [{**THING, "quantity": "most"}]}, "expected one of one, all, first, last, some"),
        ({"settings": [{"input": "poolId", "value": "[redacted]"}]}, "a secret was kept out of it"),
        ({"wishes": []}, "wishes"),
    ],
)
def test_a_request_that_is_none_for_the_target(planner: PathSynthesizer, data: Any, problem: str) -> None:
    """Nothing is planned, and each problem is told with its place."""
    with pytest.raises(DecodeError) as caught:
        planner.synthesize(target="deletePool", request=data)

    assert problem in str(caught.value)
    assert " @ $" in str(caught.value)


def test_what_is_unread_still_needs_a_place(planner: PathSynthesizer) -> None:
    """A value without a place stops a change, whoever read the request; `unread="allow"` waives it."""
    data = {"things": [THING], "unread": [{"word": "shelf", "value": "A3"}]}

    with pytest.raises(UnreadValueError):
        planner.synthesize(target="deletePool", request=data)
    plan = planner.synthesize(target="deletePool", request=data, unread="allow")

    assert ["shelf"] == [row["key"] for row in plan.metadata["synthesis"]["unread"]]
