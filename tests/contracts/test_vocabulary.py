"""Words that plugins add, as the contract stage uses them."""

from __future__ import annotations

from typing import Any

import pytest
from contractkit import answers, collection, document, listing, nobody, query, thing
from conventional import Words
from reading import only_reading

from graph_tool_call import PluginSet, ToolGraph
from graph_tool_call.contracts import Budget, ContractOptions, build_tools
from graph_tool_call.hooks import Vocabulary

pytestmark = pytest.mark.bundled


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

    status = {"tables": {"status": ["code", "message"], "strong_status": ["code"]}}

    assert "$" == contract(schema, **status)["result"]["path"]
    assert "$.valasz" == contract(schema, **status, wrappers=frozenset({"valasz"}))["result"]["path"]


#: A list that comes page by page, in Dutch.
LEDEN = document(
    {
        "/leden": {
            "get": {
                "operationId": "toonLeden",
                "parameters": [query("pagina", type="integer"), query("aantal", type="integer")],
                **answers(thing(leden=listing(thing(naam="string")), volgendePagina="integer", aantalTotaal="integer")),
            }
        }
    }
)
DUTCH = {
    "page_numbers": ["pagina"],
    "page_sizes": ["aantal"],
    "next_page": ["volgende_pagina"],
    "paging": ["volgendePagina", "aantalTotaal"],
}


def test_words_of_another_language_page() -> None:
    """A plugin's words for pages do what English ones do, however they are spelled; without them nothing pages."""

    def result(plugins: PluginSet) -> dict[str, Any]:
        found: dict[str, Any] = ToolGraph.from_openapi(LEDEN, plugins=plugins).tools["toonLeden"]
        return found["metadata"]["api_contract"]["result"]

    silent, told = result(only_reading()), result(only_reading().with_(Words(Vocabulary(tables=DUTCH)), id="dutch"))

    assert "paging" not in silent
    assert {"style": "page", "param": "pagina", "size": "aantal", "next": "$.volgendePagina"} == told["paging"]
    assert "$.leden[*]" == told["path"]


@pytest.mark.parametrize("name", ["page", "limit", "cursor", "offset"])
def test_the_empty_set_knows_no_word(name: str) -> None:
    """Neither pages, nor wrappers, nor keys: an answer is what its schema says."""
    shape = thing(code="integer", message="string", data=thing(label="string"), total="integer", next="string")
    paths = {"/a": {"get": {"operationId": "a", "parameters": [query(name)], **answers(shape)}}}
    found = ToolGraph.from_openapi(document(paths), plugins=only_reading()).tools["a"]["metadata"]["api_contract"]

    assert {"status", "content_type", "path", "cardinality"} == found["result"].keys()
    assert ("$", "one") == (found["result"]["path"], found["result"]["cardinality"])


def test_added_generic_names_join_nothing() -> None:
    """Two fields of one such name are two things."""
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

    assert ["list"] == candidates(only_reading())
    assert [] == candidates(only_reading().with_(Words(Vocabulary(generic_names=frozenset({"adat"}))), id="words"))
