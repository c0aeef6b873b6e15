"""Where a server sends a call instead, and where a call may not go."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import httpx
import pytest
from http_loopback import Answer, Execute, Loopback, row, tool

KEY = {"security": [{"k": []}]}
SCHEMES = {
    "k": {"type": "apiKey", "location": "header", "name": "X-Key"},
    "q": {"type": "apiKey", "location": "query", "name": "key"},
}


def test_redirect_within_the_origin(execute: Execute, server: Loopback) -> None:
    """It is followed, with credentials and arguments."""
    server.answers["GET /old"] = Answer(status=301, headers={"Location": "/new?x=1"})

    result = execute(
        tool("GET /old", row("X-A", "header"), **KEY), {"X-A": "a"}, credentials={"k": "key"}, security_schemes=SCHEMES
    )

    assert result.ok
    assert server.targets == ["GET /old", "GET /new?x=1"]
    assert [(r.headers["x-key"], r.headers["x-a"]) for r in server.received] == [("key", "a"), ("key", "a")]


def test_redirect_to_another_origin(execute: Execute, server: Loopback, servers: Callable[[], Loopback]) -> None:
    """Another port is another origin: it gets no credential, cookie, header or key."""
    other = servers()
    server.answers["GET /download"] = Answer(status=302, headers={"Location": f"{other.url}/file?sig=1"})
    made = tool("GET /download", row("X-A", "header"), row("c", "cookie"), security=[{"k": [], "q": []}])

    result = execute(
        made,
        {"X-A": "a", "c": "1"},
        credentials={"k": "key", "q": "qkey"},
        security_schemes=SCHEMES,
        headers={"X-Tenant": "t"},
        allow_private=True,
    )

    assert result.ok
    assert other.targets == ["GET /file?sig=1"]
    assert {"x-key", "x-a", "x-tenant", "cookie", "authorization"} & set(other.received[0].headers) == set()


def test_redirect_into_the_private_network(execute: Execute, server: Loopback, servers: Callable[[], Loopback]) -> None:
    """The caller's word holds for the origin that it named, not for where that sends us."""
    other = servers()
    server.answers["GET /a"] = Answer(status=302, headers={"Location": f"{other.url}/internal"})

    result = execute(tool("GET /a"))

    assert (result.error_kind, other.received) == ("refused", [])
    assert "private" in result.error


@pytest.mark.parametrize("status", [301, 302, 307, 308])
def test_redirected_post_is_not_sent_again(execute: Execute, server: Loopback, status: int) -> None:
    """Not even where the standard would allow it: the failure says where the answer pointed, without its query."""
    server.answers["POST /a"] = Answer(status=status, headers={"Location": "https://u:p@h.test/b/?key=1"})

    result = execute(tool("POST /a", row("x", "body")), {"x": 1})

    assert (result.ok, result.status, server.targets) == (False, status, ["POST /a"])
    assert f"answered {status} (a redirect to https://h.test/b/ that is not followed)" in result.error
    assert result.data == {"location": "https://h.test/b/"}


def test_see_other_after_a_post(execute: Execute, server: Loopback) -> None:
    """303 asks for a GET, without the body."""
    server.answers["POST /a"] = Answer(status=303, headers={"Location": "/result"})

    assert execute(tool("POST /a", row("x", "body")), {"x": 1}).ok
    assert server.targets == ["POST /a", "GET /result"]
    assert server.received[1].body == b""


@pytest.mark.parametrize(
    ("location", "then"),
    [
        ("http://[bad", None),
        ("file:///etc/passwd", None),
        ("http://10.0.0.1/", None),
        ("/result", Answer(status=404)),
        ("/result", Answer(status=429, headers={"Retry-After": "1"})),
        ("/result", Answer(status=303, headers={"Location": "/result"})),
    ],
)
def test_see_other_that_leads_nowhere(execute: Execute, server: Loopback, location: str, then: Answer | None) -> None:
    """The request was done: that its answer cannot be had is a failure that does not look like a refusal."""
    server.answers["POST /a"] = Answer(status=303, headers={"Location": location})
    server.answers["GET /result"] = then or Answer()

    result = execute(tool("POST /a"))

    assert (result.ok, result.error_kind, result.sent, result.retry_after) == (False, "answer", True, None)


