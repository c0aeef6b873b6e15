"""Any JSON may be given as a document: it is read, or refused as no description; nothing else happens."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from graph_tool_call.errors import SpecError
from graph_tool_call.graphify import build_openapi_collection_artifact

WORDS = st.sampled_from(
    """
    openapi swagger info paths components schemas parameters responses get post /pets /pets/{id} {id} name in path query
    body schema type object array string properties items allOf oneOf anyOf not $ref required enum default
    additionalProperties discriminator mapping content application/json requestBody 200 default links headers security
    """.split()
)
VALUES = st.recursive(
    st.one_of(
        st.none(), st.booleans(), st.integers(-5, 5), st.floats(allow_nan=False, allow_infinity=False, width=16), WORDS,
        st.sampled_from(["3.0.0", "3.1.0", "2.0", "#/paths", "#/components/schemas/A", "#", "other.json", ""]),
    ),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(WORDS, inner, max_size=4)),
    max_leaves=20,
)  # fmt: skip
OBJECTS = st.dictionaries(WORDS, VALUES, max_size=4)


def read(value: Any) -> bool:
    """Whether *value* is read as a description."""
    try:
        return "tools" in build_openapi_collection_artifact(value)
    except SpecError:
        return False


@pytest.mark.slow
@settings(max_examples=20, deadline=None)
@given(OBJECTS)
def test_an_object_is_read_or_refused(value: dict[str, Any]) -> None:
    """Whatever is in it: an artifact or a `SpecError`."""
    assert read(value) in {True, False}


@pytest.mark.slow
@settings(max_examples=30, deadline=None)
@given(
    st.sampled_from([{"openapi": "3.0.3"}, {"openapi": "3.1.0"}, {"swagger": "2.0"}]),
    st.dictionaries(st.sampled_from(["/pets", "/pets/{id}", "x", ""]), st.one_of(VALUES, OBJECTS), max_size=2),
    OBJECTS,
)
def test_any_paths_and_components_are_read(version: dict[str, str], paths: dict[str, Any], schemas: Any) -> None:
    """A document that says what it is always gives an artifact; what can't be read of it is left out."""
    parts: dict[str, Any] = {"components": {"schemas": schemas}, "definitions": schemas}

    assert read(version | {"info": {"title": "t", "version": "1"}, "paths": paths} | parts)
