"""Values that a question states: read without a model, and only where the wording shows them."""

from __future__ import annotations

from typing import Any

import pytest
from searching import tool

from graph_tool_call.plan.words.entities import entities_from_query

REPO = ["owner", "repo"]


def contract(path: str, *rows: dict[str, Any], method: str = "get") -> dict[str, Any]:
    return tool("call", method, path, inputs=rows)


def key(name: str, type_: str = "string") -> dict[str, Any]:
    return {"name": name, "location": "path", "required": True, "field_type": type_}


def query(name: str, type_: str = "string", **more: Any) -> dict[str, Any]:
    return {"name": name, "location": "query", "field_type": type_, **more}


STATE = query("state", enum=["open", "closed", "in_progress"])


@pytest.mark.parametrize(
    ("text", "given", "values"),
    [
        ("what does ticket 42 say", contract("/tickets/{ticketId}", key("ticketId")), {"ticketId": "42"}),
        ("close ticket #42", contract("/tickets/{ticketId}", key("ticketId", "integer")), {"ticketId": 42}),
        ("the ticket with id 7", contract("/tickets/{id}", key("id", "integer")), {"id": 7}),
        ("show all open tickets", contract("/tickets", STATE), {"state": "open"}),
        ("tickets that are in progress", contract("/tickets", STATE), {"state": "in_progress"}),
        ("lamps of the lighthouse ABC", contract("/lighthouses/{code}/lamps", key("code")), {"code": "ABC"}),
        ("first 10 users, limit 20", contract("/users", query("limit", "integer")), {"limit": 20}),
        ("find users named 'Bob Smith'", contract("/users", query("name")), {"name": "Bob Smith"}),
        (
            'search for "star wars"',
            contract("/search", query("query"), query("year", "integer")),
            {"query": "star wars"},
        ),
        ("invite bob@example.com", contract("/invites", query("email")), {"email": "bob@example.com"}),
        ("ping https://example.com/x", contract("/ping", query("url")), {"url": "https://example.com/x"}),
        (
            "issues of octo-org/hello",
            contract("/repos/{owner}/{repo}/issues", *map(key, REPO)),
            {"owner": "octo-org", "repo": "hello"},
        ),
        ("주문 A-100 상세 조회", contract("/orders/{orderNo}", key("orderNo")), {"orderNo": "A-100"}),
        ("temperature: 21.5", contract("/set", query("temperature", "number")), {"temperature": 21.5}),
    ],
)
def test_stated_values_are_read(text, given, values):
    """Keys after their word, members of enums, named values, addresses."""
    assert values == entities_from_query(text, given)


@pytest.mark.parametrize(
    ("text", "given"),
    [
        ("open a new ticket", contract("/tickets", STATE, method="post")),
        ("list tickets", contract("/tickets/{ticketId}", key("ticketId"))),
        ("tickets from 2024", contract("/movies/{movieId}", key("movieId", "integer"))),
        ("read/write access", contract("/repos/{owner}/{repo}", *map(key, REPO))),
        ("show the README of the API", contract("/files/{fileId}", key("fileId"))),
        ("ticket ABC", contract("/tickets/{ticketId}", key("ticketId", "integer"))),
        ("list all by name", contract("/x", query("sort", enum=["all", "name", "asc"]))),
        ("", contract("/tickets", STATE)),
        ("token 42", contract("/x", {**query("token"), "kind": "auth"})),
    ],
)
def test_nothing_is_guessed(text, given):
    """Verbs are no states, plain words no keys, a year no id, and credentials are never read."""
    assert {} == entities_from_query(text, given)


def test_one_value_fills_one_input():
    """A number that is a ticket's key is not a limit as well."""
    given = contract("/tickets/{ticketId}/comments", key("ticketId"), query("ticket_limit", "integer"))

    assert {"ticketId": "42"} == entities_from_query("comments on ticket 42", given)
