from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
from typing import Any

import attrs
import pytest
from arazzo_letters import ARTIFACT, TOOLS, WORKFLOWS, document, step
from hypothesis import HealthCheck, given, settings, strategies as st

from graph_tool_call.errors import ArazzoError
from graph_tool_call_arazzo import ArazzoLimits

TIGHT = attrs.evolve(
    WORKFLOWS,
    limits=ArazzoLimits(
        max_bytes=2_000_000,
        max_depth=20,
        max_steps=30,
        max_width=50,
        max_workflows=40,
        max_total_steps=100,
        max_values=500,
    ),
)


def refusal(source: Any, workflow_id: str = "w") -> tuple[str, str]:
    """(code, place) of the error."""
    with pytest.raises(ArazzoError) as caught:
        TIGHT.plan(source, workflow_id, TOOLS, ARTIFACT)
    return caught.value.code, caught.value.pointer


@pytest.mark.parametrize(
    ("source", "code", "place"),
    [
        ("", "empty", ""),
        ("<html><body>no</body></html>", "not_arazzo", ""),
        ("{", "invalid_json", ""),
        ("a: [\n", "invalid_yaml", ""),
        ({"openapi": "3.0.0"}, "not_arazzo", ""),
        ({"arazzo": "2.0.0"}, "unsupported_version", "/arazzo"),
        ({"arazzo": "1.0.1"}, "invalid_document", "/workflows"),
        ({"arazzo": "1.0.1", "workflows": [3]}, "invalid_document", "/workflows/0"),
        ({"arazzo": "1.0.1", "workflows": [{"steps": []}]}, "invalid_document", "/workflows/0"),
        (document({"operationId": "x"}), "invalid_document", "/workflows/0/steps/0"),
        (document(step("a", "x", outputs=[])), "invalid_document", "/workflows/0/steps/0/outputs"),
        (document(step("a", "listBoxes"), step("a", "listBoxes")), "invalid_document", "/workflows/0/steps/1/stepId"),
        (document(), "invalid_document", "/workflows/0"),
        ({"arazzo": "1.0.1", "workflows": document(step("a", "listBoxes"))["workflows"] * 2}, "invalid_document",
         "/workflows/1/workflowId"),
        (document(*(step(f"s{n}", "listBoxes") for n in range(31))), "too_large", "/workflows/0/steps"),
        (document(step("a", "listBoxes", outputs={f"o{n}": "$url" for n in range(51)})), "too_large",
         "/workflows/0/steps/0/outputs"),
        ({"arazzo": "1.0.1", "workflows": [{}] * 41}, "too_large", "/workflows"),
        (json.dumps(document(step("a", "raw", requestBody=json.loads("[" * 25 + "]" * 25)))), "too_deep", ""),
    ],
)  # fmt: skip
def test_documents_that_are_none(source: Any, code: str, place: str) -> None:
    """An error with its code and its place in the document."""
    assert (code, place) == refusal(source)


@pytest.mark.parametrize(("name", "code"), [("nothing.yaml", "file_not_found"), (".", "is_directory")])
def test_files_that_cannot_be_read(tmp_path: Path, name: str, code: str) -> None:
    """A file that is not there, a folder."""
    assert code == refusal(tmp_path / name)[0]


def test_addresses_are_not_fetched() -> None:
    """Neither the document nor its sources."""
    assert "ref_remote" == refusal("https://example.test/arazzo.json")[0]


def doubling(levels: int, *, as_text: bool) -> dict[str, Any]:
    """Workflows that each hand their input on twice: 2 to the power of *levels* values."""
    source = document({"stepId": "a", "workflowId": "w0", "parameters": [{"name": "x", "value": "$inputs.x"}]})
    for level in range(levels):
        twice: Any = "{$inputs.x}{$inputs.x}" if as_text else {"l": "$inputs.x", "r": ["$inputs.x"]}
        call = {"stepId": "a", "workflowId": f"w{level + 1}", "parameters": [{"name": "x", "value": twice}]}
        source["workflows"].append({"workflowId": f"w{level}", "steps": [call]})
    send = step("a", "sendLetter", ("boxId", "path", 1), requestBody={"payload": {"text": "$inputs.x"}})
    source["workflows"].append({"workflowId": f"w{levels}", "steps": [send]})
    return source


