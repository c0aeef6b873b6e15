"""Fields of what extends a base: taken, given, and required by the discriminator's value."""

from __future__ import annotations

from typing import Any

import pytest
from contractkit import answers, contract, document, ref, takes, thing

pytestmark = pytest.mark.bundled

BASE = thing(["kind", "id"], kind="string", id="string") | {"discriminator": {"propertyName": "kind"}}
SCHEMAS: dict[str, Any] = {
    "Thing": BASE,
    "Box": {"allOf": [ref("Thing"), thing(["lidId"], lidId="string")]},
    "Bag": {"allOf": [ref("Thing"), thing(strapColor="string")]},
}


def built() -> dict[str, Any]:
    return contract(document({"/things": {"post": {**takes(ref("Thing")), **answers(ref("Thing"))}}}, SCHEMAS))


def test_fields_of_children_are_taken_and_given() -> None:
    """Beside those of the base, and required of nobody who sends the base."""
    rows = {row["path"]: row for row in built()["consumes"]}

    assert ["$.kind", "$.id", "$.lidId", "$.strapColor"] == list(rows)
    assert [True, True, None, None] == [row.get("required") for row in rows.values()]
    assert not {"required_if_parent", "required_in_alternative"} & set(rows["$.lidId"])
    assert {"$.lidId", "$.strapColor"} <= {row["path"] for row in built()["produces"]}


def test_the_discriminator_offers_the_names() -> None:
    """It is no free text."""
    (kind,) = [row for row in built()["consumes"] if row["path"] == "$.kind"]

    assert ["Box", "Bag"] == kind["enum"]


def test_a_value_of_the_discriminator_requires_what_the_child_does() -> None:
    """A box needs its lid, and a bag needs nothing more."""
    wanted = {"path": "$", "rule": "if", "when": {"$.kind": ["Box"]}, "then": ["$.lidId"]}

    assert [wanted] == built()["demands"]


def test_the_choices_name_the_children() -> None:
    """With the value that means each."""
    (choice,) = built()["choices"]

    assert ("subtypes", "kind") == (choice["choice"], choice["discriminator"])
    assert [("Box", "Box"), ("Bag", "Bag")] == [(a["name"], a["value"]) for a in choice["alternatives"]]
    assert "required" not in choice
