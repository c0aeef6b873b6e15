"""One call of the target for each element, when the caller asks for it: plans, and what they do when run."""

from __future__ import annotations

from typing import Any

import pytest
from hand_made import consume, planner, produce, tool

from graph_tool_call.plan import Plan, PlanRunner, PlanSynthesisError

GET = tool("get", [consume("id", "order_id", location="path")], path="/orders/{id}")
LIST = tool("list", [], [produce("$.items[*].id", "order_id"), produce("$.items[*].buyer")])


def spread(*tools: dict[str, Any], field: str = "id", entities: Any = None, **options: Any) -> Plan:
    return planner(*tools, **options).synthesize(target="get", foreach=field, entities=entities)


def calls_of(plan: Plan, answers: dict[str, Any], inputs: Any = None) -> tuple[list[Any], Any]:
    """Arguments of the target's calls, and the result."""
    calls: list[Any] = []

    def call_tool(name: str, args: dict[str, Any]) -> Any:
        if name != "get":
            return answers[name]
        calls.append(args)
        return {"got": args["id"]}

    trace = PlanRunner(call_tool).run(plan, inputs)
    assert trace.ok, trace.error
    return calls, trace.output


ITEMS = {"items": [{"id": 1, "buyer": "Kim"}, {"id": 2, "buyer": "Lee"}]}


def test_every_element_of_the_list() -> None:
    """The list is looked up once, the target called for each element, and the result is a list."""
    plan = spread(GET, LIST)

    assert (["list", "get"], "${s1.items.*}", {"id": "${item.id}"}) == (
        [s.tool for s in plan.steps],
        plan.steps[1].foreach,
        plan.steps[1].args,
    )
    assert ([{"id": 1}, {"id": 2}], [{"got": 1}, {"got": 2}]) == calls_of(plan, {"list": ITEMS})
    assert ([], []) == calls_of(plan, {"list": {"items": []}})


@pytest.mark.parametrize("given", [["A", "B"], ("A", "B"), "A"])
def test_what_the_caller_gave(given: Any) -> None:
    """A given list is gone through; one given value is a list of one, so that the result is a list as well."""
    plan = spread(GET, LIST, entities={"id": given})

    wanted = [{"id": value} for value in ("AB" if len(given) == 2 else "A")]
    assert ["get"] == [s.tool for s in plan.steps]
    assert wanted == calls_of(plan, {})[0]


def test_given_text_is_no_binding() -> None:
    """What looks like a binding in a given list stays text."""
    assert [{"id": "${s1.x}"}] == calls_of(spread(GET, entities={"id": ["${s1.x}"]}), {})[0]


def test_a_list_without_the_request_is_refused() -> None:
    """Many calls are made on request only."""
    with pytest.raises(PlanSynthesisError) as caught:
        planner(GET, LIST).synthesize(target="get", entities={"id": ["A", "B"]})

    assert "invalid_entity" == caught.value.reason


def test_a_filter_leaves_the_one_element() -> None:
    """An element that the caller named is the only one."""
    assert [{"id": 2}] == calls_of(spread(GET, LIST, entities={"buyer": "Lee"}), {"list": ITEMS})[0]


def test_one_element_fills_all_that_comes_from_it() -> None:
    """Owner and repository of each element stay together."""
    get = tool(
        "get",
        [consume("owner", "owner_login", location="path"), consume("id", "repo_name", location="path")],
        path="/repos/{owner}/{id}",
    )
    repos = tool("repos", [], [produce("$[*].name", "repo_name"), produce("$[*].owner.login", "owner_login")])
    plan = spread(get, repos)

    assert [{"owner": "a", "id": "x"}, {"owner": "b", "id": "y"}] == calls_of(
        plan, {"repos": [{"name": "x", "owner": {"login": "a"}}, {"name": "y", "owner": {"login": "b"}}]}
    )[0]
    assert [] == plan.metadata["synthesis"]["assumptions"]


def test_lists_inside_lists_are_gone_through_flat() -> None:
    """Each element of each inner list."""
    nested = tool("list", [], [produce("$.groups[*].items[*].id", "order_id")])

    assert [{"id": 1}, {"id": 2}, {"id": 3}] == calls_of(
        spread(GET, nested), {"list": {"groups": [{"items": [{"id": 1}, {"id": 2}]}, {"items": [{"id": 3}]}]}}
    )[0]


def test_a_single_value_is_a_list_of_one() -> None:
    """A producer that answers with one value gives one call."""
    assert [{"id": 7}] == calls_of(spread(GET, tool("one", [], [produce("$.id", "order_id")])), {"one": {"id": 7}})[0]


def test_a_person_is_asked_for_a_list() -> None:
    """Without a producer the slot wants a list of such values."""
    plan = spread(GET)

    (slot,) = plan.metadata["synthesis"]["user_input_slots"]
    assert ("id", "array", {"type": "string"}) == (slot["field_name"], slot["field_type"], slot["array"])
    assert [{"id": 1}, {"id": 2}] == calls_of(plan, {}, {"id": [1, 2]})[0]


def test_a_changing_target_needs_no_further_choice() -> None:
    """The request for each element is the choice."""
    delete = tool("get", [consume("id", "order_id", location="path")], method="delete", path="/orders/{id}")

    assert [{"id": 1}, {"id": 2}] == calls_of(spread(delete, LIST), {"list": ITEMS})[0]


def test_an_optional_input_may_be_gone_through() -> None:
    """The fan-out names it, so it gets a value."""
    get = tool("get", [consume("id", "order_id", required=False)])

    assert [{"id": 1}, {"id": 2}] == calls_of(spread(get, LIST), {"list": ITEMS})[0]


def test_the_plan_tells_of_it() -> None:
    """Which step, which field, and that its producer gives each element."""
    synthesis = spread(GET, LIST).metadata["synthesis"]

    assert {"step_id": "s2", "field_name": "id"} == synthesis["fan_out"]
    assert ["each"] == [row["pick"] for row in synthesis["selected_producers"]]


def test_plans_come_back_from_json() -> None:
    """A fan-out over values and over a binding survives `to_dict` and `from_dict`."""
    for plan in (spread(GET, LIST), spread(GET, entities={"id": ["A"]})):
        assert plan == Plan.from_dict(plan.to_dict())


@pytest.mark.parametrize("field", ["nope", "ids", "token"])
def test_fields_that_cannot_be_gone_through(field: str) -> None:
    """An unknown input, one that takes a whole list in one call, and a credential are refused by name."""
    many = tool(
        "get", [consume("ids", "order_id", field_type="array", array={"type": "string"}), consume("token", kind="auth")]
    )

    with pytest.raises(PlanSynthesisError) as caught:
        spread(many, LIST, field=field)
    assert ("unknown_field", field) == (caught.value.reason, caught.value.to_dict()["field_name"])
