"""Whole runs: a document, the plan runner, and a real server on the loopback interface."""

from __future__ import annotations

import json
import threading
import time
from dataclasses import asdict
from typing import Any

import pytest
from http_loopback import Answer, Loopback

from graph_tool_call import PluginSet, ToolGraph
from graph_tool_call.plan import Plan, PlanRunner, PlanStep, RetryPolicy, UnknownExecutorError
from graph_tool_call_http import plugin

SPEC: dict[str, Any] = {
    "openapi": "3.0.3",
    "info": {"title": "orders", "version": "1"},
    "servers": [{"url": "https://api.example.test"}],
    "paths": {
        "/orders": {
            "get": {
                "operationId": "listOrders",
                "responses": {
                    "200": {
                        "description": "ok",
                        "content": {
                            "application/json": {
                                "schema": {
                                    "type": "object",
                                    "properties": {
                                        "items": {
                                            "type": "array",
                                            "items": {"type": "object", "properties": {"orderNo": {"type": "string"}}},
                                        }
                                    },
                                }
                            }
                        },
                    }
                },
            }
        },
        "/shipments": {
            "post": {
                "operationId": "ship",
                "requestBody": {
                    "required": True,
                    "content": {
                        "application/json": {
                            "schema": {
                                "type": "object",
                                "properties": {"orderNo": {"type": "string"}, "qty": {"type": "integer"}},
                                "required": ["orderNo"],
                            }
                        }
                    },
                },
                "responses": {"201": {"description": "made", "headers": {"Location": {"schema": {"type": "string"}}}}},
            }
        },
        "/shipments/{shipmentId}": {
            "get": {
                "operationId": "getShipment",
                "parameters": [{"name": "shipmentId", "in": "path", "required": True, "schema": {"type": "string"}}],
                "responses": {"200": {"description": "ok"}},
            }
        },
    },
    "security": [{"key": []}],
    "components": {"securitySchemes": {"key": {"type": "apiKey", "in": "query", "name": "api_key"}}},
}
PLAN = Plan(
    id="p",
    steps=[
        PlanStep(id="s1", tool="listOrders"),
        PlanStep(id="s2", tool="ship", args={"orderNo": "${s1.items.0.orderNo}", "qty": "${input.qty}"}),
        PlanStep(id="s3", tool="getShipment", args={"shipmentId": "${s2.$headers.Location.$last_segment}"}),
    ],
    output_binding="${s3.state}",
)


@pytest.fixture(name="graph")
def _graph() -> ToolGraph:
    """The document, with this executor as the only plugin."""
    return ToolGraph.from_openapi(SPEC, plugins=PluginSet.installed().only("openapi").with_(plugin, id="http"))


@pytest.fixture(name="shop")
def _shop(server: Loopback) -> Loopback:
    """A server that ships."""
    media = {"Content-Type": "application/json"}
    server.answers["GET /orders"] = Answer(headers=media, body=b'{"items":[{"orderNo":"0012"}]}')
    server.answers["POST /shipments"] = Answer(status=201, headers={"Location": f"{server.url}/shipments/77/?x=1"})
    server.answers["GET /shipments/77"] = Answer(headers=media, body=b'{"state":"on its way"}')
    return server


@pytest.fixture(name="options")
def _options(shop: Loopback) -> dict[str, Any]:
    return {"base_url": shop.url, "trust_env": False}


def test_plan_over_the_wire(graph: ToolGraph, shop: Loopback, options: dict[str, Any]) -> None:
    """Three steps: a list, a creation whose id is in a header, and the read of what was made."""
    with PlanRunner.from_plugins(
        graph, options=options, credentials={"key": "k-secret-1"}, validate_args="coerce"
    ) as runner:
        trace = runner.run(PLAN, {"qty": "12"})

    assert trace.ok, trace.error
    assert trace.output == "on its way"
    assert shop.targets == [
        "GET /orders?api_key=k-secret-1",
        "POST /shipments?api_key=k-secret-1",
        "GET /shipments/77?api_key=k-secret-1",
    ]
    assert json.loads(shop.received[1].body) == {"orderNo": "0012", "qty": 12}
    assert [e.status for e in trace.events if e.type == "step.completed"] == [200, 201, 200]


