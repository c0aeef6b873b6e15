"""What the document itself declares: edges of links and of `Location` headers."""

from __future__ import annotations

from typing import Any

import pytest
from contractkit import answers, document, listing, query, takes, thing
from reading import only_reading

from graph_tool_call import ToolGraph
from graph_tool_call.plan import PathSynthesizer

pytestmark = pytest.mark.bundled


def halls(link: dict[str, Any], listed: Any = None, **more: Any) -> ToolGraph:
    """GET /halls with one link to GET /rooms, which takes a hall; no plugin says anything."""
    rooms = {"operationId": "listRooms", "parameters": [query("hall", **more)], **answers(listing(thing(no="string")))}
    held = listed or thing(halls=listing(thing(code="string", label="string")))
    made = answers(held, links={"rooms": {"operationId": "listRooms", **link}}, headers={
        "X-Hall": {"schema": {"type": "string"}}
    })  # fmt: skip
    source = document({"/halls": {"get": {"operationId": "listHalls", **made}}, "/rooms": {"get": rooms}})
    return ToolGraph.from_openapi(source, plugins=only_reading())


def edges(graph: ToolGraph, relation: str) -> list[Any]:
    return [edge for edge in graph.edges if edge["relation"] == relation]


@pytest.mark.parametrize("required", [True, False])
def test_a_link_is_an_extracted_edge(required: bool) -> None:
    """Also where the input may be left out: it is declared all the same."""
    graph = halls({"parameters": {"hall": "$response.body#/halls/0/code"}}, required=required)
    (edge,) = edges(graph, "requires")

    assert ("listRooms", "listHalls", "EXTRACTED", "link") == (
        edge["source"],
        edge["target"],
        edge["confidence"],
        edge["evidence"][0]["rule"],
    )
    assert [{"from": "$.halls[*].code", "to": "hall", "location": "query"}] == edge["data"]


def test_a_position_in_a_link_stands_for_the_elements() -> None:
    """A plan takes an element of the list, and one that is named where one is."""
    graph = halls({"parameters": {"hall": "$response.body#/halls/0/code"}}, required=True)
    synthesizer = PathSynthesizer(graph, choose="first")

    assert {"hall": "${s1.halls.0.code}"} == synthesizer.synthesize(target="listRooms").steps[-1].args
    named = synthesizer.synthesize(target="listRooms", entities={"label": "West"}).steps[-1].args
    assert "label" in named["hall"]


def test_a_position_in_an_undescribed_answer() -> None:
    """The link itself says that there is such a field."""
    graph = halls({"parameters": {"hall": "$response.body#/data/0/key"}}, listed={"type": "object"}, required=True)

    steps = PathSynthesizer(graph, choose="first").synthesize(target="listRooms").steps
    assert {"hall": "${s1.data.0.key}"} == steps[-1].args


@pytest.mark.parametrize("spelled", ["X-Hall", "x-hall"])
def test_a_link_may_take_a_header(spelled: str) -> None:
    """Header names have no case."""
    graph = halls({"parameters": {"hall": f"$response.header.{spelled}"}}, required=True)
    (edge,) = edges(graph, "requires")
    (step,) = PathSynthesizer(graph).synthesize(target="listRooms").steps[1:]

    assert [{"from": "X-Hall", "to": "hall", "location": "query", "from_location": "response_header"}] == edge["data"]
    assert "X-Hall" in step.args["hall"]


def test_a_link_that_hands_nothing_over_is_an_order() -> None:
    """What it is asked with, a constant, or nothing: the target follows, and needs nothing of it."""
    for parameters in ({}, {"hall": "west"}, {"hall": "$request.query.q"}):
        graph = halls({"parameters": parameters})

        (edge,) = edges(graph, "precedes")
        assert ("listHalls", "listRooms", "EXTRACTED") == (edge["source"], edge["target"], edge["confidence"])
        assert [] == edges(graph, "requires")


@pytest.mark.bundled
def test_location_is_an_extracted_edge_from_creator_to_item() -> None:
    """The header names what was made; no reading plan creates something because of it."""
    made = answers(status="201", headers={"Location": {"schema": {"type": "string"}}})
    item = {"operationId": "getStuff", "parameters": [query("stuffId", location="path")], **answers(thing(a="string"))}
    source = document(
        {
            "/stuff": {"post": {"operationId": "addStuff", **takes(thing(label="string")), **made}},
            "/stuff/{stuffId}": {"get": item},
        }
    )
    graph = ToolGraph.from_openapi(source)
    (edge,) = edges(graph, "precedes")

    assert ("addStuff", "getStuff", "EXTRACTED") == (edge["source"], edge["target"], edge["confidence"])
    assert [{"rule": "location_header", "from": "Location", "from_location": "response_header", "to": "stuffId"}] == (
        edge["evidence"]
    )
    assert ["getStuff"] == [step.tool for step in PathSynthesizer(graph).synthesize(target="getStuff").steps]
