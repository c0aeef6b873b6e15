"""Titles of fields and labels of enum members: the words of a document for people."""

from __future__ import annotations

from typing import Any

import pytest
from contractkit import answers, consumed, contract, document, produced, query, takes, thing

pytestmark = pytest.mark.bundled


def test_a_title_that_says_more_than_the_name_is_kept() -> None:
    """A document in another language has its words there; `First name` says nothing more than `first_name`."""
    body = thing(
        payment_id={"type": "string", "title": "결제 아이디"}, first_name={"type": "string", "title": "First Name"}
    )
    rows = consumed(takes(body))

    assert ("결제 아이디", None) == (rows["$.payment_id"]["title"], rows["$.first_name"].get("title"))


def test_the_title_of_a_type_is_none_of_the_field() -> None:
    """A component is called something; the field that refers to it is not called so."""
    ref = {"$ref": "#/components/schemas/Money"}
    rows = produced(thing(total=ref), {"Money": {"type": "number", "title": "Money amount"}})

    assert "title" not in rows["$.total"]


MEMBERS = ["DRAFT", "PAID"]


@pytest.mark.parametrize(
    "said",
    [
        {"x-enumNames": ["Entwurf", "Bezahlt"]},
        {"x-enum-varnames": ["Entwurf", "Bezahlt"]},
        {"x-acme-enum": {"DRAFT": {"title": "Entwurf"}, "PAID": {"title": "Bezahlt"}}},
        {"x-enum-descriptions": {"DRAFT": "Entwurf", "PAID": "Bezahlt"}},
        {
            "x-ms-enum": {
                "name": "State",
                "values": [{"value": "DRAFT", "name": "Entwurf"}, {"value": "PAID", "name": "Bezahlt"}],
            }
        },
        {"description": "One of:\n* `DRAFT` - Entwurf\n* `PAID` - Bezahlt"},
    ],
)
def test_members_of_an_enum_have_the_labels_that_the_document_gives(said: dict[str, Any]) -> None:
    """In whichever way it gives them; they stand in the order of the members."""
    rows = produced(thing(state={"type": "string", "enum": MEMBERS} | said))

    assert ["Entwurf", "Bezahlt"] == rows["$.state"]["enum_labels"]


def test_titled_constants_are_labels() -> None:
    """JSON Schema's way to annotate the members of an enum."""
    kinds = [{"const": "DRAFT", "title": "Entwurf"}, {"const": "PAID", "title": "Bezahlt"}]
    get = {"get": {**answers(), "parameters": [query("state", type="string") | {"schema": {"oneOf": kinds}}]}}
    (row,) = contract(document({"/invoices": get}))["consumes"]

    assert (MEMBERS, ["Entwurf", "Bezahlt"]) == (row["enum"], row["enum_labels"])


def test_labels_that_say_no_more_than_the_members_are_left_out() -> None:
    """`Draft` is DRAFT."""
    rows = produced(thing(state={"type": "string", "enum": MEMBERS, "x-enumNames": ["Draft", "Paid"]}))

    assert "enum_labels" not in rows["$.state"]


def test_some_members_may_have_no_label() -> None:
    """Their place is empty, so that the others stay in order."""
    rows = produced(thing(state={"type": "string", "enum": MEMBERS, "x-acme-enum": {"PAID": {"title": "Bezahlt"}}}))

    assert ["", "Bezahlt"] == rows["$.state"]["enum_labels"]


def test_fields_in_the_wrapper_of_a_body_are_described() -> None:
    """`{"data": {…}}` around everything makes no field a deep one; an `allOf` around a reference keeps what it says."""
    said = {"allOf": [{"$ref": "#/components/schemas/Gid"}, {"description": "A project, goal or portfolio."}]}
    rows = consumed(takes(thing(data=thing(parent=said))), {"Gid": {"type": "string"}})

    assert "A project, goal or portfolio." == rows["$.data.parent"]["description"]
