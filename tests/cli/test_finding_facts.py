"""What is known for finding things, as `inspect` and `explain` show it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tiny_api import NUMBER, array, op, param, thing

pytestmark = pytest.mark.bundled


@pytest.fixture
def books():
    """A document in the working directory with one list."""
    listed = op(thing(items=array(thing("title", "author", id=NUMBER))), param("author")) | {"operationId": "listBooks"}
    read = op(thing("title", id=NUMBER), param("bookId", "path", schema=NUMBER)) | {"operationId": "getBook"}
    paths = {"/books": {"get": listed}, "/books/{bookId}": {"get": read}}
    document = {"openapi": "3.0.3", "info": {"title": "Books", "version": "1"}, "paths": paths}
    Path("books.json").write_text(json.dumps(document))
    return "books.json"


def test_inspect_shows_the_lists(cli, books):
    """What each is of, what identifies and names a thing in it, and what filters it."""
    (entry,) = cli("inspect", books, "--lists", "--json").json["lists"]

    assert {"tool": "listBooks", "path": "$.items[*]", "noun": "book", "key": "id"}.items() <= entry.items()
    assert (["title"], {"author": "author"}) == (entry["named_by"], entry["filters"])


def test_inspect_shows_the_lists_to_people(cli, books):
    """One line for each."""
    assert "listBooks $.items[*] book id title author" in cli("inspect", books, "--lists").words


def test_inspect_counts_lists_and_filters(cli, books):
    """With how many of them things can be found."""
    contract = cli("inspect", books, "--json").json["contract"]

    assert ({"own": 1, "keyed": 1, "named": 1}, 1) == (contract["lists"], contract["filters"])


def test_explain_says_who_says_what_a_list_is_of(cli, books):
    """Each part with its plugin and reason."""
    (listed,) = cli("explain", books, "listBooks", "--json").json["lists"]
    said = {decision["part"]: (decision["value"], decision["plugin"]) for decision in listed["decisions"]}

    assert ("book", "lists") == said["noun"]
    assert "$.items[*].id" == said["key"][0]


def test_explain_says_who_says_what_a_field_is_for(cli, books):
    """The name of a thing, a filter, and the form of a key."""
    parts = {}
    for operation, field in (("listBooks", "title"), ("listBooks", "author"), ("getBook", "bookId")):
        for row in cli("explain", books, operation, field, "--json").json["rows"]:
            parts |= {decision["part"]: decision["value"] for decision in row["decisions"]}

    assert (1, "author") == (parts["naming"], parts["filters"])
