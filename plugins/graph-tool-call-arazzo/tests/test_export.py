from __future__ import annotations

import json
from typing import Any

import pytest
from arazzo_letters import ARTIFACT, TOOLS, WORKFLOWS

from graph_tool_call.errors import ArazzoError
from graph_tool_call.model import Plan, PlanStep


def plan(*steps: PlanStep, output: str = "", slots: tuple[dict[str, Any], ...] = ()) -> Plan:
    return Plan("p", "Goal", list(steps), output, {"synthesis": {"user_input_slots": list(slots)}})


def written(made: Plan, version: str = "1.0.1") -> dict[str, Any]:
    """The only workflow of the document."""
    (workflow,) = WORKFLOWS.write(made, TOOLS, version, "letters.json", ARTIFACT)["workflows"]
    return dict(workflow)


def one(argument: Any, name: str = "text", version: str = "1.0.1") -> Any:
    """What a value of `sendLetter`'s body becomes."""
    steps = (
        PlanStep("s1", "listBoxes"),
        PlanStep("s2", "sendLetter", {"boxId": "b", name: argument}),
    )
    return written(plan(*steps), version)["steps"][1]["requestBody"]["payload"][name]


def refusal(made: Plan, version: str = "1.0.1") -> ArazzoError:
    with pytest.raises(ArazzoError) as caught:
        written(made, version)
    return caught.value


def test_the_whole_document() -> None:
    """Steps in order, parameters by place, the body as payload, outputs that are read, inputs from what is asked."""
    made = plan(
        PlanStep("s1", "listBoxes", {"city": "${user_input.city}"}, rationale="gives box_id"),
        PlanStep("s2", "sendLetter", {"boxId": "${s1.items.0.id}", "subject": "Hi", "copies": 2}, ["s1"]),
        output="${s2.id}",
        slots=({"field_name": "city", "required": False, "field_type": "string", "description": "Where."},),
    )
    success = [{"condition": "$statusCode >= 200 && $statusCode < 300"}]

    assert WORKFLOWS.write(made, TOOLS, "1.0.1", "../letters.json", ARTIFACT) == {
        "arazzo": "1.0.1",
        "info": {"title": "Goal", "version": "1.0.0"},
        "sourceDescriptions": [{"name": "api", "url": "../letters.json", "type": "openapi"}],
        "workflows": [
            {
                "workflowId": "p",
                "summary": "Goal",
                "inputs": {"type": "object", "properties": {"city": {"type": "string", "description": "Where."}}},
                "steps": [
                    {
                        "stepId": "s1",
                        "description": "gives box_id",
                        "operationId": "listBoxes",
                        "parameters": [{"name": "city", "in": "query", "value": "$inputs.city"}],
                        "successCriteria": success,
                        "outputs": {"id": "$response.body#/items/0/id"},
                    },
                    {
                        "stepId": "s2",
                        "operationId": "sendLetter",
                        "parameters": [{"name": "boxId", "in": "path", "value": "$steps.s1.outputs.id"}],
                        "requestBody": {
                            "contentType": "application/json",
                            "payload": {"subject": "Hi", "copies": 2},
                        },
                        "successCriteria": success,
                        "outputs": {"id": "$response.body#/id"},
                    },
                ],
                "outputs": {"result": "$steps.s2.outputs.id"},
            }
        ],
    }


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("${s1}", "$response.body"),
        ("${s1.items.0['a/b~c']}", "$response.body#/items/0/a~1b~0c"),
        ("${s1.$headers.Location}", "$response.header.Location"),
        ("${s1.$status}", "$statusCode"),
    ],
)
def test_outputs_are_expressions_of_1_0_1(value: str, expected: str) -> None:
    """JSON pointers into the body, headers, and the status."""
    made = plan(PlanStep("s1", "listBoxes"), PlanStep("s2", "sendLetter", {"boxId": value}))

    assert [expected] == list(written(made)["steps"][0]["outputs"].values())


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("Box ${s1.total}, ${input.name}!", "Box {$steps.s1.outputs.total}, {$inputs.name}!"),
        ("costs $${5}", "costs ${5}"),
        (["${s1.total}", 1, None, True], ["$steps.s1.outputs.total", 1, None, True]),
        ({"a": {"b": "${s1.total}"}}, {"a": {"b": "$steps.s1.outputs.total"}}),
    ],
)
def test_values_keep_their_shape(value: Any, expected: Any) -> None:
    """Texts around bindings, escaped texts, lists and objects."""
    assert expected == one(value)


@pytest.mark.parametrize(
    ("value", "selector"),
    [
        ("${s1.items[?name == 'O\\'Neil'].id}", "$.items[?@.name == 'O\\'Neil'].id"),
        ("${s1.items[?n == 7].id}", "$.items[?@.n == 7].id"),
        ("${s1.items[?name == input.who].id}", "$.items[?@.name == '{$inputs.who}'].id"),
        ("${s1.items[?(a == 'x' || b == 2) && c == true].id}", "$.items[?(@.a == 'x' || @.b == 2) && @.c == true].id"),
        ("${s1.items.*.id}", "$.items[*].id"),
        ("${s1.items.-1.id}", "$.items[-1].id"),
        ("${s1['a b']['{x}']}", "$['a b']['{x}']"),
    ],
)
def test_selectors_are_for_1_1(value: str, selector: str) -> None:
    """1.1 has a selector object; 1.0.1 an error that names step, argument and the version that can."""
    made = plan(PlanStep("s1", "listBoxes"), PlanStep("s2", "sendLetter", {"boxId": value}))
    (output,) = written(made, "1.1")["steps"][0]["outputs"].values()
    error = refusal(made)

    assert {"context": "$response.body", "selector": selector, "type": "jsonpath"} == output
    assert ("needs_1_1", "s2 at boxId") == (error.code, error.pointer)
    assert "1.1" in error.hint


