"""Words that plugins add, as the contract stage uses them."""

from __future__ import annotations

from typing import Any

import pytest
from contractkit import answers, collection, document, listing, nobody, thing

from graph_tool_call import PluginSet, ToolGraph, hookimpl
from graph_tool_call.contracts import Budget, ContractOptions, build_tools
from graph_tool_call.hooks import Vocabulary


def contract(schema: dict[str, Any], **words: Any) -> dict[str, Any]:
    """The contract of a GET with little room for rows."""
    source = collection(document({"/things": {"get": answers(schema)}}))
    options = ContractOptions(response_budget=Budget(rows=2, fields=4))
    built = build_tools(source, nobody, options, vocabulary=Vocabulary(**words))
    found: dict[str, Any] = next(iter(built.tools.values()))["metadata"]["api_contract"]
    return found


@pytest.mark.parametrize("name", ["orderAzonosito", "order_azonosito", "주문기호"])
def test_identifiers_by_added_endings_are_never_cut(name: str) -> None:
    """However many fields stand before it, as with the built-in endings."""
    inner = thing(**{f"field{i}": "string" for i in range(12)}, **{name: "string"})
    schema = thing(label="string", more=inner)
    endings = {"azonosito": "id", "기호": "no"}

    assert name not in {row["name"] for row in contract(schema)["produces"]}
    assert name in {row["name"] for row in contract(schema, key_endings=endings)["produces"]}


def test_added_wrappers_are_envelopes() -> None:
    """What a wrapper holds is the result; a like property that is none holds a part of it."""
    inner = thing(no="string", name="string")
    schema = thing(code="integer", message="string", valasz=inner, count="integer", ok="boolean", extra="string")

    assert "$" == contract(schema)["result"]["path"]
    assert "$.valasz" == contract(schema, wrappers=frozenset({"valasz"}))["result"]["path"]


def test_added_generic_names_join_nothing() -> None:
    """Two fields of one such name are two things."""

    class Words:
        @hookimpl
        def gtc_vocabulary(self) -> Vocabulary:
            return Vocabulary(generic_names=frozenset({"adat"}))

    source = document(
        {
            "/a": {"get": {"operationId": "list", **answers(listing(thing(adat="string")))}},
            "/b/{adat}": {
                "get": {
                    "operationId": "one",
                    "parameters": [{"name": "adat", "in": "path", "required": True, "schema": {"type": "string"}}],
                    **answers(thing(label="string")),
                }
            },
        }
    )

    def candidates(plugins: PluginSet) -> list[str]:
        index = ToolGraph.from_openapi(source, plugins=plugins).index
        consumer = index.contracts["one"]
        return [match.producer for match in index.candidates(consumer, consumer.inputs[0])]

    assert ["list"] == candidates(PluginSet())
    assert [] == candidates(PluginSet().with_(Words(), id="words"))
