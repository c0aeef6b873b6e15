"""A model reads a request: the prompt that it gets, and what becomes of its answer. Fake models, a real document."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from graph_tool_call import ToolGraph
from graph_tool_call.engine import Engine
from graph_tool_call.graphify import read_request, retrieve_graphify
from graph_tool_call.plan import IntentError, catalog_entries, parse_intent

pytestmark = pytest.mark.bundled

LIBRARY = Path(__file__).resolve().parents[2] / "examples" / "library.yaml"
QUESTION = "reserve 9780441013593 for Mina Park, to be picked up at Old Town"
GOOD = {
    "target": "reserveBook",
    "confidence": 0.9,
    "settings": [{"input": "isbn", "value": "9780441013593"}],
    "things": [
        {"noun": "member", "where": [{"attribute": "name", "value": "Mina Park"}], "roles": ["memberId"]},
        {"noun": "branch", "where": [{"attribute": "name", "value": "Old Town"}], "roles": ["pickupBranchId"]},
    ],
}


@pytest.fixture(name="graph", scope="module")
def _graph():
    return ToolGraph.from_artifact(Engine().build(LIBRARY))


@pytest.fixture(name="catalog", scope="module")
def _catalog(graph):
    return catalog_entries(retrieve_graphify(graph, "reserve a book for a member")["results"])


class Model:
    """Answers the same whatever it is asked, and keeps the prompt."""

    def __init__(self, answer):
        self.answer = answer
        self.prompt = ""

    def generate(self, prompt):
        self.prompt = prompt
        return self.answer if isinstance(self.answer, str) else json.dumps(self.answer)


def told(thing):
    return {thing.roles: [(c.attribute, c.value) for c in thing.where]}


def test_the_prompt_tells_inputs_and_attributes(graph, catalog):
    """A model sees each operation's inputs, what they refer to, and by which words things are described."""
    model = Model(GOOD)

    parse_intent(QUESTION, catalog=catalog, llm=model, graph=graph)

    assert "memberId (a member, required)" in model.prompt
    assert "- member: name, " in model.prompt
    assert QUESTION in model.prompt


def test_a_good_answer_becomes_a_request(graph, catalog):
    """Things are described by attributes of their kind, and each reading tells who says so."""
    intent = parse_intent(QUESTION, catalog=catalog, llm=Model(GOOD), graph=graph)

    request = intent.request
    assert ("reserveBook", 0.9, (), {}) == (intent.target, intent.confidence, intent.dropped, dict(intent.entities))
    assert request.setting_of("isbn").value == "9780441013593"
    for place, attribute, value in (("memberId", "name", "Mina Park"), ("pickupBranchId", "name", "Old Town")):
        (condition,) = request.thing_of(place).where
        assert (attribute, value) == (condition.attribute, condition.value)
    assert () == request.unread


def test_the_whole_form_of_a_request_will_do(graph, catalog):
    """Also a request as `Request.to_dict` gives one, under "request"."""
    answer = {"target": "reserveBook", "request": {key: GOOD[key] for key in ("settings", "things")}}

    assert (
        parse_intent(QUESTION, catalog=catalog, llm=Model(answer), graph=graph).request
        == parse_intent(QUESTION, catalog=catalog, llm=Model(GOOD), graph=graph).request
    )


def test_words_of_things_will_do(graph, catalog):
    """`resource.attribute` words are read as if a caller had given the values under them."""
    answer = {"target": "reserveBook", "entities": {"isbn": "9780441013593"}}

    request = parse_intent(QUESTION, catalog=catalog, llm=Model(answer), graph=graph).request

    assert request.setting_of("isbn").value == "9780441013593"


def test_a_model_that_answers_nonsense_sets_nothing(graph, catalog):
    """Inputs, attributes, values and things that it invents are dropped, each with a reason; nothing is set by them."""
    nonsense = {
        "target": "reserveBook",
        "settings": [
            {"input": "isbn", "value": "9999999999999"},
            {"input": "force", "value": True, "term": "reserve"},
            {"input": "until", "value": "2030-01-01", "term": "for"},
            7,
        ],
        "things": [
            {"noun": "dragon", "where": [{"attribute": "name", "value": "Smaug"}], "roles": ["memberId"]},
            {"noun": "member", "where": [{"attribute": "iq", "value": "200"}], "roles": ["memberId"]},
            {"noun": "member", "where": [{"attribute": "name", "value": "Boris"}], "roles": ["memberId"]},
            {"noun": "branch", "where": [{"attribute": "name", "value": "Mina Park"}], "quantity": "all"},
        ],
        "unread": "none at all",
    }

    intent = parse_intent(QUESTION, catalog=catalog, llm=Model(nonsense), graph=graph)

    values = [s.value for s in intent.request.settings] + [c.value for t in intent.request.things for c in t.where]
    assert all(str(value) in QUESTION for value in values)
    assert [] == [s.input for s in intent.request.settings if s.said_by == "model"]
    assert [] == [t.roles for t in intent.request.things for c in t.where if c.said_by == "model" and t.roles]
    places = {one.place for one in intent.dropped}
    assert {"settings[0]", "settings[1]", "settings[2]", "settings[3]", "things[0].where[0]"} <= places
    assert {"things[1].where[0]", "things[2].where[0]", "things[3].quantity"} <= places
    assert all(one.reason for one in intent.dropped)


def test_a_target_that_the_graph_has_not(catalog):
    """A catalog of another graph is told, not planned with."""
    other = {"openapi": "3.0.3", "info": {"title": "x", "version": "1"}, "paths": {}}
    other["paths"]["/a"] = {"get": {"operationId": "a", "responses": {"200": {"description": "ok"}}}}

    with pytest.raises(IntentError, match="the graph has no tool"):
        parse_intent(QUESTION, catalog=catalog, llm=Model(GOOD), graph=ToolGraph.from_openapi(other))


def test_read_request_is_the_same_without_a_model(graph):
    """The documented function reads words and values by the plugins alone, and its answer is JSON both ways."""
    request = read_request(graph, goal="reserve a book", entities={"isbn": "9780441013593"}, target="reserveBook")

    assert ("9780441013593", "isbn") == (request.setting_of("isbn").value, request.setting_of("isbn").word)
    assert request == type(request).from_dict(json.loads(json.dumps(request.to_dict())))
