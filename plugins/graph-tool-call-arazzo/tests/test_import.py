from __future__ import annotations

import json
from typing import Any

import attrs
import pytest
from arazzo_letters import ARTIFACT, TOOLS, WORKFLOWS, document, step

from graph_tool_call.errors import ArazzoError
from graph_tool_call.model import Plan

LIST = step(
    "find",
    "listBoxes",
    outputs={"first": "$response.body#/items/0/id", "all": "$response.body", "loc": "$response.headers.Location"},
)


def planned(source: Any, workflow_id: str = "", *beside: Any) -> Plan:
    return WORKFLOWS.plan(source, workflow_id, TOOLS, ARTIFACT, beside=beside)


def refusal(source: Any, workflow_id: str = "") -> ArazzoError:
    with pytest.raises(ArazzoError) as caught:
        planned(source, workflow_id)
    return caught.value


def box_id(value: Any, *, before: dict[str, Any] = LIST, **workflow: Any) -> Any:
    """What a value becomes as the argument of a second step."""
    return planned(document(before, step("b", "getBox", ("boxId", "path", value)), **workflow)).steps[1].args["boxId"]


def sent(body: Any, *parameters: tuple[str, str, Any], **more: Any) -> Plan:
    """A plan whose second step sends a letter with this request body."""
    return planned(document(LIST, step("b", "sendLetter", ("boxId", "path", 1), *parameters, requestBody=body, **more)))


# --- values ---


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("$steps.find.outputs.first", "${s1.items.0.id}"),
        ("$steps.find.outputs.all#/items/1/id", "${s1.items.1.id}"),
        ("$steps.find.outputs.all.items[2].id", "${s1.items.2.id}"),
        ("$steps.find.outputs.loc", "${s1.$headers.Location}"),
        ("$steps.find.outputs.all['items'][-1].id", "${s1.items.-1.id}"),
        ("$inputs.box", "${user_input.box}"),
        ("$inputs.box#/id", "${user_input.box.id}"),
        ("$inputs.a.b", "${user_input['a.b']}"),
        ("no. {$steps.find.outputs.first} of {$inputs.box}", "no. ${s1.items.0.id} of ${user_input.box}"),
        ("costs ${5}", "costs $${5}"),
        ("$5", "$5"),
        (7, 7),
    ],
)
def test_values(value: Any, expected: Any) -> None:
    """Expressions become bindings, with pointers and with the operators of conditions; other text stays."""
    schema = {"type": "object", "properties": {"a.b": {}, "box": {}}}

    assert expected == box_id(value, inputs=schema)


@pytest.mark.parametrize(
    ("selector", "kind", "expected"),
    [
        ("$.items[*].id", "jsonpath", "${s1.items.*.id}"),
        ("$['items'][0]['id']", {"type": "jsonpath", "version": "rfc9535"}, "${s1.items.0.id}"),
        ("$.items[?@.name == 'Kim'].id", "jsonpath", "${s1.items[?name == 'Kim'].id}"),
        ("$.items[?(@.a.n==3)].id", "jsonpath", "${s1.items[?a.n == 3].id}"),
        ("$.items[?@.name == '{$inputs.who}'].id", "jsonpath", "${s1.items[?name == user_input.who].id}"),
        ("$.items[?@.a == 'x' && @.b.c == 1].id", "jsonpath", "${s1.items[?a == 'x' && b.c == 1].id}"),
        ("$.items[?@.a=='x'||@.b=='x'].id", "jsonpath", "${s1.items[?a == 'x' || b == 'x'].id}"),
        (
            "$.items[?(@.a == 'x' || @.b == '{$inputs.who}') && @.c == true].id",
            "jsonpath",
            "${s1.items[?(a == 'x' || b == user_input.who) && c == true].id}",
        ),
        ("/items/0/id", "jsonpointer", "${s1.items.0.id}"),
    ],
)
def test_selectors(selector: str, kind: Any, expected: str) -> None:
    """Selector objects of 1.1, as far as a binding can say them."""
    first = step("find", "listBoxes", outputs={"x": {"context": "$response.body", "selector": selector, "type": kind}})

    assert expected == box_id("$steps.find.outputs.x", before=first, version="1.1.0")


@pytest.mark.parametrize(
    ("selector", "kind"),
    [
        ("$..id", "jsonpath"),
        ("$.a[1:3]", "jsonpath"),
        ("$[?@.a > 1]", "jsonpath"),
        ("$[?@.a == 1 || @.b == 2 && @.c == 3]", "jsonpath"),
        ("$[?(@.a == 1]", "jsonpath"),
        ("/a", "xpath"),
    ],
)
def test_selectors_that_no_binding_can_say(selector: str, kind: str) -> None:
    """An error at the place that reads the output."""
    first = step("find", "listBoxes", outputs={"x": {"context": "$response.body", "selector": selector, "type": kind}})
    error = refusal(document(first, step("b", "getBox", ("boxId", "path", "$steps.find.outputs.x"))))

    assert ("unreadable_expression", "/workflows/0/steps/1/parameters/0") == (error.code, error.pointer)


