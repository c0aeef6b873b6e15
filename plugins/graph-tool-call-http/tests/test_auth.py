from __future__ import annotations

import base64
from typing import Any

import pytest
from http_loopback import Execute, Loopback, row, tool

SCHEMES = {
    "head": {"type": "apiKey", "location": "header", "name": "X-Key"},
    "query": {"type": "apiKey", "location": "query", "name": "api_key"},
    "cook": {"type": "apiKey", "location": "cookie", "name": "sid"},
    "basic": {"type": "http", "location": "header", "name": "Authorization", "scheme": "basic"},
    "bearer": {"type": "http", "location": "header", "name": "Authorization", "scheme": "bearer"},
    "digest": {"type": "http", "location": "header", "name": "Authorization", "scheme": "hoba"},
    "oauth": {"type": "oauth2", "location": "header", "name": "Authorization"},
    "oidc": {"type": "openIdConnect", "location": "header", "name": "Authorization"},
}
BASIC = "Basic " + base64.b64encode(b"user:pa:ss").decode()


@pytest.mark.parametrize(
    ("scheme", "credential", "header", "value"),
    [
        ("head", "k-1", "x-key", "k-1"),
        ("cook", "a b", "cookie", "sid=a%20b"),
        ("basic", ("user", "pa:ss"), "authorization", BASIC),
        ("basic", ["user", "pa:ss"], "authorization", BASIC),
        ("basic", "user:pa:ss", "authorization", BASIC),
        ("basic", {"username": "user", "password": "pa:ss"}, "authorization", BASIC),
        ("bearer", "tok", "authorization", "Bearer tok"),
        ("bearer", "Bearer tok", "authorization", "Bearer tok"),
        ("oauth", "tok", "authorization", "Bearer tok"),
        ("oauth", {"access_token": "tok"}, "authorization", "Bearer tok"),
        ("oidc", "tok", "authorization", "Bearer tok"),
        ("digest", "tok", "authorization", "Hoba tok"),
    ],
)
def test_credentials_by_scheme(
    execute: Execute, server: Loopback, scheme: str, credential: Any, header: str, value: str
) -> None:
    """Each kind of scheme has its place and form."""
    made = tool("GET /a", security=[{scheme: []}])

    assert execute(made, credentials={scheme: credential}, security_schemes=SCHEMES).ok
    assert server.received[0].headers[header] == value


def test_key_in_the_query(execute: Execute, server: Loopback) -> None:
    """Behind the arguments, escaped."""
    execute(
        tool("GET /a", row("q", "query"), security=[{"query": []}]),
        {"q": 1},
        credentials={"query": "k&1"},
        security_schemes=SCHEMES,
    )

    assert server.targets == ["GET /a?q=1&api_key=k%261"]


def test_first_alternative_that_all_credentials_are_there_for(execute: Execute, server: Loopback) -> None:
    """Schemes of one alternative go together; one alternative is enough."""
    made = tool("GET /a", security=[{"head": [], "query": []}, {"bearer": []}, {"basic": []}])

    execute(made, credentials={"head": "k", "bearer": "tok", "basic": "a:b"}, security_schemes=SCHEMES)
    execute(made, credentials={"head": "k", "query": "q", "bearer": "tok"}, security_schemes=SCHEMES)

    assert [(r.target, r.headers.get("x-key"), r.headers.get("authorization")) for r in server.received] == [
        ("/a", None, "Bearer tok"),
        ("/a?api_key=q", "k", None),
    ]


def test_operation_without_security_gets_no_credential(execute: Execute, server: Loopback) -> None:
    """What it did not ask for stays at home."""
    execute(tool("GET /a"), credentials={"head": "k"}, security_schemes=SCHEMES)
    execute(tool("GET /a", security=[{}]), credentials={"head": "k"}, security_schemes=SCHEMES)

    assert [got.headers.get("x-key") for got in server.received] == [None, None]