@pytest.mark.parametrize("as_text", [True, False])
def test_values_that_grow_from_workflow_to_workflow(as_text: bool) -> None:
    """Few lines that come to more values than allowed are an error, in time that the limit bounds."""
    assert ("too_large", "/workflows/0") == refusal(doubling(9, as_text=as_text))


def test_workflows_that_call_each_other_often() -> None:
    """The steps of a workflow are counted with those of the workflows that it calls."""
    calls = [{"stepId": f"s{n}", "workflowId": "many"} for n in range(10)]
    source = document(*calls)
    source["workflows"].append({"workflowId": "many", "steps": [step(f"s{n}", "listBoxes") for n in range(10)]})

    assert "too_large" == refusal(source)[0]


def test_a_long_chain_of_workflows() -> None:
    """Nesting has an end."""
    source = document({"stepId": "a", "workflowId": "w0"})
    for level in range(20):
        source["workflows"].append(
            {"workflowId": f"w{level}", "steps": [{"stepId": "a", "workflowId": f"w{level + 1}"}]}
        )
    source["workflows"].append({"workflowId": "w20", "steps": [step("a", "listBoxes")]})

    assert "workflow_cycle" == refusal(source)[0]


def test_names_that_look_like_bindings() -> None:
    """Text of a document is data in the plan, whatever it looks like."""
    source = document(
        step("a", "sendLetter", ("boxId", "path", "${s9.id}"), requestBody={"payload": {"text": "${input}"}})
    )
    args = WORKFLOWS.plan(source, "", TOOLS, ARTIFACT).steps[0].args

    assert {"boxId": "$${s9.id}", "text": "$${input}"} == args


def test_bindings_of_inputs_read_inputs() -> None:
    """The extension that names bindings leads nowhere else."""
    source = document(
        step("a", "getBox", ("boxId", "path", "$inputs.x")), step("b", "getBox", ("boxId", "path", "$inputs.y")),
        step("c", "getBox", ("boxId", "path", "$inputs.z")),
        **{"x-bindings": {"x": "s1.secret", "y": "input.deep.y", "z": "}{"}},
    )  # fmt: skip
    plan = WORKFLOWS.plan(source, "", TOOLS, ARTIFACT)

    assert ["${user_input.x}", "${input.deep.y}", "${user_input.z}"] == [one.args["boxId"] for one in plan.steps]


_TEXTS = st.sampled_from(
    ["$inputs.x", "$steps.a.outputs.o", "$steps.b.outputs.o#/0", "{$inputs.x}", "$response.body#/a", "$", "", "getBox",
     "listBoxes", "w", "$components.parameters.p", "boxId", "path", "query", "$sourceDescriptions.letters.getBox", "a"]
)  # fmt: skip
_JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 3) | _TEXTS,
    lambda inner: st.lists(inner, max_size=3)
    | st.dictionaries(
        st.sampled_from(
            ["stepId", "operationId", "parameters", "name", "in", "value", "outputs", "o", "requestBody", "payload",
             "replacements", "target", "reference", "workflowId", "onSuccess", "type", "successCriteria", "condition",
             "context", "selector", "inputs", "properties", "x"]
        ),
        inner,
        max_size=5,
    ),
    max_leaves=12,
)  # fmt: skip


@pytest.mark.slow
@given(st.lists(st.dictionaries(st.sampled_from(["parameters", "outputs", "requestBody", "onSuccess", "operationId",
                                                 "workflowId", "successCriteria", "operationPath"]), _JSON, max_size=4),
                min_size=1, max_size=3), _JSON, _JSON)  # fmt: skip
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_any_document_is_read_or_refused(steps: list[dict[str, Any]], inputs: Any, components: Any) -> None:
    """Whatever stands in it, the only error is `ArazzoError`."""
    rows = [{"stepId": name, "operationId": "getBox", **one} for name, one in zip("abc", steps, strict=False)]
    source = document(*rows, inputs=inputs) | {"components": components}
    for use in (
        lambda: TIGHT.plan(source, "w", TOOLS, ARTIFACT),
        lambda: TIGHT.declare([TIGHT.open(source)], TOOLS, "x"),
    ):
        with suppress(ArazzoError):
            use()
