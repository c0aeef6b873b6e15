"""Values of another JSON type than their keyword has are read as they were meant, and told."""

from __future__ import annotations

from typing import Any

import pytest
from reading import read_collection
from small_documents import codes, read, read_operation, read_schema

from graph_tool_call.model import ABSENT


@pytest.mark.parametrize(
    ("raw", "attribute", "expected"),
    [
        ({"type": "Integer"}, "type", "integer"),
        ({"type": "STRING "}, "type", "string"),
        ({"type": "int"}, "type", "integer"),
        ({"type": "double"}, "type", "number"),
        ({"type": "custom"}, "type", "custom"),
        ({"type": "string", "nullable": "true"}, "nullable", True),
        ({"type": "string", "readOnly": "True"}, "read_only", True),
        ({"type": "string", "readOnly": "false"}, "read_only", False),
        ({"type": "string", "default": "null"}, "default", ABSENT),
        ({"type": "string", "enum": ["null", "a"], "default": "null"}, "default", "null"),
        ({"type": "integer", "default": "5"}, "default", 5),
        ({"type": "number", "default": "0.5"}, "default", 0.5),
        ({"type": "boolean", "default": "false"}, "default", False),
        ({"type": "string", "default": 5}, "default", 5),
        ({"type": "integer", "default": "many"}, "default", "many"),
        ({"type": "integer", "enum": ["1", "2"]}, "enum", (1, 2)),
        ({"type": "boolean", "enum": ["true", "false"]}, "enum", (True, False)),
        ({"type": "string", "maxLength": "255"}, "limits", {"maxLength": 255}),
    ],
)
def test_keywords_of_a_schema(raw: dict[str, Any], attribute: str, expected: Any) -> None:
    """What cannot be meant otherwise is read so; what can stays as it is."""
    assert expected == getattr(read_schema(raw), attribute)


def test_each_change_is_told() -> None:
    """With what was written and what it is read as."""
    collection = read({}, components={"schemas": {"A": {"type": "Integer", "default": "5"}, "B": {"type": "integer"}}})

    assert ["read_as_meant"] * 2 == codes(collection)
    assert "type: 'Integer' is read as 'integer'" == collection.diagnostics[0].message
    assert "#/components/schemas/A" == collection.diagnostics[0].pointer


@pytest.mark.parametrize(("said", "expected"), [("true", True), ("True", True), ("false", False), ("maybe", False)])
def test_required_as_text(said: str, expected: bool) -> None:
    """Of parameters and bodies."""
    raw = {
        "parameters": [{"name": "q", "in": "query", "required": said, "schema": {"type": "string"}}],
        "requestBody": {"required": said, "content": {"application/json": {"schema": {"type": "object"}}}},
    }
    operation = read_operation(raw)

    assert operation.body is not None
    assert (expected, expected) == (operation.parameters[0].required, operation.body.required)


@pytest.mark.parametrize("where", ["body", "formData"])
def test_required_as_text_in_swagger_2(where: str) -> None:
    """A body and a form field are parameters there."""
    extra = {"schema": {"type": "object"}} if where == "body" else {"type": "string"}
    operation = read_operation({"parameters": [{"name": "x", "in": where, "required": "true", **extra}]}, version="2.0")

    assert operation.body is not None
    assert operation.body.required


@pytest.mark.parametrize("prolog", ["", "x-odd:\n  007: a key that the fast parser would change\n"])
def test_codes_that_begin_with_a_zero_keep_it(prolog: str) -> None:
    """`enum: [0123]` of a text is the text 0123, in every way that YAML writes a list."""
    text = f"""openapi: 3.0.3
info: {{title: t, version: 1}}
paths: {{}}
{prolog}components:
  schemas:
    A: {{type: string, enum: [0123, 0456]}}
    B:
      type: string
      default: 007
      enum:
        - 007
        - 010
    C: {{type: integer, default: 007, description: "since 0123, or so: 0456"}}
    D: {{type: integer, default: 0, minimum: 0}}
"""
    schemas = read_collection(text, validate="off").schemas

    assert [("0123", "0456"), ("007", "010")] == [schemas["A"].enum, schemas["B"].enum]
    assert ("007", 7, 0) == (schemas["B"].default, schemas["C"].default, schemas["D"].default)
    assert "since 0123, or so: 0456" == schemas["C"].description
