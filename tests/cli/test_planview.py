from __future__ import annotations

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


def explained(step_args, entities=None, context=None, synthesis=None):
    plan = Plan(
        id="p",
        steps=[
            PlanStep(id="s1", tool="listCustomers", args={"locale": "ko_KR", "view": "FULL"}),
            PlanStep(id="s2", tool="createRefund", args=step_args, depends_on=["s1"]),
        ],
        metadata={"target": "createRefund", "synthesis": synthesis or {}},
    )
    return explain_plan(plan, TOOLS, entities or {}, context or {})


def origins(answer, step):
    return {a["name"]: (a["location"], a["origin"], a["how"]) for a in answer["steps"][step]["arguments"]}


def test_given_context_and_fixed():
    """A literal is what the caller gave, a context default, or the contract's own."""
    found = origins(explained({}, context={"locale": "ko_KR"}), 0)

    assert ("query", "context", "context default locale") == found["locale"]
    assert ("query", "fixed") == found["view"][:2]


def test_bindings_are_told_in_words():
    """A binding names the step, the tool and the way to the element."""
    args = {
        "orderId": "${s1.items[?name == 'Mina Park'].id}",
        "reason": "${user_input.reason}",
        "address": {"zip": "${s1.items.0.zip}"},
    }

    found = origins(explained(args), 1)

    assert ("path", "step", "s1 listCustomers: items → the one whose name is 'Mina Park' → id") == found["orderId"]
    assert ("body", "asked", "asked for as reason") == found["reason"]
    assert ("body", "step", "s1 listCustomers: items → first → zip") == found["address.zip"]


def test_entities_fill_body_leaves_by_dotted_name():
    """A nested body leaf is recognised as given under its own or its dotted name."""
    answer = explained(
        {"address": {"zip": "0815"}, "reason": "late"}, entities={"address.zip": "0815", "reason": "late"}
    )

    found = origins(answer, 1)

    assert ["given as address.zip", "given as reason"] == [found["address.zip"][2], found["reason"][2]]


def test_elements_of_lists():
    """Objects in a list are shown leaf by leaf; a list of plain values is one value."""
    found = origins(explained({"lines": [{"sku": "${s1.items.*.sku}"}], "notes": ["a", "b"]}), 1)

    assert ("body", "step", "s1 listCustomers: items → each → sku") == found["lines.0.sku"]
    assert "notes" in found


def test_escaped_text_is_no_binding():
    """Text of the user that looks like a binding is a literal."""
    found = origins(explained({"reason": "$${s1}"}, entities={"reason": "${s1}"}), 1)

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
    """A value is used where it is an argument or chooses an element; anything else is listed."""
    args = {"orderId": "${s1.items[?name == 'Mina Park'].id}", "address": {"zip": "0815"}}

    answer = explained(args, entities={"name": "Mina Park", "address": {"zip": "0815"}, "colour": "red"})

    assert ["colour"] == answer["unused"]
