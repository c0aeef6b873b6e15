"""A choice among plain values is one value; an optional choice stays optional."""

from __future__ import annotations

from typing import Any

import pytest
from contractkit import consumed, contract, document, listing, query, takes, thing

from graph_tool_call.contracts.rows import MAX_MEMBERS

pytestmark = pytest.mark.bundled


@pytest.mark.parametrize(
    "choice",
    [
        {"nullable": True, "oneOf": [{"type": "string"}, {"type": "integer"}]},
        {"oneOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]},
        {"anyOf": [thing(a="string"), thing(b="string")]},
        {"anyOf": [{"type": "string"}, thing(["b"], b="string")]},
        {"oneOf": [{"type": "integer", "enum": [1]}, {"type": "integer", "enum": [2]}]},
    ],
)
def test_an_optional_choice_is_never_required(choice: dict[str, Any]) -> None:
    """Whatever it chooses among, a property that nobody requires may stay away when the body is sent."""
    row = consumed(takes(thing(["state"], state="string", title=choice)))["$.title"]

    demands = {"required", "required_if_parent"} & set(row)
    assert not demands
    assert not row.get("required_in_alternative")


def test_a_required_choice_is_required() -> None:
    """One value of either type must be there."""
    row = consumed(takes(thing(["title"], title={"oneOf": [{"type": "string"}, {"type": "integer"}]})))["$.title"]

    assert (True, ["string", "integer"]) == (row["required"], row["types"])


def test_a_choice_among_plain_values_says_what_holds_for_all() -> None:
    """Null, default and text are the choice's; a pattern of one alternative binds no other."""
    choice = {
        "nullable": True,
        "default": "a",
        "description": "What it is called.",
        "oneOf": [{"type": "string", "pattern": "^a", "description": "As text."}, {"type": "integer", "minimum": 5}],
    }
    row = consumed(takes(thing(["title"], title=choice)))["$.title"]

    assert (True, "a", "What it is called.") == (row["nullable"], row["default"], row["description"])
    assert {"pattern", "minimum"}.isdisjoint(row)


def test_members_of_an_enum_stand_in_the_alternatives_too() -> None:
    """`oneOf: [{const: 1}, {const: 2}]` beside the type is an enum, as many generators write it."""
    kind = {"type": "integer", "oneOf": [{"const": 1, "title": "one"}, {"const": 2, "title": "two"}]}

    assert [1, 2] == consumed(takes(thing(kind=kind)))["$.kind"]["enum"]


def test_an_enum_that_nobody_could_choose_from_is_counted() -> None:
    """The row has the number of members and says that it does not judge values."""
    members = [f"m{i}" for i in range(MAX_MEMBERS + 1)]
    schema = takes(thing(kind={"type": "string", "enum": members}, kinds=listing({"type": "string", "enum": members})))

    rows = consumed(schema)

    assert (MAX_MEMBERS + 1, True) == (rows["$.kind"]["enum_size"], rows["$.kind"]["lossy"])
    assert "enum" not in rows["$.kind"]
    assert (MAX_MEMBERS + 1, True) == (rows["$.kinds"]["array"]["enum_size"], rows["$.kinds"]["array"]["lossy"])


@pytest.mark.parametrize("name", ["limit", "page", "cursor", "page[size]"])
def test_required_paging_is_required(name: str) -> None:
    """Only a parameter that the document leaves free may stay out of the first call."""
    free, demanded = query(name, type="integer"), query(f"x-{name}", required=True, type="integer")
    paths = {"/l": {"get": {"parameters": [free, demanded], "responses": {"200": {"description": "ok"}}}}}

    rows = contract(document(paths), paging_field_names={name, f"x-{name}"})["consumes"]

    assert [("paging", None), ("paging", True)] == [(row["role"], row.get("required")) for row in rows]
