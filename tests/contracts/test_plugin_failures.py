"""A plugin that fails at one operation costs that operation."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from contractkit import answers, contracts, document, query, thing

from graph_tool_call.errors import HookFailedError, HookResultError, PluginError
from graph_tool_call.hooks import Field
from graph_tool_call.hooks.answers import Classification
from graph_tool_call.model import Operation

pytestmark = pytest.mark.bundled

LINK = {"toOrder": {"operationId": "getOrder", "parameters": {"id": "$response.body#/id"}}}
PATHS: dict[str, Any] = {
    "/orders": {"get": {"operationId": "listOrders", **answers(thing(id="string"), links=LINK)}},
    "/orders/{id}": {
        "get": {"operationId": "getOrder", "parameters": [query("id", required=True, location="path")], **answers()}
    },
}


def failing(*keys: str, error: type[PluginError] = HookFailedError) -> Any:
    def classify(operation: Operation, _fields: Sequence[Field]) -> Classification:
        if operation.key in keys:
            raise error("KeyError: 'x'", "acme", "gtc_classify_fields")
        return Classification(fields={})

    return classify


@pytest.mark.parametrize("error", [HookFailedError, HookResultError])
def test_the_operation_is_left_out_and_named(error: type[PluginError]) -> None:
    """The others are there; a diagnostic names plugin, hook, operation and reason."""
    built = contracts(document(PATHS), failing("GET /orders/{id}", error=error))

    assert ["listOrders"] == list(built.tools)
    (row,) = [d for d in built.diagnostics if d.code == "plugin_failed"]
    assert ("error", "#/paths/~1orders~1{id}/get") == (row.severity, row.pointer)
    assert all(word in row.message for word in ("GET /orders/{id}", "acme", "gtc_classify_fields", "KeyError"))


def test_links_to_it_go_with_it() -> None:
    """No tool links to one that is not there."""
    built = contracts(document(PATHS), failing("GET /orders/{id}"))

    assert [] == built.tools["listOrders"]["metadata"]["api_contract"]["links"]


def test_a_plugin_that_fails_everywhere_is_an_error() -> None:
    """Nothing would be left."""
    with pytest.raises(HookFailedError, match="acme"):
        contracts(document(PATHS), failing("GET /orders", "GET /orders/{id}"))


def test_a_plugin_that_fails_from_the_start_is_not_asked_for_ever() -> None:
    """After twenty operations without one that went well it counts as broken."""
    asked: list[str] = []

    def classify(operation: Operation, _fields: Sequence[Field]) -> Classification:
        asked.append(operation.key)
        raise HookFailedError("KeyError: 'x'", "acme", "gtc_classify_fields")

    with pytest.raises(HookFailedError):
        contracts(document({f"/p{i}": {"get": answers()} for i in range(50)}), classify)

    assert 20 == len(asked)
