"""The command line over HTTP: results that are files, servers without a host, failures in its own words."""

from __future__ import annotations

import json
import threading
from pathlib import Path
from typing import Any

import pytest
from http_loopback import Answer, Loopback

from graph_tool_call.cli import main


@pytest.fixture(name="run")
def _run(server: Loopback, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Any:
    """`run(document, *options)` → exit code, standard output, standard error; `GET /image` is the target."""
    monkeypatch.chdir(tmp_path)

    def run(document: dict[str, Any], *options: str, base: str = server.url) -> tuple[int, str, str]:
        Path("spec.json").write_text(json.dumps(document), encoding="utf-8")
        there = ["--base-url", base] if base else []
        code = main(["run", "spec.json", "--target", "image", *there, "--option", "trust_env=false", *options])
        return code, *capsys.readouterr()

    return run


def document(**own: Any) -> dict[str, Any]:
    operation = {"operationId": "image", "responses": {"200": {"description": "ok"}}}
    return {
        "openapi": "3.0.3",
        "info": {"title": "t", "version": "1"},
        "paths": {"/image": {"get": operation}},
        **own,
    }


def test_dry_run_shows_the_request_and_sends_none(run: Any, server: Loopback, monkeypatch: pytest.MonkeyPatch) -> None:
    """Method, URL and where the credential goes; the credential itself is not shown, and no server is asked."""
    monkeypatch.setenv("SHOP_KEY", "k-secret-1")
    key = {"type": "apiKey", "in": "query", "name": "key"}
    guarded = document(components={"securitySchemes": {"k": key}}, security=[{"k": []}])

    code, out, _ = run(guarded, "--dry-run", "--credential", "k=SHOP_KEY")
    as_json = json.loads(run(guarded, "--dry-run", "--credential", "k=SHOP_KEY", "--json")[1])

    assert (code, server.received) == (0, [])
    assert f"s1 image GET {server.url}/image" in " ".join(out.split())
    (call,) = as_json["calls"]
    assert call["shown"]["attached"] == ["query key"]
    assert "k-secret-1" not in out + json.dumps(as_json)


def test_binary_result_is_saved(run: Any, server: Loopback) -> None:
    """The bytes are in the file as they came; without a file, the result says how to keep them."""
    data = bytes(range(256))
    server.default = Answer(headers={"Content-Type": "image/png"}, body=data)

    assert "--save FILE keeps the bytes" in run(document())[1]
    code, out, _ = run(document(), "--save", "image.png")

    assert (code, Path("image.png").read_bytes()) == (0, data)
    assert "256 bytes in image.png" in out


def test_json_result_is_saved(run: Any, server: Loopback) -> None:
    """It is saved as it is shown: without credentials, and as JSON that can be read again."""
    body = b'{"a": "\\ud800", "password": "hunter2"}'
    server.default = Answer(headers={"Content-Type": "application/json"}, body=body)

    code, out, _ = run(document(), "--save", "a.json", "--json")

    assert code == 0
    assert json.loads(Path("a.json").read_text(encoding="utf-8")) == {"a": "\ud800", "password": "[redacted]"}
    assert json.loads(out)["saved"] == {"file": "a.json", "bytes": Path("a.json").stat().st_size}


@pytest.mark.parametrize("place", [".", "no/such/folder/a.png"])
def test_result_that_cannot_be_saved(run: Any, server: Loopback, place: str) -> None:
    """It is said before anything is called."""
    code, _, err = run(document(), "--save", place)

    assert (code, server.received) == (2, [])
    assert f"--save {place}" in err


def test_server_without_a_host(run: Any, server: Loopback) -> None:
    """Its path stays behind a base URL of a host alone; without one the option is named."""
    relative = document(servers=[{"url": "/api"}])

    assert run(relative)[0] == 0
    code, out, err = run(relative, base="")

    assert server.targets == ["GET /api/image"]
    assert code == 1
    assert "option base_url" not in out + err
    assert "the server URL '/api' is relative; give --base-url" in err


def test_document_without_security_schemes(run: Any, server: Loopback) -> None:
    """A refusal names the option that sends a header."""
    server.default = Answer(status=401)

    assert "(-H NAME=VARIABLE sends a header" in run(document())[2]


@pytest.mark.parametrize("option", [("--timeout", "0.2"), ("--option", "timeout=0.2")], ids=["step", "call"])
def test_timeouts_have_one_code(run: Any, server: Loopback, option: tuple[str, str]) -> None:
    """Whoever waits in vain, the step or the client: the failure is a timeout."""
    release = threading.Event()
    server.default = Answer(stream=lambda _out: release.wait(60) and None)

    out = run(document(), *option, "--json")[1]
    release.set()

    assert json.loads(out)["error"]["code"] == "timeout"


def test_accepted_call(run: Any, server: Loopback) -> None:
    """Status 202 is told with the place to look at."""
    server.default = Answer(status=202, headers={"Location": "/jobs/j1"})

    assert "accepted and maybe not done yet, look at /jobs/j1" in " ".join(run(document())[1].split())
    assert json.loads(run(document(), "--json")[1])["accepted"][0]["location"] == "/jobs/j1"


# --- a login first ---

TOKEN = "tok-abc-123"


def guarded(answer: dict[str, Any], **schemes: Any) -> dict[str, Any]:
    """`GET /image` behind *schemes*, a bearer scheme by default, and `POST /login`, which answers with *answer*."""
    fields = {name: {"type": "string"} for name in answer}
    inputs = {"properties": {"user": {"type": "string"}, "password": {"type": "string"}}, "required": ["password"]}
    body = {"required": True, "content": {"application/json": {"schema": {"type": "object", **inputs}}}}
    content = {"application/json": {"schema": {"type": "object", "properties": fields}}}
    responses = {"200": {"description": "ok", "content": content}}
    schemes = schemes or {"t": {"type": "http", "scheme": "bearer"}}
    spec = document(components={"securitySchemes": schemes}, security=[{name: []} for name in schemes])
    spec["paths"]["/login"] = {
        "post": {"operationId": "login", "security": [], "requestBody": body, "responses": responses}
    }
    return spec


@pytest.fixture(name="secrets")
def _secrets(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Options that give the login its inputs."""
    monkeypatch.setenv("MY_USER", "kim")
    monkeypatch.setenv("MY_PASSWORD", "hunter2")
    return ["--login-with", "user=MY_USER", "--login-with", "password=MY_PASSWORD"]


def answering(server: Loopback, answer: dict[str, Any]) -> None:
    server.answers["POST /login"] = Answer(
        headers={"Content-Type": "application/json"}, body=json.dumps(answer).encode()
    )
    server.answers["GET /image"] = Answer(headers={"Content-Type": "text/plain"}, body=f"you are {TOKEN}".encode())


@pytest.mark.parametrize(
    ("answer", "option"),
    [
        ({"access_token": TOKEN, "refresh_token": "r-123456"}, "login"),
        ({"jwt": TOKEN}, "POST /login"),
        ({"result": TOKEN}, "login:result"),
        ({"secret": "s-1234567", "jwt": TOKEN}, "login:jwt"),
    ],
)
def test_token_of_a_login(run: Any, server: Loopback, secrets: list[str], answer: dict[str, Any], option: str) -> None:
    """The token goes with the calls that take one, and is shown nowhere; nor is the password."""
    answering(server, answer)

    code, out, err = run(guarded(answer), "--login", option, *secrets, "--json")

    assert (code, server.targets) == (0, ["POST /login", "GET /image"])
    assert json.loads(server.received[0].body) == {"user": "kim", "password": "hunter2"}
    assert server.received[1].headers["authorization"] == f"Bearer {TOKEN}"
    assert not [secret for secret in (TOKEN, "hunter2") if secret in out + err]


@pytest.mark.parametrize(
    ("answer", "option", "says"),
    [
        ({"jwt": "a", "secret": "b"}, "login", "has several (jwt, secret): --login login:FIELD"),
        ({"name": "a"}, "login", "describes none: --login login:FIELD"),
        ({"jwt": "a"}, "logn", "there is no operation 'logn'"),
    ],
)
def test_login_that_is_not_clear(
    run: Any, server: Loopback, secrets: list[str], answer: dict[str, Any], option: str, says: str
) -> None:
    """Nothing is called."""
    code, _, err = run(guarded(answer), "--login", option, *secrets)

    assert (code != 0, server.received) == (True, [])
    assert says in err


def test_login_for_a_document_without_tokens(run: Any, server: Loopback, secrets: list[str]) -> None:
    """A token would go nowhere: basic authentication takes none, nor does a key of another name."""
    schemes = {"b": {"type": "http", "scheme": "basic"}, "k": {"type": "apiKey", "in": "header", "name": "X-Key"}}

    code, _, err = run(guarded({"jwt": "a"}, **schemes), "--login", "login", *secrets)

    assert (code, server.received) == (3, [])
    assert "no security scheme that takes a token" in err


def test_login_that_fails(run: Any, server: Loopback, secrets: list[str]) -> None:
    """What the plan would have called is not called."""
    server.default = Answer(status=401, headers={"Content-Type": "application/json"}, body=b'{"message": "who?"}')

    refused = run(guarded({"jwt": "a"}), "--login", "login", *secrets)
    lacking = run(guarded({"jwt": "a"}), "--login", "login")

    assert (refused[0], lacking[0], server.targets) == (1, 5, ["POST /login"])
    assert "--login login: POST /login answered 401: who?" in refused[2]
    assert "body field 'password' is missing (--login-with NAME=VARIABLE gives an input)" in lacking[2]
