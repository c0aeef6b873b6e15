"""What extends a base with a discriminator is among its alternatives, and the values are told."""

from __future__ import annotations

import copy
from typing import Any

import pytest
from small_documents import read

from graph_tool_call.model import SUBTYPES, Schema


def to(name: str) -> dict[str, str]:
    return {"$ref": f"#/components/schemas/{name}"}


def child(base: str, *names: str) -> dict[str, Any]:
    return {"allOf": [to(base), {"properties": {name: {"type": "string"} for name in names}, "required": list(names)}]}


def base(**more: Any) -> dict[str, Any]:
    properties = {"kind": {"type": "string"}, "id": {"type": "string"}}
    return {"type": "object", "properties": properties, "discriminator": {"propertyName": "kind", **more}}


def schemas(**components: Any) -> dict[str, Schema]:
    return dict(read({}, components={"schemas": components}).schemas)


def kinds(schema: Schema) -> tuple[Any, ...] | None:
    return schema.properties["kind"].enum


@pytest.mark.parametrize(
    ("mapping", "values"),
    [
        ({}, ("Box", "Bag")),
        ({"box": "#/components/schemas/Box", "bag": "#/components/schemas/Bag"}, ("box", "bag")),
        ({"box": "Box", "bag": "Bag"}, ("box", "bag")),
        ({"box": "#/components/schemas/Box"}, ("box", "Bag")),
    ],
)
def test_children_of_a_base_are_found(mapping: dict[str, str], values: tuple[str, ...]) -> None:
    """By their `allOf`; a value is the mapping's key, or the schema's name where the mapping has none."""
    more = {"mapping": mapping} if mapping else {}
    found = schemas(Thing=base(**more), Box=child("Thing", "lidId"), Bag=child("Thing", "strap"))
    thing = found["Thing"]

    assert (SUBTYPES, {"Box", "Bag"}) == (thing.choice, {node.name for node in thing.alternatives})
    assert set(values) == set(kinds(thing) or ())
    assert [(values[0],), (values[1],)] == [kinds(found["Box"]), kinds(found["Bag"])]
    assert {"kind", "id", "lidId"} == set(found["Box"].properties)


def test_children_of_children_belong_to_the_base() -> None:
    """At any depth; what has children of its own is not sure to be itself."""
    found = schemas(Thing=base(), Box=child("Thing", "lid"), Crate=child("Box", "slats"))

    assert {"Box", "Crate"} == {node.name for node in found["Thing"].alternatives}
    assert ("Crate",) == kinds(found["Crate"])


def test_swagger_2_has_children_too() -> None:
    """The discriminator is a bare name there, and values are names of definitions."""
    thing = base() | {"discriminator": "kind"}
    found = read(
        {},
        "2.0",
        definitions={
            "Thing": thing,
            "Box": {"allOf": [{"$ref": "#/definitions/Thing"}, {"properties": {"lidId": {"type": "string"}}}]},
        },
    ).schemas

    assert ["Box"] == [node.name for node in found["Thing"].alternatives]


def test_members_of_a_choice_know_their_values() -> None:
    """Keys of the mapping are values of the property, also where the alternatives are listed."""
    cat = {"type": "object", "properties": {"petKind": {"type": "string"}}}
    pet = {
        "oneOf": [to("Cat"), to("Dog")],
        "discriminator": {"propertyName": "petKind", "mapping": {"c": "#/components/schemas/Cat", "d": "Dog"}},
    }
    found = schemas(Pet=pet, Cat=cat, Dog=copy.deepcopy(cat))

    assert ("oneOf", [("c",), ("d",)]) == (
        found["Pet"].choice,
        [node.properties["petKind"].enum for node in found["Pet"].alternatives],
    )


def test_what_the_document_says_of_the_property_stays() -> None:
    """An enum of its own is not overruled."""
    thing = base()
    thing["properties"]["kind"]["enum"] = ["a", "b"]

    assert ("a", "b") == kinds(schemas(Thing=thing, Box=child("Thing", "lid"))["Thing"])


def test_a_base_of_everything_tells_nothing() -> None:
    """Hundreds of subtypes are no alternatives."""
    found = schemas(Thing=base(), **{f"T{i}": child("Thing", f"x{i}") for i in range(100)})

    assert ((), None) == (found["Thing"].alternatives, kinds(found["Thing"]))
