"""Query, headers, cookies, and what else belongs to a request."""

from __future__ import annotations

from datetime import datetime, timezone
from typing import Any

import pytest
from http_loopback import Execute, Loopback, row, tool

from graph_tool_call.errors import DecodeError
from graph_tool_call.hooks import ToolResult
from graph_tool_call.plan import PlanRunner

# --- query, headers, cookies ---


def test_query_on_the_wire(execute: Execute, server: Loopback) -> None:
    """Styles as declared; what is not given is not sent."""
    made = tool(
        "GET /q",
        row("a", "query", style="form", explode=False),
        row("b", "query", style="pipeDelimited", explode=False),
        row("c", "query", style="deepObject", explode=True),
        row("d", "query", content_type="application/json"),
        row("e", "query", allow_reserved=True),
        row("f", "query"),
        row("g", "query"),
        row("h[]", "query"),
    )

    execute(
        made,
        {
            "a": ["x", "y,z"],
            "b": ["x", "y"],
            "c": {"k": {"l": 1}},
            "d": {"m": 1},
            "e": "p/q:r",
            "f": [1, 2],
            "g": None,
            "h[]": [3],
        },
    )

    assert server.targets == ["GET /q?a=x,y%2Cz&b=x%7Cy&c[k][l]=1&d=%7B%22m%22%3A1%7D&e=p/q:r&f=1&f=2&h%5B%5D=3"]


def test_headers_on_the_wire(execute: Execute, server: Loopback) -> None:
    """Values are text; static headers of the caller go along; arguments win over them."""
    made = tool(
        "GET /h", row("X-Dry", "header"), row("X-Tags", "header"), row("X-Name", "header"), row("X-Opt", "header")
    )

    execute(
        made,
        {"x-dry": True, "X-Tags": ["a", "b"], "X-Name": "김", "X-Opt": None},
        headers={"X-Tenant": "t", "X-Dry": "other"},
    )

    (got,) = server.received
    assert {n: got.headers.get(n) for n in ("x-dry", "x-tags", "x-opt", "x-tenant")} == {
        "x-dry": "true",
        "x-tags": "a,b",
        "x-opt": None,
        "x-tenant": "t",
    }
    assert got.headers["x-name"].encode("latin-1").decode() == "김"


def test_header_with_a_line_break(execute: Execute, server: Loopback) -> None:
    """A value cannot bring a header of its own."""
    result = execute(tool("GET /h", row("X-A", "header")), {"X-A": "a\r\nX-Evil: 1"})

    assert (result.error_kind, server.received) == ("argument", [])


def test_cookies_on_the_wire(execute: Execute, server: Loopback) -> None:
    """Values are escaped, lists joined, missing ones left out."""
    made = tool("GET /c", row("sid", "cookie"), row("ids", "cookie"), row("no", "cookie"))

    execute(made, {"sid": "z 1;x", "ids": [1, 2], "no": None})

    assert server.received[0].headers["cookie"] == "sid=z%201%3Bx; ids=1,2"


def test_cookies_of_the_server_are_not_sent_back(execute: Execute, server: Loopback) -> None:
    """A call has what its arguments say, and nothing of an earlier call."""
    server.default.headers = {"Set-Cookie": "track=1; Path=/"}

    execute(tool("GET /a"))
    execute(tool("GET /a"))

    assert "cookie" not in server.received[1].headers


# --- the rest of a request ---


def test_unknown_argument(execute: Execute, server: Loopback) -> None:
    """It is named, with what there is; one without a value is nothing."""
    made = tool("GET /a", row("q", "query"), row("key", "header", kind="auth"))

    result = execute(made, {"nope": 1})

    assert (result.error_kind, server.received) == ("argument", [])
    assert "unknown argument 'nope'; the operation takes q" in result.error
    assert execute(made, {"nope": None}).ok


