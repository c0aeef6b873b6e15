"""Documents that cannot be used: one line with a code, a place and a next step; never a traceback."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

pytestmark = pytest.mark.bundled


def document(schema, schemas=None):
    answer = {"description": "ok", "content": {"application/json": {"schema": schema}}}
    return json.dumps(
        {
            "openapi": "3.0.0",
            "info": {"title": "Bad", "version": "1"},
            "paths": {"/a": {"get": {"operationId": "getA", "responses": {"200": answer}}}},
            "components": {"schemas": schemas or {}},
        }
    )


def bomb():
    levels = ["a0: &a0 [x,x,x,x,x,x,x,x,x,x]"]
    levels += [f"a{i}: &a{i} [{','.join([f'*a{i - 1}'] * 10)}]" for i in range(1, 12)]
    return "openapi: 3.0.0\ninfo: {title: Bomb, version: '1'}\npaths: {}\n" + "\n".join(levels) + "\n"


def chain(length):
    links = {f"S{i}": {"$ref": f"#/components/schemas/S{i + 1}"} for i in range(length)}
    last = {f"S{length}": {"type": "object", "properties": {"id": {"type": "string"}}}}
    return document({"$ref": "#/components/schemas/S0"}, {**links, **last})


#: Name → (file content, code, a part of the message, a part of the next step).
FILES = {
    "page.html": (
        "<!DOCTYPE html>\n<html><body>Our API</body></html>",
        "not_openapi", "looks like an HTML page", "download the raw document",
    ),
    "cut.json": (document({}).partition('"responses"')[0], "invalid_json", "at line 1 column", "cut off"),
    "bomb.yaml": (bomb(), "too_many_aliases", "aliases", "limits"),
    "chain.json": (chain(60), "ref_too_deep", "at /components/schemas/S0", "refer to the target directly"),
    "remote.json": (
        document({"$ref": "http://example.com/pet.json"}),
        "ref_remote", "http://example.com/pet.json", "save that document beside this one",
    ),
    "nopaths.json": (
        '{"openapi": "3.0.0", "info": {"title": "x", "version": "1"}}',
        "no_paths", "paths", "check that it is the root document",
    ),
    "other.json": (
        '{"hello": "world"}',
        "not_openapi", "holds an object with `hello`", "asked: openapi, which reads OpenAPI",
    ),
    "empty.yaml": ("", "empty", "is empty", "give an OpenAPI document"),
}  # fmt: skip


@pytest.fixture(autouse=True)
def _folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("command", ["inspect", "search", "plan"])
@pytest.mark.parametrize("name", sorted(FILES))
def test_unusable_file(cli, command, name):
    """Every command that reads a document says in one line what is wrong, where, and what to do."""
    content, code, message, step = FILES[name]
    Path(name).write_text(content, encoding="utf-8")
    more = {"inspect": [], "search": ["pets"], "plan": ["--target", "getA"]}[command]

    result = cli(command, name, *more)

    assert (3, "") == (result.code, result.out)
    (line,) = result.err.splitlines()
    assert line.startswith(f"error[{code}]: {name}")
    assert message in line
    assert step in line


@pytest.mark.parametrize(("name", "code"), [("gone.json", "file_not_found"), ("folder", "is_directory")])
def test_no_file(cli, name, code):
    """A path that leads to no file is told apart from a file that is wrong."""
    Path("folder").mkdir()

    result = cli("build", name, "-o", "out.json")

    assert (3, "", 1) == (result.code, result.out, len(result.err.splitlines()))
    assert result.err.startswith(f"error[{code}]: {name}: ")
    assert not Path("out.json").exists()


@pytest.mark.parametrize("name", sorted(FILES))
def test_unusable_file_as_json(cli, name):
    """With --json the error is one JSON document on standard output, and stderr stays empty."""
    content, code, _message, _step = FILES[name]
    Path(name).write_text(content, encoding="utf-8")

    result = cli("inspect", name, "--json")

    assert (3, "") == (result.code, result.err)
    assert (code, 3, name) == (result.error["code"], result.error["exit_code"], result.error["source"])


@pytest.fixture(name="outside")
def _outside():
    Path("inner").mkdir()
    Path("secret.json").write_text('{"key": {"type": "string", "description": "hunter2"}}', encoding="utf-8")
    Path("inner/spec.json").write_text(document({"$ref": "../secret.json#/key"}), encoding="utf-8")
    return "inner/spec.json"


@pytest.mark.parametrize("command", [["inspect"], ["build", "-o", "out.json"], ["plan", "--target", "getA"]])
def test_ref_that_leaves_the_folder_is_an_error(cli, outside, command):
    """What lies outside the document's folder is not read: one line with the pointer, and nothing is written."""
    result = cli(command[0], outside, *command[1:])

    assert 3 == result.code
    assert "error[ref_outside]: " in result.err
    assert "/paths/~1a/get/responses/200/" in result.err
    assert 1 == len(result.err.strip().splitlines())
    assert "hunter2" not in result.out + result.err
    assert not Path("out.json").exists()


def test_artifact_of_a_newer_release(cli):
    """An artifact that this release cannot read says so."""
    Path("new.json").write_text('{"format_version": 999, "tools": {}}', encoding="utf-8")

    result = cli("search", "new.json", "pets")

    assert 3 == result.code
    assert result.err.startswith("error[unsupported_format]: new.json: ")


def test_broken_artifact(cli):
    """An artifact that was cut off is not JSON."""
    Path("half.json").write_text('{"format_version": 1, "tools": {', encoding="utf-8")

    assert cli("search", "half.json", "pets").err.startswith("error[invalid_json]: half.json: not JSON")


def test_standard_input(cli):
    """`-` reads standard input, and errors name it."""
    good = cli("inspect", "-", "--json", stdin=document({"type": "string"}).encode())
    bad = cli("inspect", "-", stdin=b"<html></html>")

    assert ("Bad", 1) == (good.json["title"], good.json["tools"])
    assert (3, True) == (bad.code, bad.err.startswith("error[not_openapi]: standard input: "))


def test_error_has_the_path_as_it_was_given(cli):
    """A document of another folder is named with its folder; a path is a path, even where it looks like text."""
    Path("sub").mkdir()
    Path("sub/empty.yaml").write_text("", encoding="utf-8")

    assert cli("inspect", "sub/empty.yaml").err.startswith("error[empty]: sub/empty.yaml: ")
    assert cli("inspect", "{a}").err.startswith("error[file_not_found]: {a}: ")
    assert cli("inspect", "").err.startswith("error[usage]: no path is given")
