"""A key of a path selects from the list at the path before it, and takes the key of what that lists."""

from __future__ import annotations

from typing import Any

import pytest
from hand_made import consume, planner, produce, tool
from small_documents import OK, document

from graph_tool_call import ToolGraph
from graph_tool_call.plan import PathSynthesizer, PlanSynthesisError

pytestmark = pytest.mark.bundled

TEXT, NUMBER = {"type": "string"}, {"type": "integer"}


def answer(**attributes: Any) -> dict[str, Any]:
    """Responses with a list of such elements."""
    listed = {"type": "array", "items": {"type": "object", "properties": attributes}}
    return {"200": {"description": "ok", "content": {"application/json": {"schema": listed}}}}


def parameters(*names: str, schema: dict[str, Any]) -> list[dict[str, Any]]:
    """Path parameters."""
    return [{"name": name, "in": "path", "required": True, "schema": schema} for name in names]


def deleted(paths: dict[str, Any], **entities: Any) -> dict[str, Any]:
    """Arguments of the last step of a plan for the operation `delete`."""
    plan = PathSynthesizer(ToolGraph.from_openapi(document(paths))).synthesize(target="delete", entities=entities)
    return plan.steps[-1].args


@pytest.mark.parametrize(("noun", "key"), [("member", "userId"), ("collaborator", "personId")])
def test_a_key_that_is_called_after_what_the_things_stand_for(noun: str, key: str) -> None:
    """Members are deleted by a user's id: the `id` of the members, who show no user of their own."""
    place = f"/teams/{{teamId}}/{noun}s"
    paths = {
        "/users": {"get": {"operationId": "listUsers", "responses": answer(id=TEXT, login=TEXT)}},
        "/teams": {"get": {"operationId": "listTeams", "responses": answer(id=TEXT, name=TEXT)}},
        place: {
            "get": {
                "operationId": "list",
                "parameters": parameters("teamId", schema=TEXT),
                "responses": answer(id=TEXT, name=TEXT),
            }
        },
        f"{place}/{{{key}}}": {
            "delete": {
                "operationId": "delete",
                "parameters": parameters("teamId", key, schema=TEXT),
                "responses": OK,
            }
        },
    }

    args = deleted(paths, **{noun: "Ada Novak", "team": "Core"})

    assert {"teamId": "${s1[?name == 'Core'].id}", key: "${s2[?name == 'Ada Novak'].id}"} == args


@pytest.mark.parametrize(
    ("shown", "key"),
    [
        (answer(id=NUMBER, userId=NUMBER, name=TEXT), "userId"),
        (answer(id=NUMBER, name=TEXT, user={"type": "object", "properties": {"id": NUMBER}}), "user.id"),
    ],
)
def test_what_stands_for_another_shows_its_key(shown: dict[str, Any], key: str) -> None:
    """Where members have an id of their own and a user's, the user's is taken."""
    paths = {
        "/members": {"get": {"operationId": "list", "responses": shown}},
        "/users/{userId}": {
            "get": {"operationId": "user", "parameters": parameters("userId", schema=NUMBER), "responses": OK}
        },
        "/members/{userId}": {
            "delete": {"operationId": "delete", "parameters": parameters("userId", schema=NUMBER), "responses": OK}
        },
    }

    assert {"userId": f"${{s1[?name == 'Ada Novak'].{key}}}"} == deleted(paths, member="Ada Novak")


def test_a_folder_beside_files_is_not_the_folder_above() -> None:
    """Files and folders share one list, and each has a parent: a folder's key is its own."""
    shown = [
        produce("$.entries[*].id", "file_id"),
        produce("$.entries[*].name", naming=1),
        produce("$.entries[*].type"),
        produce("$.entries[*].parent.id", "folder_id"),
    ]
    kinds = [
        {"path": "$.entries[*]", "noun": noun, "tag": f"{noun}_id", "key": "$.entries[*].id", "own": True}
        | {"kind": {"field": "type", "value": noun}}
        for noun in ("file", "folder")
    ]
    listed = tool("search", [], shown)
    listed["metadata"]["api_contract"]["lists"] = kinds
    target = tool(
        "delete", [consume("folder_id", "folder_id", location="path")], path="/folders/{folder_id}", method="delete"
    )

    old = {"id": "t1", "noun": "folder", "where": [{"value": "Old"}], "roles": ["folder_id"]}

    plan = planner(target, listed).synthesize(target="delete", request={"things": [old]})

    assert "${s1.entries[?name == 'Old' && type == 'folder'].id}" == plan.steps[-1].args["folder_id"]


