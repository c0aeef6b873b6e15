"""What is looked up is no input of its own lookup."""

from __future__ import annotations

import contextlib

import pytest
from small_documents import OK, document

from graph_tool_call import ToolGraph
from graph_tool_call.plan import PathSynthesizer, PlanSynthesisError

pytestmark = pytest.mark.bundled

ROW = {"productId": {"type": "integer"}, "name": {"type": "string"}}
SKUS = {"type": "array", "items": {"type": "object", "properties": ROW}}
LIST = {"200": {"description": "ok", "content": {"application/json": {"schema": SKUS}}}}
ID = {"name": "productId", "in": "path", "required": True, "schema": {"type": "integer"}}
API = document(
    {
        "/products/{productId}/skus": {
            "get": {"operationId": "listSkus", "tags": ["sku"], "parameters": [ID], "responses": LIST}
        },
        "/products/{productId}/labels": {
            "delete": {"operationId": "deleteLabels", "parameters": [ID], "responses": OK},
            "get": {"operationId": "getLabels", "parameters": [ID], "responses": LIST},
        },
    }
)


@pytest.mark.parametrize("target", ["deleteLabels", "getLabels"])
@pytest.mark.parametrize("attribute", ["name", ""])
def test_a_list_below_a_thing_does_not_look_up_that_thing(target: str, attribute: str) -> None:
    """The product of a stock unit is no way to a product where the units are listed below that product."""
    where = [{"attribute": attribute, "value": "web", "word": "productId"}]
    request = {"things": [{"id": "t1", "noun": "sku", "where": where, "roles": ["productId"]}]}
    called: list[str] = []

    with contextlib.suppress(PlanSynthesisError):
        plan = PathSynthesizer(ToolGraph.from_openapi(API)).synthesize(
            target=target, entities={"productId": "web"}, request=request
        )
        called = [step.tool for step in plan.steps]

    assert "listSkus" not in called
