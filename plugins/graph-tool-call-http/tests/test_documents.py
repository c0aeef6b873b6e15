"""What a document says as a whole, in runs of its operations."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from http_loopback import Answer, Loopback

from graph_tool_call import PluginSet, ToolGraph
from graph_tool_call.plan import Plan, PlanRunner, PlanStep, RetryPolicy
from graph_tool_call_http import plugin


def ran(spec: dict[str, Any], *steps: str, **options: Any) -> Any:
    """The trace of a run of *steps*, tool names, without arguments."""
    graph = ToolGraph.from_openapi(spec, plugins=PluginSet.installed().only("openapi").with_(plugin, id="http"))
    credentials = options.pop("credentials", None)
    plan = Plan(id="p", steps=[PlanStep(id=f"s{number}", tool=name) for number, name in enumerate(steps, start=1)])
    with PlanRunner.from_plugins(graph, options={"trust_env": False, **options}, credentials=credentials) as runner:
        return runner.run(plan)


def small(*operations: str, **document: Any) -> dict[str, Any]:
    """A document of operations "name METHOD /path", each answering 200."""
    paths: dict[str, Any] = {}
    for operation in operations:
        name, method, path = operation.split()
        responses = {"200": {"description": "ok"}}
        paths.setdefault(path, {})[method.lower()] = {"operationId": name, "responses": responses}
    return {"openapi": "3.0.3", "info": {"title": "t", "version": "1"}, "paths": paths, **document}


def test_server_variables_of_a_document(server: Loopback) -> None:
    """The option of that name chooses among the servers that the document describes."""
    variables = {"at": {"default": server.url}, "v": {"default": "v2", "enum": ["v1", "v2"]}}
    spec = small("list GET /n/", servers=[{"url": "{at}/{v}", "variables": variables}])

    assert ran(spec, "list", allow_private=True).ok
    assert ran(spec, "list", allow_private=True, server_variables={"v": "v1"}).ok
    refused = ran(spec, "list", allow_private=True, server_variables={"v": "v9"})

    assert server.targets == ["GET /v2/n/", "GET /v1/n/"]
    assert (refused.ok, refused.error["error_kind"], refused.error["option"]) == (False, "argument", "server_variables")


def test_flag_without_a_value(server: Loopback) -> None:
    """A parameter with `allowEmptyValue` may be sent empty, whatever its type; another one may not."""
    spec = small("list GET /n")
    flag = {"in": "query", "schema": {"type": "boolean"}}
    spec["paths"]["/n"]["get"]["parameters"] = [
        {"name": "all", **flag, "allowEmptyValue": True},
        {"name": "deep", **flag},
    ]
    graph = ToolGraph.from_openapi(spec, plugins=PluginSet.installed().only("openapi").with_(plugin, id="http"))
    options = {"base_url": server.url, "trust_env": False}

    with PlanRunner.from_plugins(graph, options=options, validate_args="check") as runner:
        sent = runner.run(Plan(id="p", steps=[PlanStep(id="s1", tool="list", args={"all": ""})]))
        refused = runner.run(Plan(id="p", steps=[PlanStep(id="s1", tool="list", args={"deep": ""})]))

    assert (sent.ok, refused.ok, server.targets) == (True, False, ["GET /n?all="])


def test_credential_that_no_operation_requires(server: Loopback) -> None:
    """The document describes the scheme and no operation names it: what was given goes along."""
    schemes = {"Auth": {"type": "apiKey", "in": "header", "name": "X-Key"}}
    spec = small("list GET /n", components={"securitySchemes": schemes})

    assert ran(spec, "list", base_url=server.url, credentials={"Auth": "k-1"}).ok
    assert server.received[0].headers["x-key"] == "k-1"


def test_cookies_of_a_login_step(server: Loopback) -> None:
    """They go along with the later steps of the run; the next run of the same runner starts without."""
    spec = small("login POST /login", "mine GET /mine")
    server.answers["POST /login"] = Answer(headers={"Set-Cookie": "SESS=key-of-ada; Path=/"})

    trace = ran(spec, "login", "mine", base_url=server.url)

    assert trace.ok
    assert server.received[1].headers["cookie"] == "SESS=key-of-ada"
    # No identifier that is drawn, such as the plan's, has this in its hexadecimal digits by chance.
    assert "key-of-ada" not in json.dumps(trace.to_dict())


def test_wait_that_a_server_asks_for_is_data(server: Loopback) -> None:
    """It stands in the error, and in its message."""
    server.default = Answer(status=429, headers={"Retry-After": "3600"})

    trace = ran(small("list GET /n"), "list", base_url=server.url)

    assert trace.error["retry_after"] == 3600.0
    assert "asks to wait 3600 s" in trace.error["message"]


def test_call_that_is_only_accepted(server: Loopback) -> None:
    """The result says which call it was and where to look; nobody asks there by itself."""
    server.default = Answer(status=202, headers={"Location": "/jobs/j1"})

    trace = ran(small("start POST /jobs"), "start", base_url=server.url)

    assert (trace.status, server.targets) == ("completed", ["POST /jobs"])
    assert list(trace.accepted) == [{"step_id": "s1", "tool": "start", "location": "/jobs/j1"}]
    completed = next(event for event in trace.events if event.type == "step.completed")
    assert (completed.status, completed.location) == (202, "/jobs/j1")


def test_call_that_is_done(server: Loopback) -> None:
    """A `Location` alone says nothing of the kind."""
    server.default = Answer(status=201, headers={"Location": "/orders/1"})

    assert ran(small("make POST /orders"), "make", base_url=server.url).accepted == ()


def test_binary_answer_is_bytes(server: Loopback) -> None:
    """The program gets what the server sent; events say only that it is bytes."""
    data = bytes(range(256))
    server.default = Answer(headers={"Content-Type": "image/png"}, body=data)

    trace = ran(small("image GET /image"), "image", base_url=server.url)

    assert (trace.output, trace.outputs) == (data, {"s1": data})
    assert trace.events[-1].output == "<bytes>"
    json.dumps(trace.to_dict())


@pytest.mark.parametrize("attempts", [1, 2])
def test_post_that_a_server_put_off(server: Loopback, attempts: int) -> None:
    """429 says that nothing was done: after the wait the call is made again, where calls are repeated at all."""
    answers = iter([Answer(status=429, headers={"Retry-After": "0"}), Answer(status=201)])
    server.choose = lambda _got: next(answers)
    graph = ToolGraph.from_openapi(
        small("make POST /orders"), plugins=PluginSet.installed().only("openapi").with_(plugin, id="http")
    )
    plan = Plan(id="p", steps=[PlanStep(id="s1", tool="make")])
    options = {"base_url": server.url, "trust_env": False}
    policy = RetryPolicy(attempts=attempts)

    with PlanRunner.from_plugins(graph, options=options, on_error="retry", retry_policy=policy) as runner:
        assert runner.run(plan).ok == (attempts == 2)
    assert len(server.received) == attempts


def test_header_values_are_masked_where_they_are_echoed(server: Loopback) -> None:
    """A key in a header of any name is masked as a credential is; ordinary header values stay readable."""
    body = {"you": "a1b2c3d4e5f6", "team": "main", "media": "application/json", "pw": "hunter2hunter2"}
    server.default = Answer(headers={"Content-Type": "application/json"}, body=json.dumps(body).encode())
    headers = {"X-Team": "a1b2c3d4e5f6", "X-Branch": "main", "Accept": "application/json"}
    base = server.url.replace("://", "://kim:hunter2hunter2@")

    trace = ran(small("who GET /who"), "who", base_url=base, headers=headers)

    masked = {"you": "[redacted]", "team": "main", "media": "application/json", "pw": "[redacted]"}
    assert trace.events[-1].output == masked


@pytest.mark.parametrize(
    ("binding", "body", "headers"),
    [
        ("${s1.access_token}", {"access_token": "tok-abc-123"}, {}),
        ("Bearer ${s1.data.result}", {"data": {"result": "tok-abc-123"}}, {}),
        ("${s1.$headers.X-Ticket}", {}, {"X-Ticket": "tok-abc-123"}),
    ],
)
def test_token_of_a_login_step(
    server: Loopback, tmp_path: Path, binding: str, body: dict[str, Any], headers: dict[str, str]
) -> None:
    """A later step sends it; no event, trace or store has it, whatever the login calls it."""
    scheme = {"t": {"type": "http", "scheme": "bearer"}}
    spec = small("login POST /login", "me GET /me", components={"securitySchemes": scheme})
    spec["paths"]["/me"]["get"]["security"] = [{"t": []}]
    server.answers["POST /login"] = Answer(
        headers={"Content-Type": "application/json", **headers}, body=json.dumps(body).encode()
    )
    server.answers["GET /me"] = Answer(headers={"Content-Type": "text/plain"}, body=b"hello tok-abc-123")
    graph = ToolGraph.from_openapi(spec, plugins=PluginSet.installed().only("openapi").with_(plugin, id="http"))
    steps = [PlanStep(id="s1", tool="login"), PlanStep(id="s2", tool="me", args={"Authorization": binding})]
    options = {"base_url": server.url, "trust_env": False}
    store = tmp_path / "runs.sqlite"

    with PlanRunner.from_plugins(graph, options=options, store=store, validate_args="coerce") as runner:
        trace = runner.run(Plan(id="p", steps=steps))

    assert trace.ok
    assert server.received[1].headers["authorization"] == "Bearer tok-abc-123"
    assert "tok-abc-123" not in json.dumps(trace.to_dict())
    assert b"tok-abc-123" not in b"".join(file.read_bytes() for file in tmp_path.iterdir())
    assert trace.events[-1].output == "hello [redacted]"


@pytest.mark.parametrize(
    ("schemes", "options", "lacking", "given"),
    [
        ({"t": {"type": "http", "scheme": "bearer"}}, {}, ["t"], False),
        ({"t": {"type": "http", "scheme": "bearer"}}, {"credentials": {"t": "tok"}}, [], True),
        ({}, {}, [], False),
        ({}, {"headers": {"Authorization": "Bearer tok"}}, [], True),
    ],
)
def test_refusal_says_what_was_lacking(
    server: Loopback, schemes: dict[str, Any], options: dict[str, Any], lacking: list[str], given: bool
) -> None:
    """Which schemes no credential was given for, and whether the request had one at all."""
    spec = small("me GET /me", components={"securitySchemes": schemes}, security=[{name: []} for name in schemes])
    server.default = Answer(status=401)

    error = ran(spec, "me", base_url=server.url, **options).error

    assert (error["reason"], error["lacking"], error["with_credential"]) == ("auth", lacking, given)
