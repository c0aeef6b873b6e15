"""Bytes and text of every kind become data, or an error that says what to do."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from reading import read_collection
from small_documents import OK, codes, document

from graph_tool_call.errors import SpecError
from graph_tool_call.hooks import Limits

PING = document({"/pings": {"get": {"operationId": "ping", "responses": OK}}})
TEXT = json.dumps(PING)


def _refusal(source: object, **options: object) -> SpecError:
    with pytest.raises(SpecError) as caught:
        read_collection(source, **options)  # type: ignore[arg-type]
    assert "\n" not in str(caught.value)
    return caught.value


@pytest.mark.parametrize(
    "content",
    [
        TEXT.encode(),
        b"\xef\xbb\xbf" + TEXT.encode(),
        json.dumps(PING, indent=2).replace("\n", "\r\n").encode("utf-8-sig"),
        TEXT.encode("utf-16"),
        b"\n\n  " + TEXT.encode(),
    ],
    ids=["plain", "bom", "bom-crlf", "utf-16", "leading-space"],
)
def test_encodings_of_json_read_the_same(content: bytes) -> None:
    """A byte order mark, CRLF, UTF-16 and leading blanks make no difference."""
    assert ["GET /pings"] == [operation.key for operation in read_collection(content).operations]


def test_text_bytes_file_and_mapping_read_the_same(tmp_path: Path) -> None:
    """It does not matter in which form a document is handed over."""
    (tmp_path / "api.json").write_text(TEXT, encoding="utf-8")
    sources = [TEXT, TEXT.encode(), tmp_path / "api.json", str(tmp_path / "api.json"), PING]

    read = [read_collection(source) for source in sources]

    assert [read[0].operations] * len(sources) == [collection.operations for collection in read]
    assert ["<text>", "<text>", "api.json", "api.json", "<mapping>"] == [collection.source for collection in read]


def test_big_integers_keep_their_digits() -> None:
    """Integers beyond 2^53 and 2^64 are never floats, in JSON as in YAML."""
    big, bigger = 9007199254740993, 99999999999999999999
    schema = {"type": "integer", "maximum": big, "default": bigger}
    paths = {"/a": {"get": {"parameters": [{"name": "n", "in": "query", "schema": schema}], "responses": OK}}}
    as_yaml = (
        "openapi: 3.0.3\ninfo: {title: a, version: '1'}\npaths:\n  /a:\n"
        "    get:\n      parameters:\n      - name: n\n"
        f"        in: query\n        schema: {{type: integer, maximum: {big}, default: {bigger}}}\n"
        "      responses: {}\n"
    )

    for source in (json.dumps(document(paths)), as_yaml):
        found = read_collection(source, validate="off").operations[0].parameters[0].schema
        assert ({"maximum": big}, bigger) == (found.limits, found.default)


def test_missing_file_is_named(tmp_path: Path) -> None:
    """A path that does not exist: code, path and next step."""
    error = _refusal(tmp_path / "nowhere.json")

    assert "file_not_found" == error.code
    assert "nowhere.json" in str(error)
    assert error.hint


def test_folder_is_told_from_a_file(tmp_path: Path) -> None:
    """A folder has its own code."""
    assert "is_directory" == _refusal(tmp_path).code


@pytest.mark.parametrize("content", ["", b"", " \n\t", "\ufeff\n"])
def test_empty_document(content: str | bytes) -> None:
    """Nothing, or only blanks, is empty and not merely invalid."""
    assert "empty" == _refusal(content).code


@pytest.mark.parametrize("page", ["<!DOCTYPE html><html><body>Sign in</body></html>", "\n<html lang='en'>\n</html>"])
def test_html_page_is_recognised(page: str) -> None:
    """The usual cause is the address of a page that shows the document; the error says so."""
    error = _refusal(page)

    assert "not_openapi" == error.code
    assert "HTML" in str(error)


def test_xml_is_no_html() -> None:
    """Other markup is refused too."""
    assert "XML" in str(_refusal("<?xml version='1.0'?>\n<wsdl/>"))


def test_truncated_json_says_where_it_ends(tmp_path: Path) -> None:
    """A cut-off JSON document: file, line and column."""
    (tmp_path / "cut.json").write_text(json.dumps(PING, indent=1)[:-20], encoding="utf-8")

    error = _refusal(tmp_path / "cut.json")

    assert "invalid_json" == error.code
    assert "cut.json" in str(error)
    assert "line 1" in str(error)
    assert "column" in str(error)


def test_broken_json_says_where() -> None:
    """An error in the middle has its line and column."""
    text = '{"openapi": "3.0.3",\n "info": {"title" "a"},\n "paths": {}}'

    error = _refusal(text)

    assert "invalid_json" == error.code
    assert "line 2 column 19" in str(error)


def test_nearly_json_is_read_and_reported() -> None:
    """Trailing commas and comments are YAML flow style; the document works, with a remark."""
    text = (
        '{"openapi": "3.0.3", "info": {"title": "a", "version": "1"},\n "paths": {"/a": {"get": {"responses": {},}}},}'
    )

    collection = read_collection(text, validate="off")

    assert ["GET /a"] == [operation.key for operation in collection.operations]
    assert ["json_tolerated"] == codes(collection)


def test_invalid_yaml_says_where() -> None:
    """A YAML error has its line."""
    error = _refusal("openapi: 3.0.3\npaths:\n  /a: [1, 2\n  /b: {}\n")

    assert "invalid_yaml" == error.code
    assert "line 4" in str(error)


def test_text_that_is_not_utf8() -> None:
    """Latin-1 bytes are unreadable, not garbled."""
    assert "unreadable" == _refusal("openapi: 3.0.3\ninfo: {title: Größe}\npaths: {}\n".encode("latin-1")).code


@pytest.mark.parametrize("content", ["just some words\nand more\n", "- a\n- b\n", "[1, 2]\n", "42\n\n"])
def test_no_mapping_is_no_openapi(content: str) -> None:
    """Text, lists and numbers parse, and are no documents."""
    assert "not_openapi" == _refusal(content).code


def test_other_kinds_of_source() -> None:
    """A value that can be no document names its kind."""
    error = _refusal(42)

    assert "not_openapi" == error.code
    assert "a number" in str(error)


def test_document_over_the_size_limit() -> None:
    """Size is bounded before anything is parsed."""
    assert "too_large" == _refusal(TEXT, limits=Limits(max_bytes=20)).code


@pytest.mark.parametrize("opening", ['{"openapi": "3.0.3", "paths": ', "openapi: 3.0.3\npaths: "])
@pytest.mark.parametrize("depth", [1_000, 100_000])
def test_depth_is_bounded(opening: str, depth: int) -> None:
    """Nesting beyond all use is an error, and no crash of the interpreter."""
    closing = "}" if opening.startswith("{") else "\n"

    assert "too_deep" == _refusal(opening + "[" * depth + "]" * depth + closing).code


def test_mapping_that_contains_itself_is_read() -> None:
    """Documents whose references were replaced by their targets share nodes, and may be cyclic."""
    node: dict[str, object] = {"type": "object", "properties": {}}
    node["properties"] = {"child": node, "name": {"type": "string"}}
    body = {"content": {"application/json": {"schema": node}}}

    operation = read_collection(document({"/a": {"post": {"requestBody": body, "responses": OK}}})).operations[0]

    assert operation.body is not None
    schema = operation.body.media[0].schema
    assert schema is not None
    assert schema is schema.properties["child"]


def test_mapping_keys_and_dates_become_text() -> None:
    """A document parsed elsewhere may have integer keys and date values; it is copied, not changed."""
    import datetime as dt

    day = dt.date(2024, 10, 1)
    source = document({"/a": {"get": {"responses": {200: {"description": "fine"}}, "x-since": day}}})

    operation = read_collection(source, validate="off").operations[0]

    assert ["200"] == [response.status for response in operation.responses]
    assert {"x-since": "2024-10-01"} == operation.extensions
    assert {200: {"description": "fine"}} == source["paths"]["/a"]["get"]["responses"]


def test_tuples_and_other_mappings_become_lists_and_mappings() -> None:
    """What a program builds may hold tuples and mappings of other kinds."""
    from types import MappingProxyType

    schema = MappingProxyType({"type": "string", "enum": ("a", "b")})
    raw = {"parameters": ({"name": "q", "in": "query", "schema": schema},), "responses": OK}

    (parameter,) = read_collection(MappingProxyType(document({"/a": {"get": raw}}))).operations[0].parameters

    assert ("q", ("a", "b")) == (parameter.name, parameter.schema.enum)


def test_json_words_that_are_no_numbers_are_text() -> None:
    """NaN and Infinity, which some writers put into JSON, can be written again."""
    text = TEXT.replace('"openapi":', '"x-a": NaN, "openapi":').replace(
        '"operationId":', '"x-b": -Infinity, "operationId":'
    )

    assert {"x-b": "-Infinity"} == read_collection(text, validate="off").operations[0].extensions


def test_duplicate_json_key_is_reported() -> None:
    """JSON keeps the last of two equal keys; that is worth a remark."""
    text = TEXT.replace('"paths":', '"info": {"title": "other", "version": "2"}, "paths":')

    collection = read_collection(text)

    assert "other" == collection.title
    assert ["duplicate_key"] == codes(collection)
