"""What a request leaves unsaid and the API tells: the caller, a thing by its name, what stays as it was."""

from __future__ import annotations

from typing import Any

import pytest
from small_documents import OK, document

from graph_tool_call import ToolGraph
from graph_tool_call.plan import PathSynthesizer, PlanSynthesisError

pytestmark = pytest.mark.bundled

TEXT, NUMBER, TIME = {"type": "string"}, {"type": "integer"}, {"type": "string", "format": "date-time"}
USER = {"$ref": "#/components/schemas/User"}
SCHEMAS = {"schemas": {"User": {"type": "object", "properties": {"id": NUMBER, "username": TEXT}}}}
A_USER: dict[str, Any] = {"200": {"description": "ok", "content": {"application/json": {"schema": USER}}}}


def one(**attributes: Any) -> dict[str, Any]:
    """Responses with one such thing."""
    shape = {"type": "object", "properties": attributes}
    return {"200": {"description": "ok", "content": {"application/json": {"schema": shape}}}}


def several(**attributes: Any) -> dict[str, Any]:
    """Responses with a list of such things."""
    shape = {"type": "array", "items": {"type": "object", "properties": attributes}}
    return {"200": {"description": "ok", "content": {"application/json": {"schema": shape}}}}


def keyed(name: str, schema: dict[str, Any], **parts: Any) -> dict[str, Any]:
    """An operation with a path parameter; its responses are empty where *parts* have none."""
    return {"responses": OK, "parameters": [{"name": name, "in": "path", "required": True, "schema": schema}], **parts}


def body(required: list[str], **attributes: Any) -> dict[str, Any]:
    """A request body with such fields."""
    shape = {"type": "object", "required": required, "properties": attributes}
    return {"required": True, "content": {"application/json": {"schema": shape}}}


def planned(paths: dict[str, Any], goal: str, **entities: Any) -> list[tuple[str, dict[str, Any]]]:
    """Tool and arguments of each step of a plan for the one operation that changes something."""
    graph = ToolGraph.from_openapi(document(paths, components=SCHEMAS))
    target = next(name for name, tool in graph.tools.items() if tool["metadata"]["method"].lower() != "get")
    plan = PathSynthesizer(graph).synthesize(target=target, entities=entities, goal=goal)
    return [(step.tool, step.args) for step in plan.steps]


ACCOUNTS: dict[str, Any] = {
    "/me": {"get": {"operationId": "me", "responses": A_USER}},
    "/users/{id}": {"get": keyed("id", NUMBER, operationId="user", responses=A_USER)},
    "/users/{id}/accounts": {
        "get": keyed("id", NUMBER, operationId="accounts", responses=several(id=NUMBER, title=TEXT, opened_at=TIME))
    },
    "/accounts/{id}": {
        "get": keyed("id", NUMBER, operationId="account", responses=one(id=NUMBER, title=TEXT, currency=TEXT)),
        "put": keyed(
            "id",
            NUMBER,
            operationId="updateAccount",
            requestBody=body(["title", "currency"], title=TEXT, currency=TEXT, note=TEXT),
        ),
    },
}


def test_a_list_below_users_is_read_for_the_caller() -> None:
    """Whose accounts are meant need not be said where an operation answers for the caller."""
    first, second, *_ = planned(ACCOUNTS, "Set the note of the account Savings to x", account="Savings", note="x")

    assert [first, second] == [("me", {}), ("accounts", {"id": "${s1.id}"})]


def test_required_fields_that_nobody_said_are_kept() -> None:
    """What replaces the whole gets what the thing had."""
    *_, read, last = planned(ACCOUNTS, "Set the note of the account Savings to x", account="Savings", note="x")

    assert read[0] == "account"
    assert {k: v for k, v in last[1].items() if k != "id"} == {
        "note": "x",
        "title": "${s3.title}",
        "currency": "${s3.currency}",
    }


@pytest.mark.parametrize(("word", "way"), [("latest", "max_by"), ("oldest", "min_by")])
def test_the_end_of_an_order_is_looked_up_by_its_attribute(word: str, way: str) -> None:
    """The latest account is the one that was opened last."""
    paths = {
        "/accounts": {"get": {"operationId": "accounts", "responses": several(id=NUMBER, title=TEXT, created_at=TIME)}},
        "/accounts/{id}": {"delete": keyed("id", NUMBER, operationId="deleteAccount")},
    }

    *_, last = planned(paths, f"Delete the {word} account")

    assert last == ("deleteAccount", {"id": f"${{s1[{way}(created_at)].id}}"})