@pytest.mark.parametrize(
    "value",
    [
        "$steps.nobody.outputs.x",
        "$steps.b.outputs.x",
        "$steps.find.outputs.nothing",
        "$response.body#/id",
        "$workflows.w.outputs.x",
        "$inputs." + "x" * 5000,
        "$outputs[0].id",
        "$response.body#id",
    ],
)
def test_unreadable_values(value: str) -> None:
    """What stands nowhere, or further down, or is no part of a plan, is an error with its place."""
    error = refusal(document(LIST, step("b", "getBox", ("boxId", "path", value)), step("c", "listBoxes")))

    assert ("unreadable_expression", "/workflows/0/steps/1/parameters/0") == (error.code, error.pointer)


@pytest.mark.parametrize("output", ["$my_id", "first", "$outputs[0].id"])
def test_outputs_that_are_no_expressions(output: str) -> None:
    """Text is no output: what reads it would silently get the text."""
    first = step("find", "listBoxes", outputs={"x": output})
    error = refusal(document(first, step("b", "getBox", ("boxId", "path", "$steps.find.outputs.x"))))

    assert "unreadable_expression" == error.code


# --- requests ---


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ({"payload": {"subject": "$inputs.s", "to": {"id": "$steps.find.outputs.first"}}}, {
            "subject": "${user_input.s}",
            "to": {"id": "${s1.items.0.id}"},
        }),
        ({"payload": '{"subject": "{$inputs.s}", "copies": 2}'}, {"subject": "${user_input.s}", "copies": 2}),
        (
            {
                "payload": {"to": {"ids": [1, 2]}},
                "replacements": [
                    {"target": "/to/ids/1", "value": "$steps.find.outputs.first"},
                    {"target": "/subject", "value": "Hi"},
                ],
            },
            {"to": {"ids": [1, "${s1.items.0.id}"]}, "subject": "Hi"},
        ),
        ({"payload": "$steps.find.outputs.all"}, {"body": "${s1}"}),
    ],
)  # fmt: skip
def test_bodies(body: Any, expected: dict[str, Any]) -> None:
    """Payloads as objects, as JSON text, as one expression; replacements."""
    assert {"boxId": 1, **expected} == sent(body).steps[1].args


def test_one_name_in_two_places() -> None:
    """Arguments are grouped by place where flat ones would be ambiguous."""
    plan = planned(document(step("a", "odd", ("id", "query", 1), ("id", "header", 2))))

    assert {"query": {"id": 1}, "header": {"id": 2}} == plan.steps[0].args


def test_shared_and_reusable_parameters() -> None:
    """Parameters of the workflow hold for each step, its own win; components are looked up."""
    source = document(
        {"stepId": "a", "operationId": "getBox", "parameters": [{"reference": "$components.parameters.box"}]},
        {
            "stepId": "b",
            "operationId": "getBox",
            "parameters": [{"reference": "$components.parameters.box", "value": 9}],
        },
        step("c", "getBox"),
        parameters=[{"name": "boxId", "in": "path", "value": 5}],
    )
    source["components"] = {"parameters": {"box": {"name": "boxId", "in": "path", "value": "$inputs.b"}}}

    assert ["${user_input.b}", 9, 5] == [one.args["boxId"] for one in planned(source).steps]


@pytest.mark.parametrize(
    "named",
    [
        {"operationId": "getBox"},
        {"operationId": "$sourceDescriptions.letters.getBox"},
        {"operationId": "letters.getBox"},
        {"operationPath": "{$sourceDescriptions.letters.url}#/paths/~1boxes~1{boxId}/get"},
        {"operationPath": "$sourceDescriptions.letters#/paths/~1boxes~1%7BboxId%7D/get"},
    ],
)
def test_names_of_operations(named: dict[str, str]) -> None:
    """By operationId with and without its source, and by place in the document."""
    source = document({"stepId": "a", "parameters": [{"name": "boxId", "in": "path", "value": 1}], **named})

    assert ["getBox"] == [one.tool for one in planned(source).steps]


def test_operations_of_another_document() -> None:
    """Where file names tell the sources apart, a step of the other one is refused."""
    source = document(step("a", "$sourceDescriptions.other.getBox", ("boxId", "path", 1)))
    source["sourceDescriptions"].append({"name": "other", "url": "https://x.test/other.json", "type": "openapi"})

    assert "unknown_operation" == refusal(source).code


# --- workflows in workflows ---


