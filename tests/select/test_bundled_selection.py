"""Whole selections with the bundled plugins over tiny documents."""

from __future__ import annotations

import pytest
from tiny_api import TEXT, array, build, op, param, thing

from graph_tool_call import ToolGraph
from graph_tool_call.graphify import retrieve_graphify, select_target_candidate

pytestmark = pytest.mark.bundled

RUN = thing("id", "name")


def selection(operations, question, **options):
    """What is selected of *operations* for *question*: METHOD /path, and whether that is ambiguous."""
    graph = ToolGraph.from_artifact(build(operations))
    found = retrieve_graphify(graph, question, include_evidence=True, **options)["results"]
    chosen = select_target_candidate(question, found, graph.tools, retrieval_results=found, **options)
    tool = graph.tools[chosen["selected_target"]]["metadata"]
    return f"{tool['method'].upper()} {tool['path']}", chosen


RUNS = {
    "POST /flow_runs/bulk_delete": op(RUN, operationId="bulk_delete_flow_runs", summary="Bulk Delete Flow Runs"),
    "POST /flow_runs/{id}/set_state": op(RUN, operationId="set_flow_run_state", body=thing("state")),
    "GET /flow_runs/{id}": op(RUN, operationId="read_flow_run"),
    "POST /flow_runs/filter": op(array(RUN), operationId="read_flow_runs", summary="Read Flow Runs"),
}


@pytest.mark.parametrize("question", ["cancel the flow run etl-run-4", "cancel all flow runs"])
def test_to_cancel_is_not_to_delete_many(question):
    """No service cancels one thing by deleting many: that is not chosen without a question."""
    chosen, selected = selection(RUNS, question)

    assert "POST /flow_runs/bulk_delete" != chosen or selected["ambiguous"]


def test_deleting_many_as_asked_is_clear():
    """What a question asks for in its own words is no guess."""
    chosen, selected = selection(RUNS, "delete all flow runs")

    assert ("POST /flow_runs/bulk_delete", False) == (chosen, selected["ambiguous"])


@pytest.mark.parametrize("question", ["list the deployments", "show all deployments"])
def test_a_search_that_lists_is_a_read_of_the_list(question):
    """POST /deployments/filter answers with a list, and wins over the single where a list is asked for."""
    operations = {
        "POST /deployments/filter": op(
            array(RUN),
            operationId="read_deployments_deployments_filter_post",
            summary="Read Deployments",
            description="Query for deployments.",
        ),
        "GET /deployments/{id}": op(RUN, operationId="read_deployment_deployments__id__get", summary="Read Deployment"),
    }

    chosen, selected = selection(operations, question)

    assert ("POST /deployments/filter", False) == (chosen, selected["ambiguous"])


@pytest.mark.parametrize(
    ("question", "expected"),
    [("what do you remember about me", "GET /memories"), ("remember that I like tea", "POST /memories")],
)
def test_asked_or_told(question, expected):
    """A statement to keep is stored; a question about all that is known reads the collection."""
    operations = {
        "GET /memories": op(array(thing("id", "text")), param("q"), operationId="searchMemories",
                            summary="Search remembered facts"),
        "POST /memories": op(thing("id"), operationId="saveMemory", summary="Save a fact to remember",
                             body=thing("text", required=("text",))),
        "GET /memories/{id}": op(thing("id", "text"), operationId="getMemory", summary="Get one remembered fact"),
        "DELETE /memories/{id}": op(TEXT, operationId="forgetMemory", summary="Forget a fact"),
    }  # fmt: skip

    assert expected == selection(operations, question)[0]
