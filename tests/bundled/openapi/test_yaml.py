"""YAML is read as version 1.2 means it, in bounded space."""

from __future__ import annotations

import contextlib
import time
from typing import Any

import pytest
from reading import read_collection

from graph_tool_call.errors import SpecError
from graph_tool_call.hooks import Limits
from graph_tool_call.sources.report import Report
from graph_tool_call.sources.yaml import parse_yaml


def _parse(text: str, **limits: int) -> Any:
    return parse_yaml(text, source="api.yaml", limits=Limits(**limits), report=Report())


@pytest.mark.parametrize("word", ["on", "off", "yes", "no", "y", "n", "2024-10-01", "12:30:45", "1_000", "="])
def test_words_of_other_versions_stay_text(word: str) -> None:
    """What YAML 1.1 makes booleans, dates and numbers of is text, as a value and as a key."""
    assert {word: word} == _parse(f"{word}: {word}\n")


def test_constants_and_numbers() -> None:
    """The core schema's own types."""
    text = "a: true\nb: ~\nc: 12\nd: 0x1F\ne: 1e3\nf: -7\ng: '12'\n"

    assert {"a": True, "b": None, "c": 12, "d": 31, "e": 1000.0, "f": -7, "g": "12"} == _parse(text)


def test_keys_are_text_as_written() -> None:
    """Status codes and versions as keys keep their spelling."""
    text = "200: a\n1.10: b\n007: c\nTrue: d\n~: e\n1.5: f\nnested: [{404: g}]\n"

    expected = {"200": "a", "1.10": "b", "007": "c", "True": "d", "~": "e", "1.5": "f", "nested": [{"404": "g"}]}
    assert expected == _parse(text)


def test_integers_beyond_64_bits_only_where_they_are_values() -> None:
    """Digits in text, block scalars and quotes stay what they are."""
    big = "18446744073709551616"
    text = f'a: {big}\nb: [1, -{big}]\nc: "{big}"\nd: |\n  see: {big}\ne:\n  - {big} # note\nf: x{big}\n'

    number = int(big)
    expected = {"a": number, "b": [1, -number], "c": big, "d": f"see: {big}\n", "e": [number], "f": f"x{big}"}
    assert expected == _parse(text)


def test_merge_keys() -> None:
    """`<<` is merged; own keys win over merged ones, earlier merged ones over later."""
    text = "base: &b {q: 1, r: 2}\nc:\n  <<: *b\n  r: 3\nd:\n  <<: [*b, {q: 9, z: 5}]\n"

    assert {"q": 1, "r": 3} == _parse(text)["c"]
    assert {"q": 1, "r": 2, "z": 5} == _parse(text)["d"]


def test_tags_are_dropped() -> None:
    """Tagged values are read as the value below the tag."""
    assert {"a": "1", "b": {"k": "v"}, "c": "12"} == _parse("a: !custom 1\nb: !custom {k: v}\nc: !!str 12\n")


def test_numbers_that_json_has_not_are_text() -> None:
    """Infinity and NaN cannot be written as JSON."""
    assert {"a": "inf", "b": "-inf", "c": "nan"} == _parse("a: .inf\nb: -.inf\nc: .nan\n")


def test_first_of_several_documents() -> None:
    """A stream of documents counts as its first."""
    assert {"a": 1} == _parse("---\na: 1\n---\nb: 2\n")


def test_surrogate_pairs() -> None:
    """JSON writes characters beyond 16 bits as two escapes, which YAML parsers refuse."""
    assert {"a": "\U0001f600"} == _parse('{"a": "\\ud83d\\ude00",}')


def test_alias_bomb_is_refused_quickly() -> None:
    """Nine levels of nine aliases stand for 387 million nodes; they are counted, not built."""
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]" for n in range(1, 9)]
    before = time.process_time()

    with pytest.raises(SpecError) as caught:
        _parse("\n".join(lines))

    assert "too_many_aliases" == caught.value.code
    assert time.process_time() - before < 2


def test_ordinary_aliases_are_expanded() -> None:
    """Anchors below the limit work; each use is a value of its own."""
    assert {"a": {"k": [1]}, "b": {"k": [1]}} == _parse("a: &x {k: [1]}\nb: *x\n")


def test_alias_limit_is_the_callers() -> None:
    """The bound counts nodes that aliases stand for."""
    text = "a: &x [1, 2, 3]\nb: [*x, *x]\n"

    assert {"a": [1, 2, 3], "b": [[1, 2, 3], [1, 2, 3]]} == _parse(text, max_alias_nodes=8)
    with pytest.raises(SpecError, match="aliases"):
        _parse(text, max_alias_nodes=7)


def test_ampersands_and_asterisks_in_prose_are_no_aliases() -> None:
    """Emphasis and characters of Markdown do not count."""
    assert {"d": "*bold* &amp and *more*"} == _parse("d: '*bold* &amp and *more*'\n", max_alias_nodes=0)


def test_anchor_inside_itself() -> None:
    """A node that contains itself has no finite form."""
    with pytest.raises(SpecError) as caught:
        _parse("a: &x [1, *x]\n")

    assert caught.value.code in ("too_deep", "invalid_yaml", "too_many_aliases")


def test_duplicate_path_is_reported() -> None:
    """Two equal paths lose operations silently in every YAML parser; here it is said."""
    text = (
        "openapi: 3.0.3\ninfo: {title: a, version: '1'}\npaths:\n"
        "  /a:\n    get: {responses: {}}\n  /b: {}\n  '/a':\n    post: {responses: {}}\ntags: []\n"
    )

    collection = read_collection(text, validate="off")

    assert ["POST /a"] == [operation.key for operation in collection.operations]
    assert [("duplicate_key", "#/paths")] == [(d.code, d.pointer) for d in collection.diagnostics]


def test_long_lines_cost_no_more_than_their_length() -> None:
    """The scans before parsing are linear, whatever the text."""
    text = "openapi: 3.0.3\npaths:\n  /" + " " * 200_000 + "x\n  -" + " -" * 200_000 + "\n"
    before = time.process_time()

    with contextlib.suppress(SpecError):
        _parse(text)

    assert time.process_time() - before < 3
