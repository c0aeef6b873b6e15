"""The seed's quality checks and input priority, on small hand-made graphs that carry contracts and nothing else."""

from __future__ import annotations

import itertools
import json
import pickle
from typing import Any

import pytest
from hand_made import consume, graph, planner, produce, tool
from reading import only_reading

from graph_tool_call.plan import PathSynthesizer, PlanSynthesisError

ORDERS = (
    tool(
        "getOrder",
        [consume("orderNo", "order_no", location="path")],
        [produce("$.orderNo", "order_no")],
        path="/orders/{orderNo}",
    ),
    tool(
        "searchOrders",
        [consume("keyword", "", required=False, role="search")],
        [produce("$.items[*].orderNo", "order_no"), produce("$.items[*].buyer")],
        path="/orders",
    ),
)


def test_known_target_is_the_final_step():
    """known target: plan final step equals selected target."""
    plan = planner(*ORDERS).synthesize(target="getOrder", entities={})

    assert "getOrder" == plan.steps[-1].tool
    assert "getOrder" == plan.metadata["synthesis"]["target"]
    assert "${s2}" == plan.output_binding


def test_entities_are_used_before_producers():
    """entity fill: explicit entity values are used before producers."""
    plan = planner(*ORDERS).synthesize(target="getOrder", entities={"orderNo": "A-100"})

    assert [("getOrder", {"orderNo": "A-100"})] == [(s.tool, s.args) for s in plan.steps]


@pytest.mark.parametrize("key", ["orderNo", "order_no", "order-no", "ORDERNO"])
def test_entities_are_found_by_tag_name_and_normalised_name(key):
    """An entity may be spelled as the tag, the field, or either in another case."""
    plan = planner(*ORDERS).synthesize(target="getOrder", entities={key: "A-100"})

    assert {"orderNo": "A-100"} == plan.steps[-1].args


@pytest.mark.parametrize("value", [0, "", False])
def test_zero_empty_and_false_are_values(value):
    """0, "" and False are given; None is not."""
    target = tool("t", [consume("n", field_type="")])

    assert {"n": value} == planner(target).synthesize(target="t", entities={"n": value}).steps[-1].args
    assert {"n": "${user_input.n}"} == planner(target).synthesize(target="t", entities={"n": None}).steps[-1].args


def test_context_defaults_fill_context_fields_without_a_prompt():
    """context default: context fields are filled without user prompts, and only their keys are recorded."""
    target = tool("t", [consume("siteNo", kind="context")])
    plan = planner(target, context_defaults={"siteNo": "S-1"}).synthesize(target="t", entities={})

    synthesis = plan.metadata["synthesis"]
    assert ({"siteNo": "S-1"}, ["siteNo"], []) == (
        plan.steps[-1].args,
        synthesis["context_defaults"],
        synthesis["user_input_slots"],
    )


def test_context_without_a_default_is_asked_with_its_own_reason():
    """A required context field with no default becomes a slot, never silently dropped."""
    plan = planner(tool("t", [consume("siteNo", kind="context")])).synthesize(target="t")

    assert [("siteNo", "context_required")] == [
        (s["field_name"], s["reason"]) for s in plan.metadata["synthesis"]["user_input_slots"]
    ]


def test_a_missing_field_creates_an_upstream_step():
    """producer path: missing data field creates upstream producer step, bound to its output."""
    plan = planner(*ORDERS).synthesize(target="getOrder", entities={})

    assert ["searchOrders", "getOrder"] == [s.tool for s in plan.steps]
    assert {"orderNo": "${s1.items.0.orderNo}"} == plan.steps[1].args
    assert ["s1"] == plan.steps[1].depends_on


def test_equal_names_make_a_producer_where_tags_are_missing():
    """Priority 4: a producer with the matching field name."""
    plan = planner(tool("use", [consume("ordNo")]), tool("list", [], [produce("$.rows[*].ord_no")])).synthesize(
        target="use"
    )

    assert {"ordNo": "${s1.rows.0.ord_no}"} == plan.steps[-1].args


def test_a_curated_edge_makes_a_producer():
    """Priority 5: a graph edge that carries the data flow."""
    made = graph(tool("use", [consume("token7")]), tool("list", [], [produce("$.rows[*].handleX")]))
    made["edges"] = [
        {
            "source": "use",
            "target": "list",
            "relation": "requires",
            "confidence": "EXTRACTED",
            "data": [{"from": "$.rows[*].handleX", "to": "token7"}],
        }
    ]

    plan = PathSynthesizer(made, plugins=only_reading()).synthesize(target="use")

    assert {"token7": "${s1.rows.0.handleX}"} == plan.steps[-1].args


