from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from arazzo_letters import array, op, thing

from graph_tool_call.engine import Engine
from graph_tool_call.errors import ArazzoError
from graph_tool_call.model import PlanStep

pytestmark = pytest.mark.bundled


def things() -> dict[str, Any]:
    """Two lists of things; the collection is the natural place to look for one."""
    one = {"name": "thingId", "in": "path", "required": True, "schema": {"type": "string"}}
    operations = {
        "/things": op(array(thing("id", "name")), operationId="listThings"),
        "/archive": op(array(thing("thingId", "name")), operationId="listArchive"),
        "/things/{thingId}": op(thing("id", "name"), one, operationId="getThing"),
    }
    paths = {path: {"get": operation} for path, operation in operations.items()}
    paths["/things"]["post"] = op(thing("id"), operationId="makeThing", body=thing("name"))
    return {"openapi": "3.0.3", "info": {"title": "Things", "version": "1"}, "paths": paths}


def workflow(first: str, pointer: str) -> dict[str, Any]:
    """A thing that is got after *first*."""
    get = [{"name": "thingId", "in": "path", "value": "$steps.look.outputs.id"}]
    return {
        "arazzo": "1.0.1",
        "info": {"title": "Things", "version": "1"},
        "sourceDescriptions": [{"name": "things", "url": "things.json", "type": "openapi"}],
        "workflows": [
            {
                "workflowId": "one-thing",
                "steps": [
                    {"stepId": "look", "operationId": first, "outputs": {"id": f"$response.body#{pointer}"}},
                    {"stepId": "get", "operationId": "getThing", "parameters": get},
                ],
            }
        ],
    }


@pytest.fixture(scope="module")
def engine() -> Engine:
    return Engine()


def tools_of_plan(engine: Engine, *documents: Any) -> list[str]:
    graph = engine.graph(engine.build(things(), arazzo=documents))
    return [step.tool for step in engine.synthesizer(graph).synthesize(target="getThing").steps]


def test_a_declared_read_is_preferred(engine: Engine) -> None:
    """Without the workflow a thing comes from its collection; with it, from where the workflow takes it."""
    assert ["listThings", "getThing"] == tools_of_plan(engine)
    assert ["listArchive", "getThing"] == tools_of_plan(engine, workflow("listArchive", "/0/thingId"))


def test_a_declared_change_is_no_way_to_read(engine: Engine) -> None:
    """A workflow that makes a thing first does not make plans make one, where one can be read."""
    assert ["listThings", "getThing"] == tools_of_plan(engine, workflow("makeThing", "/id"))


def test_the_artifact_names_the_workflow(engine: Engine, tmp_path: Path) -> None:
    """Edges have it as evidence, the metadata the document, and a saved graph plans as the fresh one does."""
    (tmp_path / "flows.yaml").write_text(json.dumps(workflow("listArchive", "/0/thingId")), encoding="utf-8")
    artifact = engine.build(things(), arazzo=[str(tmp_path / "flows.yaml")])
    evidence = [row for edge in artifact["edges"] for row in edge["evidence"] if row["rule"] == "arazzo"]
    saved = engine.graph(json.loads(json.dumps(artifact)))

    assert [("flows.yaml", "one-thing", "get", "look")] == [
        (row["document"], row["workflow"], row["step"], row["from_step"]) for row in evidence
    ]
    assert [("flows.yaml", ["one-thing"])] == [
        (row["source"], row["workflows"]) for row in artifact["metadata"]["arazzo"]
    ]
    assert "listArchive" == engine.synthesizer(saved).synthesize(target="getThing").steps[0].tool


def test_without_documents_the_artifact_is_as_ever(engine: Engine) -> None:
    """No word of Arazzo in it, but for the plugins that were there."""
    artifact = engine.build(things())

    assert "arazzo" in [row["id"] for row in artifact.pop("library")["plugins"]["plugins"]]
    assert "arazzo" not in json.dumps(artifact)


def test_a_document_that_is_none_stops_the_build(engine: Engine) -> None:
    """An error, not a diagnostic: it was asked for."""
    with pytest.raises(ArazzoError) as caught:
        engine.build(things(), arazzo=[{"openapi": "3.0.3"}])

    assert "not_arazzo" == caught.value.code


def test_there_and_back(engine: Engine) -> None:
    """A synthesised plan, written and read with the same graph, is the same plan."""
    graph = engine.graph(engine.build(things()))
    plan = engine.synthesizer(graph).synthesize(target="getThing")
    back = engine.plan_from_arazzo(engine.plan_to_arazzo(plan, graph), graph)

    assert [step.to_dict() for step in plan.steps] == [step.to_dict() for step in back.steps]


def test_a_workflow_runs(engine: Engine) -> None:
    """The plan of a workflow is one that a runner runs."""
    graph = engine.graph(engine.build(things()))
    plan = engine.plan_from_arazzo(workflow("listArchive", "/0/thingId"), graph, "one-thing")
    answers: dict[str, Any] = {"listArchive": [{"thingId": "t1"}], "getThing": {"id": "t1", "name": "Kim"}}
    asked: list[tuple[str, dict[str, Any]]] = []

    def call(tool: str, args: dict[str, Any]) -> Any:
        asked.append((tool, args))
        return answers[tool]

    from graph_tool_call.plan import PlanRunner

    trace = PlanRunner(call).run(plan, {})

    assert [("listArchive", {}), ("getThing", {"thingId": "t1"})] == asked
    assert {"id": "t1", "name": "Kim"} == trace.output


def test_a_plan_that_1_0_1_cannot_say(engine: Engine) -> None:
    """The error names the step and what to do."""
    graph = engine.graph(engine.build(things()))
    plan = engine.synthesizer(graph).synthesize(target="getThing", entities={"name": "Kim"})
    plan.steps[-1] = PlanStep("s2", "getThing", {"thingId": "${s1[?name == 'Kim'].id}"}, ["s1"])
    with pytest.raises(ArazzoError, match=r"s2 at thingId.*write version 1\.1"):
        engine.plan_to_arazzo(plan, graph)

    assert "1.1.0" == engine.plan_to_arazzo(plan, graph, "1.1")["arazzo"]
