"""Lookups that read page by page over HTTP: real requests, a real `Link` header, real errors."""

from __future__ import annotations

import json
from contextlib import closing
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from http_loopback import Answer, Loopback, Received

from graph_tool_call import ToolGraph
from graph_tool_call.plan import Plan, PlanRunner, PlanStep, SqliteStore

ISSUES = [{"number": at, "title": f"T{at}", "state": "open"} for at in range(1, 8)]


def document(*names: str, link: bool = False) -> dict[str, Any]:
    """An API of issues that pages by the query parameters of these *names*."""
    parameters = [{"name": name, "in": "query", "schema": {"type": "string"}} for name in names]
    issue = {"type": "object", "properties": {"number": {"type": "integer"}, "title": {"type": "string"}}}
    schema = {"type": "object", "properties": {"issues": {"type": "array", "items": issue}}}
    body = {"content": {"application/json": {"schema": {"type": "array", "items": issue} if link else schema}}}
    headers = {"headers": {"Link": {"schema": {"type": "string"}}}} if link else {}
    number = {"name": "number", "in": "path", "required": True, "schema": {"type": "integer"}}
    closing_ = {"operationId": "closeIssue", "parameters": [number], "responses": {"204": {"description": "gone"}}}
    listing = {
        "operationId": "listIssues",
        "parameters": parameters,
        "responses": {"200": {"description": "ok", **body, **headers}},
    }
    paths = {"/issues": {"get": listing}, "/issues/{number}": {"delete": closing_}}
    return {"openapi": "3.1.0", "info": {"title": "Issues", "version": "1"}, "paths": paths}


class Api:
    """Answers pages of two in one style, on a real port."""

    def __init__(self, server: Loopback, style: str) -> None:
        self.server = server
        self.style = style
        self.fails_at = 0
        self.pages = 0
        server.choose = self.answer

    def answer(self, received: Received) -> Answer:
        if received.method == "DELETE":
            return Answer(status=204)
        self.pages += 1
        if self.pages == self.fails_at:
            return Answer(status=500, body=b"out of order")
        asked = {name: values[0] for name, values in parse_qs(urlsplit(received.target).query).items()}
        return getattr(self, self.style)(asked)

    def link(self, asked: dict[str, str]) -> Answer:
        number = int(asked.get("page", 1))
        headers = {"Content-Type": "application/json"}
        if number < 4:
            headers["Link"] = f'<{self.server.url}/issues?page={number + 1}&state=open>; rel="next"'
        return Answer(headers=headers, body=json.dumps(ISSUES[(number - 1) * 2 : number * 2]).encode())

    def token(self, asked: dict[str, str]) -> Answer:
        start = int(asked.get("cursor", "c0").removeprefix("c"))
        more = {"next_cursor": f"c{start + 2}" if start < 6 else None}
        return _json({"issues": ISSUES[start : start + 2], "meta": more})

    def offset(self, asked: dict[str, str]) -> Answer:
        start = int(asked.get("offset", 0))
        return _json({"issues": ISSUES[start : start + 2], "total": len(ISSUES)})

    def url(self, asked: dict[str, str]) -> Answer:
        start = int(asked.get("skip", 0))
        more = f"http://127.0.0.1:9/elsewhere?skip={start + 2}&limit=2&token=stolen" if start < 6 else None
        return _json({"issues": ISSUES[start : start + 2], "next": more})


def _json(body: Any) -> Answer:
    return Answer(headers={"Content-Type": "application/json"}, body=json.dumps(body).encode())


STYLES = [
    pytest.param("link", ("state", "page", "per_page"), id="Link"),
    pytest.param("token", ("state", "limit", "cursor"), id="token"),
    pytest.param("offset", ("state", "limit", "offset"), id="offset"),
    pytest.param("url", ("state", "limit", "skip"), id="URL"),
]


def plan(style: str, title: str) -> Plan:
    way = "" if style == "link" else ".issues"
    steps = [
        PlanStep(id="s1", tool="listIssues", args={"state": "open"}),
        PlanStep(id="s2", tool="closeIssue", args={"number": f"${{s1{way}[?title == '{title}'].number}}"}),
    ]
    return Plan(id="p", steps=steps)


def runner(server: Loopback, style: str, names: tuple[str, ...], **options: Any) -> PlanRunner:
    graph = ToolGraph.from_openapi(document(*names, link=style == "link"))
    return PlanRunner.from_plugins(graph, "http", options={"base_url": server.url}, **options)


@pytest.mark.parametrize(("style", "names"), STYLES)
def test_the_only_one_of_all_pages_is_changed(server: Loopback, style: str, names: tuple[str, ...]) -> None:
    """Four pages are asked for at the same host, with what was asked at first, and then one issue is closed."""
    Api(server, style)

    with runner(server, style, names) as running:
        trace = running.run(plan(style, "T6"))

    assert trace.status == "completed", trace.error
    assert [target.partition("?")[0] for target in server.targets] == ["GET /issues"] * 4 + ["DELETE /issues/6"]
    assert all("state=open" in target and "token" not in target for target in server.targets[:4])
    assert [event.status for event in trace.events if event.type == "page.read"] == [200] * 3
    assert trace.lookups[0]["pages"] == 4


@pytest.mark.parametrize(("style", "names"), STYLES)
def test_a_page_that_fails_changes_nothing_and_is_taken_up(
    server: Loopback, tmp_path: Any, style: str, names: tuple[str, ...]
) -> None:
    """The run ends with the status of the page; later it goes on with that page."""
    api = Api(server, style)
    api.fails_at = 3

    with closing(SqliteStore(tmp_path / "runs.sqlite")) as store:
        with runner(server, style, names, store=store) as running:
            broken = running.run(plan(style, "T6"), run_id="r")
        with runner(server, style, names, store=store) as running:
            trace = running.run(plan(style, "T6"), run_id="r")

    assert (broken.status, broken.failed_step, broken.lookups[0]["reason"]) == ("failed", "s1", "list_failed")
    assert broken.lookups[0]["status"] == 500
    assert trace.ok
    assert [target.partition("?")[0] for target in server.targets] == ["GET /issues"] * 5 + ["DELETE /issues/6"]
    assert server.targets[2] == server.targets[3]
