"""Each argument of a plan has its origin as data: how it was found, under which key, from which call."""

from __future__ import annotations

import json
from typing import Any

from conventional import worded
from hand_made import consume, graph, planner, produce, tool

from graph_tool_call.model import Plan
from graph_tool_call.plan import PlanRunner, ToolCallError, resynthesize
from graph_tool_call.plan.write.origins import origin_at, origins_of

LIST = tool("list", [], [produce("$.items[*].id", "order_id"), produce("$.items[*].buyer")])
GET = tool("get", [consume("id", "order_id", location="path")], path="/orders/{id}")


def origins(*tools: dict[str, Any], target: str, options: Any = None, **wish: Any) -> dict[str, Any]:
    plan = planner(*tools, **(options or {})).synthesize(target=target, **wish)
    return plan.metadata["synthesis"]["origins"]


def body(name: str, path: str, **more: Any) -> dict[str, Any]:
    return consume(name, location="body", path=path, json_path=path, **more)


def test_values_that_stand_in_the_plan() -> None:
    """Given and context values have the caller's key; what the contract allows alone is told from its default."""
    made = tool(
        "make",
        [
            consume("title"),
            consume("tenant", kind="context"),
            consume("kind", enum=["order"]),
            consume("size", default="m"),
            body("address", "$.address", field_type="object"),
            body("zip", "$.address.zip", required=False),
        ],
        method="post",
    )

    found = origins(made, target="make", entities={"Title": "x"}, options={"context_defaults": {"tenant": "acme"}})

    assert {
        "s1": {
            "title": {"how": "given", "key": "Title"},
            "tenant": {"how": "context", "key": "tenant"},
            "kind": {"how": "fixed"},
            "size": {"how": "default"},
            "address": {"how": "fixed", "empty": True},
        }
    } == found


def test_a_number_that_the_goal_names() -> None:
    """What was read in the goal is no given value, unless the caller gave the same input."""
    season = tool("season", [consume("season_number", location="path")], path="/seasons/{season_number}")
    goal = "show the second season"
    words = {"counting_names": ("number",), "goal_ordinals": ("first", "second")}
    options = {"plugins": worded(tables=words)}

    assert {"how": "goal", "term": "season_number"} == origins(season, target="season", goal=goal, options=options)[
        "s1"
    ]["season_number"]
    said = origins(season, target="season", goal=goal, entities={"season_number": 3}, options=options)
    assert {"how": "given", "key": "season_number"} == said["s1"]["season_number"]


def test_values_of_calls() -> None:
    """An answer with one value is told from an element that was looked up, the first of a list, and all of them."""
    one = tool("current", [], [produce("$.id", "order_id")])
    many = tool("getMany", [consume("ids", "order_id", field_type="array")])
    place = {"step": "s1", "tool": "list", "path": "$.items[*].id"}

    assert {"how": "call", "step": "s1", "tool": "current", "path": "$.id"} == origins(GET, one, target="get")["s2"][
        "id"
    ]
    looked_up = origins(GET, LIST, target="get", entities={"buyer": "Kim"})["s2"]["id"]
    assert {"how": "looked_up", **place, "by": [{"field": "buyer", "key": "buyer"}]} == looked_up
    assert {"how": "first", **place} == origins(GET, LIST, target="get")["s2"]["id"]
    assert {"how": "all", **place} == origins(many, LIST, target="getMany")["s2"]["ids"]


def test_what_is_asked_has_the_name_of_its_question() -> None:
    """A question's answer is told with the name under which it is given, also where an element must be chosen."""
    cancel = tool("cancel", [consume("id", "order_id", location="path"), consume("why")], method="post")

    found = origins(cancel, LIST, target="cancel", options={"user_input": "always"})

    assert {"id": {"how": "asked", "slot": "id"}, "why": {"how": "asked", "slot": "why"}} == found["s1"]


def test_what_a_producer_takes_over_has_the_origin_it_had() -> None:
    """A producer that is asked with the target's own input has that input's origin."""
    items = tool("items", [consume("shop", "shop_id")], [produce("$.id", "item_id")])
    item = tool("item", [consume("shop", "shop_id"), consume("item", "item_id")])

    found = origins(item, items, target="item", entities={"shop_id": "S"})

    assert [{"how": "given", "key": "shop_id"}] * 2 == [found["s1"]["shop"], found["s2"]["shop"]]


def test_one_call_for_each_element() -> None:
    """What is taken of each element is told with where the list comes from."""
    place = {"step": "s1", "tool": "list", "path": "$.items[*].id"}
    given = origins(GET, LIST, target="get", foreach="id", entities={"order_id": ["A", "B"]})

    assert {"how": "item", "of": {"how": "all", **place}} == origins(GET, LIST, target="get", foreach="id")["s2"]["id"]
    assert {"how": "item", "of": {"how": "given", "key": "order_id"}} == given["s1"]["id"]