def test_an_entity_beside_the_value_filters_the_list():
    """An entity that names a sibling field chooses the element."""
    plan = planner(*ORDERS).synthesize(target="getOrder", entities={"buyer": "Kim"})

    assert {"orderNo": "${s1.items[?buyer == 'Kim'].orderNo}"} == plan.steps[-1].args


def test_enum_fields_create_a_slot():
    """enum field: enum mapping creates a user slot."""
    target = tool("t", [consume("statusCode", enum=["OPEN", "DONE"])])
    plan = planner(target, enum_field_names={"statusCode"}).synthesize(target="t")

    (slot,) = plan.metadata["synthesis"]["user_input_slots"]
    assert ("s1", "t", "statusCode", True, "data", "query", "enum_required") == tuple(
        slot[k] for k in ("step_id", "tool", "field_name", "required", "kind", "location", "reason")
    )
    assert ["OPEN", "DONE"] == slot["enum"]


def test_enum_fields_are_never_chained():
    """A producer of an enum field is not called for it."""
    tools = (
        tool("t", [consume("statusCode", "status_code")]),
        tool("list", [], [produce("$.statusCode", "status_code")]),
    )
    plan = planner(*tools, enum_field_names={"statusCode"}).synthesize(target="t")

    assert ["t"] == [s.tool for s in plan.steps]


def test_a_single_enum_member_is_fixed():
    """A const or the only member of an enum needs nobody."""
    assert {"v": "only"} == planner(tool("t", [consume("v", enum=["only"])])).synthesize(target="t").steps[-1].args


def test_a_default_never_fills_an_identifier():
    """A default on an identifier is documentation."""
    plan = planner(tool("t", [consume("petId", "pet_id", default="7"), consume("size", default=20)])).synthesize(
        target="t"
    )

    assert {"petId": "${user_input.petId}", "size": 20} == plan.steps[-1].args


CYCLE = (
    tool("needsA", [consume("a", "a_id")]),
    tool("makesA", [consume("b", "b_id")], [produce("$.a", "a_id")]),
    tool("makesB", [consume("a", "a_id")], [produce("$.b", "b_id")]),
)


def test_cyclic_graphs_fail_with_cycle():
    """cycle guard: cyclic graph fails with `cycle`, and names the chain."""
    with pytest.raises(PlanSynthesisError) as caught:
        planner(*CYCLE).synthesize(target="needsA")

    data = caught.value.to_dict()
    assert ("plan_synthesis", "cycle", "a") == (data["stage"], data["reason"], data["field_name"])
    assert ["needsA", "makesA", "makesB", "makesA"] == data["chain"]


def test_a_cycle_becomes_a_question_where_asking_is_always_allowed():
    """user_input="always": those become slots."""
    plan = planner(*CYCLE, user_input="always").synthesize(target="needsA")

    assert plan.metadata["synthesis"]["user_input_slots"]


def chain(length: int) -> list[dict[str, Any]]:
    links = [
        tool(f"t{i}", [consume(f"f{i}", f"f{i}_id")], [produce(f"$.f{i - 1}", f"f{i - 1}_id")])
        for i in range(1, length)
    ]
    return [
        tool("target", [consume("f0", "f0_id")]),
        *links,
        tool("root", [], [produce(f"$.f{length - 1}", f"f{length - 1}_id")]),
    ]


def test_chains_up_to_max_depth_are_planned():
    """A chain of five producers is within the default depth."""
    assert 6 == len(planner(*chain(5)).synthesize(target="target").steps)


def test_longer_chains_fail_with_max_depth():
    """max depth: long chain fails with `max_depth`."""
    with pytest.raises(PlanSynthesisError) as caught:
        planner(*chain(6)).synthesize(target="target")

    assert "max_depth" == caught.value.to_dict()["reason"]
    assert 7 == len(planner(*chain(6), max_depth=6).synthesize(target="target").steps)


def test_unknown_targets_name_near_ones():
    """`unknown_target` lists similar names."""
    with pytest.raises(PlanSynthesisError) as caught:
        planner(*ORDERS).synthesize(target="getOrders")

    assert ("unknown_target", True) == (caught.value.reason, "getOrder" in caught.value.to_dict()["near"])


