"""Text that the world outside cannot take: it is escaped, and the command still does what it is for."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pytest

from graph_tool_call.cli import main

pytestmark = pytest.mark.bundled

HALF = "\ud83d"
DOCUMENT = {
    "openapi": "3.0.3",
    "info": {"title": f"Pets {HALF}", "version": "1"},
    "paths": {
        f"/pets{HALF}": {
            "get": {
                "operationId": "listPets",
                "summary": f"List pets {HALF}",
                "parameters": [{"name": f"k{HALF}", "in": "query", "required": True, "schema": {"type": "string"}}],
                "responses": {"200": {"description": "ok"}},
            }
        }
    },
}


@pytest.fixture(name="pets")
def _pets(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("pets.json").write_text(json.dumps(DOCUMENT), encoding="ascii")
    return "pets.json"


def test_half_a_surrogate_pair_survives(cli, pets):
    """An artifact and a plan keep it, as the escape that JSON has for it."""
    assert 0 == cli("build", pets, "-o", "built.json").code
    assert 0 == cli("plan", "built.json", "--target", "listPets", "-o", "plan.json").code

    artifact = json.loads(Path("built.json").read_bytes())
    (step,) = json.loads(Path("plan.json").read_bytes())["steps"]

    assert f"Pets {HALF}" == artifact["metadata"]["title"]
    assert [f"k{HALF}"] == list(step["args"])


@pytest.mark.parametrize(
    "arguments",
    [
        ("inspect", "pets.json"),
        ("inspect", "pets.json", "--json"),
        ("inspect", "pets.json", "--unresolved", "-"),
        ("select", "pets.json", "pets", "--html", "page.html"),
        ("plan", "pets.json", "--target", "listPets"),
        ("plan", "pets.json", "--target", "listPets", "--mermaid"),
        ("explain", "pets.json", "listPets"),
    ],
)
def test_half_a_surrogate_pair_is_shown(cli, pets, arguments):
    """Every command shows it as an escape."""
    assert (0, "") == (cli(*arguments).code, "")


@pytest.mark.parametrize(
    ("arguments", "shown"),
    [
        (["-e", f"k{HALF}=caf\u00e9"], rb"caf\xe9"),
        (["-e", f"k{HALF}=caf\u00e9", "--json"], rb'"caf\u00e9"'),
        (["--target", "caf\u00e9", "--json"], rb'"target": "caf\u00e9"'),
    ],
)
def test_ascii_terminal(pets, monkeypatch, arguments, shown):
    """A character that standard output cannot encode is an escape; in JSON it is one of JSON's own."""
    written = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(written, encoding="ascii", write_through=True))

    main(["plan", pets, "--target", "listPets", *arguments])

    assert shown in written.getvalue()


def test_no_standard_output(pets, monkeypatch):
    """A process that was started without one still does its work."""
    monkeypatch.setattr(sys, "stdout", None)

    assert 0 == main(["build", pets, "-o", "built.json"])
    assert Path("built.json").is_file()