def test_tool_that_is_no_operation(execute: Execute) -> None:
    """Without method and path there is nothing to send."""
    result: ToolResult = execute({"name": "t", "metadata": {}})

    assert (result.error_kind, "not an HTTP operation" in result.error) == ("argument", True)


def test_idempotency_key(execute: Execute, server: Loopback) -> None:
    """Sent where the operation declares the header, or the options name one for unsafe calls; an argument wins."""
    declared = tool("POST /a", row("Idempotency-Key", "header"))

    execute(declared, idempotency_key="k1")
    execute(declared, {"Idempotency-Key": "mine"}, idempotency_key="k1")
    execute(tool("POST /a"), idempotency_key="k1")
    execute(tool("POST /a"), idempotency_key="k1", idempotency_header="X-Request-Id")
    execute(tool("GET /a"), idempotency_key="k1", idempotency_header="X-Request-Id")

    sent = [(got.headers.get("idempotency-key"), got.headers.get("x-request-id")) for got in server.received]
    assert sent == [("k1", None), ("mine", None), (None, None), (None, "k1"), (None, None)]


def test_accept_header(execute: Execute, server: Loopback) -> None:
    """The declared media type first, anything after it."""
    execute(tool("GET /a", contract={"result": {"content_type": "application/hal+json"}}))
    execute(tool("GET /a"))

    assert [got.headers["accept"] for got in server.received] == [
        *("application/hal+json, */*;q=0.5", "application/json, */*;q=0.5")
    ]


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"max_bytes": 0}, "'max_bytes' must be > 0"),
        ({"base_uri": "http://x"}, r"unknown field 'base_uri' \(did you mean 'base_url'\?\)"),
        ({"security_schemes": {}}, "unknown field 'security_schemes'"),
    ],
)
def test_options_are_checked(options: dict[str, Any], words: str) -> None:
    """A limit without meaning, a wrong kind, a misspelt name and a part of the document: each is named at once."""
    with pytest.raises(DecodeError, match=f"options of executor 'http'.*{words}"):
        PlanRunner.from_plugins({"tools": {}}, "http", options=options)


def test_values_that_have_no_text(execute: Execute, server: Loopback) -> None:
    """A date object, a number of thousands of digits, an object that holds itself: nothing is sent."""
    ring: dict[str, Any] = {}
    ring["ring"] = ring
    deep: list[Any] = []
    for _ in range(100_000):
        deep = [deep]

    for place in ("query", "header", "cookie", "body"):
        for value in (datetime.now(tz=timezone.utc), 10**5000, ring, deep):
            result = execute(tool("POST /a", row("q", place)), {"q": value})

            assert (result.ok, result.error_kind, result.sent) == (False, "argument", False)
    assert server.received == []


def test_dry_run_is_what_goes_over_the_wire(execute: Execute, server: Loopback) -> None:
    """The request that is shown is the one that is sent; a binding that is not filled stands as it is."""
    made = tool("POST /a/{id}", row("id", "path"), row("q", "query"), row("name", "body"))
    args = {"id": "x y", "q": "1&2", "name": "é"}

    shown = execute(made, args, dry_run=True).body
    assert server.received == []
    execute(made, args)
    (got,) = server.received

    assert (shown["method"], shown["url"]) == (got.method, server.url + got.target)
    assert shown["body"].encode() == got.body
    assert {name.lower(): value for name, value in shown["headers"].items()}.items() <= got.headers.items()
    pending = execute(made, {**args, "id": "${s1.items.0.id}"}, dry_run=True).body["url"]
    assert pending == f"{server.url}/a/${{s1.items.0.id}}?q=1%262"


@pytest.mark.parametrize("name", ["headers", "server_variables"])
def test_options_of_another_shape(name: str) -> None:
    """They are refused by name; what was given is not repeated, since it may be a secret."""
    with pytest.raises(DecodeError, match=rf"expected an object, got str @ \$.{name}") as caught:
        PlanRunner.from_plugins({"tools": {}}, "http", options={name: "hunter2"})

    assert "hunter2" not in str(caught.value)
