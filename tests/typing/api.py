"""The public API as its users' type checkers see it. Checked by mypy, never run."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import graph_tool_call
from graph_tool_call import PluginSet, ToolGraph, hookimpl
from graph_tool_call.errors import GraphToolCallError, SpecError
from graph_tool_call.graphify import (
    build_openapi_collection_artifact,
    extract_openapi_contract_index,
    retrieve_graphify,
    select_target_candidate,
)
from graph_tool_call.hooks import BuildContext, Field, FieldVerdict, Operation
from graph_tool_call.plan import PathSynthesizer, Plan, PlanRunner, PlanStep, PlanSynthesisError
from graph_tool_call_testing import ClassifierContract


class CustomerNumbers:
    """A plugin keeps its own types: the marker does not turn methods into Any."""

    @hookimpl
    def gtc_classify_fields(
        self, operation: Operation, fields: Iterable[Field], context: BuildContext
    ) -> list[FieldVerdict]:
        return [
            FieldVerdict(field=field.ref, semantic_tag="customer_no", confidence=0.9, reason=f"in {operation.path}")
            for field in fields
            if field.name == "cstNo" and context.collection.title
        ]


def collections() -> ToolGraph:
    artifact: dict[str, Any] = build_openapi_collection_artifact("openapi.json", context_field_names={"mallNo"})
    index: dict[str, Any] = extract_openapi_contract_index("openapi.json", required_only=False, skip_deprecated=True)
    graph: ToolGraph = ToolGraph.from_artifact(artifact) if index else ToolGraph.load("collection.json")
    graph.save("collection.json")
    return graph


def plugins() -> PluginSet:
    chosen: PluginSet = PluginSet.installed().without("korean").with_(CustomerNumbers(), id="acme")
    return chosen | PluginSet.installed().only("names")


def planning(graph: ToolGraph, query: str) -> Plan | Mapping[str, Any]:
    rows: list[dict[str, Any]] = retrieve_graphify(graph, query, top_k=8, include_evidence=True)["results"]
    selection: dict[str, Any] = select_target_candidate(
        query, rows, graph.tools, retrieval_results=rows, llm_target="getOrder", policy="strong_evidence"
    )
    synthesizer = PathSynthesizer(graph, max_depth=5, context_defaults={"locale": "ko_KR"}, enum_field_names={"state"})
    try:
        plan: Plan = synthesizer.synthesize(
            target=selection["selected_target"], entities={"orderNo": "A-1"}, goal=query
        )
    except PlanSynthesisError as error:
        reason: dict[str, Any] = error.to_dict()
        return reason
    return plan


def running(plan: Plan) -> list[str]:
    def call_tool(tool_name: str, args: dict[str, Any]) -> dict[str, Any]:
        return {"tool": tool_name, **args}

    runner = PlanRunner(call_tool, validate_args="coerce")
    return [event.type for event in runner.run_stream(plan, input_context={"orderNo": "A-1"}, trace_metadata={})]


class CustomerNumbersContract(ClassifierContract):
    """A contract takes a module, as the how-to shows, or an instance."""

    plugin = graph_tool_call


def values() -> str:
    step = PlanStep(id="s1", tool="getOrder", args={"orderNo": "${input.orderNo}"})
    plan = Plan(id="p", goal="", steps=[step], output_binding="${s1}")
    version: str = graph_tool_call.__version__
    return version + plan.steps[0].tool


def failures() -> str:
    try:
        collections()
    except SpecError as error:
        return error.code
    except GraphToolCallError as error:
        return str(error.to_dict()["message"])
    return ""
