"""The command line over HTTP: results that are files, servers without a host, failures in its own words."""

from __future__ import annotations

import json
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


def test_binary_result_is_saved(run: Any, server: Loopback) -> None:
    """The bytes are in the file as they came; without a file, the result says how to keep them."""
    data = bytes(range(256))
    server.default = Answer(headers={"Content-Type": "image/png"}, body=data)

    assert "--save FILE keeps the bytes" in run(document())[1]
    code, out, _ = run(document(), "--save", "image.png")

    assert (code, Path("image.png").read_bytes()) == (0, data)
    assert "256 bytes in image.png" in out


def test_json_result_is_saved(run: Any, server: Loopback) -> None:
    """It is saved as it is shown: without credentials."""
    server.default = Answer(headers={"Content-Type": "application/json"}, body=b'{"a": 1, "password": "hunter2"}')

    code, out, _ = run(document(), "--save", "a.json", "--json")

    assert code == 0
    assert json.loads(Path("a.json").read_text(encoding="utf-8")) == {"a": 1, "password": "[redacted]"}
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
    code, _, err = run(relative, base="")

    assert server.targets == ["GET /api/image"]
    assert code == 1
    assert "the server URL '/api' is relative; give --base-url" in err


def test_document_without_security_schemes(run: Any, server: Loopback) -> None:
    """A refusal names the option that sends a header."""
    server.default = Answer(status=401)

    assert "(-H NAME=VARIABLE sends a header" in run(document())[2]


def test_accepted_call(run: Any, server: Loopback) -> None:
    """Status 202 is told with the place to look at."""
    server.default = Answer(status=202, headers={"Location": "/jobs/j1"})

    assert "accepted and maybe not done yet, look at /jobs/j1" in " ".join(run(document())[1].split())
    assert json.loads(run(document(), "--json")[1])["accepted"][0]["location"] == "/jobs/j1"