CHOICE = {"type": "string", "enum": ["EUR", "USD"]}
#: Carts of the shop, whose contract tells no name of one; items of a cart, and of the cart of whoever asks.
CARTS = {
    "/carts": {"get": {"operationId": "carts", "responses": answer(id=NUMBER, currency=CHOICE)}},
    "/carts/{cartId}": {
        "get": {"operationId": "cart", "parameters": parameters("cartId", schema=NUMBER), "responses": OK}
    },
    "/carts/mine/items": {"get": {"operationId": "mine", "responses": answer(itemId=NUMBER, name=TEXT)}},
    "/carts/{cartId}/items": {
        "get": {
            "operationId": "items",
            "parameters": parameters("cartId", schema=NUMBER),
            "responses": answer(itemId=NUMBER, name=TEXT),
        }
    },
    "/carts/{cartId}/items/{itemId}": {
        "delete": {
            "operationId": "delete",
            "parameters": parameters("cartId", "itemId", schema=NUMBER),
            "responses": OK,
        }
    },
}


def test_what_lies_in_a_thing_that_was_not_found_is_looked_up_nowhere_else() -> None:
    """No list tells which cart is called so: its item is not looked for in another cart."""
    with pytest.raises(PlanSynthesisError):
        deleted(CARTS, cart="the blue one", item="Mug")


def test_a_thing_that_nothing_names_is_the_one_with_the_text() -> None:
    """Where an element has no name, what is said of it is the whole of one of its texts; choices are no texts."""
    paths = {
        "/cards": {"get": {"operationId": "cards", "responses": answer(id=TEXT, memo=TEXT, state=CHOICE)}},
        "/cards/{cardId}": {
            "delete": {"operationId": "delete", "parameters": parameters("cardId", schema=TEXT), "responses": OK}
        },
    }

    assert {"cardId": "${s1[?memo == 'Team lunches'].id}"} == deleted(paths, card="Team lunches")


def test_what_lies_in_a_thing_that_is_given_by_its_key_is_looked_up_there() -> None:
    """A key under the input's own name is one, whatever it looks like."""
    assert {"cartId": "17", "itemId": "${s1[?name == 'Mug'].itemId}"} == deleted(CARTS, cartId="17", item="Mug")


def test_a_search_that_has_to_be_given_a_term_is_given_the_name() -> None:
    """What describes the thing is what is searched for; the element is still told by its name."""
    term = {"name": "q", "in": "query", "required": True, "description": "Search term", "schema": TEXT}
    by_key = parameters("userId", schema=TEXT)
    paths = {
        "/users/search": {
            "get": {"operationId": "list", "parameters": [term], "responses": answer(id=TEXT, name=TEXT)}
        },
        "/users/{userId}": {"delete": {"operationId": "delete", "parameters": by_key, "responses": OK}},
    }

    plan = PathSynthesizer(ToolGraph.from_openapi(document(paths))).synthesize(
        target="delete", entities={"user": "Ada Novak"}
    )

    assert [{"q": "Ada Novak"}, {"userId": "${s1[?name == 'Ada Novak'].id}"}] == [step.args for step in plan.steps]


def test_a_thing_whose_number_is_called_as_it_is() -> None:
    """An account number may be called by its number or by its name."""
    shown = answer(id=TEXT, account_number=TEXT, name=TEXT)
    by_key = parameters("account_number_id", schema=TEXT)
    paths = {
        "/account_numbers": {"get": {"operationId": "list", "responses": shown}},
        "/account_numbers/{account_number_id}": {
            "delete": {"operationId": "delete", "parameters": by_key, "responses": OK}
        },
    }

    key = deleted(paths, account_number="Till")["account_number_id"]

    assert {"name == 'Till'", "account_number == 'Till'"} == set(key.partition("?")[2].partition("]")[0].split(" || "))


@pytest.mark.parametrize(("kind", "finds"), [("site_user", True), ("user_color_scheme", False)])
def test_what_a_thing_has_is_not_the_thing(kind: str, finds: bool) -> None:
    """A user of the site is a user; the color scheme of a user is none."""
    listed = tool("list", [], [produce("$[*].id", f"{kind}_id", resource=kind), produce("$[*].name", naming=1)])
    listed["metadata"]["api_contract"]["lists"] = [
        {"path": "$[*]", "noun": kind, "tag": f"{kind}_id", "key": "$[*].id", "own": True}
    ]
    target = tool("invite", [consume("user", "user_id", resource="user", role="identifier")], method="post")
    ada = {"id": "t1", "noun": "user", "where": [{"value": "Ada"}], "roles": ["user"]}

    try:
        plan = planner(target, listed).synthesize(target="invite", request={"things": [ada]})
    except PlanSynthesisError:
        assert not finds
    else:
        assert finds is ("list" in [step.tool for step in plan.steps])
