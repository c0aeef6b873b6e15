from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from graph_tool_call.errors import SpecError
from graph_tool_call.sources import Limits, Report, Source, read_data


def _nothing() -> None:
    """A function, as somebody's source."""


@pytest.mark.parametrize(
    ("value", "kind", "name"),
    [
        (Path("api.yaml"), "file", "api.yaml"),
        ("folder/api.yaml", "file", "api.yaml"),
        ('{"a": 1}', "text", "<text>"),
        ("a: 1\n", "text", "<text>"),
        (b"a: 1", "text", "<text>"),
        ({"a": 1}, "data", "<mapping>"),
        ([_nothing], "object", "<list>"),
        (_nothing, "object", "<function>"),
        (json, "object", "<module>"),
        (None, "object", "<NoneType>"),
    ],
)
def test_kinds(value: Any, kind: str, name: str) -> None:
    """Paths, texts, mappings and all other objects are told apart without being opened."""
    source = Source.of(value)

    assert (kind, name) == (source.kind, source.name)


def test_an_address_is_refused_without_a_loader() -> None:
    """Nothing is fetched unless asked for, and no reader gets to see the address."""
    with pytest.raises(SpecError) as caught:
        Source.of("https://user:pw@example.test/api.json")

    assert ("ref_remote", "api.json") == (caught.value.code, caught.value.source)
    assert "pw" not in str(caught.value)


def test_an_address_is_fetched_once_and_late() -> None:
    """The loader is asked when somebody looks into the source, and once for all who do."""
    asked: list[str] = []

    def loader(url: str) -> str:
        asked.append(url)
        return '{"a": 1}'

    source = Source.of("https://example.test/api.json", loader=loader)
    before = list(asked)

    assert ([], {"a": 1}, '{"a": 1}') == (before, source.data, source.text)
    assert ["https://example.test/api.json"] == asked


def test_a_file_is_read_once(tmp_path: Path) -> None:
    """All readers see one content, whatever happens to the file meanwhile."""
    path = tmp_path / "api.json"
    path.write_text('{"a": 1}', encoding="utf-8")
    source = Source.of(path)
    first = source.text
    path.write_text('{"a": 2}', encoding="utf-8")

    assert ('{"a": 1}', {"a": 1}) == (first, source.data)
    assert path == source.path


def test_what_cannot_be_parsed_is_one_error() -> None:
    """A reader that stumbles over the parser's error is told apart from one that judges the source."""
    source = Source.of('{"cut": ')
    found = []
    for _ in range(2):
        with pytest.raises(SpecError) as caught:
            source.data  # noqa: B018 - it is opened by being looked at
        found.append(caught.value)

    assert found[0] is found[1]
    assert source.holds(found[0])
    assert not source.holds(SpecError("invalid_json", "the same words"))
    assert '{"cut": ' == source.text


@pytest.mark.parametrize(("value", "code"), [([1], "not_openapi"), (b"\xff\xfe\xfa", "unreadable")])
def test_what_is_no_document(value: Any, code: str) -> None:
    """Objects have no data, and bytes that are no text have none either."""
    with pytest.raises(SpecError) as caught:
        Source.of(value).data  # noqa: B018

    assert code == caught.value.code


def test_an_object_has_no_text() -> None:
    """Its reader takes the value."""
    with pytest.raises(SpecError, match="not a text"):
        Source.of([1]).text  # noqa: B018


def test_limits_hold_for_text_as_for_data() -> None:
    """A format of its own is bounded as well."""
    source = Source.of("type Query { a: Int }\n", limits=Limits(max_bytes=5))
    with pytest.raises(SpecError, match="more than 5 bytes"):
        source.text  # noqa: B018


def test_data_and_its_digest() -> None:
    """`read_data` gives name, data and digest of any document; equal bytes have equal digests."""
    name, data, digest = read_data("a: [1, 2]\n")

    assert ("<text>", {"a": [1, 2]}) == (name, data)
    assert (digest, 64) == (read_data(b"a: [1, 2]\n")[2], len(digest))
    assert digest != read_data("a: [1, 3]\n")[2]


def test_a_report_takes_over_another() -> None:
    """Findings keep their order and their number, and stand at the document that they are of."""
    parsed, whole = Report(most=2), Report(most=2)
    for at in range(5):
        parsed.add("duplicate_key", f"key {at}", "#")
    whole.take(parsed, "part.yaml")
    rows = whole.rows()

    assert ["key 0", "key 1", "and 3 more of this kind"] == [row.message for row in rows]
    assert ["part.yaml#", "part.yaml#"] == [row.pointer for row in rows[:2]]
