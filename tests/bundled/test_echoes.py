"""What is sent and comes back is typed as it comes back."""

from __future__ import annotations

import pytest
from tiny_api import NUMBER, array, build, op, taken, thing

pytestmark = pytest.mark.bundled

FOLDER = thing("id", "name")
SCHEMAS = {"Folder": FOLDER}
REF = {"$ref": "#/components/schemas/Folder"}


def filed(body, **answer):
    return build(
        {
            "GET /folders": op(array(REF)),
            "GET /folders/{folder_id}": op(REF),
            "POST /files": op(thing("id", "name", **answer), body=body),
        },
        components={"schemas": SCHEMAS},
    )


def test_the_key_of_a_parent_is_of_what_comes_back_as_the_parent():
    """`parent` names no resource; its type in the answer does."""
    artifact = filed(thing("name", parent=thing("id")), parent=REF)

    assert "folder_id" == taken(artifact, "POST /files", "$.parent.id")


def test_a_parent_that_is_sent_as_its_key():
    """It comes back as an object with that key."""
    assert "folder_id" == taken(filed(thing("name", "parent"), parent=REF), "POST /files", "$.parent")


def test_the_key_of_what_is_made_is_typed_by_nobody():
    """It is not known before."""
    assert "" == taken(filed(thing("name", "id"), parent=REF), "POST /files", "$.id")


def test_a_field_that_does_not_come_back_is_typed_by_nobody():
    """Nothing says what it refers to."""
    assert "" == taken(filed(thing("name", shelf=thing("id"))), "POST /files", "$.name")


def test_a_name_is_no_key_of_what_comes_back():
    """The keeper is given by name, and has a number for an id."""
    owner = thing("name", id=NUMBER)
    made = {
        "GET /users/{user_id}": op(owner),
        "GET /users": op(array(owner)),
        "POST /files": op(thing("id", keeper=owner), body=thing("name", "keeper")),
    }

    assert "" == taken(build(made), "POST /files", "$.keeper")