def test_nothing_is_taken_by_an_order_that_the_things_do_not_have() -> None:
    """The latest of things without a date is asked for."""
    paths = {
        "/accounts": {"get": {"operationId": "accounts", "responses": several(id=NUMBER, title=TEXT)}},
        "/accounts/{id}": {"delete": keyed("id", NUMBER, operationId="deleteAccount")},
    }

    with pytest.raises(PlanSynthesisError):
        planned(paths, "Delete the latest account")


def test_a_thing_is_read_by_its_name() -> None:
    """The key of a user whom an operation reads by the user's name, where no list shows users."""
    paths = {
        "/u/{username}": {"get": keyed("username", TEXT, operationId="by_name", responses=A_USER)},
        "/posts": {"get": {"operationId": "posts", "responses": several(id=NUMBER, user=USER)}},
        "/users/{id}": {"get": keyed("id", NUMBER, operationId="user", responses=A_USER)},
        "/users/{id}/suspension": {
            "put": keyed("id", NUMBER, operationId="suspendUser", requestBody=body(["reason"], reason=TEXT))
        },
    }

    steps = planned(paths, "Suspend the user troll77, reason spam", user="troll77", reason="spam")

    assert steps[0] == ("by_name", {"username": "troll77"})
    assert steps[-1][1]["id"] == "${s1.id}"


def test_what_is_added_to_a_collection_is_not_looked_up_in_it() -> None:
    """Whom one starts to follow is among the users, not among those who are followed."""
    people = several(id=NUMBER, username=TEXT)
    paths = {
        "/users": {"get": {"operationId": "users", "responses": people}},
        "/me/followings": {"get": {"operationId": "followed", "responses": people}},
        "/me/followings/{user_id}": {
            "put": keyed("user_id", NUMBER, operationId="followUser"),
        },
    }

    assert [tool for tool, _ in planned(paths, "Follow the user Mira", user="Mira")] == ["users", "followUser"]


def test_a_parent_is_found_by_its_own_key() -> None:
    """The parent of a new category is the category that is named, not that one's parent."""
    shown = several(id=NUMBER, title=TEXT, parent_id=NUMBER)
    paths = {
        "/categories": {
            "get": {"operationId": "categories", "responses": shown},
            "post": {
                "operationId": "createCategory",
                "responses": OK,
                "requestBody": body(["title"], title=TEXT, parent_id=NUMBER),
            },
        },
        "/categories/{id}": {"get": keyed("id", NUMBER, operationId="category", responses=one(id=NUMBER, title=TEXT))},
    }

    *_, last = planned(
        paths, "Create a category Pets below Household", **{"title": "Pets", "parent category": "Household"}
    )

    assert last[1] == {"title": "Pets", "parent_id": "${s1[?title == 'Household'].id}"}


FUNCTIONS: dict[str, Any] = {
    "/functions": {
        "get": {"operationId": "functions", "responses": several(**{"$id": TEXT}, name=TEXT, tag_id=TEXT)},
    },
    "/functions/{functionId}/tags": {
        "get": keyed("functionId", TEXT, operationId="tags", responses=several(**{"$id": TEXT}, command=TEXT))
    },
}


def test_a_key_whose_name_has_signs_is_looked_up_like_any_other() -> None:
    """`$id` has to be quoted in a JSON path."""
    paths = {
        **FUNCTIONS,
        "/functions/{functionId}": {
            "get": keyed("functionId", TEXT, operationId="function", responses=one(**{"$id": TEXT}, name=TEXT)),
            "delete": keyed("functionId", TEXT, operationId="deleteFunction"),
        },
    }

    *_, last = planned(paths, "Delete the function nightly", function="nightly")

    assert last == ("deleteFunction", {"functionId": "${s1[?name == 'nightly']['$id']}"})


def test_what_a_thing_refers_to_is_not_what_is_meant_below_it() -> None:
    """A function has one active tag: "a tag of the function" is not that one."""
    parameters = [
        {"name": n, "in": "path", "required": True, "schema": TEXT, "description": f"The {n}"}
        for n in ("functionId", "tagId")
    ]
    delete = {"operationId": "deleteTag", "responses": OK, "parameters": parameters}
    paths = {
        **FUNCTIONS,
        "/functions/{functionId}/tags/{tagId}": {
            "get": {**delete, "operationId": "tag", "responses": one(**{"$id": TEXT}, command=TEXT)},
            "delete": delete,
        },
    }

    with pytest.raises(PlanSynthesisError) as caught:
        planned(paths, "Delete a tag of the function nightly", function="nightly")

    assert caught.value.details["field_name"] == "tagId"