@pytest.mark.parametrize(
    ("step", "place"),
    [
        (PlanStep("s2", "getBox", {"boxId": "${item}"}, foreach="${s1.items.*.id}"), "s2"),
        (PlanStep("s2", "getBox", {"boxId": "${s1.$headers.Location.$last_segment}"}), "s2 at boxId"),
        (PlanStep("s2", "getBox", {"boxId": "${s1.items.$values.0}"}), "s2 at boxId"),
        (PlanStep("s2", "getBox", {"boxId": "${s9.id}"}), "s2 at boxId"),
        (PlanStep("s2", "getBox", {"boxId": "${input}"}), "s2 at boxId"),
        (PlanStep("s2", "getBox", {"boxId": "$steps.s1.outputs.id"}), "s2 at boxId"),
        (PlanStep("s2", "sendLetter", {"boxId": "b", "body": "${s1}", "text": "t"}), "s2 at body"),
    ],
)
def test_what_no_version_can_say(step: PlanStep, place: str) -> None:
    """An error with the place, in both versions."""
    for version in ("1.0.1", "1.1"):
        error = refusal(plan(PlanStep("s1", "listBoxes"), step), version)

        assert ("not_expressible", place) == (error.code, error.pointer)


@pytest.mark.parametrize(
    ("made", "version", "code"),
    [
        (plan(PlanStep("s1", "listBoxes")), "2.0", "unknown_version"),
        (plan(), "1.0.1", "not_expressible"),
        (plan(PlanStep("s1", "nix")), "1.0.1", "unknown_tool"),
        (plan(PlanStep("s1", "getBox", {"boxId": 1, "colour": 2})), "1.0.1", "unknown_argument"),
    ],
)
def test_other_errors(made: Plan, version: str, code: str) -> None:
    """Versions, tools and arguments that are not there."""
    assert code == refusal(made, version).code


def test_credentials_are_inputs_without_values() -> None:
    """No literal under the name of a credential is written; what a security scheme sends is left out."""
    args = {"boxId": "b", "Authorization": "Bearer abc", "password": "hunter2", "to": {"api_key": "k-1"}}
    workflow = written(plan(PlanStep("s1", "sendLetter", args)))
    text = json.dumps(workflow)

    assert [] == [value for value in ("abc", "hunter2", "k-1") if value in text]
    assert [{"name": "boxId", "in": "path", "value": "b"}] == workflow["steps"][0]["parameters"]
    assert {
        "password": {"type": "string", "format": "password"},
        "api_key": {"format": "password"},
    } == workflow["inputs"]["properties"]


def test_defaults_and_examples_of_credentials_are_left_out() -> None:
    """A question for a credential has neither in the schema."""
    slot = {"field_name": "password", "field_type": "string", "default": "hunter2", "example": "abc"}
    made = plan(PlanStep("s1", "sendLetter", {"boxId": "b", "password": "${user_input.password}"}), slots=(slot,))

    assert {"type": "string", "format": "password"} == written(made)["inputs"]["properties"]["password"]


def test_an_operation_without_its_own_id_is_named_by_its_path() -> None:
    """Where the operationId is missing, shared or has a dot, the place in the document stands."""
    tools = {name: TOOLS[name] for name in ("getBox",)}
    tools["getBox"] = {
        **TOOLS["getBox"],
        "metadata": {**TOOLS["getBox"]["metadata"], "openapi": {"operation_id": "box.get"}},
    }
    made = WORKFLOWS.write(plan(PlanStep("s1", "getBox", {"boxId": 1})), tools, "1.0.1", "x.json", ARTIFACT)
    (step,) = made["workflows"][0]["steps"]

    assert "{$sourceDescriptions.api.url}#/paths/~1boxes~1{boxId}/get" == step["operationPath"]


def test_order_that_no_value_shows() -> None:
    """1.1 writes it down, where no argument reads the other step; 1.0.1 keeps the order of steps."""
    made = plan(PlanStep("s1", "listBoxes"), PlanStep("s2", "getBox", {"boxId": "b"}, ["s1"]))

    assert ["s1"] == written(made, "1.1")["steps"][1]["dependsOn"]
    assert ["s1", "s2"] == [step["stepId"] for step in written(made)["steps"]]


def test_inputs_and_outputs_have_names_of_their_own() -> None:
    """Two paths that end alike are two outputs; an input whose name does not fit is named in an extension."""
    read = {"boxId": "${s1.items.0.id}", "text": "${s1.items.1.id}"}
    args = {**read, "subject": "${input.order.id}", "to": "${input['a b']}"}
    workflow = written(plan(PlanStep("s1", "listBoxes"), PlanStep("s2", "sendLetter", args)))

    assert ["id", "id_2"] == list(workflow["steps"][0]["outputs"])
    assert {"order_id": "input.order.id", "a_b": "input['a b']"} == workflow["x-bindings"]