def test_unauthorised_without_credential_says_which(execute: Execute, server: Loopback) -> None:
    """The request is made, since a wrapper may have authenticated it; a 401 then names what was lacking."""
    server.default.status = 401
    made = tool("GET /a", security=[{"bearer": []}, {"head": []}])

    result = execute(made, security_schemes=SCHEMES)

    assert (result.error_kind, result.status) == ("auth", 401)
    assert result.error == "GET /a answered 401 (no credential was given for bearer, head)"


def test_optional_security_lacks_nothing(execute: Execute, server: Loopback) -> None:
    """A 403 of an operation that needs no credential is about something else."""
    server.default.status = 403

    assert execute(tool("GET /a", security=[{"head": []}, {}]), security_schemes=SCHEMES).error == "GET /a answered 403"


def test_scheme_from_the_contract(execute: Execute, server: Loopback) -> None:
    """Where the document's schemes are not at hand, `auth` rows say name and place."""
    made = tool(
        "GET /a",
        row("X-Key", "header", kind="auth", scheme="k"),
        row("Authorization", "header", kind="auth", scheme="b"),
        security=[{"k": [], "b": []}],
    )

    execute(made, credentials={"k": "key", "b": "tok"})

    assert server.received[0].headers["x-key"] == "key"
    assert server.received[0].headers["authorization"] == "Bearer tok"


def test_token_from_an_earlier_step(execute: Execute, server: Loopback) -> None:
    """An argument in a credential's place gets the scheme's prefix; one that has it stays as it is."""
    made = tool("GET /a", row("Authorization", "header", kind="auth", scheme="bearer"), security=[{"bearer": []}])

    execute(made, {"Authorization": "tok"}, security_schemes=SCHEMES)
    execute(made, {"Authorization": "Bearer tok"}, security_schemes=SCHEMES)

    assert [got.headers["authorization"] for got in server.received] == ["Bearer tok", "Bearer tok"]


@pytest.mark.parametrize(
    ("scheme", "credential", "says"),
    [
        ("basic", "nocolon", "user name and a password"),
        ("bearer", 5, "must be a text"),
    ],
)
def test_credentials_of_an_unfit_shape(
    execute: Execute, server: Loopback, scheme: str, credential: Any, says: str
) -> None:
    """The failure names the scheme, never the credential; nothing is sent."""
    result = execute(
        tool("GET /a", security=[{scheme: []}]), credentials={scheme: credential}, security_schemes=SCHEMES
    )

    assert (result.error_kind, server.received) == ("auth", [])
    assert says in result.error
    assert "nocolon" not in result.error


def test_scheme_that_is_described_nowhere(execute: Execute, server: Loopback) -> None:
    """Documents name such schemes: the request goes without it, or by another alternative."""
    server.default.status = 401

    alone = execute(tool("GET /a", security=[{"nope": []}]), credentials={"nope": "x"}, security_schemes=SCHEMES)
    execute(
        tool("GET /a", security=[{"nope": []}, {"head": []}]),
        credentials={"nope": "x", "head": "k"},
        security_schemes=SCHEMES,
    )

    assert "no credential was given for nope" in alone.error
    assert [got.headers.get("x-key") for got in server.received] == [None, "k"]


def test_client_certificates_are_the_transports_business(execute: Execute, server: Loopback) -> None:
    """A mutual TLS scheme puts nothing on the request."""
    schemes = {"mtls": {"type": "mutualTLS"}}

    assert execute(tool("GET /a", security=[{"mtls": []}]), credentials={"mtls": True}, security_schemes=schemes).ok
    assert "authorization" not in server.received[0].headers


def test_credentials_are_in_no_error(execute: Execute, server: Loopback) -> None:
    """Errors name the operation by its template, not by its URL."""
    made = tool("GET /a/{id}", row("id", "path"), security=[{"query": []}])
    server.default.status = 500

    failed = execute(made, {"id": 7}, credentials={"query": "k-secret"}, security_schemes=SCHEMES)
    refused = execute(
        made, {"id": 7}, credentials={"query": "k-secret"}, security_schemes=SCHEMES, base_url="http://127.0.0.1:1"
    )

    assert failed.error == "GET /a/{id} answered 500"
    assert refused.error_kind == "connection"
    assert "k-secret" not in failed.error + refused.error
