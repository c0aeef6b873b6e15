"""How lists are sorted: what inputs take, and the order that a document promises."""

from __future__ import annotations

import pytest
from tiny_api import array, build, op, param, rows, thing, tool

pytestmark = pytest.mark.bundled

BOOKS = array(thing("id", "title", "created_at", "updated_at"))


def sort(*inputs, **more):
    artifact = build({"GET /books": op(BOOKS, *inputs, **more)})
    return {path: row.get("sort") for path, row in rows(artifact, "GET /books", "consumes").items()}


def ordered(*inputs, **more):
    artifact = build({"GET /books": op(BOOKS, *inputs, **more)})
    (entry,) = tool(artifact, "GET /books")["metadata"]["api_contract"]["lists"]
    return entry.get("ordered")


def choice(name, *members, **more):
    return param(name, schema={"type": "string", "enum": list(members)} | more)


def test_an_attribute_and_a_direction_are_two_inputs():
    """The members of the one are attributes, those of the other its two directions."""
    found = sort(choice("sort", "created", "title"), choice("direction", "DESC", "ASC"))

    assert {"takes": "attribute"} == found["sort"]
    assert {"takes": "direction", "asc": "ASC", "desc": "DESC"} == found["direction"]


@pytest.mark.parametrize(
    ("members", "asc", "desc"),
    [
        (["created", "-created", "title", "-title"], "{by}", "-{by}"),
        (["created_asc", "created_desc", "title_asc", "title_desc"], "{by}_asc", "{by}_desc"),
        (["created:asc", "created:desc", "title:asc", "title:desc"], "{by}:asc", "{by}:desc"),
        (["created ASC", "created DESC", "title ASC", "title DESC"], "{by} ASC", "{by} DESC"),
        (["createdAsc", "createdDesc", "titleAsc", "titleDesc"], "{by}Asc", "{by}Desc"),
    ],
)
def test_attribute_and_direction_may_be_one_value(members, asc, desc):
    """However they are written, what they are made of is told."""
    assert {"takes": "both", "by": ["created", "title"], "asc": asc, "desc": desc} == sort(choice("sort", *members))[
        "sort"
    ]


@pytest.mark.parametrize(
    ("description", "form"),
    [
        (
            "Sort by `title` or `created_at`. Prefix with `-` to sort descending.",
            ("both", ["title", "created_at"], "-{by}"),
        ),
        ("Format: property(,asc|desc). Default ascending.", ("both", None, "{by},desc")),
        ("The field to sort by: `title`, `created_at`", ("attribute", ["title", "created_at"], None)),
    ],
)
def test_a_description_says_what_may_be_given(description, form):
    """Where there is no enum."""
    found = sort(param("sort", description=description))["sort"]

    assert form == (found["takes"], found.get("by"), found.get("desc"))


def test_what_does_not_sort_has_no_form():
    """Orders of a shop are no order of a list."""
    found = sort(param("order_id"), param("sorted_bin"), param("title"))

    assert {None} == set(found.values())


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Lists books, sorted by creation date, with the newest first.", {"by": "created_at", "direction": "desc"}),
        (
            "The books are returned in sorted order, with the most recent books appearing first.",
            {"by": "created_at", "direction": "desc"},
        ),
        ("Books ordered by title in ascending order.", {"by": "title", "direction": "asc"}),
        ("Lists all books.", None),
        ("Lists the most recent books.", None),
    ],
)
def test_the_order_that_a_description_promises(text, expected):
    """By an attribute that the elements have; nothing else is an order."""
    assert expected == ordered(description=text)


def test_the_order_by_defaults_of_inputs():
    """What is not given is what the defaults say."""
    inputs = choice("sort", "created", "updated", default="created"), choice("direction", "asc", "desc", default="desc")

    assert {"by": "created_at", "direction": "desc"} == ordered(*inputs)
