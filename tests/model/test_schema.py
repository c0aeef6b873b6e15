"""Nodes of schemas are read-only once a document is read, and drafts until then."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from operator import delitem, setitem
from typing import Any

import attrs
import pytest
from reading import read_collection
from small_documents import read

from graph_tool_call.hooks import Schema, SchemaDraft, seal

PET = {
    "type": "object",
    "properties": {
        "kind": {"type": "string"},
        "parent": {"$ref": "#/components/schemas/Pet"},
        "size": {"type": "integer", "minimum": 1, "x-enum-varnames": ["S"], "enum": [1]},
    },
    "discriminator": {"propertyName": "kind"},
    "default": {"tags": ["a"]},
    "example": [{"name": "b"}],
}
CAT = {"allOf": [{"$ref": "#/components/schemas/Pet"}, {"properties": {"lives": {"type": "integer"}}}]}
ODD = {"enum": [{"a": 1}], "anyOf": [{"const": {"b": 1}}, True]}


@pytest.fixture(name="pet")
def _pet() -> Schema:
    return read({}, components={"schemas": {"Pet": PET, "Cat": CAT}}).schemas["Pet"]


def nodes_of(schema: Schema) -> list[Schema]:
    """*schema* and all nodes that it leads to."""
    found: dict[int, Schema] = {}
    waiting = [schema]
    while waiting:
        node = waiting.pop()
        if id(node) not in found:
            found[id(node)] = node
            more = (*node.properties.values(), *node.alternatives, *node.prefix, node.items, node.additional, node.rest)
            waiting += [one for one in more if one is not None]
    return list(found.values())


@pytest.mark.bundled
@pytest.mark.parametrize(
    "write",
    [
        lambda pet: setattr(pet, "title", "mine"),
        lambda pet: setattr(pet, "no_such_field", 1),
        lambda pet: delattr(pet, "title"),
        lambda pet: setattr(pet, "__class__", SchemaDraft),
        lambda pet: setitem(pet.properties, "mine", Schema()),
        lambda pet: delitem(pet.properties["size"].limits, "minimum"),
        lambda pet: setitem(pet.properties["size"].labels, "1", "mine"),
        lambda pet: pet.default["tags"].append("mine"),
        lambda pet: pet.example[0].clear(),
        lambda pet: setattr(pet.properties["kind"], "enum", None),
    ],
)
def test_what_was_read_refuses_writes(pet: Schema, write: Callable[[Schema], object]) -> None:
    """Neither a node nor what it holds can be written to, and the error says so."""
    with pytest.raises(TypeError, match="is read-only"):
        write(pet)


@pytest.mark.bundled
def test_the_error_names_the_node_the_field_and_the_way_out(pet: Schema) -> None:
    """Who wrote what where, and what to do instead."""
    with pytest.raises(TypeError, match=r"^<Schema Pet> is read-only, its 'title' too; attrs\.evolve makes another$"):
        pet.title = "mine"
    assert ("mine", "") == (attrs.evolve(pet, title="mine").title, pet.title)


@pytest.mark.bundled
def test_no_draft_is_left_in_what_was_read(pet: Schema) -> None:
    """Cycles, merged parts, subtypes and the properties that tell them apart are all nodes."""
    odd = read({}, components={"schemas": {"Odd": ODD}}).schemas["Odd"]

    found = [*nodes_of(pet), *nodes_of(odd)]

    assert {Schema} == {type(node) for node in found}
    assert {"Pet", "Cat"} <= {node.name for node in found}


@pytest.mark.bundled
@pytest.mark.shared
def test_no_draft_is_left_of_a_real_document(shared: Any) -> None:
    """Nor where hundreds of components extend and hold each other."""
    collection = read_collection(shared / "specs" / "adyen-checkout-v71.json")

    assert {Schema} == {type(node) for schema in collection.schemas.values() for node in nodes_of(schema)}


def test_drafts_are_filled_and_sealed() -> None:
    """Whoever reads a format of its own makes a cycle of drafts; they are the same objects after it, and read-only."""
    parent, child = SchemaDraft(name="Parent", type="object"), SchemaDraft(name="Child", type="object")
    parent.properties, child.properties = {"child": child}, {"parent": parent}

    seal((parent, child, child))

    assert (Schema, Schema) == (type(parent), type(child))
    assert parent is child.properties["parent"]
    with pytest.raises(TypeError, match="<Schema Parent> is read-only"):
        parent.type = "string"
    with pytest.raises(TypeError, match="this dict is read-only"):
        parent.properties["more"] = child  # type: ignore[index]


def test_a_node_that_is_made_at_once_is_read_only_at_once() -> None:
    """Without a draft a node holds copies of what it was given."""
    properties = {"name": Schema(type="string")}
    made = Schema(type="object", properties=properties)
    properties.clear()

    assert ["name"] == list(made.properties)
    with pytest.raises(TypeError, match="<Schema object> is read-only"):
        made.type = "array"


def pickled(made: Schema) -> Schema:
    again: Schema = pickle.loads(pickle.dumps(made))  # noqa: S301 - what this test made
    return again


@pytest.mark.parametrize("again", [copy.copy, copy.deepcopy, pickled])
def test_copies_are_read_only_too(again: Callable[[Schema], Schema]) -> None:
    """Nodes can be copied and pickled; what comes of it is a node."""
    made = again(Schema(name="Pet", type="object", properties={"name": Schema(type="string")}))

    assert ("Pet", ["name"]) == (made.name, list(made.properties))
    with pytest.raises(TypeError, match="<Schema Pet> is read-only"):
        made.name = "mine"
