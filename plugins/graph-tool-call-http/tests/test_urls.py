"""Where a request goes: servers, their variables, and values in the path."""

from __future__ import annotations

from typing import Any

import pytest
from http_loopback import Execute, Loopback, row, tool

# --- server ---


def test_servers_of_the_operation(execute: Execute, server: Loopback) -> None:
    """The first server of the operation, with its path, is where the request goes."""
    made = tool("GET /a", servers=[f"{server.url}/v2/", "https://other.example.test"])

    assert execute(made, base_url="", allow_private=True).ok
    assert server.targets == ["GET /v2/a"]


def test_servers_of_the_document(execute: Execute, server: Loopback) -> None:
    """They are used where the operation has none; `base_url` comes before both."""
    assert execute(tool("GET /a"), base_url="", servers=[f"{server.url}/doc"], allow_private=True).ok
    assert execute(tool("GET /a", servers=["https://other.example.test"]), base_url=f"{server.url}/mine").ok
    assert server.targets == ["GET /doc/a", "GET /mine/a"]


def test_server_variables(execute: Execute, server: Loopback) -> None:
    """A variable that is left takes its value from the options, or is a problem that says so."""
    made = tool("GET /a", servers=[server.url + "/{stage}"])

    assert execute(made, base_url="", server_variables={"stage": "beta"}, allow_private=True).ok
    assert server.targets == ["GET /beta/a"]
    assert "variable 'stage'" in execute(made, base_url="", allow_private=True).error


@pytest.mark.parametrize(
    ("urls", "kind", "says"),
    [
        ([], "argument", "names no server"),
        (["/v1"], "argument", "is relative"),
        (["ftp://files.example.test"], "refused", "neither http nor https"),
    ],
)
def test_server_that_cannot_be_used(execute: Execute, urls: list[str], kind: str, says: str) -> None:
    """The failure says what to give."""
    result = execute(tool("GET /a", servers=urls), base_url="")

    assert (result.ok, result.error_kind) == (False, kind)
    assert says in result.error


def test_base_url_with_a_query(execute: Execute, server: Loopback) -> None:
    """Queries of the base, of the path template and of the arguments add up."""
    made = tool("GET /a?action=list", row("q", "query"))

    execute(made, {"q": 1}, base_url=f"{server.url}/x?sig=1")

    assert server.targets == ["GET /x/a?sig=1&action=list&q=1"]


# --- path ---


@pytest.mark.parametrize(
    ("template", "args", "target"),
    [
        ("/files/{fileId}/thumb.{ext}", {"fileId": "f1", "ext": "png"}, "/files/f1/thumb.png"),
        ("/compare/{base}...{head}", {"base": "v1", "head": "v2"}, "/compare/v1...v2"),
        ("/{tenant}/{tenant}/devices", {"tenant": "t1"}, "/t1/t1/devices"),
        ("/{kind}/{kindId}/x/{id}", {"kind": "{id}", "kindId": "k1", "id": "9"}, "/%7Bid%7D/k1/x/9"),
        ("/a/{x}", {"x": "b/c?d#e f%"}, "/a/b%2Fc%3Fd%23e%20f%25"),
        ("/a/{x}", {"x": "주문"}, "/a/%EC%A3%BC%EB%AC%B8"),
        ("/a/{x}", {"x": 0}, "/a/0"),
        ("/a/{x}", {"x": False}, "/a/false"),
        ("/a/{x}", {"x": "~.-_"}, "/a/~.-_"),
        ("/a/{x}", {"x": "..."}, "/a/..."),
        ("/a/v{x}", {"x": ".."}, "/a/v.."),
    ],
)
def test_paths_on_the_wire(
    execute: Execute, server: Loopback, template: str, args: dict[str, Any], target: str
) -> None:
    """One pass, every value escaped; what arrives is what was meant."""
    rows = [row(name, "path", required=True) for name in args]

    assert execute(tool(f"GET {template}", *rows), args).ok
    assert server.targets == [f"GET {target}"]


@pytest.mark.parametrize(
    ("value", "says"),
    [
        ("", "path parameter 'x' is empty"),
        ([], "path parameter 'x' is empty"),
        (None, "path parameter 'x' is missing"),
        ("..", "leaves the path"),
        (".", "leaves the path"),
    ],
)
def test_path_values_that_are_refused(execute: Execute, server: Loopback, value: Any, says: str) -> None:
    """They would make another path; nothing is sent."""
    result = execute(tool("GET /a/{x}/b", row("x", "path")), {"x": value})

    assert (result.error_kind, server.received) == ("argument", [])
    assert says in result.error


def test_path_parameter_described_by_content(execute: Execute, server: Loopback) -> None:
    """It is JSON, escaped."""
    execute(tool("GET /a/{x}", row("x", "path", content_type="application/json")), {"x": {"a": 1}})

    assert server.targets == ["GET /a/%7B%22a%22%3A1%7D"]
