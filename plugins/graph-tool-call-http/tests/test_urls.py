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


REGIONS = {
    "url": "{base}/{region}/{v}",
    "variables": {"base": {}, "region": {"default": "eu"}, "v": {"default": "v2", "enum": ["v1", "v2"]}},
}


def with_regions(server: Loopback) -> dict[str, Any]:
    """Options for a document whose only server is `{base}/{region}/{v}`."""
    filled = f"{server.url}/eu/v2"
    templates = {filled: {**REGIONS, "variables": {**REGIONS["variables"], "base": {"default": server.url}}}}
    return {"base_url": "", "servers": [filled], "server_templates": templates, "allow_private": True}


def test_server_variables_replace_defaults(execute: Execute, server: Loopback) -> None:
    """A value that is given stands in place of the default; the other variables keep theirs."""
    options = with_regions(server)

    assert execute(tool("GET /a"), **options).ok
    assert execute(tool("GET /a"), server_variables={"region": "us"}, **options).ok
    assert execute(tool("GET /a"), server_variables={"region": "us", "v": "v1"}, **options).ok
    assert server.targets == ["GET /eu/v2/a", "GET /us/v2/a", "GET /us/v1/a"]


@pytest.mark.parametrize(
    ("variables", "says"), [({"v": "v9"}, "must be one of v1, v2, not 'v9'"), ({"regoin": "us"}, "'regoin'")]
)
def test_server_variables_that_are_refused(
    execute: Execute, server: Loopback, variables: dict[str, str], says: str
) -> None:
    """A value that the document does not allow, or a name that it does not have, sends nothing anywhere."""
    result = execute(tool("GET /a"), server_variables=variables, **with_regions(server))

    assert (result.ok, result.error_kind, result.sent, server.received) == (False, "argument", False, [])
    assert says in result.error
    assert result.data == {"option": "server_variables"}


@pytest.mark.parametrize(
    ("documented", "base", "target"),
    [
        (["/api"], "", "/api/a/"),
        (["/api/"], "/", "/api/a/"),
        (["api/v1"], "", "/api/v1/a/"),
        (["../v1"], "", "/v1/a/"),
        (["/api"], "/mine", "/mine/a/"),
        (["/api"], "/api", "/api/a/"),
        (["https://api.example.test/v9"], "", "/a/"),
        (["//api.example.test/v9"], "", "/a/"),
        ([], "", "/a/"),
        (["/"], "/v2/", "/v2/a/"),
    ],
)
def test_base_url_and_the_documents_server(
    execute: Execute, server: Loopback, documented: list[str], base: str, target: str
) -> None:
    """A base URL of a host alone keeps the path of a server without a host; one with a path is the whole.

    The slash at the end of an operation's path is part of it, whatever is joined.
    """
    assert execute(tool("GET /a/", servers=documented), base_url=server.url + base).ok
    assert server.targets == [f"GET {target}"]


@pytest.mark.parametrize("method", ["GET", "POST"])
def test_slash_at_the_end_of_a_path(execute: Execute, server: Loopback, method: str) -> None:
    """It arrives: behind a fixed segment, behind a variable, before a query, with a key in the query."""
    keys = {"security": [{"q": []}]}
    schemes = {"q": {"type": "apiKey", "location": "query", "name": "key"}}
    execute(tool(f"{method} /trail/"))
    execute(tool(f"{method} /trail/{{id}}/", row("id", "path"), row("q", "query")), {"id": 1, "q": 2})
    execute(tool(f"{method} /trail/", **keys), credentials={"q": "k"}, security_schemes=schemes)
    execute(tool(f"{method} /trail"))
    execute(tool(f"{method} /"))

    wanted = ["/trail/", "/trail/1/?q=2", "/trail/?key=k", "/trail", "/"]
    assert server.targets == [f"{method} {target}" for target in wanted]


def test_servers_that_are_not_urls(execute: Execute) -> None:
    """They are refused as such: an address that cannot be read, a port or a host that cannot be one."""
    for url in ("http://[bad", "http://host:99999999", f"http://{'a' * 64}.test", "http://a..test"):
        result = execute(tool("GET /a", servers=[url]), base_url="")

        assert (result.error_kind, result.sent) == ("refused", False)
        assert "cannot be read" in result.error


def test_password_in_the_base_url(execute: Execute, server: Loopback) -> None:
    """It is a Basic header where the caller gives no other; a credential of the operation comes first."""
    base = server.url.replace("://", "://ada:p%40w@")
    schemes = {"b": {"type": "http", "scheme": "bearer", "location": "header", "name": "Authorization"}}

    execute(tool("GET /a"), base_url=base)
    execute(tool("GET /a", security=[{"b": []}]), base_url=base, credentials={"b": "tok"}, security_schemes=schemes)
    execute(tool("GET /a"), base_url=base, headers={"authorization": "Own x"})

    assert [got.headers["authorization"] for got in server.received] == ["Basic YWRhOnBAdw==", "Bearer tok", "Own x"]


@pytest.mark.parametrize(
    ("urls", "kind", "says"),
    [
        ([], "argument", "names no server"),
        (["/v1"], "argument", "is relative"),
        (["ftp://files.example.test"], "refused", "neither http nor https"),
    ],
)
def test_server_that_cannot_be_used(execute: Execute, urls: list[str], kind: str, says: str) -> None:
    """The failure says what to give, for people and, by the option's name, for programs."""
    result = execute(tool("GET /a", servers=urls), base_url="")

    assert (result.ok, result.error_kind, result.sent) == (False, kind, False)
    assert result.data == ({"option": "base_url"} if kind == "argument" else {})
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
        ("/주문/{x}", {"x": "b"}, "/%EC%A3%BC%EB%AC%B8/b"),
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