def nested() -> dict[str, Any]:
    inner = {
        "workflowId": "inner",
        "inputs": {"type": "object", "properties": {"id": {}, "city": {"default": "Bonn"}}},
        "steps": [
            step("list", "listBoxes", ("city", "query", "$inputs.city"), outputs={"n": "$response.body#/total"}),
            step("get", "getBox", ("boxId", "path", "$inputs.id"), outputs={"name": "$response.body#/owner/name"}),
        ],
        "outputs": {"owner": "$steps.get.outputs.name", "count": "$steps.list.outputs.n"},
    }
    call = {
        "stepId": "call",
        "workflowId": "inner",
        "parameters": [{"name": "id", "value": "$steps.find.outputs.first"}],
        "outputs": {"who": "$outputs.owner"},
    }
    body = {"payload": {"subject": "$steps.call.outputs.who", "copies": "$steps.call.outputs.count"}}
    source = document(LIST, call, step("send", "sendLetter", ("boxId", "path", 1), requestBody=body))
    source["workflows"].append(inner)
    return source


def test_a_workflow_in_a_workflow() -> None:
    """Its steps stand among the others; inputs, defaults and outputs are handed through."""
    plan = planned(nested(), "w")

    assert [
        ("listBoxes", {}, []),
        ("listBoxes", {"city": "Bonn"}, []),
        ("getBox", {"boxId": "${s1.items.0.id}"}, ["s1"]),
        ("sendLetter", {"boxId": 1, "subject": "${s3.owner.name}", "copies": "${s2.total}"}, ["s2", "s3"]),
    ] == [(one.tool, one.args, one.depends_on) for one in plan.steps]


def test_a_workflow_inside_itself() -> None:
    """A cycle of workflows is an error, not a recursion."""
    source = document({"stepId": "a", "workflowId": "w"})

    assert ("workflow_cycle", "/workflows/0/steps/0/workflowId") == (refusal(source).code, refusal(source).pointer)


@pytest.mark.parametrize("name", ["$sourceDescriptions.more.inner", "$sourceDescriptions.more.workflows.inner"])
def test_a_workflow_of_another_document(name: str) -> None:
    """It is found by the file name of its source among the documents that are given; nothing else is opened."""
    source, (inner,) = nested(), nested()["workflows"][1:]
    source["workflows"][0]["steps"][1]["workflowId"] = name
    del source["workflows"][1]
    source["sourceDescriptions"].append({"name": "more", "url": "flows/more.json", "type": "arazzo"})
    other = WORKFLOWS.open({**document(), "workflows": [inner]})

    assert "unknown_workflow" == refusal(source).code
    assert planned(nested(), "w").steps == planned(source, "w", attrs.evolve(other, source="more.json")).steps


# --- what a plan keeps ---


@pytest.mark.parametrize(
    "criterion",
    [
        {"condition": "$statusCode == 200"},
        {"condition": "$statusCode == 200 || $statusCode == 201"},
        {"condition": "$statusCode >= 200 && $statusCode < 300"},
        {"context": "$statusCode", "condition": "^2\\d{2}$", "type": "regex"},
    ],
)
def test_criteria_of_success(criterion: dict[str, str]) -> None:
    """A status of success is what a plan asks of a call anyway."""
    assert planned(document({**LIST, "successCriteria": [criterion]})).steps


@pytest.mark.parametrize(
    ("more", "code"),
    [
        ({"successCriteria": [{"condition": "$statusCode < 500"}]}, "criteria"),
        ({"successCriteria": [{"condition": "$response.body#/total > 0"}]}, "criteria"),
        ({"successCriteria": [{"context": "$response.body", "condition": "$[0]", "type": "jsonpath"}]}, "criteria"),
        ({"successCriteria": [{"context": "$statusCode", "condition": "^[245]00$", "type": "regex"}]}, "criteria"),
        ({"onSuccess": [{"name": "on", "type": "goto", "stepId": "find"}]}, "control_flow"),
        ({"onSuccess": [{"name": "on", "type": "end"}]}, "control_flow"),
        ({"operationId": "nobody"}, "unknown_operation"),
        ({"channelPath": "x"}, "message_step"),
        ({"parameters": [{"name": "colour", "in": "query", "value": 1}]}, "unknown_parameter"),
        ({"parameters": [{"name": "city", "in": "query"}]}, "unreadable_parameter"),
    ],
)
def test_what_a_plan_cannot_keep(more: dict[str, Any], code: str) -> None:
    """It is an error with its place: a plan does all of a workflow, or is none."""
    error = refusal(document({**LIST, **more}, step("b", "listBoxes")))

    assert code == error.code
    assert error.pointer.startswith("/workflows/0/steps/0")


