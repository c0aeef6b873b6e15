"""What a schema says of its field by itself: few values, an identifying format, a description that calls it an id."""

from __future__ import annotations

import pytest
from tiny_api import array, build, op, param, rows, thing

pytestmark = pytest.mark.bundled


def role(name="thing", says="", **schema):
    """Role of a query parameter with this schema and description."""
    slot = param(name, schema={"type": "string"} | schema, description=says)
    return rows(build({"GET /reports": op(None, slot)}), "GET /reports", "consumes")[name].get("role", "")


@pytest.mark.parametrize(("members", "expected"), [(["a", "b"], "enum"), (["a"], "")])
def test_a_choice_takes_more_than_one_value(members, expected):
    """A single member is a constant, nothing to choose from."""
    assert expected == role(enum=members)


def test_what_an_answer_chooses_from_is_no_input():
    """An enum in an answer gives no role."""
    answer = thing(state={"type": "string", "enum": ["a", "b"]})

    assert "role" not in rows(build({"GET /reports": op(array(answer))}), "GET /reports", "produces")["$[*].state"]


@pytest.mark.parametrize(
    ("form", "expected"), [("uuid", "identifier"), ("ulid", "identifier"), ("email", ""), ("", "")]
)
def test_formats_that_identify(form, expected):
    """The format registry's identifiers are identifiers under any name."""
    assert expected == role(**({"format": form} if form else {}))


@pytest.mark.parametrize(
    ("says", "expected"),
    [
        ("The ID of the widget", "identifier"),
        ("Unique identifier for the object", "identifier"),
        ("identifier", "identifier"),
        ("The idea behind it", ""),
        ("Sort by the ID of the widget", ""),
        ("", ""),
    ],
)
def test_a_description_may_call_it_an_identifier(says, expected):
    """At its begin, as whole words; not what it merely mentions."""
    assert expected == role(says=says)


@pytest.mark.parametrize("kind", ["boolean", "object", "number"])
def test_only_texts_and_whole_numbers_are_called_identifiers(kind):
    """A switch that is described by an id is a switch."""
    assert "" == role(says="The ID of the widget", type=kind)
