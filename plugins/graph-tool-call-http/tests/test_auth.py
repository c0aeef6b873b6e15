from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Callable
from typing import Any

import pytest
from http_loopback import Answer, Execute, Loopback, row, tool

SCHEMES = {
    "head": {"type": "apiKey", "location": "header", "name": "X-Key"},
    "query": {"type": "apiKey", "location": "query", "name": "api_key"},
    "cook": {"type": "apiKey", "location": "cookie", "name": "sid"},
    "basic": {"type": "http", "location": "header", "name": "Authorization", "scheme": "basic"},
    "bearer": {"type": "http", "location": "header", "name": "Authorization", "scheme": "bearer"},
    "hoba": {"type": "http", "location": "header", "name": "Authorization", "scheme": "hoba"},
    "digest": {"type": "http", "location": "header", "name": "Authorization", "scheme": "digest"},
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
        ("hoba", "Hoba result=abc", "authorization", "Hoba result=abc"),
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


# --- schemes whose password is never sent ---


class Digest:
    """The server's part of RFC 7616 with qop=auth and SHA-256; written from the text of the RFC."""

    CHALLENGE = 'Digest realm="r", nonce="n0", qop="auth", algorithm=SHA-256, opaque="o"'

    def __init__(self, user: str, password: str) -> None:
        self.user, self.password = user, password

    def accepts(self, method: str, target: str, header: str) -> bool:
        said = dict(re.findall(r'(\w+)="?([^",]*)"?', header.partition(" ")[2]))
        first = self.hash(f"{self.user}:r:{self.password}")
        second = self.hash(f"{method}:{target}")
        wanted = self.hash(f"{first}:n0:{said.get('nc')}:{said.get('cnonce')}:auth:{second}")
        return said.get("response") == wanted and said.get("uri") == target and said.get("username") == self.user

    @staticmethod
    def hash(text: str) -> str:
        return hashlib.sha256(text.encode()).hexdigest()


@pytest.mark.parametrize("operation", ["GET /a/", "POST /a/"])
def test_digest(execute: Execute, server: Loopback, operation: str) -> None:
    """The server asks, and gets the answer of RFC 7616; the password itself never goes out."""
    digest = Digest("kim", "hunter2")
    method, _, path = operation.partition(" ")
    challenge = Answer(status=401, headers={"WWW-Authenticate": digest.CHALLENGE})
    server.choose = lambda got: (
        Answer(body=b"{}", headers={"Content-Type": "application/json"})
        if digest.accepts(method, path + "?q=a%20b", got.headers.get("authorization", ""))
        else challenge
    )
    made = tool(operation, row("q", "query"), row("x", "body"), security=[{"digest": []}])
    args = {"q": "a b", **({"x": 1} if method == "POST" else {})}

    for credential in ("kim:hunter2", ("kim", "hunter2"), {"username": "kim", "password": "hunter2"}):
        assert execute(made, args, credentials={"digest": credential}, security_schemes=SCHEMES).ok
    assert execute(made, args, credentials={"digest": "kim:wrong"}, security_schemes=SCHEMES).error_kind == "auth"
    assert not any("hunter2" in str(got) for got in server.received)
    assert {got.body for got in server.received} == {b'{"x":1}' if method == "POST" else b""}


@pytest.mark.parametrize(
    "challenge",
    [
        'Digest realm="r"',
        'Digest realm="r", nonce="n", algorithm=ROT13',
        'Digest realm="r", nonce="n", qop="auth-int"',
        "Digest realm=, nonce=",
        "Digest realm",
    ],
)
def test_digest_that_cannot_be_answered(execute: Execute, server: Loopback, challenge: str) -> None:
    """A challenge of another form is a failure of authentication."""
    server.default = Answer(status=401, headers={"WWW-Authenticate": challenge})
    made = tool("GET /a", security=[{"digest": []}])

    assert execute(made, credentials={"digest": "kim:hunter2"}, security_schemes=SCHEMES).error_kind == "auth"


@pytest.mark.parametrize("credential", ["kim:hunter2", ("kim", "hunter2"), "kim hunter2"])
@pytest.mark.parametrize("given", ["credential", "argument"])
def test_http_schemes_that_are_not_known(execute: Execute, server: Loopback, credential: Any, given: str) -> None:
    """Nothing is sent: a password behind the name of a scheme would go out in the clear."""
    header = row("Authorization", "header", kind="auth", scheme="hoba")
    made = tool("GET /a", header, security=[{"hoba": []}])
    by_argument = given == "argument" and isinstance(credential, str)

    result = execute(
        made,
        {"Authorization": credential} if by_argument else {},
        credentials={} if by_argument else {"hoba": credential},
        security_schemes=SCHEMES,
    )

    assert (result.ok, result.error_kind, result.sent, server.received) == (False, "auth", False, [])
    assert "hunter2" not in result.error


def test_credential_for_a_scheme_that_no_operation_requires(execute: Execute, server: Loopback) -> None:
    """It was given for this document, so it goes along; a scheme that others require stays with them."""
    options = {"security_schemes": SCHEMES, "unrequired_schemes": ["head"]}

    execute(tool("GET /a"), credentials={"head": "k-1", "bearer": "tok"}, **options)
    execute(tool("GET /a", security=[{"bearer": []}]), credentials={"head": "k-1", "bearer": "tok"}, **options)
    execute(tool("GET /a"), credentials={}, **options)

    sent = [{name: got.headers.get(name) for name in ("x-key", "authorization")} for got in server.received]
    assert sent == [
        {"x-key": "k-1", "authorization": None},
        {"x-key": None, "authorization": "Bearer tok"},
        {"x-key": None, "authorization": None},
    ]


# --- cookies ---

SESSION = "SESS=abc; Path=/; HttpOnly"


def test_cookies_are_kept_within_a_run(execute: Execute, server: Loopback) -> None:
    """What a login sets goes along with the calls of the same run, and of no other."""
    server.answers["POST /login"] = Answer(headers={"Set-Cookie": SESSION})

    execute(tool("POST /login"), run_id="r1")
    execute(tool("GET /mine"), run_id="r1")
    execute(tool("GET /mine", row("SESS", "cookie")), {"SESS": "own"}, run_id="r1")
    execute(tool("GET /mine"), run_id="r2")
    execute(tool("GET /mine"))

    assert [got.headers.get("cookie") for got in server.received] == [None, "SESS=abc", "SESS=own", None, None]


def test_cookies_go_to_the_origin_that_set_them(
    execute: Execute, server: Loopback, servers: Callable[[], Loopback]
) -> None:
    """Another port is another origin; path, expiry and `Secure` of a cookie hold (RFC 6265, 5.4)."""
    other = servers()
    for number, cookie in enumerate([SESSION, "p=1; Path=/deep", "s=1; Path=/; Secure", "x=1; Path=/"]):
        server.answers[f"GET /set{number}"] = Answer(headers={"Set-Cookie": cookie})
        execute(tool(f"GET /set{number}"), run_id="r")
    server.answers["GET /unset"] = Answer(headers={"Set-Cookie": "x=; Path=/; Max-Age=0"})
    execute(tool("GET /unset"), run_id="r")

    execute(tool("GET /mine"), run_id="r")
    execute(tool("GET /deep/mine"), run_id="r")
    execute(tool("GET /mine"), run_id="r", base_url=other.url)

    assert [got.headers.get("cookie") for got in server.received[-2:]] == ["SESS=abc", "p=1; SESS=abc"]
    assert other.received[0].headers.get("cookie") is None


@pytest.mark.parametrize("value", ["\x80\xff", "a\x01b", "é"])
def test_cookie_that_no_request_can_carry(execute: Execute, server: Loopback, value: str) -> None:
    """It is dropped, and the others go along."""
    server.answers["GET /bad"] = Answer(headers={"Set-Cookie": f"bad={value}; Path=/"})
    server.answers["GET /good"] = Answer(headers={"Set-Cookie": SESSION})

    for path in ("/bad", "/good", "/mine"):
        assert execute(tool(f"GET {path}"), run_id="r").ok

    assert server.received[-1].headers["cookie"] == "SESS=abc"


def test_cookie_of_a_redirect(execute: Execute, server: Loopback) -> None:
    """A login that answers 303 sets its cookie for where it leads."""
    server.answers["POST /login"] = Answer(status=303, headers={"Location": "/home", "Set-Cookie": SESSION})

    execute(tool("POST /login"), run_id="r")

    assert server.received[1].headers["cookie"] == "SESS=abc"
