"""Values in the form that an input takes: null, quoted headers, files."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

pytestmark = pytest.mark.bundled

TEXT = {"type": "string"}
FINE = {"200": {"description": "ok"}}


def sends(required, kind="application/json", **properties):
    schema = {"type": "object", "required": required, "properties": properties}
    return {"requestBody": {"required": True, "content": {kind: {"schema": schema}}}, "responses": FINE}


@pytest.fixture(name="args")
def _args(cli, tmp_path, monkeypatch):
    """The target's arguments in a plan, and what is asked, for given values; files `f.txt` and `f.bin` are there."""
    monkeypatch.chdir(tmp_path)
    date = {"type": "string", "format": "date-time", "nullable": True}
    place = {"name": "id", "in": "path", "required": True, "schema": TEXT}
    match = {"name": "If-Match", "in": "header", "required": True, "schema": TEXT}
    paths = {
        "/runs": {"post": {"operationId": "start", **sends(["logical_date"], logical_date=date, note=TEXT)}},
        "/plans": {"post": {"operationId": "plan", **sends([], milestone={**TEXT, "nullable": True}, note=TEXT)}},
        "/docs/{id}": {"put": {"operationId": "put", "parameters": [place, match], "responses": FINE}},
        "/files": {
            "post": {
                "operationId": "upload",
                **sends(["file"], "multipart/form-data", file={"type": "string", "format": "binary"}, note=TEXT),
            }
        },
    }
    document = {"openapi": "3.0.3", "info": {"title": "Forms", "version": "1"}, "paths": paths}
    Path("forms.json").write_text(json.dumps(document), encoding="utf-8")
    Path("f.txt").write_text("hello", encoding="utf-8")
    Path("f.bin").write_bytes(b"\xff\xfe\x00\x01")

    def planned(target, *given):
        options = [part for value in given for part in ("-e", value)]
        answer = cli("plan", "forms.json", "--target", target, *options, "--json").json
        return answer["plan"]["steps"][-1]["args"], [slot["field_name"] for slot in answer["asked"]]

    return planned


def test_null_where_null_is_taken(args):
    """A required field that may be null is not asked for again; an optional one is unset (RFC 7396)."""
    assert ({"logical_date": None}, []) == args("start", "logical_date=null")
    assert ({"note": "x", "milestone": None}, []) == args("plan", "note=x", "milestone=null")


def test_null_where_none_is_taken(args):
    """A field that may not be null is asked for, or left out."""
    sent, asked = args("start", "note=null")

    assert ("note" in sent, asked) == (False, ["logical_date"])


@pytest.mark.parametrize("tag", ['"v7"', 'W/"v7"', "v7", "12"])
def test_a_header_is_sent_as_written(args, tag):
    """The quotes of an entity tag belong to it (RFC 9110, 8.8.3)."""
    sent, _ = args("put", "id=d1", f"If-Match={tag}")

    assert {"id": "d1", "If-Match": tag} == sent


def test_quotes_elsewhere_only_make_a_text(args):
    """In a path or body they say that a number is meant as text."""
    sent, _ = args("put", 'id="12"', "If-Match=x")

    assert "12" == sent["id"]


@pytest.mark.parametrize(
    ("given", "sent"),
    [
        ("file=@f.txt", {"filename": "f.txt", "content": "hello"}),
        ("file=@f.bin", {"filename": "f.bin", "content_base64": "//4AAQ=="}),
        ('file={"filename":"a.bin","content":"hi"}', {"filename": "a.bin", "content": "hi"}),
        ('file={"filename":"a.bin","content_base64":"aGk="}', {"filename": "a.bin", "content_base64": "aGk="}),
        ("file=hi", "hi"),
    ],
)
def test_files(args, given, sent):
    """A file keeps its name and its bytes, and may be given as what a call sends."""
    assert ({"file": sent}, []) == args("upload", given)


def test_a_text_file_for_a_text_is_its_content(args):
    """Only where a file is sent does the name matter."""
    sent, _ = args("upload", "file=hi", "note=@f.txt")

    assert "hello" == sent["note"]
