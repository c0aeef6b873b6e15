"""Repair of a run by another plan: from what finished steps gave, without what failed."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

import pytest
from hand_made import consume, graph, planner, produce, tool

from graph_tool_call.plan import ExecutionTrace, PlanRunner, ToolCallError, resynthesize

# customer → account → invoices; the account also from a list of its own.
CUSTOMERS = tool("customers", [], [produce("$[*].id", "customer_id"), produce("$[*].name")])
ACCOUNT_OF = tool(
    "accountOf", [consume("customer", "customer_id", location="path")], [produce("$.account", "account_id")]
)
ACCOUNTS = tool("accounts", [consume("customer", "customer_id")], [produce("$.rows[*].account", "account_id")])
INVOICES = tool(
    "invoices",
    [consume("account", "account_id", location="path"), consume("customer", "customer_id", required=False)],
)
SHOP = (CUSTOMERS, ACCOUNT_OF, ACCOUNTS, INVOICES)

ANSWERS: dict[str, Any] = {
    "customers": [{"id": 1, "name": "Lee"}, {"id": 2, "name": "Kim"}],
    "accountOf": {"account": "A-2"},
    "accounts": {"rows": [{"account": "A-2"}]},
    "invoices": {"total": 3},
}


def run(*tools: dict[str, Any], target: str, answers: dict[str, Any], **more: Any) -> tuple[list[Any], ExecutionTrace]:
    """Calls in order, and the trace; an answer that is an exception is raised."""
    entities, foreach = more.pop("entities", None), more.pop("foreach", "")
    synthesizer = planner(*tools, **more)
    plan = synthesizer.synthesize(target=target, entities=entities, foreach=foreach)
    calls: list[Any] = []

    def call_tool(name: str, args: dict[str, Any]) -> Any:
        calls.append((name, args))
        answer = answers[name](args) if callable(answers[name]) else answers[name]
        if isinstance(answer, Exception):
            raise answer
        return answer

    runner = PlanRunner(
        call_tool,
        tools=graph(*tools),
        on_error="recover",
        repair_plan=resynthesize(synthesizer),
        sleep=lambda _seconds: None,
    )
    return calls, runner.run(plan, entities)


#: Not worth a repetition.
DOWN = ToolCallError("gone", status=410)


def test_the_rest_is_planned_from_what_is_there() -> None:
    """The failed call is avoided, the finished one is not made again, and its value goes on."""
    calls, trace = run(*SHOP, target="invoices", answers=ANSWERS | {"accountOf": DOWN}, entities={"name": "Kim"})

    assert trace.ok, trace.error
    assert [
        ("customers", {}),
        ("accountOf", {"customer": 2}),
        ("accounts", {"customer": 2}),
        ("invoices", {"account": "A-2"}),
    ] == calls
    repaired = next(asdict(e) for e in trace.events if e.type == "plan.repaired")
    assert ["s1"] == repaired["kept"]
    assert ["customers", "accounts", "invoices"] == [step["tool"] for step in repaired["steps"]]


def test_what_was_found_names_no_optional_input() -> None:
    """The customer that was looked up on the way does not narrow the target: nobody asked for that."""
    calls, _ = run(*SHOP, target="invoices", answers=ANSWERS | {"accountOf": DOWN})

    assert ("invoices", {"account": "A-2"}) == calls[-1]


def test_a_tool_that_failed_in_one_role_keeps_what_it_gave_in_another() -> None:
    """Its first answer is there: it need not be called again, although it is avoided from now on."""
    target = tool("target", [consume("x", "x_id"), consume("y", "y_id")])
    lookup = tool("lookup", [consume("key", role="search", required=False)], [produce("$.x", "x_id")])
    deep = tool("deep", [consume("x", "x_id")], [produce("$.y", "y_id")])
    other = tool("other", [consume("x", "x_id"), consume("z", "z_id")], [produce("$.y", "y_id")])
    zed = tool("zed", [], [produce("$[*].z", "z_id")])
    answers = {"lookup": {"x": 1}, "deep": DOWN, "other": {"y": 2}, "zed": [{"z": 3}], "target": {}}

    calls, trace = run(target, lookup, deep, other, zed, target="target", answers=answers)

    assert trace.ok, trace.error
    assert ["lookup", "deep", "zed", "other", "target"] == [name for name, _ in calls]
    assert ("target", {"x": 1, "y": 2}) == calls[-1]


def test_an_answer_of_another_shape_is_its_producers_doing() -> None:
    """The step that reads in vain is not what has to be avoided: even the target can go on with another producer."""
    calls, trace = run(*SHOP, target="invoices", answers=ANSWERS | {"accountOf": {"no": "such"}})

    assert trace.ok, trace.error
    assert ["customers", "accountOf", "accounts", "invoices"] == [name for name, _ in calls]


@pytest.mark.parametrize("answer", [[], [{"id": 1, "name": "Lee"}]])
def test_nothing_found_is_an_answer(answer: Any) -> None:
    """An empty list, or no such element: another list would have something else."""
    calls, trace = run(*SHOP, target="invoices", answers=ANSWERS | {"customers": answer}, entities={"name": "Kim"})

    assert (["customers"], False) == ([name for name, _ in calls], trace.ok)


def test_a_creation_is_not_done_twice() -> None:
    """What was created stays the one thing that the new plan works on."""
    create = tool("create", [], [produce("$.cart", "cart_id")], method="post", path="/carts")
    price = tool("price", [consume("cart", "cart_id")], [produce("$.offer", "offer_id")])
    quote = tool("quote", [consume("cart", "cart_id")], [produce("$.list[*].offer", "offer_id")])
    buy = tool("buy", [consume("cart", "cart_id"), consume("offer", "offer_id")])
    answers = {"create": {"cart": "C"}, "price": DOWN, "quote": {"list": [{"offer": "O"}]}, "buy": {}}

    calls, trace = run(create, price, quote, buy, target="buy", answers=answers, mutating_producers="fresh")

    assert trace.ok, trace.error
    assert [
        ("create", {}),
        ("price", {"cart": "C"}),
        ("quote", {"cart": "C"}),
        ("buy", {"cart": "C", "offer": "O"}),
    ] == calls


def test_a_creation_of_another_shape_is_not_tried_in_another_way() -> None:
    """It took effect: a second way to create would make a second one."""
    create = tool("create", [], [produce("$.cart", "cart_id")], method="post", path="/carts")
    other = tool("other", [], [produce("$.new.cart", "cart_id")], method="post", path="/v2/carts")
    buy = tool("buy", [consume("cart", "cart_id")])
    answers = {"create": {"id": 1}, "other": {"id": 1}, "buy": {}}

    calls, trace = run(create, other, buy, target="buy", answers=answers, mutating_producers="fresh")

    assert (1, False) == (len(calls), trace.ok)


def test_two_roles_of_one_resource_stay_apart() -> None:
    """Sender and recipient are two values of one tag: neither is taken for the other."""
    people = tool("people", [consume("word", role="search", required=False)], [produce("$[*].id", "person_id")])
    send = tool("send", [consume("sender", "person_id"), consume("recipient", "person_id"), consume("note", "note_id")])
    note = tool("note", [], [produce("$.note", "note_id")])
    notes = tool("notes", [consume("kind", enum=["plain"])], [produce("$[*].note", "note_id")])
    answers = {"people": [{"id": 1}, {"id": 2}], "note": DOWN, "notes": [{"note": 9}], "send": {}}

    calls, trace = run(
        people, send, note, notes, target="send", answers=answers, choose="first", entities={"recipient": 2}
    )

    assert trace.ok, trace.error
    assert ("send", {"sender": 1, "recipient": 2, "note": 9}) == calls[-1]


def test_a_fan_out_stays_one() -> None:
    """The new plan, too, calls the target for each element."""
    orders = tool("orders", [], [produce("$[*].id", "order_id")])
    archive = tool("archive", [consume("all", enum=["yes"])], [produce("$.list[*].id", "order_id")])
    get = tool("get", [consume("id", "order_id")])
    answers = {"orders": DOWN, "archive": {"list": [{"id": 1}, {"id": 2}]}, "get": {}}

    calls, trace = run(orders, archive, get, target="get", answers=answers, foreach="id")

    assert trace.ok, trace.error
    assert [("get", {"id": 1}), ("get", {"id": 2})] == calls[-2:]


def test_the_new_plan_tells_of_its_own_steps() -> None:
    """Ids in the metadata are those of the plan that runs, in call order."""
    synthesizer = planner(*SHOP)
    seen: list[Any] = []

    def repair(report: Any) -> Any:
        seen.append(resynthesize(synthesizer)(report))
        return seen[-1]

    def call_tool(name: str, _args: Any) -> Any:
        if name == "accountOf":
            raise DOWN
        return ANSWERS[name]

    PlanRunner(call_tool, on_error="recover", repair_plan=repair, sleep=lambda _s: None).run(
        synthesizer.synthesize(target="invoices", entities={"name": "Kim"}), {"name": "Kim"}
    )

    (plan,) = seen
    assert [("s1", []), ("s2", ["s1"]), ("s3", ["s2"])] == [(s.id, s.depends_on) for s in plan.steps]
    assert {"customer": "${s1[?name == 'Kim'].id}"} == plan.steps[1].args
    assert {"account": "${s2.rows.0.account}"} == plan.steps[2].args
    assert "${s3}" == plan.output_binding
    assert [("s3", "accounts")] == [
        (row["step_id"], row["producer"]) for row in plan.metadata["synthesis"]["selected_producers"]
    ]
