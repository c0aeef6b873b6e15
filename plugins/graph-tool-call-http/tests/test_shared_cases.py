"""Single calls of the shared cases, compared with what really arrives at a server.

The root of the checkout runs these cases against a transport in memory; here the same
inputs go over a socket, where nothing escapes or unescapes them a second time.
"""

from __future__ import annotations

import json
import os
from email import message_from_bytes
from email.policy import HTTP
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

import pytest
from http_loopback import Loopback

from graph_tool_call import PluginSet, ToolGraph
from graph_tool_call.plan import Plan, PlanRunner, PlanStep
from graph_tool_call_http import plugin

SHARED = Path(os.environ.get("GTC_SHARED", Path(__file__).resolve().parents[4] / "shared"))


def case(name: str) -> tuple[dict[str, Any], ToolGraph]:
    found = sorted(SHARED.glob(f"cases*/{name}-*"))
    if not found:
        pytest.skip(f"{SHARED} has no case {name}: set GTC_SHARED to the folder of shared documents")
    graph = ToolGraph.from_openapi(
        found[0] / "spec.json", plugins=PluginSet.installed().only("openapi").with_(plugin, id="http")
    )
    return json.loads((found[0] / "case.json").read_text(encoding="utf-8")), graph


def send(name: str, server: Loopback) -> tuple[dict[str, Any], list[Any]]:
    """Make the case's calls; what it expects, and how each ended."""
    data, graph = case(name)
    names = {f"{t['metadata']['method'].upper()} {t['metadata']['path']}": key for key, t in graph.tools.items()}
    traces = []
    options = {"base_url": server.url, "trust_env": False}
    with PlanRunner.from_plugins(graph, options=options, validate_args="coerce") as runner:
        for call in data["input"]["calls"]:
            args = {**call.get("args", {}), **({"body": call["body"]} if "body" in call else {})}
            traces.append(runner.run(Plan(id="c", steps=[PlanStep(id="s1", tool=names[call["operation"]], args=args)])))
    return data["expected"], traces


@pytest.mark.parametrize("name", ["082", "089", "091", "101", "103"])
def test_requests_as_they_arrive(server: Loopback, name: str) -> None:
    """Method, path and query to the letter; 089 lets the joining comma be plain."""
    expected, _ = send(name, server)

    wanted = [text.replace("https://api.example.test", "").replace("%2C", ",") for text in expected["requests"]]
    assert wanted == [target.replace("%2C", ",") for target in server.targets]
    if "bodies" in expected:
        assert expected["bodies"] == [json.loads(got.body) for got in server.received]


@pytest.mark.parametrize("name", ["086", "106"])
def test_query_styles_as_they_arrive(server: Loopback, name: str) -> None:
    """Styles, and texts that a media type describes."""
    expected, _ = send(name, server)

    query = server.received[0].target.partition("?")[2]
    assert [tuple(pair) for pair in expected["query_decoded"]] == parse_qsl(query)


def test_path_and_header_styles_as_they_arrive(server: Loopback) -> None:
    """Case 088, which leaves label style without explode open: RFC 6570, 3.2.5 joins with a comma."""
    send("088", server)

    assert [got.target for got in server.received] == ["/s/1,2", "/l/.1,2", "/m/;ids=1;ids=2"]
    assert server.received[0].headers["x-tags"] == "a,b"


def test_bodies_as_they_arrive(server: Loopback) -> None:
    """Case 104."""
    expected, traces = send("104", server)

    assert [trace.status for trace in traces] == ["completed"] * 4
    bulk, form, upload, cookie = server.received
    assert json.loads(bulk.body) == expected["json_bodies"]["0"]
    assert [tuple(pair) for pair in expected["form_decoded"]["1"]] == parse_qsl(form.body.decode())
    assert b'name="file"; filename="a.txt"' in upload.body
    assert cookie.headers["cookie"] == expected["headers"]["3"]["Cookie"]


@pytest.mark.parametrize("name", ["108", "109", "112"])
def test_parts_as_they_arrive(server: Loopback, name: str) -> None:
    """Files given as Base64 and by their media type, lists with a collection format."""
    expected, traces = send(name, server)

    got = server.received[0]
    media = f"Content-Type: {got.headers['content-type']}\r\n\r\n".encode()
    parts = [
        (part.get_param("name", header="Content-Disposition"), part.get_filename(), part.get_content().strip())
        for part in message_from_bytes(media + got.body, policy=HTTP).iter_parts()
    ]
    found = {
        str(field): {"filename": file, "content": content if isinstance(content, str) else content.decode()}
        if file
        else content
        for field, file, content in parts
    }
    assert [trace.status for trace in traces] == ["completed"]
    assert found == expected["multipart"]["0"]


def test_empty_path_value_is_refused(server: Loopback) -> None:
    """Case 082: 0 and false are values, an empty segment is none."""
    expected, traces = send("082", server)

    assert traces[1].error["error_kind"] == expected["errors"]["1"]["kind"]
    assert expected["errors"]["1"]["says"] in traces[1].error["message"]
