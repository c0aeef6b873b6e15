"""What a caller knows of finding things: it wins over every plugin, and says that it is the caller's."""

from __future__ import annotations

from typing import Any

import pytest
from contractkit import answers, document, listing, query, thing
from reading import only_reading

from graph_tool_call import ToolGraph
from graph_tool_call.errors import AnnotationError

pytestmark = pytest.mark.bundled

BOOKS = document({
    "/books": {
        "get": {
            "operationId": "listBooks",
            "parameters": [query("by")],
            **answers(thing(found=listing(thing(ref="string", heading="string", author="string")))),
        }
    },
    "/books/{ref}": {
        "get": {
            "operationId": "getBook",
            "parameters": [query("ref", location="path", required=True)],
            **answers(thing(heading="string")),
        }
    },
})  # fmt: skip


def built(annotations: Any) -> ToolGraph:
    """The graph of the books, with no plugin but the caller."""
    return ToolGraph.from_openapi(BOOKS, annotations=annotations, plugins=only_reading())


def contract(graph: ToolGraph, name: str) -> dict[str, Any]:
    found: dict[str, Any] = graph.tools[name]["metadata"]["api_contract"]
    return found


def row(graph: ToolGraph, name: str, path: str) -> dict[str, Any]:
    made = contract(graph, name)
    return next(r for r in (*made["consumes"], *made["produces"]) if r["path"] == path)


def reasons(graph: ToolGraph, found: dict[str, Any]) -> set[tuple[str, str]]:
    table = graph.artifact["provenance"]
    return {(table[at]["plugin"], part) for at in found["why"] for part in table[at]["parts"]}


def test_a_caller_says_what_names_a_thing() -> None:
    """By rank, in a file as a number."""
    graph = built("fields:\n- field: heading\n  naming: 1\n  operations: [listBooks]\n")
    found = row(graph, "listBooks", "$.found[*].heading")

    assert (1, {("caller", "naming")}) == (found["naming"], reasons(graph, found))


def test_a_caller_says_what_an_input_filters_by() -> None:
    """The attribute of the elements."""
    found = row(built({"fields": [{"field": "by", "filters": "author"}]}), "listBooks", "by")

    assert "author" == found["filters"]


@pytest.mark.parametrize(
    ("said", "form"),
    [
        ({"form": "slug"}, {"type": "string", "name": True, "slug": True}),
        ({"form": "name"}, {"type": "string", "name": True}),
        ({"form": "integer"}, {"type": "integer"}),
        ({"prefix": "bk_"}, {"type": "string", "prefix": "bk_"}),
    ],
)
def test_a_caller_says_what_a_key_looks_like(said: dict[str, str], form: dict[str, Any]) -> None:
    """Also where the document says that it is a mere text."""
    found = row(built({"fields": [{"field": "ref", "side": "request"} | said]}), "getBook", "ref")

    assert form == found["key_form"]


def test_a_caller_describes_a_list() -> None:
    """What it is of, its key, and its order; plugins need not know any of it."""
    entry = {"operation": "listBooks", "path": "$.found[*]", "noun": "book", "key": "ref", "order": "heading asc"}
    graph = built({"lists": [entry], "fields": [{"field": "ref", "tag": "book_ref"}]})
    (found,) = contract(graph, "listBooks")["lists"]

    assert {"noun": "book", "key": "$.found[*].ref", "tag": "book_ref"}.items() <= found.items()
    assert {"by": "heading", "direction": "asc"} == found["ordered"]
    assert {("caller", "noun"), ("caller", "key"), ("caller", "ordered")} <= reasons(graph, found)


@pytest.mark.parametrize(
    ("section", "entry", "place"),
    [
        ("lists", {"operation": "listBooks", "path": "$.nothing[*]"}, "$.lists[0].path"),
        ("lists", {"operation": "listBooks", "path": "$.found[*]", "key": "isbn"}, "$.lists[0].key"),
        ("lists", {"operation": "listShelves", "path": "$.found[*]"}, "$.lists[0].operation"),
        ("fields", {"field": "ref", "form": "number"}, "$.fields[0].form"),
        ("fields", {"field": "heading", "naming": "first"}, "$.fields[0].naming"),
    ],
)
def test_what_is_not_there_has_a_place(section: str, entry: dict[str, str], place: str) -> None:
    """A wrong name is found when the document is built."""
    with pytest.raises(AnnotationError) as caught:
        built({section: [entry]})

    assert place == caught.value.path
