"""Choices and questions: lists to choose from, what a form needs, and why something is asked."""

from __future__ import annotations

from typing import Any

import pytest
from hand_made import consume, planner, produce, tool
from reading import only_reading

from graph_tool_call.hooks import OptionsRequest, OptionsSource, PluginInfo, hookimpl
from graph_tool_call.plan import Plan, PlanRunner, PlanSynthesisError

CANCEL = tool("cancel", [consume("id", "order_id", location="path")], method="post", path="/orders/{id}/cancel")
LIST = tool("list", [], [produce("$.items[*].id", "order_id"), produce("$.items[*].kind"), produce("$.items[*].title")])


class Titles:
    """Says that titles are what people know orders by."""

    def __init__(self) -> None:
        self.asked: list[OptionsRequest] = []

    @hookimpl
    def gtc_plugin_info(self) -> PluginInfo:
        return PluginInfo(title="Titles", hook_api=1)

    @hookimpl
    def gtc_find_options(self, request: OptionsRequest) -> OptionsSource:
        self.asked.append(request)
        producer = request.candidates[0].tool.name
        return OptionsSource(producer=producer, options_path="$.items", value_path="id", label_paths=("title",))


def slots(plan: Plan) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = plan.metadata["synthesis"]["user_input_slots"]
    return found


def test_plugins_say_what_people_know_a_thing_by() -> None:
    """Labels come from `gtc_find_options`, with the plugin's id; the list stays the one that the plan calls."""
    plugin = Titles()
    with_plugin = only_reading().with_(plugin, id="titles")
    (slot,) = slots(planner(CANCEL, LIST, plugins=with_plugin, user_input="always").synthesize(target="cancel"))

    assert ("list", "$.items[*].id", "$.items", "id", ["title"], "titles") == tuple(
        slot["options"][k]
        for k in ("producer", "options_path", "list_path", "value_path", "label_field_hints", "plugin")
    )
    assert ("kind", "title") == plugin.asked[0].siblings[0]


def test_without_a_plugin_everything_beside_the_value_may_tell() -> None:
    """The core has no opinion about names: all plain values of the element are hints."""
    with pytest.raises(PlanSynthesisError) as caught:
        planner(CANCEL, LIST).synthesize(target="cancel")

    assert ["kind", "title"] == caught.value.to_dict()["label_field_hints"]


@pytest.mark.parametrize("role", ["option", "code"])
def test_codes_are_chosen_by_a_person(role: str) -> None:
    """A field whose role is option or code asks, even for a reading target, when one call lists its values."""
    get = tool("get", [consume("country", "country_code", role=role)])
    countries = tool("countries", [], [produce("$[*].code", "country_code"), produce("$[*].name")])

    with pytest.raises(PlanSynthesisError) as caught:
        planner(get, countries).synthesize(target="get")
    assert ("dynamic_option_required", "countries") == (caught.value.reason, caught.value.to_dict()["producer_name"])
    assert {"country": "${s1.0.code}"} == planner(get, countries, choose="first").synthesize(target="get").steps[
        -1
    ].args
    named = planner(get, countries).synthesize(target="get", entities={"name": "Korea"})
    assert {"country": "${s1[?name == 'Korea'].code}"} == named.steps[-1].args


def test_an_asked_field_names_the_list_that_a_form_can_fetch() -> None:
    """An enum field without members: no producer is chained, and the slot says where the values are listed."""
    get = tool("get", [consume("status", "status_code")])
    statuses = tool("statuses", [], [produce("$[*].code", "status_code"), produce("$[*].label")])
    (slot,) = slots(planner(get, statuses, enum_field_names={"status"}).synthesize(target="get"))

    assert ("enum_required", "statuses", "code", ["label"]) == (
        slot["reason"],
        slot["options"]["producer"],
        slot["options"]["value_path"],
        slot["options"]["label_field_hints"],
    )


@pytest.mark.parametrize(
    "producer",
    [
        tool("statuses", [], [produce("$[*].code", "status_code")], method="post"),
        tool("statuses", [consume("kind")], [produce("$[*].code", "status_code")]),
        tool("statuses", [], [produce("$.code", "status_code")]),
    ],
    ids=["changes something", "needs a value", "is no list"],
)
def test_lists_that_no_form_can_fetch_are_not_named(producer: Any) -> None:
    """Only a reading call that needs nothing, and answers with a list."""
    get = tool("get", [consume("status", "status_code")])

    (slot,) = slots(planner(get, producer, enum_field_names={"status"}).synthesize(target="get"))
    assert "options" not in slot


CYCLE = (
    tool("get", [consume("a", "a_id")]),
    tool("makesA", [consume("b", "b_id")], [produce("$.a", "a_id")]),
    tool("makesB", [consume("a", "a_id")], [produce("$.b", "b_id")]),
)


def test_a_question_says_what_cut_its_producers() -> None:
    """user_input="always": a cycle or the depth limit is the cause of the question, with the chain."""
    (slot,) = slots(planner(*CYCLE, user_input="always").synthesize(target="get"))
    assert ("user_input_fallback", "cycle", ["get", "makesA", "makesB", "makesA"]) == (
        slot["reason"],
        slot["cause"],
        slot["chain"],
    )

    (slot,) = slots(planner(*CYCLE[:2], user_input="always", max_depth=0).synthesize(target="get"))
    assert ("max_depth", ["get", "makesA"]) == (slot["cause"], slot["chain"])


def test_a_question_without_producers_has_no_cause() -> None:
    """Nothing was cut where nothing is."""
    (slot,) = slots(planner(CYCLE[0], user_input="always").synthesize(target="get"))

    assert "cause" not in slot


def test_slots_have_what_a_form_needs() -> None:
    """Type, format, text, members with labels, default, example, limits."""
    facts = {
        "format": "date",
        "description": "Day of the rates",
        "example": "2024-05-01",
        "pattern": "^2",
        "nullable": True,
        "minLength": 10,
        "maxLength": 10,
    }
    plan = planner(
        tool("get", [consume("day", **facts), consume("size", enum=["S", "M"], enum_labels=["small", "medium"])])
    ).synthesize(target="get")
    day, size = slots(plan)

    assert facts | {"field_type": "string"} == {key: day[key] for key in (*facts, "field_type")}
    assert (["S", "M"], ["small", "medium"]) == (size["enum"], size["enum_labels"])


@pytest.mark.parametrize("name", ["filter[status]", "a.b", "it's", "$x", "X-Day", "한국어", "a b", "0"])
def test_questions_of_any_name_can_be_answered(name: str) -> None:
    """Whatever a field is called: the run says what is missing by that name, and takes the answer under it."""
    plan = planner(tool("get", [consume(name)])).synthesize(target="get")
    calls: list[Any] = []
    runner = PlanRunner(lambda _tool, args: calls.append(args))

    missing = list(runner.run_stream(plan))[-1]
    assert [name] == [row["field_name"] for row in missing.missing]
    assert ["user_input_fallback"] == [row["reason"] for row in missing.missing]
    runner.run(plan, {name: "v"})
    assert [{name: "v"}] == calls


def test_a_question_tells_of_the_producers_that_were_not_chosen() -> None:
    """`candidate_signals` has the candidates of a field that is asked for all the same, none of them chosen."""
    plan = planner(*CYCLE, user_input="always").synthesize(target="get")

    assert [("s1", "a", [("makesA", False)])] == [
        (row["step_id"], row["field_name"], [(c["producer"], c["chosen"]) for c in row["candidates"]])
        for row in plan.metadata["synthesis"]["candidate_signals"]
    ]