def test_nothing_is_asked_when_asking_is_off():
    """user_input="never": `unsatisfied_field` names the field."""
    with pytest.raises(PlanSynthesisError) as caught:
        planner(tool("t", [consume("day")]), user_input="never").synthesize(target="t")

    assert ("unsatisfied_field", "day") == (caught.value.reason, caught.value.to_dict()["field_name"])


def test_enum_required_is_an_error_when_asking_is_off():
    """user_input="never": `enum_required` for a field in enum_field_names."""
    with pytest.raises(PlanSynthesisError) as caught:
        planner(tool("t", [consume("statusCode")]), enum_field_names={"statusCode"}, user_input="never").synthesize(
            target="t"
        )

    assert "enum_required" == caught.value.reason


def test_a_changing_target_demands_a_choice_from_an_open_list():
    """`dynamic_option_required` names producer, list and labels; with a value given the plan is made."""
    tools = (
        tool(
            "cancel", [consume("orderNo", "order_no", location="path")], method="post", path="/orders/{orderNo}/cancel"
        ),
        tool("list", [], [produce("$.items[*].orderNo", "order_no"), produce("$.items[*].title")], path="/orders"),
    )
    with pytest.raises(PlanSynthesisError) as caught:
        planner(*tools).synthesize(target="cancel")

    data = caught.value.to_dict()
    assert ("dynamic_option_required", "list", "$.items[*].orderNo", ["title"]) == (
        data["reason"],
        data["producer_name"],
        data["options_path"],
        data["label_field_hints"],
    )
    assert {"orderNo": "${s1.items.0.orderNo}"} == planner(*tools, choose="first").synthesize(target="cancel").steps[
        -1
    ].args
    assert ["cancel"] == [
        s.tool for s in planner(*tools).synthesize(target="cancel", entities={data["field_name"]: "7"}).steps
    ]


def test_changing_calls_are_no_producers_unless_allowed():
    """No mutating call as a means to read; "allow" is the caller's word."""
    tools = (
        tool("get", [consume("id", "cart_id", location="path")], path="/carts/{id}"),
        tool("create", [], [produce("$.id", "cart_id")], method="post", path="/carts"),
    )

    assert ["get"] == [s.tool for s in planner(*tools).synthesize(target="get").steps]
    assert ["create", "get"] == [
        s.tool for s in planner(*tools, mutating_producers="allow").synthesize(target="get").steps
    ]


@pytest.mark.parametrize("given", [{"searchOrders"}, ("searchOrders",), "searchOrders"])
def test_excluded_tools_as_a_collection_or_alone(given: Any) -> None:
    """A lone name is that tool, and not its letters."""
    assert ["getOrder"] == [s.tool for s in planner(*ORDERS).synthesize(target="getOrder", exclude_tools=given).steps]


@pytest.mark.parametrize("depth", [-1, "5", None])
def test_depth_that_is_no_number_of_calls(depth: Any) -> None:
    """It is told when the synthesizer is made, not in the middle of a search."""
    with pytest.raises(ValueError, match="max_depth must be a number of calls, got"):
        planner(*ORDERS, max_depth=depth)


def test_excluded_tools_are_not_used_but_for_the_target():
    """exclude_tools is honoured everywhere but for the target."""
    plan = planner(*ORDERS).synthesize(target="getOrder", exclude_tools={"searchOrders", "getOrder"})

    assert ["getOrder"] == [s.tool for s in plan.steps]


def test_metadata_holds_no_secrets():
    """What was said stands in the request that was understood; no value of the surroundings, and no secret does."""
    target = tool("t", [consume("a"), consume("password"), consume("siteNo", kind="context")])
    given = {"a": "said", "password": "V-SECRET"}
    plan = planner(target, context_defaults={"siteNo": "S-SECRET"}).synthesize(target="t", entities=given)

    assert "SECRET" not in json.dumps(plan.metadata)


def test_plans_do_not_depend_on_the_order_of_tools():
    """The same plan under permuted tools."""
    plans = {
        json.dumps(planner(*order).synthesize(target="needsB").to_dict())
        for order in itertools.permutations(
            (
                tool("needsB", [consume("b", "b_id")]),
                tool("one", [], [produce("$.b", "b_id")]),
                tool("two", [], [produce("$.b", "b_id")]),
            )
        )
    }

    assert 1 == len(plans)


