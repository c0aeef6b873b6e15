"""Lists whose elements are not all alike."""

from __future__ import annotations

from typing import Any

import pytest
from contractkit import answers, contract, document, listing, takes, thing

pytestmark = pytest.mark.bundled

TEXT, NUMBER = {"type": "string"}, {"type": "integer"}


def row(schema: dict[str, Any], version: str = "3.1.0") -> dict[str, Any]:
    paths = {"/t": {"post": {**takes(thing(pair=schema)), **answers()}}}
    (found,) = [r for r in contract(document(paths) | {"openapi": version})["consumes"] if r["path"] == "$.pair"]
    return found


@pytest.mark.parametrize(
    ("schema", "version"),
    [
        ({"type": "array", "prefixItems": [TEXT, NUMBER]}, "3.1.0"),
        ({"type": "array", "prefixItems": [TEXT, NUMBER], "items": False}, "3.1.0"),
        ({"type": "array", "items": [TEXT, NUMBER]}, "3.0.3"),
    ],
)
def test_positions_of_a_tuple_have_their_own_types(schema: dict[str, Any], version: str) -> None:
    """Nothing is said of elements in general (JSON Schema 2020-12, 10.3.1.1)."""
    found = row(schema, version)

    assert ([{"type": "string"}, {"type": "integer"}], {}) == (found["positions"], found["array"])


def test_elements_behind_a_tuple_have_theirs() -> None:
    """`items` beside `prefixItems` is about the rest."""
    found = row({"type": "array", "prefixItems": [TEXT], "items": {"type": "boolean"}})

    assert ([{"type": "string"}], {"type": "boolean"}) == (found["positions"], found["array"])


def test_elements_of_several_types_have_them_all() -> None:
    """An element that may be a text or a number is changed into neither."""
    assert {"type": "string", "types": ["string", "integer"]} == row(listing({"oneOf": [TEXT, NUMBER]}))["array"]


def test_an_element_that_may_be_null_says_so() -> None:
    """A null in the list is no mistake."""
    assert {"type": "string", "nullable": True} == row(listing({"type": ["string", "null"]}))["array"]


def test_a_choice_among_lists_is_not_judged_by_element() -> None:
    """Texts or numbers, but no mixture: a row cannot say that, and is marked."""
    found = row({"oneOf": [listing(TEXT), listing(NUMBER)]})

    assert (["string", "integer"], True) == (found["array"]["types"], found["lossy"])


def test_formats_of_alternatives_that_differ_are_marked() -> None:
    """Only the first is told."""
    found = row({"oneOf": [TEXT | {"format": "date"}, TEXT | {"format": "uri"}]})

    assert ("date", True) == (found["format"], found["lossy"])


def test_lists_in_lists_in_lists_end_with_a_mark() -> None:
    """What lies deeper than the row tells is not judged."""
    schema: dict[str, Any] = TEXT
    for _ in range(6):
        schema = listing(schema)
    found: Any = row(schema)
    while "array" in found:
        found = found["array"]

    assert {"type": "array", "lossy": True} == found
