"""References by the names that schemas give themselves, and those that a wrapper binds."""

from __future__ import annotations

from typing import Any

import pytest
from small_documents import codes, read, read_schema

from graph_tool_call.model import Schema

SERIAL = {"type": "object", "properties": {"serial": {"type": "string"}}}
TEXT = {"type": "string"}
AT = "https://schemas.example.test/"


@pytest.mark.parametrize(
    ("reference", "extra"),
    [
        (f"{AT}part", {"$id": f"{AT}part"}),
        (f"{AT}box#part", {"$anchor": "part"}),
        (f"{AT}box#/$defs/part", {}),
        ("part", {"$id": "part"}),
        ("urn:example:part", {"$id": "urn:example:part"}),
        ("#part", {"$anchor": "part"}),
        ("#/$defs/part", {}),
        (f"{AT}part#", {"$id": f"{AT}part"}),
    ],
)
def test_a_reference_names_a_schema_by_its_id(reference: str, extra: dict[str, Any]) -> None:
    """Absolute, with anchor or pointer, relative, a URN: nothing is fetched (JSON Schema 2020-12, core, 8.2.1)."""
    box = {"$id": f"{AT}box", "properties": {"part": {"$ref": reference}}, "$defs": {"part": SERIAL | extra}}
    collection = read({}, "3.1.0", components={"schemas": {"Box": box}})

    assert {"serial"} == set(collection.schemas["Box"].properties["part"].properties)
    assert [] == codes(collection)


def test_pointers_from_the_top_are_read_from_the_top() -> None:
    """As documents write them, whatever `$id` is around."""
    box = {"$id": f"{AT}box", "properties": {"part": {"$ref": "#/components/schemas/Part"}}}

    node = read_schema({"$ref": "#/components/schemas/Box"}, "3.1.0", Box=box, Part=SERIAL)

    assert "Part" == node.properties["part"].name


def test_an_id_in_an_example_names_nothing() -> None:
    """Data that is shown is no schema."""
    shown = {"type": "object", "example": {"$id": "part", "properties": {"wrong": TEXT}}}
    right = SERIAL | {"$id": "part"}

    node = read_schema({"$ref": "#/components/schemas/A"}, "3.1.0", A={"allOf": [{"$ref": "part"}]}, B=shown, C=right)

    assert {"serial"} == set(node.properties)


def page(**more: Any) -> dict[str, Any]:
    rows = {"type": "array", "items": {"$dynamicRef": "#row"}}
    return {"$id": f"{AT}page", "properties": {"rows": rows, **more}, "$defs": {"row": {"$dynamicAnchor": "row"}}}


def wrapper(name: str, of: str) -> dict[str, Any]:
    return {"$id": f"{AT}{name}", "$ref": "page", "$defs": {"row": {"$dynamicAnchor": "row", "$ref": of}}}


def rows_of(node: Schema) -> set[str]:
    items = node.properties["rows"].items
    assert items is not None
    return set(items.properties)


def test_each_wrapper_binds_its_own_rows() -> None:
    """One generic page, two kinds of rows; the page by itself has rows of which nothing is said."""
    schemas = {
        "User": {"$id": f"{AT}user", "properties": {"login": TEXT}},
        "Order": {"$id": f"{AT}order", "properties": {"total": TEXT}},
        "Page": page(),
        "Users": wrapper("users", "user"),
        "Orders": wrapper("orders", "order"),
    }
    read_ = read({}, "3.1.0", components={"schemas": schemas}).schemas

    assert ({"login"}, {"total"}, set()) == (rows_of(read_["Users"]), rows_of(read_["Orders"]), rows_of(read_["Page"]))


def test_what_is_bound_reaches_through_further_references() -> None:
    """The outermost schema has the say (JSON Schema 2020-12, core, 8.2.3.2)."""
    schemas = {
        "User": {"$id": f"{AT}user", "properties": {"login": TEXT}},
        "Inner": page(),
        "Middle": {"$id": f"{AT}middle", "properties": {"data": {"$ref": "page"}}},
        "Outer": wrapper("outer", "user") | {"$ref": "middle"},
    }
    outer = read({}, "3.1.0", components={"schemas": schemas}).schemas["Outer"]

    assert {"login"} == rows_of(outer.properties["data"])


def test_a_tree_whose_nodes_are_extended_is_of_extended_nodes() -> None:
    """The example of the standard: `kids` of the stricter tree are stricter trees."""
    tree = {
        "$id": f"{AT}tree",
        "$dynamicAnchor": "node",
        "properties": {"kids": {"type": "array", "items": {"$dynamicRef": "#node"}}},
    }
    strict = {"$id": f"{AT}strict", "$dynamicAnchor": "node", "$ref": "tree", "properties": {"note": TEXT}}
    read_ = read({}, "3.1.0", components={"schemas": {"Tree": tree, "Strict": strict}}).schemas

    kids = read_["Strict"].properties["kids"].items
    assert kids is not None
    assert {"kids", "note"} == set(kids.properties)
    assert read_["Tree"] is read_["Tree"].properties["kids"].items


def test_a_dynamic_reference_without_a_wrapper_is_a_reference() -> None:
    """It leads to the anchor of its own schema."""
    tree = {"$dynamicAnchor": "node", "properties": {"kid": {"$dynamicRef": "#node"}}}

    node = read_schema({"$ref": "#/components/schemas/Tree"}, "3.1.0", Tree=tree)

    assert node is node.properties["kid"]


def test_copies_for_wrappers_are_bounded() -> None:
    """A large schema under many wrappers is written anew for some of them, and a diagnostic tells of the others."""
    large = {f"p{i}": {"type": "object", "properties": {}} for i in range(5_000)}
    schemas: dict[str, Any] = {"Large": page(**large)}
    for number in range(60):
        row = {"$dynamicAnchor": "row", "type": "object"}
        schemas[f"W{number}"] = {"$id": f"{AT}w{number}", "allOf": [{"$ref": f"{AT}page"}], "$defs": {"row": row}}

    collection = read({}, "3.1.0", components={"schemas": schemas})

    assert "too_many_schemas" in codes(collection)
    rows = [collection.schemas[name].properties["rows"].items for name in ("W0", "W59")]
    assert ["object", ""] == [row.type for row in rows if row is not None]