def test_credentials_are_in_no_record(graph: ToolGraph, shop: Loopback, options: dict[str, Any]) -> None:
    """Not even when the server sends the key back."""
    shop.answers["GET /orders"] = Answer(
        status=400, headers={"Content-Type": "application/json"}, body=b'{"message":"bad key k-secret-1"}'
    )

    with PlanRunner.from_plugins(graph, options=options, credentials=lambda _id: "k-secret-1") as runner:
        trace = runner.run(PLAN, {"qty": 1})

    record = json.dumps(trace.to_dict())
    assert "k-secret-1" not in record
    assert "bad key [redacted]" in trace.error["message"]


def test_timeout_of_a_step(graph: ToolGraph, shop: Loopback, options: dict[str, Any]) -> None:
    """The step ends at the limit, the POST was sent once, the list is kept."""
    release = threading.Event()
    shop.answers["POST /shipments"] = Answer(stream=lambda _out: release.wait(60) and None)
    started = time.monotonic()

    # Long enough for the list, also on a busy machine.
    with PlanRunner.from_plugins(graph, options=options, timeout=1.5, on_error="retry") as runner:
        trace = runner.run(PLAN, {"qty": 1})
    release.set()

    assert time.monotonic() - started < 30
    assert (trace.failed_step, trace.error["error_kind"]) == ("s2", "timeout")
    assert shop.targets == ["GET /orders", "POST /shipments"]
    assert list(trace.outputs) == ["s1"]


def test_busy_server_is_asked_again(graph: ToolGraph, shop: Loopback, options: dict[str, Any]) -> None:
    """A read is repeated after the wait that the server names; its end is a failure with the status."""
    shop.answers["GET /orders"] = Answer(status=503, headers={"Retry-After": "3"})
    waits: list[float] = []

    with PlanRunner.from_plugins(
        graph, options=options, on_error="retry", retry_policy=RetryPolicy(attempts=2), sleep=waits.append
    ) as runner:
        trace = runner.run(PLAN, {"qty": 1})

    assert (waits, shop.targets) == ([3.0], ["GET /orders", "GET /orders"])
    assert (trace.error["error_kind"], trace.error["reason"]) == ("tool", "http")
    assert [asdict(e)["status"] for e in trace.events if e.type == "step.failed"] == [503]


def test_document_does_not_reach_the_private_network(graph: ToolGraph, shop: Loopback) -> None:
    """A server that the document names is refused where `base_url` would be the caller's own word."""
    evil = ToolGraph.from_openapi({**SPEC, "servers": [{"url": shop.url}]}, plugins=graph.plugins)

    with PlanRunner.from_plugins(evil, options={"trust_env": False}) as runner:
        trace = runner.run(PLAN, {"qty": 1})

    assert (trace.error["reason"], shop.received) == ("refused", [])


def test_artifact_dict_will_do(graph: ToolGraph, shop: Loopback, options: dict[str, Any]) -> None:
    """A runner is made from plain JSON as well; the security schemes come along in it."""
    artifact = json.loads(json.dumps(graph.artifact))

    with PlanRunner.from_plugins(artifact, plugins=graph.plugins, options=options, credentials={"key": "k"}) as runner:
        assert runner.run(PLAN, {"qty": 1}).ok
    assert shop.targets[0] == "GET /orders?api_key=k"


def test_unknown_tool_and_executor(graph: ToolGraph) -> None:
    """Both are named, with what there is."""
    with pytest.raises(UnknownExecutorError, match=r"no executor 'mcp' \(there are: http\)"):
        PlanRunner.from_plugins(graph, executor="mcp")
    with PlanRunner.from_plugins(graph) as runner:
        trace = runner.run(Plan(id="p", steps=[PlanStep(id="s1", tool="nope")]))
    assert "there is no tool 'nope'" in trace.error["message"]


def test_plugin_leaves_other_executors_alone(graph: ToolGraph) -> None:
    """A call for another executor is not answered."""
    from graph_tool_call.hooks import RunContext, ToolCall

    context = RunContext(memo=None, run_memo=None)  # type: ignore[arg-type]
    assert plugin.gtc_execute(ToolCall(executor="replay", name="t", args={}), context) is None
