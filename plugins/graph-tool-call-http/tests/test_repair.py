"""A run over the wire that goes on by another plan when an operation fails."""

from __future__ import annotations

import json
from typing import Any

import pytest
from http_loopback import Answer, Loopback

from graph_tool_call import ToolGraph
from graph_tool_call.plan import PathSynthesizer, PlanRunner, resynthesize

TEXT = {"type": "string"}


def answer(schema: dict[str, Any]) -> dict[str, Any]:
    return {"200": {"description": "ok", "content": {"application/json": {"schema": schema}}}}


def listed(*names: str) -> dict[str, Any]:
    return {"type": "array", "items": {"type": "object", "properties": dict.fromkeys(names, TEXT)}}


def path_key(name: str) -> dict[str, Any]:
    return {"name": name, "in": "path", "required": True, "schema": TEXT}


SPEC: dict[str, Any] = {
    "openapi": "3.0.3",
    "info": {"title": "Library", "version": "1"},
    "paths": {
        "/members": {"get": {"operationId": "listMembers", "responses": answer(listed("memberId", "name"))}},
        "/members/{memberId}/loans": {
            "get": {
                "operationId": "listMemberLoans",
                "parameters": [path_key("memberId")],
                "responses": answer(listed("loanId", "due")),
            }
        },
        "/reports/members/{memberId}": {
            "get": {
                "operationId": "getMemberReport",
                "parameters": [path_key("memberId")],
                "responses": answer({"type": "object", "properties": {"open": listed("loanId", "title")}}),
            }
        },
        "/loans/{loanId}": {
            "get": {
                "operationId": "getLoan",
                "parameters": [path_key("loanId")],
                "responses": answer({"type": "object", "properties": {"state": TEXT}}),
            }
        },
    },
}


def said(body: Any, status: int = 200) -> Answer:
    return Answer(status=status, headers={"Content-Type": "application/json"}, body=json.dumps(body).encode())


@pytest.fixture(name="library")
def _library(server: Loopback) -> Loopback:
    server.answers["GET /members"] = said([{"memberId": "1", "name": "Lee"}, {"memberId": "2", "name": "Kim"}])
    server.answers["GET /members/2/loans"] = said([{"loanId": "L-7", "due": "today"}])
    server.answers["GET /reports/members/2"] = said({"open": [{"loanId": "L-7", "title": "Tides"}]})
    server.answers["GET /loans/L-7"] = said({"state": "open"})
    return server


@pytest.fixture(name="graph", scope="module")
def _graph() -> ToolGraph:
    return ToolGraph.from_openapi(SPEC, validate="off")


def run(graph: ToolGraph, library: Loopback) -> Any:
    synthesizer = PathSynthesizer(graph)
    plan = synthesizer.synthesize(target="getLoan", entities={"name": "Kim"})
    assert ["listMembers", "listMemberLoans", "getLoan"] == [step.tool for step in plan.steps]
    with PlanRunner.from_plugins(
        graph,
        options={"base_url": library.url, "trust_env": False},
        on_error="recover",
        repair_plan=resynthesize(synthesizer),
    ) as runner:
        return runner.run(plan, {"name": "Kim"})


def test_without_failures_there_is_no_repair(graph: ToolGraph, library: Loopback) -> None:
    """The plan is run as it is."""
    assert run(graph, library).ok
    assert ["GET /members", "GET /members/2/loans", "GET /loans/L-7"] == library.targets


def test_another_way_to_the_same_loan(graph: ToolGraph, library: Loopback) -> None:
    """The operation that is gone is avoided; the member who was found stays, and is not looked up again."""
    library.answers["GET /members/2/loans"] = said({"message": "moved"}, status=410)
    trace = run(graph, library)

    assert trace.ok, trace.error
    assert {"state": "open"} == trace.output
    assert ["GET /members", "GET /members/2/loans", "GET /reports/members/2", "GET /loans/L-7"] == library.targets


def test_an_answer_of_another_shape(graph: ToolGraph, library: Loopback) -> None:
    """What answers otherwise than its contract says is avoided like what fails."""
    library.answers["GET /members/2/loans"] = said({"count": 1})
    trace = run(graph, library)

    assert trace.ok, trace.error
    assert "GET /reports/members/2" in library.targets


def test_when_every_way_fails(graph: ToolGraph, library: Loopback) -> None:
    """The last failure stands, and each operation was called once."""
    library.answers["GET /members/2/loans"] = said({"message": "moved"}, status=410)
    library.answers["GET /reports/members/2"] = said({"message": "moved, too"}, status=410)
    trace = run(graph, library)

    assert not trace.ok
    assert sorted(set(library.targets)) == sorted(library.targets)
    assert "GET /loans/L-7" not in library.targets
