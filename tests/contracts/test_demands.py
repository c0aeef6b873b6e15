"""What a body requires of its fields together stands in the contract, and in the plan."""

from __future__ import annotations

from typing import Any

import pytest
from contractkit import contract, contracts, document, takes, thing

from graph_tool_call.graph import ToolGraph
from graph_tool_call.plan import PathSynthesizer

pytestmark = pytest.mark.bundled

PERSON = thing(["name"], name="string", phone="string", email="string", fax="string")


def demands(body: dict[str, Any], version: str = "3.1.0") -> list[dict[str, Any]]:
    paths = {"/s": {"post": {"operationId": "s", **takes(body), "responses": {"200": {"description": "ok"}}}}}
    return contract(document(paths) | {"openapi": version}).get("demands", [])


def asked(body: dict[str, Any], **given: Any) -> set[str]:
    paths = {"/s": {"post": {"operationId": "s", **takes(body), "responses": {"200": {"description": "ok"}}}}}
    tools = contracts(document(paths) | {"openapi": "3.1.0"}).tools
    plan = PathSynthesizer(ToolGraph({"tools": tools}), user_input="always").synthesize(target="s", entities=given)
    return {name.removeprefix("s_") for name in plan.steps[-1].args if str(plan.steps[-1].args[name]).startswith("$")}


@pytest.mark.parametrize(("key", "rule"), [("anyOf", "any_of"), ("oneOf", "one_of")])
def test_a_choice_among_required_lists_is_a_demand(key: str, rule: str) -> None:
    """`anyOf: [{required: [phone]}, {required: [email]}]` requires one of the two, and offers no shapes."""
    body = PERSON | {key: [{"required": ["phone"]}, {"required": ["email", "fax"]}]}

    assert [{"path": "$", "rule": rule, "sets": [["$.phone"], ["$.email", "$.fax"]]}] == demands(body)


def test_several_choices_are_several_demands() -> None:
    """Members of an allOf each have their own; none replaces another."""
    body = PERSON | {"allOf": [{"anyOf": [{"required": [a]}, {"required": [b]}]} for a, b in ("ne", "pf")]}
    body["properties"] = {name: {"type": "string"} for name in "nepf"}

    assert [[["$.n"], ["$.e"]], [["$.p"], ["$.f"]]] == [row["sets"] for row in demands(body)]


@pytest.mark.parametrize(
    "said",
    [
        {"dependentRequired": {"phone": ["fax"]}},
        {"dependentSchemas": {"phone": {"required": ["fax"]}}},
        {"dependencies": {"phone": ["fax"]}},
        {"if": {"required": ["phone"]}, "then": {"required": ["fax"]}},
    ],
)
def test_one_field_may_require_another(said: dict[str, Any]) -> None:
    """In each spelling of JSON Schema."""
    assert [{"path": "$", "rule": "if", "when": {"$.phone": None}, "then": ["$.fax"]}] == demands(PERSON | said)


def test_a_value_may_require_a_field() -> None:
    """`if` on a constant, with a branch for the other case."""
    said = {
        "if": {"properties": {"name": {"const": "Kim"}}},
        "then": {"required": ["fax"]},
        "else": {"required": ["email"]},
    }
    wanted = {"path": "$", "rule": "if", "when": {"$.name": ["Kim"]}, "then": ["$.fax"], "otherwise": ["$.email"]}

    assert [wanted] == demands(PERSON | said)


@pytest.mark.parametrize(
    "said",
    [
        {"not": {"required": ["phone", "email"]}},
        {"if": {"properties": {"name": {"pattern": "^K"}}}, "then": {"required": ["fax"]}},
        {"if": {"required": ["phone"]}, "then": {"properties": {"fax": {"minLength": 3}}}},
    ],
)
def test_what_no_row_can_say_is_told(said: dict[str, Any]) -> None:
    """A check knows that the contract is not the whole truth."""
    assert [{"path": "$", "rule": "other"}] == demands(PERSON | said)


def test_a_choice_among_shapes_is_no_demand() -> None:
    """Alternatives with properties of their own stay alternatives."""
    assert [] == demands({"anyOf": [thing(["a"], a="string"), thing(["b"], b="string")]})


@pytest.mark.parametrize(
    ("given", "wanted"),
    [
        ({"name": "Kim"}, {"phone"}),
        ({"name": "Kim", "phone": "1"}, set()),
        ({"name": "Kim", "email": "a@b.example"}, {"fax"}),
    ],
)
def test_a_plan_asks_for_what_completes_a_set(given: dict[str, Any], wanted: set[str]) -> None:
    """The set that lacks the least is completed; one that is complete needs nothing."""
    body = PERSON | {"anyOf": [{"required": ["phone"]}, {"required": ["email", "fax"]}]}

    assert wanted == asked(body, **given)


@pytest.mark.parametrize(
    ("given", "wanted"),
    [({"name": "K"}, {"fax"}), ({"name": "L"}, {"email"}), ({"name": "K", "fax": "1"}, set())],
)
def test_a_plan_asks_for_what_a_given_value_requires(given: dict[str, Any], wanted: set[str]) -> None:
    """By the branch that the value takes."""
    said = {
        "if": {"properties": {"name": {"const": "K"}}},
        "then": {"required": ["fax"]},
        "else": {"required": ["email"]},
    }

    assert wanted == asked(PERSON | said, **given)


def test_a_demand_of_an_object_that_is_not_sent_asks_nothing() -> None:
    """An optional part asks for its own fields only when it is there."""
    part = thing(city="string", zip="string") | {"anyOf": [{"required": ["city"]}, {"required": ["zip"]}]}

    assert set() == asked(thing(["name"], name="string", address=part), name="Kim")
