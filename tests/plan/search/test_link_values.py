"""Constants of a declared link are set where the link is followed, and nowhere else."""

from __future__ import annotations

from typing import Any

import pytest
from contractkit import answers, contracts, document, query, thing

from graph_tool_call.graph import ToolGraph
from graph_tool_call.plan import PathSynthesizer, Plan

pytestmark = pytest.mark.bundled


def planned(links: dict[str, Any], **given: Any) -> Plan:
    order = {
        "operationId": "newest",
        **answers(thing(ref="string"), links={name: {"operationId": "lines", **link} for name, link in links.items()}),
    }
    parameters = [query("orderRef", location="path"), query("view", required=True)]
    lines = {"operationId": "lines", "parameters": parameters, **answers(thing(total="integer"))}
    paths = {"/orders/newest": {"get": order}, "/lines/{orderRef}": {"get": lines}}
    graph = ToolGraph({"tools": contracts(document(paths)).tools})
    return PathSynthesizer(graph, user_input="always").synthesize(target="lines", entities=given)


LINK = {"parameters": {"orderRef": "$response.body#/ref", "view": "full"}}


def test_a_constant_of_the_link_is_set() -> None:
    """The link hands over the order and says the view."""
    plan = planned({"one": LINK})

    assert {"orderRef": "${s1.ref}", "view": "full"} == plan.steps[-1].args


def test_it_holds_for_calls_that_follow_the_link() -> None:
    """With an order of the caller's own the view is asked for."""
    assert "full" != planned({"one": LINK}, orderRef="o1").steps[-1].args["view"]


def test_links_that_disagree_settle_nothing() -> None:
    """Which of the two is meant, a person says."""
    other = {"parameters": {"orderRef": "$response.body#/ref", "view": "short"}}

    assert planned({"one": LINK, "two": other}).steps[-1].args["view"] not in {"full", "short"}


def test_what_is_given_goes_before() -> None:
    """The caller's word counts more than the link's."""
    assert "short" == planned({"one": LINK}, view="short").steps[-1].args["view"]
