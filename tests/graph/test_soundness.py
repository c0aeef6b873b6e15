from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from graph_tool_call import ToolGraph
from graph_tool_call.errors import ArtifactError, DecodeError
from graph_tool_call.graphify import retrieve_graphify
from graph_tool_call.learning import LearningError, derive
from graph_tool_call.plan import BindingSyntaxError, Plan
from graph_tool_call.plan.binding.bindings import bind, literal, resolve
from graph_tool_call.search import SearchIndex

ROW = {"name": "id", "path": "id", "location": "path", "required": True}


def artifact(**contract: Any) -> dict[str, Any]:
    return {
        "format_version": 1,
        "tools": {"getX": {"name": "getX", "metadata": {"method": "get", "path": "/x", "api_contract": contract}}},
    }


@pytest.mark.parametrize(
    ("data", "place"),
    [
        (artifact(consumes="id"), "consumes"),
        (artifact(consumes=[3]), "consumes[*]"),
        (artifact(consumes=[{**ROW, "name": 3}]), "consumes[*].name"),
        (artifact(produces=[{**ROW, "semantic_tag": ["x"]}]), "produces[*].semantic_tag"),
        (artifact(consumes=[{**ROW, "enum": "open"}]), "consumes[*].enum"),
        (artifact(links=[{"target": "getX", "bindings": [4]}]), "links[*].bindings"),
        ({"tools": {"x": {"metadata": []}}}, "$.tools.x.metadata"),
        ({"tools": {"x": {"metadata": {"method": 3}}}}, "$.tools.x.metadata.method"),
        ({"tools": {"x": {"metadata": {"ai_metadata": "read"}}}}, "$.tools.x.metadata.ai_metadata"),
        ({"tools": {}, "edges": {"a": "b"}}, "$.edges"),
        ({"tools": {}, "edges": ["a"]}, "$.edges[*]"),
        ({"tools": {}, "edges": [{"source": 3}]}, "$.edges[*].source"),
        ({"tools": {}, "edges": [{"source": "a", "target": "b", "data": ["x"]}]}, "$.edges[*].data"),
        ({"tools": {}, "search": []}, "$.search"),
    ],
)
def test_damaged_artifact_is_named_with_its_place(data: Any, place: str) -> None:
    """A value of a wrong type is refused when the artifact is loaded, and the message says where it stands."""
    with pytest.raises(ArtifactError) as caught:
        ToolGraph.from_artifact(data)

    assert (caught.value.code, place in caught.value.message) == ("damaged", True)


def test_hand_made_artifact_may_leave_out_what_it_likes() -> None:
    """Only what is there is looked at."""
    for tools in ({}, {"a": {}}, [{"name": "a"}], {"a": {"metadata": {"api_contract": {}}}}, {"a": object()}):
        assert ToolGraph.from_artifact({"tools": tools}).artifact


def test_file_that_is_nested_without_end(tmp_path: Path) -> None:
    """It is no JSON that anybody wants."""
    path = tmp_path / "a.json"
    path.write_text("[" * 200_000)

    with pytest.raises(ArtifactError) as caught:
        ToolGraph.load(path)

    assert caught.value.code == "invalid_json"


@pytest.mark.parametrize(
    "change",
    [
        {"names": None},
        {"names": [3]},
        {"words": []},
        {"words": [[3]]},
        {"words": [[["", 0.0]]]},
        {"head": {}},
        {"head": {"terms": [], "unit": 1.0}},
        {"head": {"terms": {}, "unit": "1"}},
        {"head": {"terms": {"order": ["HAAA="]}, "unit": 1.0}},
        {"head": {"terms": {"order": ["QAAA=", "B/w=="]}, "unit": 1.0}},
        {"head": {"terms": {"order": ["HCQA=", "B/w=="]}, "unit": 1.0}},
        {"head": {"terms": {"order": 7}, "unit": 1.0}},
    ],
    ids=repr,
)
def test_damaged_search_index(change: Any) -> None:
    """It is refused when it is read, or when the damaged part is first used."""
    tools = {"order": {"name": "order", "description": "order", "metadata": {"summary": "order"}}}
    whole = json.loads(json.dumps(SearchIndex.build(tools, lambda texts: [() for _ in texts]).to_dict()))
    graph = ToolGraph.from_artifact({"tools": tools, "search": {**whole, "words": [["order", 1.0]], **change}})

    with pytest.raises(ArtifactError) as caught:
        retrieve_graphify(graph, "order")

    assert caught.value.code == "damaged"


STEP = {"id": "s1", "tool": "a"}


@pytest.mark.parametrize(
    "plan",
    [
        {"id": "p", "steps": None},
        {"id": "p", "steps": {}},
        {"id": "p", "steps": [3]},
        {"id": "p", "steps": [{**STEP, "args": ["x"]}]},
        {"id": "p", "steps": [{**STEP, "depends_on": 3}]},
        {"id": "p", "steps": [{**STEP, "depends_on": [3]}]},
        {"id": "p", "steps": [{**STEP, "foreach": 3}]},
        {"id": "p", "steps": [STEP], "output_binding": 3},
        {"id": "p", "steps": [STEP], "metadata": "x"},
        {"id": "p", "steps": [STEP], "goal": 3},
    ],
    ids=repr,
)
def test_damaged_plan(plan: Any) -> None:
    """Every part of a plan has its type, and a plan that lacks it cannot be read."""
    with pytest.raises(DecodeError):
        Plan.from_dict(plan)


def test_null_is_an_absent_part_of_a_plan() -> None:
    """As other writers of JSON have it."""
    plan = Plan.from_dict({"id": "p", "goal": None, "steps": [{**STEP, "args": None}], "output_binding": None})

    assert (plan.goal, plan.steps[0].args, plan.output_binding) == ("", {}, "")


def test_arguments_without_end() -> None:
    """No call has arguments that are a hundred levels deep."""
    value: Any = "x"
    for _ in range(5000):
        value = [value]

    with pytest.raises(DecodeError, match="nested deeper"):
        Plan.from_dict({"id": "p", "steps": [{**STEP, "args": {"a": value}}]})


@pytest.mark.parametrize(
    "text",
    ["${s1[" + "9" * 5000 + "]}", "${s1[?a == " + "9" * 5000 + "]}", "${s1" + "[?a == s1" * 2000 + "]" * 2000 + "}"],
    ids=["index", "number", "filters"],
)
def test_binding_without_end(text: str) -> None:
    """An index of thousands of digits, or thousands of filters in each other, is no binding."""
    with pytest.raises(BindingSyntaxError):
        resolve(text, {"s1": []})


def test_key_of_many_digits_is_a_key() -> None:
    """It is nobody's index."""
    assert resolve(bind("s1", ["9" * 5000]), {"s1": {"9" * 5000: 1}}) == 1
    assert resolve(literal("${s1." + "9" * 5000 + "}")) == "${s1." + "9" * 5000 + "}"


@pytest.mark.parametrize("record", [None, 7, "x", [], {"selected_target": 3}, {"id": [], "collection": "c"}])
def test_record_that_is_none(record: Any) -> None:
    """It is refused, wherever records and suggestions are taken."""
    with pytest.raises(LearningError) as caught:
        derive([record])
    assert caught.value.reason == "not_a_record"
    if not isinstance(record, dict):
        with pytest.raises(DecodeError):
            retrieve_graphify(artifact(), "x", learning_suggestions=[record])
