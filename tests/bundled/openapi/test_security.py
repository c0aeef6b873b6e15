"""Security schemes, requirements, and base URLs."""

from __future__ import annotations

from typing import Any

import pytest
from reading import read_collection
from small_documents import OK, codes, document, read

from graph_tool_call.model import Collection

SCHEMES = {
    "key": {"type": "apiKey", "in": "query", "name": "api_key", "description": "ask us"},
    "cookie": {"type": "apiKey", "in": "cookie", "name": "sid"},
    "bearer": {"type": "http", "scheme": "Bearer"},
    "oauth": {
        "type": "oauth2",
        "flows": {"implicit": {"scopes": {"a": ""}}, "password": {"scopes": {"b": "", "a": ""}}},
    },
    "oidc": {"type": "openIdConnect", "openIdConnectUrl": "https://example.test"},
    "tls": {"type": "mutualTLS"},
}


def _read(operation: Any = None, **parts: Any) -> Collection:
    return read(
        {"/a": {"get": {"responses": OK, **(operation or {})}}},
        "3.1.0",
        components={"securitySchemes": SCHEMES},
        **parts,
    )


def test_schemes() -> None:
    """Where each kind of credential goes."""
    found = _read().security_schemes

    assert {
        "key": ("apiKey", "query", "api_key", ""),
        "cookie": ("apiKey", "cookie", "sid", ""),
        "bearer": ("http", "header", "Authorization", "bearer"),
        "oauth": ("oauth2", "header", "Authorization", ""),
        "oidc": ("openIdConnect", "header", "Authorization", ""),
        "tls": ("mutualTLS", "", "", ""),
    } == {name: (s.type, s.location, s.name, s.scheme) for name, s in found.items()}
    assert (("a", "b"), "ask us") == (found["oauth"].scopes, found["key"].description)


def test_scheme_by_reference() -> None:
    """A scheme may be a reference to another."""
    schemes = {"a": {"$ref": "#/components/securitySchemes/b"}, "b": SCHEMES["key"]}
    found = read({}, components={"securitySchemes": schemes}).security_schemes

    assert ("a", "api_key") == (found["a"].id, found["a"].name)


@pytest.mark.parametrize(
    ("own", "expected"),
    [
        ({}, ((("key", ()),),)),
        ({"security": []}, ()),
        ({"security": [{}]}, ((),)),
        ({"security": [{"oauth": ["a"]}, {}]}, ((("oauth", ("a",)),), ())),
        ({"security": [{"bearer": [], "tls": []}]}, ((("bearer", ()), ("tls", ())),)),
        ({"security": None}, ((("key", ()),),)),
    ],
)
def test_requirements(own: Any, expected: Any) -> None:
    """The document's are inherited, an operation's replace them, an empty list means none."""
    assert expected == _read(own, security=[{"key": []}]).operations[0].security


def test_undeclared_scheme_is_reported() -> None:
    """It is still required."""
    collection = _read({"security": [{"ghost": []}]})

    assert ((("ghost", ()),),) == collection.operations[0].security
    assert ["unknown_security_scheme"] == codes(collection)


def _urls(servers: Any, url: str = "", **own: Any) -> tuple[str, ...]:
    source = document({"/a": {"get": {"responses": OK}, **own}}, servers=servers)
    return read_collection(source, document_url=url, validate="off").operations[0].servers


HOME = "https://docs.example.test/specs/openapi.json"


@pytest.mark.parametrize(
    ("server", "url", "expected"),
    [
        ("https://api.example.test/v1/", "", "https://api.example.test/v1"),
        ("/v1", "", "/v1"),
        ("/v1", HOME, "https://docs.example.test/v1"),
        ("v1", HOME, "https://docs.example.test/specs/v1"),
        ("../v1", HOME, "https://docs.example.test/v1"),
        ("//api.example.test/v1", HOME, "https://api.example.test/v1"),
        ("/", HOME, "https://docs.example.test"),
        ("https://api.example.test", HOME, "https://api.example.test"),
    ],
)
def test_server_urls(server: str, url: str, expected: str) -> None:
    """Absolute URLs stay; relative ones are resolved when the document's address is known."""
    assert (expected,) == _urls([{"url": server}], url)


def test_server_variables() -> None:
    """A variable is replaced by its default, else by the first of its enum; without either it stays, reported."""
    variables = {"region": {"default": "eu", "enum": ["eu", "us"]}, "port": {"default": 8443}, "v": {"enum": ["v2"]}}

    assert ("https://eu.example.test:8443/v2",) == _urls(
        [{"url": "https://{region}.example.test:{port}/{v}", "variables": variables}]
    )
    assert ("https://{x}.example.test",) == _urls([{"url": "https://{x}.example.test"}])
    assert ["server_variable"] == codes(read({}, servers=[{"url": "https://{x}.example.test"}]))


def test_variables_of_servers_are_kept() -> None:
    """The form with variables, and what each may be, is there by the URL that the defaults make."""
    server = {"url": "/{v}/{tenant}", "variables": {"v": {"default": "v2", "enum": ["v1", "v2"]}, "other": {}}}
    root = [{"url": "https://{r}.example.test", "variables": {"r": {"default": "eu"}}}, {"url": "https://plain.test"}]
    source = document({"/a": {"get": {"responses": OK, "servers": [server]}}}, servers=root)

    collection = read_collection(source, document_url=HOME, validate="off")

    assert {url: (one.url, one.variables) for url, one in collection.server_templates.items()} == {
        "https://eu.example.test": ("https://{r}.example.test", {"r": {"default": "eu"}}),
        "https://docs.example.test/v2/{tenant}": (
            "https://docs.example.test/{v}/{tenant}",
            {"v": {"default": "v2", "enum": ["v1", "v2"]}, "tenant": {}},
        ),
    }


def test_nearest_servers_win() -> None:
    """Operation before path item before document."""
    servers = {place: [{"url": f"https://{place}.example.test"}] for place in ("operation", "path", "document")}
    paths = {
        "/a": {
            "servers": servers["path"],
            "get": {"servers": servers["operation"], "responses": OK},
            "put": {"responses": OK},
        },
        "/b": {"get": {"responses": OK}},
    }
    collection = read(paths, servers=servers["document"])

    assert [
        ("https://operation.example.test",),
        ("https://path.example.test",),
        ("https://document.example.test",),
    ] == [operation.servers for operation in collection.operations]
    assert ("https://document.example.test",) == collection.servers


def test_without_servers() -> None:
    """The default is the document's origin, when that is known."""
    assert () == _urls([])
    assert ("https://docs.example.test",) == _urls([], HOME)


@pytest.mark.parametrize("server", [{}, {"url": 7}, "https://a.example.test", None])
def test_bad_server_is_left_out(server: Any) -> None:
    """The others count."""
    collection = read({}, servers=[server, {"url": "https://b.example.test"}])

    assert (("https://b.example.test",), ["bad_server"]) == (collection.servers, codes(collection))
