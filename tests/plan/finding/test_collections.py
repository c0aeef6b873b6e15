"""A key of a path selects from the list at the path before it, and takes the key of what that lists."""

from __future__ import annotations

from typing import Any

import pytest
from hand_made import consume, planner, produce, tool
from small_documents import OK, document

from graph_tool_call import ToolGraph
from graph_tool_call.plan import PathSynthesizer

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
