"""Validation reports and never stops."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import openapi_spec_validator
import pytest
from reading import read_collection
from small_documents import OK, codes, document

from graph_tool_call.hooks import Limits
from graph_tool_call.model import Collection

GOOD = document(
    {
        "/a/{id}": {
            "get": {
                "parameters": [{"name": "id", "in": "path", "required": True, "schema": {"type": "string"}}],
                "responses": OK,
            }
        }
    }
)


def _own(source: Any) -> Collection:
    """With the structural check only."""
    return read_collection(source, limits=Limits(max_library_bytes=0))


@pytest.mark.parametrize("version", ["2.0", "3.0.3", "3.1.0", "3.2.0"])
@pytest.mark.parametrize("tier", ["off", "structure", "full"])
def test_valid_document_has_no_findings(version: str, tier: str) -> None:
    """In no version and at no tier, but that an older library says that it has no schema of 3.2."""
    unknown = tier != "off" and version == "3.2.0" and not hasattr(openapi_spec_validator, "OpenAPIV32SpecValidator")

    found = codes(read_collection(document({"/a": {"get": {"responses": OK}}}, version), validate=tier))

    assert (["not_validated"] if unknown else []) == found


@pytest.mark.parametrize(
    ("change", "code", "pointer"),
    [
        ({"info": {"title": "a"}}, "missing_key", "#/info"),
        ({"info": "a"}, "wrong_kind", "#/info"),
        ({"pathes": {}}, "unknown_key", "#/pathes"),
        ({"paths": {"/a": {"gett": {}}}}, "unknown_key", "#/paths/~1a/gett"),
        ({"paths": {"/a": {"get": {"responses": OK, "cache": True}}}}, "unknown_key", "#/paths/~1a/get/cache"),
        ({"paths": {"/a": {"get": {}}}}, "missing_key", "#/paths/~1a/get"),
        ({"paths": {"/a": {"get": {"responses": {"200": {}}}}}}, "missing_key", "#/paths/~1a/get/responses/200"),
        (
            {"paths": {"/a": {"post": {"requestBody": {}, "responses": OK}}}},
            "missing_key",
            "#/paths/~1a/post/requestBody",
        ),
        (
            {"paths": {"/a": {"get": {"parameters": [{"name": "q", "in": "query"}], "responses": OK}}}},
            "missing_key",
            "#/paths/~1a/get/parameters/0",
        ),
        ({"components": {"responses": {"R": {"content": {}}}}}, "missing_key", "#/components/responses/R"),
        ({"components": {"securitySchemes": {"S": {}}}}, "missing_key", "#/components/securitySchemes/S"),
        ({"components": {"parameters": {"P": {"name": "p"}}}}, "missing_key", "#/components/parameters/P"),
        ({"servers": [{"description": "x"}]}, "missing_key", "#/servers/0"),
        ({"tags": [{"title": "x"}]}, "missing_key", "#/tags/0"),
    ],
)
def test_structural_findings(change: dict[str, Any], code: str, pointer: str) -> None:
    """Missing and unknown keys have a code and their place."""
    assert (code, pointer) in [(d.code, d.pointer) for d in _own({**GOOD, **change}).diagnostics]


def test_path_parameter_must_say_that_it_is_required() -> None:
    """It is required all the same."""
    raw = {"name": "id", "in": "path", "schema": {"type": "string"}}
    collection = _own(document({"/a/{id}": {"get": {"parameters": [raw, raw], "responses": OK}}}))

    assert collection.operations[0].parameters[0].required is True
    assert {"path_parameter_not_required", "duplicate_parameter"} == set(codes(collection))


def test_findings_do_not_stop_the_reading() -> None:
    """The operations of an invalid document are read; validation off says nothing."""
    source = {**GOOD, "info": 7, "extra": []}

    assert ["GET /a/{id}"] == [operation.key for operation in _own(source).operations]
    assert [] == codes(read_collection(source, validate="off"))


def test_library_finds_more_in_small_documents() -> None:
    """A wrong value deep in a schema is found by the JSON Schema of the specification."""
    source = document(
        {
            "/a": {
                "get": {"responses": {"200": {"description": "", "content": {"a/b": {"schema": {"type": "strange"}}}}}}
            }
        }
    )

    assert [] == codes(_own(source))
    found = read_collection(source).diagnostics
    assert ["invalid"] == [d.code for d in found]
    assert found[0].pointer.startswith("#/paths/~1a/get/responses/200")


def test_full_finds_what_no_schema_can() -> None:
    """A default that does not fit its type needs more than the specification's schema."""
    schema = {"type": "integer", "default": "many"}
    source = document(
        {"/a": {"get": {"parameters": [{"name": "n", "in": "query", "schema": schema}], "responses": OK}}}
    )

    assert [] == codes(read_collection(source))
    assert ["invalid"] == codes(read_collection(source, validate="full"))


def test_full_sees_documents_that_are_open_and_opens_none(tmp_path: Path) -> None:
    """References across files are resolved from what the reader opened."""
    answer = {"200": {"description": "", "content": {"application/json": {"schema": {"$ref": "parts/pet.json"}}}}}
    (tmp_path / "parts").mkdir()
    (tmp_path / "parts/pet.json").write_text(json.dumps({"type": "integer", "default": "many"}), encoding="utf-8")
    (tmp_path / "api.json").write_text(json.dumps(document({"/a": {"get": {"responses": answer}}})), encoding="utf-8")

    assert ["invalid"] == codes(read_collection(tmp_path / "api.json", validate="full"))


def test_full_does_not_make_up_what_is_missing(tmp_path: Path) -> None:
    """A file that is not there is a finding of the validator too."""
    answer = {"200": {"description": "", "content": {"application/json": {"schema": {"$ref": "gone.json"}}}}}
    (tmp_path / "api.json").write_text(json.dumps(document({"/a": {"get": {"responses": answer}}})), encoding="utf-8")

    found = codes(read_collection(tmp_path / "api.json", validate="full"))

    assert ["file_missing", "ref_dangling", "not_validated"] == found


def test_messages_are_short() -> None:
    """A finding does not repeat half the document."""
    source = document({"/a": {"get": {"responses": {"200": {"description": "x" * 5_000, "content": ["y" * 5_000]}}}}})

    assert all(len(d.message) < 300 for d in read_collection(source, validate="full").diagnostics)


def test_unknown_tier() -> None:
    """A misspelt tier is an error of the caller."""
    with pytest.raises(ValueError, match="structure"):
        read_collection(GOOD, validate="strict")


def test_library_is_not_imported_for_nothing() -> None:
    """Its import costs half a second: large documents and validation off do without."""
    program = (
        "import sys, json\nfrom graph_tool_call.engine import Engine\nfrom graph_tool_call.hooks import Limits\n"
        f"source = json.loads({json.dumps(GOOD)!r})\n"
        "Engine().read(source, validate='off')\nEngine().read(source, limits=Limits(max_library_bytes=10))\n"
        "print([name for name in ('openapi_spec_validator', 'yaml', 'yaml12') if name in sys.modules])"
    )

    assert (
        "[]"
        == subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout.strip()
    )


def test_structural_check_is_cheap() -> None:
    """It looks at each operation once: a thousand operations take a fraction of a second."""
    paths = {f"/a{n}/{{id}}": GOOD["paths"]["/a/{id}"] for n in range(1_000)}
    source = json.loads(json.dumps(document(paths)))
    before = time.process_time()
    assert [] == codes(read_collection(source))

    assert time.process_time() - before < 2
