"""One thing under several spellings: a key below its owner's name, one of several keys, a name against a tag."""

from __future__ import annotations

import pytest

from graph_tool_call.graph import ProducerIndex


def tool(path, consumes=(), produces=(), resource=""):
    contract = {"consumes": list(consumes), "produces": list(produces)}
    ai = {"primary_resource": resource} if resource else {}
    return {"description": "", "metadata": {"method": "get", "path": path, "api_contract": contract, "ai_metadata": ai}}


def found(need, output, resource=""):
    """Names of the producers of *need* among one that gives *output*."""
    row = {"path": need["name"], "location": "query", "required": True, "field_type": "string"} | need
    answer = {"name": output["path"].rsplit(".", 1)[-1], "field_type": "string"} | output
    index = ProducerIndex({"use": tool("/use", [row]), "make": tool("/make", produces=[answer], resource=resource)})
    consumer = index.contracts["use"]
    return [match.producer for match in index.plannable(consumer, consumer.inputs[0])]


@pytest.mark.parametrize(
    ("need", "output"),
    [
        ({"name": "parcelId"}, {"path": "$.parcel.id"}),
        ({"name": "parcel_id"}, {"path": "$.data.parcel[*].id"}),
        ({"name": "login_or_id"}, {"path": "$.hits[*].login"}),
        ({"name": "id", "semantic_tag": "parcel_id"}, {"path": "$.rows[*].ParcelID", "semantic_tag": "parcel_row_id"}),
        (
            {"name": "parcelId", "semantic_tag": "cargo_parcel_id"},
            {"path": "$.parcel[*].id", "semantic_tag": "parcel_answer_id"},
        ),
    ],
)
def test_spellings_of_one_key(need, output):
    """The owner may stand in the property above, in the name, or in the tag."""
    assert ["make"] == found(need, output)


def test_a_bare_key_at_the_root_is_of_what_the_operation_is_about():
    """`id` in the answer of an operation on parcels is a parcel's."""
    assert ["make"] == found({"name": "parcelId"}, {"path": "$.id"}, resource="parcel")
    assert [] == found({"name": "parcelId"}, {"path": "$.id"}, resource="depot")


@pytest.mark.parametrize(
    ("need", "output"),
    [
        ({"name": "parcelId"}, {"path": "$.depot.id"}),
        ({"name": "username", "semantic_tag": "a_username"}, {"path": "$.username", "semantic_tag": "b_username"}),
        ({"name": "id"}, {"path": "$.parcel.id"}),
    ],
)
def test_keys_of_others(need, output):
    """Another owner, tags that differ on a name without owner, and a bare key without one match nothing."""
    assert [] == found(need, output)


def test_a_bare_key_that_is_nobodys_is_none_of_anybody():
    """The `slug` that GET /me answers with says of what; a hook's is asked for."""
    assert [] == found({"name": "slug", "semantic_tag": "hook_slug"}, {"path": "$.slug"})
    assert ["make"] == found({"name": "slug", "semantic_tag": "hook_slug"}, {"path": "$.slug"}, resource="hook")
