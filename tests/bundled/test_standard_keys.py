"""Keys that are unique by their standard join across owners; other words do not."""

from __future__ import annotations

import pytest
from tiny_api import TEXT, array, build, given, op, taken, thing

pytestmark = pytest.mark.bundled


def join(there, here, schema=TEXT):
    """Tags of *there* in a catalogue of products and of *here* in what a dispatch takes."""
    artifact = build({
        "GET /products": op(array(thing("label", **{there: schema}))),
        "POST /dispatches": op(body=thing(required=(here,), **{here: schema})),
    })  # fmt: skip
    return given(artifact, "GET /products", f"$[*].{there}"), taken(artifact, "POST /dispatches", f"$.{here}")


@pytest.mark.parametrize(
    ("there", "here", "tag"),
    [
        ("sku", "sku", "sku"),
        ("skuId", "sku_code", "sku"),
        ("ean13", "GTIN", "gtin"),
        ("upc", "ean", "gtin"),
        ("isbn", "ISBN", "isbn"),
        ("iban", "Iban", "iban"),
    ],
)
def test_a_standard_key_joins_across_owners(there, here, tag):
    """GS1, ISO 2108, ISO 13616: one number wherever it stands, in any spelling."""
    assert (tag, tag) == join(there, here)


@pytest.mark.parametrize("name", ["skus", "skuCount", "isbnPrefix", "eancheck", "vintage", "name", "status"])
def test_names_that_only_contain_one_join_nothing(name):
    """Whole names only; a product's name or status is none of a dispatch."""
    assert "" == join(name, name)[1]


@pytest.mark.parametrize("schema", [{"type": "boolean"}, {"type": "number"}, {"type": "string", "enum": ["a", "b"]}])
def test_only_texts_and_whole_numbers_are_keys(schema):
    """A `sku` switch, a measure or one of few values is no stock keeping unit."""
    assert ("", "") == join("sku", "sku", schema)


def test_two_standards_do_not_join():
    """A book number is no serial number."""
    there, here = join("isbn", "issn")

    assert ("isbn", "issn") == (there, here)