def test_bodies_keep_their_shape():
    """Nested objects and arrays are built, and an optional object is left out."""
    body = [
        consume("zip", "", location="body", path="$.shipping.zip"),
        consume("shipping", "", location="body", path="$.shipping", field_type="object"),
        consume("lines", "", location="body", path="$.lines", field_type="array", array=True),
        consume("sku", "", location="body", path="$.lines[*].sku", required=False, required_if_parent=True),
        consume("note", "", location="body", path="$.note", required=False),
    ]
    plan = planner(tool("t", body, method="post")).synthesize(target="t", entities={"zip": "04524", "sku": "S1"})

    assert {"shipping": {"zip": "04524"}, "lines": [{"sku": "S1"}]} == plan.steps[-1].args


PARENT = (
    consume("parent", location="body", path="$.parent", field_type="object"),
    consume(
        "page_id",
        location="body",
        path="$.parent.page_id",
        required=False,
        required_in_alternative=True,
        alternative="$.parent/0",
    ),
    consume(
        "kind",
        location="body",
        path="$.parent.kind",
        required=False,
        required_in_alternative=True,
        alternative="$.parent/1",
    ),
    consume(
        "base_id",
        location="body",
        path="$.parent.base_id",
        required=False,
        required_in_alternative=True,
        alternative="$.parent/1",
    ),
)


def test_one_alternative_is_taken_and_not_all():
    """Of alternatives the one that requires the least is asked for; a given value decides for its own."""
    target = tool("t", list(PARENT), method="post")

    assert {"parent": {"page_id": "${user_input.page_id}"}} == planner(target).synthesize(target="t").steps[-1].args
    given = planner(target).synthesize(target="t", entities={"base_id": "B"}).steps[-1].args
    assert {"parent": {"base_id": "B", "kind": "${user_input.kind}"}} == given


def test_nothing_inside_an_optional_object_is_needed():
    """What an optional object requires inside is required with it, however deep it lies."""
    body = [
        consume(
            "filter", location="body", path="$.filter", field_type="object", required=False, required_if_parent=True
        ),
        consume(
            "must", location="body", path="$.filter.must", field_type="object", required=False, required_if_parent=True
        ),
        consume("key", location="body", path="$.filter.must.key", required=False, required_if_parent=True),
    ]

    assert {} == planner(tool("t", body, method="post")).synthesize(target="t", unread="allow").steps[-1].args


def test_an_object_or_a_list_is_one_of_them():
    """A value that may be an object or a list of such is sent in one shape; a given list decides for the list."""
    row = {"location": "body", "required": False, "required_if_parent": True}
    body = [
        consume("must", location="body", path="$.must", field_type="object"),
        consume("key", **row | {"path": "$.must.key"}),
        consume("word", **row | {"path": "$.must[*].word"}),
    ]
    target = tool("t", body, method="post")

    assert {"must": {"key": "${user_input.key}"}} == planner(target).synthesize(target="t").steps[-1].args
    given = planner(target).synthesize(target="t", entities={"must.word": "W"})
    assert {"must": [{"word": "W"}]} == given.steps[-1].args


def test_failures_pickle_and_carry_data():
    """Every failure survives a process boundary with its details."""
    with pytest.raises(PlanSynthesisError) as caught:
        planner(*CYCLE).synthesize(target="needsA")

    again = pickle.loads(pickle.dumps(caught.value))  # noqa: S301 - our own bytes
    assert (type(caught.value), caught.value.to_dict()) == (type(again), again.to_dict())


@pytest.mark.parametrize("entities", [["a"], "a", 3])
def test_entities_must_be_a_mapping(entities):
    """A wrong shape is an error of its own, not a crash inside."""
    with pytest.raises(PlanSynthesisError) as caught:
        planner(*ORDERS).synthesize(target="getOrder", entities=entities)

    assert "invalid_entity" == caught.value.reason


def test_an_object_for_a_plain_value_is_refused():
    """An entity of a wrong type names the field, what is wanted and what came."""
    with pytest.raises(PlanSynthesisError, match="orderNo must be a string") as caught:
        planner(*ORDERS).synthesize(target="getOrder", entities={"orderNo": {"x": 1}})

    assert "invalid_entity" == caught.value.reason