def test_redirect_with_a_password(execute: Execute, server: Loopback) -> None:
    """A user name in the address of a redirect does not take the place of the token."""
    server.answers["GET /a"] = Answer(
        status=302, headers={"Location": server.url.replace("://", "://mallory:x@") + "/b"}
    )
    schemes = {"t": {"type": "http", "scheme": "bearer", "location": "header", "name": "Authorization"}}

    assert execute(tool("GET /a", security=[{"t": []}]), credentials={"t": "tok"}, security_schemes=schemes).ok
    assert [got.headers["authorization"] for got in server.received] == ["Bearer tok", "Bearer tok"]


@pytest.mark.parametrize("location", ["/ф", "/ф".encode().decode("latin-1"), "/a b"])
def test_redirect_to_what_is_not_a_url(execute: Execute, server: Loopback, location: str) -> None:
    """Characters that no URL has are escaped, as browsers do."""
    server.answers["GET /a"] = Answer(status=302, raw=lambda out: _location(out, location))

    assert execute(tool("GET /a")).ok
    assert server.targets[1] in {"GET /%D1%84", "GET /a%20b"}


def _location(out: Any, location: str) -> None:
    data = location.encode("utf-8") if "ф" in location else location.encode("latin-1")
    out.write(b"Location: " + data + b"\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")


def test_redirect_loop(execute: Execute, server: Loopback) -> None:
    """It ends."""
    server.default = Answer(status=302, headers={"Location": "/a"})

    result = execute(tool("GET /a"), max_redirects=3)

    assert (result.error_kind, len(server.received)) == ("http", 4)


@pytest.mark.parametrize(
    ("base", "location", "says"),
    [
        ("https://api.example.test", "http://api.example.test/b", "from https to http"),
        ("https://api.example.test", "file:///etc/passwd", "neither http nor https"),
        ("https://api.example.test", "http://169.254.169.254/latest", "from https to http"),
        ("http://api.example.test", "http://169.254.169.254/latest", "private"),
        ("http://api.example.test", "http://[::1]/x", "private"),
        ("http://api.example.test", "http://localhost/x", "private"),
    ],
)
def test_redirects_that_are_refused(execute: Execute, base: str, location: str, says: str) -> None:
    """Downgrades, other schemes, metadata services."""
    seen: list[str] = []

    def answer(request: httpx.Request) -> httpx.Response:
        seen.append(str(request.url))
        return httpx.Response(302, headers={"Location": location})

    result = execute(tool("GET /a"), base_url=base, transport=httpx.MockTransport(answer))

    assert (result.error_kind, seen) == ("refused", [f"{base}/a"])
    assert says in result.error


# --- addresses ---


@pytest.mark.parametrize(
    "host",
    [
        *("127.0.0.1", "127.1", "localhost", "10.0.0.1", "192.168.1.1", "172.16.0.1", "169.254.169.254", "0.0.0.0"),
        *("[::1]", "[fe80::1]", "[fd00::1]", "[::ffff:127.0.0.1]", "100.64.0.1", "224.0.0.1", "2130706433"),
        *("[64:ff9b::a9fe:a9fe]", "[::169.254.169.254]", "[::ffff:0:169.254.169.254]", "[2002:a00:1::]", "[::]"),
        *("[64:ff9b:1::a9fe:a9fe]", "[2001:0:a9fe:a9fe::1]", "[fec0::1]"),
    ],
)
def test_private_servers_of_a_document(execute: Execute, host: str) -> None:
    """A document does not get to send requests into the caller's network."""
    result = execute(tool("GET /a", servers=[f"http://{host}:9"]), base_url="")

    assert (result.ok, result.error_kind) == (False, "refused")
    assert "allow_private" in result.error
    assert result.data == {"option": "base_url"}


def test_public_literal_address_is_no_problem(execute: Execute) -> None:
    """Only what is not public is refused."""
    transport = httpx.MockTransport(lambda _request: httpx.Response(200, json={}))

    for host in ("8.8.8.8", "[2606:4700::1111]", "[64:ff9b::808:808]", "[::ffff:8.8.8.8]"):
        assert execute(tool("GET /a", servers=[f"http://{host}"]), base_url="", transport=transport).ok
    assert execute(tool("GET /a", servers=["https://api.example.test"]), base_url="", transport=transport).ok
