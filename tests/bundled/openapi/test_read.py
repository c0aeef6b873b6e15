"""What a document has to be, and what a collection says of it as a whole."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import Any

import pytest
from reading import read_collection
from small_documents import OK, document, read

from graph_tool_call.errors import SpecError


@pytest.mark.parametrize(
    ("source", "code"),
    [
        ({}, "not_openapi"),
        ({"asyncapi": "2.6.0", "info": {}}, "not_openapi"),
        ({"openapi": "4.0.0", "paths": {}}, "unsupported_version"),
        ({"swagger": "1.2", "paths": {}}, "unsupported_version"),
        ({"openapi": "3.10.0", "paths": {}}, "unsupported_version"),
        ({"openapi": None, "paths": {}}, "unsupported_version"),
        ({"openapi": "3.0.3", "info": {}}, "no_paths"),
        ({"openapi": "3.1.0", "components": {}}, "no_paths"),
        ({"openapi": "3.0.3", "paths": []}, "no_paths"),
    ],
)
def test_what_is_no_description_is_refused(source: dict[str, Any], code: str) -> None:
    """Each reason has its code; the message is one line with the document's name."""
    with pytest.raises(SpecError) as caught:
        read_collection(source)

    assert (code, "<mapping>") == (caught.value.code, caught.value.source)
    assert "\n" not in str(caught.value)
    assert caught.value.hint


@pytest.mark.parametrize("version", ["3.0.0", "3.0.4", "3.1.1", "3.2.0", "3.0", "3.1.0-rc0"])
def test_versions(version: str) -> None:
    """Every patch level and pre-release of a known version."""
    assert version == read({}, version).spec_version


def test_collection_as_a_whole() -> None:
    """Title, version, texts, tags and component schemas, used or not."""
    source = document(
        {"/a": {"get": {"responses": OK}}},
        info={"title": "Pets", "version": 2, "description": "all about them"},
        tags=[{"name": "b", "description": "second"}, {"name": "a"}, {"description": "nameless"}],
        components={"schemas": {"Unused": {"type": "object"}}},
    )
    collection = read_collection(source, validate="off")

    assert ("Pets", "2", "all about them") == (collection.title, collection.version, collection.description)
    assert ({"b": "second", "a": ""}, ["Unused"]) == (collection.tags, list(collection.schemas))
    assert "object" == collection.schemas["Unused"].type


def test_source_is_not_changed() -> None:
    """A mapping that is handed over stays as it was."""
    source = document(
        {"/a/{x}": {"get": {"parameters": [{"name": "q", "in": "formData", "type": "file"}], "responses": OK}}}, "2.0"
    )
    before = json.dumps(source)

    read_collection(source)

    assert before == json.dumps(source)


PROGRAM = """
import json, sys
from graph_tool_call.engine import Engine
collection = Engine().read(json.loads(sys.stdin.read()), validate="full")
def plain(schema, seen):
    if schema is None or id(schema) in seen:
        return schema and schema.pointer
    seen.add(id(schema))
    return [schema.name, schema.type, sorted(schema.required),
            [(k, plain(v, seen)) for k, v in schema.properties.items()],
            [plain(a, seen) for a in schema.alternatives], plain(schema.items, seen), plain(schema.additional, seen)]
print([(o.key, o.name, o.security, o.servers) for o in collection.operations],
      [(p.name, plain(p.schema, set())) for o in collection.operations for p in o.parameters],
      [plain(s, set()) for s in collection.schemas.values()], collection.diagnostics, collection.digest)
"""


@pytest.mark.slow
def test_result_does_not_depend_on_hashes() -> None:
    """Two processes with different hash seeds read the same, diagnostics and digest included."""
    names = [f"N{n}" for n in range(12)]
    schemas = {
        name: {"required": names, "properties": {other: {"$ref": f"#/components/schemas/{other}"} for other in names}}
        for name in names
    }
    schemas["U"] = {
        "allOf": [{"$ref": f"#/components/schemas/{name}"} for name in names],
        "patternProperties": {"^a": {}, "^b": {"type": "string"}},
    }
    paths = {
        f"/{{{name}}}": {"get": {"operationId": "same", "security": [{name: [], "b": []}], "responses": OK}}
        for name in names
    }
    text = json.dumps(document(paths, components={"schemas": schemas}, extra=1))

    seen = {
        subprocess.run(
            [sys.executable, "-c", PROGRAM],
            input=text,
            capture_output=True,
            text=True,
            check=True,
            env={**os.environ, "PYTHONHASHSEED": seed},
        ).stdout
        for seed in ("0", "1", "2")
    }

    assert 1 == len(seen)
    assert "same_get" in seen.pop()