def test_criteria_that_are_left_out_on_request() -> None:
    """They are listed with their place; anything else is still refused."""
    checked = {**LIST, "successCriteria": [{"condition": "$response.body#/total > 0"}]}
    plan = WORKFLOWS.plan(document(checked), "", TOOLS, ARTIFACT, unchecked=True)

    assert [("criteria", "/workflows/0/steps/0/successCriteria/0")] == [
        (row["code"], row["place"]) for row in plan.metadata["arazzo"]["not_kept"]
    ]
    with pytest.raises(ArazzoError):
        WORKFLOWS.plan(document({**checked, "operationId": "x"}), "", TOOLS, ARTIFACT, unchecked=True)


@pytest.mark.parametrize(("name", "kept"), [("city", {"default": "Bonn", "example": "Ulm"}), ("password", {})])
def test_defaults_of_inputs_are_asked_for(name: str, kept: dict[str, str]) -> None:
    """The question offers the default of the workflow, never one of a credential, and a remark says so."""
    inputs = {"type": "object", "properties": {name: {"default": "Bonn", "examples": ["Ulm"]}}}
    plan = planned(document(step("a", "listBoxes", ("city", "query", f"$inputs.{name}")), inputs=inputs))

    (slot,) = plan.metadata["synthesis"]["user_input_slots"]
    (remark,) = plan.metadata["arazzo"]["not_kept"]
    assert kept == {key: slot[key] for key in ("default", "example") if key in slot}
    assert ("default_asked", "/workflows/0/inputs") == (remark["code"], remark["place"])


def test_what_changes_nothing_is_kept_as_a_remark() -> None:
    """Failure actions, credentials and headers that are sent anyway."""
    source = document(
        step(
            "a",
            "sendLetter",
            ("boxId", "path", 1),
            ("Authorization", "header", "Bearer abc"),
            ("Accept", "header", "text/html"),
            requestBody={"payload": {"subject": "s", "password": "hunter2"}},
            onFailure=[{"name": "again", "type": "retry"}],
            onSuccess=[{"name": "done", "type": "end"}],
        )
    )
    plan = planned(source)

    assert {"boxId": 1, "subject": "s", "password": "${user_input.password}"} == plan.steps[0].args
    assert ["failure_actions", "credential_left_out", "credential_asked"] == [
        row["code"] for row in plan.metadata["arazzo"]["not_kept"]
    ]
    assert [] == [secret for secret in ("abc", "hunter2") if secret in json.dumps(plan.to_dict())]


def test_inputs_are_questions() -> None:
    """Each with what the workflow, and else the operation, says of it."""
    schema = {
        "type": "object",
        "properties": {"s": {"type": ["string", "null"], "examples": ["Hi"], "description": "What about."}},
    }
    source = document(
        step("a", "sendLetter", ("boxId", "path", "$inputs.b"), requestBody={"payload": {"subject": "$inputs.s"}}),
        inputs=schema,
    )
    common = {"step_id": "s1", "tool": "sendLetter", "required": True, "kind": "data", "semantic_tag": ""}
    common |= {"reason": "user_input_fallback", "field_type": "string"}

    assert [
        {**common, "field_name": "b", "parameter": "boxId", "location": "path", "path": "boxId"},
        {
            **common,
            "field_name": "s",
            "parameter": "subject",
            "location": "body",
            "path": "$.subject",
            "nullable": True,
            "example": "Hi",
            "description": "What about.",
        },
    ] == planned(source).metadata["synthesis"]["user_input_slots"]


def test_the_output_of_a_plan() -> None:
    """The only output of the workflow; of several, all that the last step answers, and each in the metadata."""
    outputs = {"id": "$steps.find.outputs.first", "n": "$steps.find.outputs.all#/total"}
    one, two = (planned(document(LIST, outputs=dict(list(outputs.items())[:count]))) for count in (1, 2))

    assert ("${s1.items.0.id}", "${s1}") == (one.output_binding, two.output_binding)
    assert {"id": "${s1.items.0.id}", "n": "${s1.total}"} == two.metadata["arazzo"]["outputs"]


def test_changes_keep_their_order() -> None:
    """A plan may run independent calls side by side: what changes something waits, and is waited for, all the same."""
    look = [step(name, "listBoxes") for name in ("a", "b")]
    send = [step(name, "sendLetter", ("boxId", "path", 1)) for name in ("c", "d")]
    plan = planned(document(*look, *send, step("e", "getBox", ("boxId", "path", 1)), step("f", "listBoxes")))

    assert [[], [], ["s1", "s2"], ["s3"], ["s4"], ["s4"]] == [one.depends_on for one in plan.steps]


def test_choosing_a_workflow() -> None:
    """By its id; an unknown one and no choice among several are errors that name what there is."""
    assert 2 == len(planned(nested(), "inner").steps)
    assert ("ambiguous_workflow", "unknown_workflow") == (refusal(nested()).code, refusal(nested(), "x").code)
    assert "w, inner" in str(refusal(nested()))
