"""Texts of a hostile document on a terminal: none moves the cursor, and none begins a line of its own."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest
from rich.console import Console
from rich.text import Text

from graph_tool_call.cli import asking, output
from graph_tool_call.cli.output import put
from graph_tool_call.cli.text import printable

pytestmark = pytest.mark.bundled

#: A title, a cleared screen by C1, a line of its own by four kinds of separator, and marks that turn the writing.
EVIL = "\x1b]0;owned\x07\x9b2J\n\n(read-only)\u2028forged\x85forged\r\nforged\u202etxt\u200f\u200e\u2066"
HIDDEN = [chr(n) for n in (0x1B, 0x07, 0x9B, 0x85, 0x2028, 0x202E, 0x200E, 0x200F, 0x2066)]


def document():
    """An API whose every free text and name is hostile."""
    item = {"type": "object", "properties": {f"id{EVIL}": {"type": "string"}, "name": {"type": "string"}}}
    listed = {"description": EVIL, "content": {"application/json": {"schema": {"type": "array", "items": item}}}}
    wanted = {"name": f"thing{EVIL}", "in": "path", "required": True, "schema": {"type": "string"}, "description": EVIL}
    mode = {"name": f"mode{EVIL}", "in": "query", "required": True, "schema": {"enum": [f"a{EVIL}", "b"]}}
    return {
        "openapi": "3.0.3",
        "info": {"title": f"Things{EVIL}", "version": f"1{EVIL}"},
        "servers": [{"url": "http://127.0.0.1:9"}],
        "tags": [{"name": f"tag{EVIL}"}],
        "paths": {
            f"/things{EVIL}": {
                "get": {
                    "operationId": "listThings",
                    "summary": f"List the things {EVIL}",
                    "tags": [f"tag{EVIL}"],
                    "responses": {"200": listed},
                }
            },
            f"/things{EVIL}/{{thing{EVIL}}}": {
                "delete": {
                    "operationId": "deleteThing",
                    "summary": f"Delete a thing {EVIL}",
                    "description": EVIL,
                    "parameters": [wanted, mode],
                    "responses": {"204": {"description": EVIL}},
                }
            },
        },
    }


@pytest.fixture(name="evil")
def _evil(tmp_path, monkeypatch):
    # So wide that a table breaks no line by itself.
    monkeypatch.setattr(output, "PIPE_WIDTH", 20_000)
    monkeypatch.chdir(tmp_path)
    Path("evil.json").write_text(json.dumps(document()), encoding="utf-8")
    Path("records.json").write_text(json.dumps([{"tool": "listThings", "body": [{"name": EVIL}]}]), encoding="utf-8")
    return "evil.json"


REPLAY = ("--executor", "replay", "--option", "responses=@records.json")
COMMANDS = (
    ("search", "evil.json", "delete the thing"),
    ("search", "evil.json", "delete the thing", "--evidence"),
    ("select", "evil.json", "list the things"),
    ("plan", "evil.json", "--target", "deleteThing"),
    ("plan", "evil.json", "--target", "deleteThing", "-e", f"thing{EVIL}=x{EVIL}"),
    ("plan", "evil.json", "--target", "deleteThing", "--alternatives", "2"),
    ("plan", "evil.json", "--target", "deleteThing", "--mermaid"),
    ("plan", "evil.json", "--target", "deleteThing", "--dot"),
    ("explain", "evil.json", "deleteThing"),
    ("explain", "evil.json", "deleteThing", f"thing{EVIL}"),
    ("explain", "evil.json", "--ask", "delete the thing"),
    ("explain", "evil.json", "deleteThing", f"thing{EVIL}", "--why-not", "listThings"),
    ("inspect", "evil.json"),
    ("inspect", "evil.json", "--diagnostics"),
    ("inspect", "evil.json", "--unresolved", "-"),
    ("build", "evil.json", "-o", "out.json"),
    ("run", "evil.json", "--target", "listThings", *REPLAY),
    ("run", "evil.json", "--target", "deleteThing", *REPLAY),
)


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: " ".join(command[:5]).split("\x1b")[0])
def test_no_text_of_a_document_rules_the_terminal(cli, evil, command):
    """No command prints a control character of a document, and no text of one begins a line."""
    result = cli(*command)

    shown = result.out + result.err
    assert shown.strip()
    assert [] == [hex(ord(c)) for c in HIDDEN if c in shown]
    lines = [line.strip(" │|") for line in shown.split("\n")]
    assert [] == [line for line in lines if line.startswith(("(read-only)", "forged"))]


@pytest.mark.parametrize("command", COMMANDS[:6], ids=lambda command: command[0])
def test_json_escapes_what_a_terminal_would_obey(cli, evil, command):
    """--json keeps each text whole, and writes its hidden characters as escapes."""
    result = cli(*command, "--json")

    assert [] == [hex(ord(c)) for c in HIDDEN if c in result.out]
    assert "\\u009b" in result.out
    assert "\x9b" in json.dumps(result.json, ensure_ascii=False)


def test_consent_is_one_line(cli, evil, monkeypatch):
    """What a person consents to cannot add lines of its own to the question."""
    asked = []
    monkeypatch.setattr(asking, "interactive", lambda: True)
    monkeypatch.setattr("click.confirm", lambda text, **_: asked.append(text))

    cli("run", evil, "--target", "deleteThing", "-e", f"thing{EVIL}=x", "-e", f"mode{EVIL}=b", *REPLAY)

    assert 1 == len(asked)
    assert "\n" not in asked[0]
    assert asked[0] == printable(asked[0])


def test_a_question_is_one_line(cli, evil, monkeypatch, capsys):
    """Nor can the name of a value that is asked for, its description or its choices."""
    asked = []
    monkeypatch.setattr(asking, "interactive", lambda: True)
    monkeypatch.setattr("click.prompt", lambda text, **_: asked.append(text) or 1)

    result = cli("run", evil, "--target", "deleteThing", *REPLAY)

    assert asked
    assert all(line == printable(line) and "\n" not in line for line in asked)
    assert [] == [line for line in result.err.split("\n") if line.startswith(("(read-only)", "forged"))]


def test_a_terminal_gets_styles_and_no_sequence_of_a_text():
    """Where colours are written as escape sequences, those of a text still are not."""
    stream = io.StringIO()

    put(Console(file=stream, force_terminal=True, width=200), Text(f"name{EVIL}", style="bold"))

    assert "\x1b[1m" in stream.getvalue()
    assert "\x1b]" not in stream.getvalue()
    assert [] == [hex(ord(c)) for c in HIDDEN[1:] if c in stream.getvalue()]
