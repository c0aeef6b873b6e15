from __future__ import annotations

import pytest

from graph_tool_call.cli.planview import explain_plan
from graph_tool_call.model import Plan, PlanStep


def tool(method, path, *rows, changes=None):
    ai = {} if changes is None else {"changes_state": changes}
    metadata = {
        "method": method,
        "path": path,
        "api_contract": {"consumes": list(rows), "produces": []},
        "ai_metadata": ai,
    }
    return {"name": "", "metadata": metadata}


def row(name, location="query", **more):
    return {"name": name, "path": name if location != "body" else f"$.{name}", "location": location, **more}


TOOLS = {
    "listCustomers": tool("get", "/customers", row("locale"), row("view")),
    "createRefund": tool(
        "post",
        "/orders/{orderId}/refunds",
        row("orderId", "path", semantic_tag="order_id"),
        row("reason", "body", field_type="string"),
        {"name": "zip", "path": "$.address.zip", "location": "body", "field_type": "string"},
        {"name": "sku", "path": "$.lines[*].sku", "location": "body"},
        row("notes", "body", field_type="array"),
    ),
}


def explained(step_args, origins=None, synthesis=None):
    """The explanation of a plan with the arguments of its second step and the *origins* that it carries."""
    plan = Plan(
        id="p",
        steps=[
            PlanStep(id="s1", tool="listCustomers", args={"locale": "ko_KR", "view": "FULL"}),
            PlanStep(id="s2", tool="createRefund", args=step_args, depends_on=["s1"]),
        ],
        metadata={"target": "createRefund", "synthesis": {"origins": origins or {}, **(synthesis or {})}},
    )
    return explain_plan(plan, TOOLS)


def given(key):
    return {"how": "given", "key": key}


def origins(answer, step):
    return {a["name"]: (a["location"], a["origin"], a["how"]) for a in answer["steps"][step]["arguments"]}


@pytest.mark.parametrize(
    ("origin", "how"),
    [
        ({"how": "given", "key": "Locale"}, "given as Locale"),
        ({"how": "goal", "term": "locale"}, "said in the goal: locale"),
        ({"how": "context", "key": "locale"}, "context default locale"),
        ({"how": "fixed"}, "the only value that the contract allows"),
        ({"how": "default"}, "the contract's default"),
    ],
)
def test_a_literal_is_told_by_its_origin(origin, how):
    """Where a literal comes from is what the plan says of it, and an argument without an origin has none."""
    answer = explained({}, origins={"s1": {"locale": origin}})
    found = origins(answer, 0)

    assert (("query", origin["how"], how), ("query", "", "")) == (found["locale"], found["view"])
    assert origin == answer["steps"][0]["arguments"][0]["source"]


def test_a_plan_without_origins_claims_nothing():
    """A plan that was written by hand shows its values; none is said to be the caller's or the contract's."""
    found = origins(explained({"reason": "late", "notes": {}}), 1)

    assert {"reason": ("body", "", ""), "notes": ("body", "", "")} == found


def test_bindings_are_told_in_words():
    """A binding names the step, the tool and the way to the element."""
    args = {
        "orderId": "${s1.items[?name == 'Mina Park'].id}",
        "reason": "${user_input.reason}",
        "address": {"zip": "${s1.items.0.zip}"},
    }

    place = {"step": "s1", "tool": "listCustomers"}
    told = {
        "orderId": {"how": "looked_up", **place, "by": [{"field": "name", "key": "customer"}]},
        "reason": {"how": "asked", "slot": "reason"},
        "address.zip": {"how": "first", **place},
    }

    found = origins(explained(args, origins={"s2": told}), 1)

    assert ("path", "looked_up", "s1 listCustomers: items → the one whose name is 'Mina Park' → id") == found["orderId"]
    assert ("body", "asked", "asked for as reason") == found["reason"]
    assert ("body", "first", "s1 listCustomers: items → first → zip") == found["address.zip"]


def test_members_of_a_given_object():
    """A body leaf has its own origin, or that of the object that was given whole."""
    args = {"address": {"zip": "0815"}, "reason": "late"}
    whole = {"s2": {"address": given("address"), "reason": given("reason")}}

    for told in (whole, {"s2": {"address.zip": given("address.zip"), "reason": given("reason")}}):
        found = origins(explained(args, origins=told), 1)
        assert [("body", "given"), ("body", "given")] == [row[:2] for row in found.values()]


def test_elements_of_lists():
    """Objects in a list are shown leaf by leaf; a list of plain values is one value."""
    found = origins(explained({"lines": [{"sku": "${s1.items.*.sku}"}], "notes": ["a", "b"]}), 1)

    assert ("body", "", "s1 listCustomers: items → each → sku") == found["lines.0.sku"]
    assert "notes" in found


def test_escaped_text_is_no_binding():
    """Text of the user that looks like a binding is a literal."""
    found = origins(explained({"reason": "$${s1}"}, origins={"s2": {"reason": given("reason")}}), 1)

    assert ("body", "given", "given as reason") == found["reason"]


def test_steps_say_what_they_do():
    """Each step has its operation and whether it changes something."""
    answer = explained({})

    assert [("GET /customers", False), ("POST /orders/{orderId}/refunds", True)] == [
        (step["operation"], step["changes_state"]) for step in answer["steps"]
    ]


def test_slots_assumptions_and_credentials_come_from_the_plan():
    """What the plan says of itself is passed on, and the plan with it."""
    slot = {"step_id": "s2", "field_name": "reason", "reason": "enum_required", "required": True}
    auth = {"tool": "createRefund", "name": "X-Key", "location": "header", "required": True}

    answer = explained({}, synthesis={"user_input_slots": [slot], "auth": [auth], "assumptions": []})

    assert ([slot], [auth], [], "p") == (answer["asked"], answer["auth"], answer["assumptions"], answer["plan"]["id"])


def test_values_given_in_vain():
    """What the plan says of values without a place is shown as it is."""
    left = [{"key": "colour", "considered": ["color"]}]

    assert left == explained({}, synthesis={"unread": left})["unread"]


def test_places_of_parameters_that_are_called_like_a_place():
    """Each argument is told with the place that it goes to, whatever its inputs are called."""
    rows = [row("query", "path"), row("query"), row("id", "path"), row("id", "header"), row("body"), row("id", "body")]
    tools = {"find": tool("post", "/find/{query}/{id}", *rows)}
    args = {"query": "a", "query.query": "b", "id": "c", "header": {"id": "d"}, "body": "e", "body.id": "f"}
    plan = Plan(id="p", steps=[PlanStep(id="s1", tool="find", args=args)])

    found = {a["name"]: a["location"] for a in explain_plan(plan, tools)["steps"][0]["arguments"]}

    assert {
        "query": "path",
        "query.query": "query",
        "id": "path",
        "header.id": "header",
        "body": "query",
        "body.id": "body",
    } == found