def test_places_are_dotted_paths_of_the_arguments() -> None:
    """Members of objects, elements of lists and names that occur twice stand under the path of their argument."""
    made = tool(
        "make",
        [
            consume("lang"),
            body("lang", "$.lang"),
            body("sku", "$.lines[*].sku"),
            body("tag", "$.tags[*]"),
            body("zip", "$.to.zip"),
        ],
        method="post",
    )
    entities = {"lang": "de", "sku": "1", "tag": "x", "to.zip": "0815"}

    assert {"lang", "body.lang", "body.lines.0.sku", "body.tags", "body.to.zip"} == set(
        origins(made, target="make", entities=entities)["s1"]
    )


def test_a_part_of_a_given_whole_has_the_origin_of_the_whole() -> None:
    """An origin holds for all that lies in it, and an argument that nobody told of has none."""
    found = {"to": {"how": "given", "key": "address"}}

    assert found["to"] == origin_at(found, "to.zip")
    assert {} == origin_at(found, "total")


def test_origins_have_no_values_and_survive_storage() -> None:
    """A plan that was saved and read tells the same, and no value is in what it tells."""
    plan = planner(GET, LIST).synthesize(target="get", entities={"buyer": "Kim Secret"})
    told = origins_of(plan.metadata)
    loaded = Plan.from_dict(json.loads(json.dumps(plan.to_dict())))

    assert told == origins_of(loaded.metadata)
    assert "Secret" not in json.dumps(told)
    assert {} == origins_of({"synthesis": {"origins": {"s1": None}}}) == origins_of({})


def test_other_plans_have_their_own() -> None:
    """An alternative tells of its own steps."""
    other = tool("other", [], [produce("$.id", "order_id")])
    found = planner(GET, LIST, other).synthesize_all(target="get", k=2)

    assert ["other", "list"] == [a.plan.metadata["synthesis"]["origins"]["s2"]["id"]["tool"] for a in found]


def test_a_plan_made_after_a_failure_tells_of_finished_steps() -> None:
    """The rest of a run, planned anew, tells how a finished step's value was found and what the new calls take."""
    customers = tool("customers", [], [produce("$[*].id", "customer_id"), produce("$[*].name")])
    needs_customer = consume("customer", "customer_id", location="path")
    account_of = tool("accountOf", [needs_customer], [produce("$.account", "account_id")])
    accounts = tool("accounts", [consume("customer", "customer_id")], [produce("$.rows[*].account", "account_id")])
    invoices = tool("invoices", [consume("account", "account_id", location="path")])
    tools = (customers, account_of, accounts, invoices)
    synthesizer, repaired = planner(*tools), []

    def call_tool(name: str, _args: dict[str, Any]) -> Any:
        if name == "accountOf":
            raise ToolCallError("gone", status=410)
        return {"customers": [{"id": 2, "name": "Kim"}], "accounts": {"rows": [{"account": "A"}]}}.get(name, {})

    def repair(report: Any) -> Plan | None:
        repaired.append(resynthesize(synthesizer)(report))
        return repaired[-1]

    plan = synthesizer.synthesize(target="invoices", entities={"name": "Kim"})
    runner = PlanRunner(call_tool, tools=graph(*tools), on_error="recover", repair_plan=repair)
    assert runner.run(plan, {"name": "Kim"}).ok

    found = origins_of(repaired[0].metadata)
    looked_up = {"how": "looked_up", "step": "s1", "tool": "customers", "path": "$[*].id"}
    assert looked_up | {"by": [{"field": "name", "key": "name"}]} == found["s2"]["customer"]
    assert ("first", "s2", "accounts") == tuple(found["s3"]["account"][key] for key in ("how", "step", "tool"))


def test_a_list_input_that_takes_one_value_over_gets_a_list() -> None:
    """A producer whose list input takes over the consumer's one value is called with a list of it."""
    pets = tool("pets", [], [produce("$[*].id", "pet_id")])
    reports = tool(
        "reports", [consume("petIds", "pet_id", field_type="array")], [produce("$[*].id", "report_id")], method="get"
    )
    report = tool(
        "report",
        [consume("petId", "pet_id", location="path"), consume("reportId", "report_id", location="path")],
        path="/pets/{petId}/reports/{reportId}",
    )
    synthesizer = planner(pets, reports, report)

    found = synthesizer.synthesize(target="report")
    given = synthesizer.synthesize(target="report", entities={"pet_id": "7"})

    assert {"petIds": ["${s1.0.id}"]} == found.steps[1].args
    assert {"petIds": ["7"]} == given.steps[0].args
    assert "7" == given.steps[-1].args["petId"]
