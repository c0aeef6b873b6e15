"""Which of several operations that serve a request alike is taken, and when a person is asked."""

from __future__ import annotations

import pytest
from bundled import bundled
from tiny_api import TEXT, array, build, op, param, thing

from graph_tool_call import ToolGraph
from graph_tool_call.graphify import select_target_candidate

pytestmark = pytest.mark.bundled

ID = param("id", "path")
NAMES = ("name", "status", "height")
TEAM = {
    "GET /racks": op(array(thing("id", "name", "status")), operationId="listRacks"),
    "PUT /racks/{id}": op(
        TEXT, ID, operationId="replaceRack", summary="Put a rack", body=thing(*NAMES, required=NAMES)
    ),
    "PATCH /racks/{id}": op(TEXT, ID, operationId="patchRack", summary="Patch a rack", body=thing(*NAMES)),
    "POST /racks": op(TEXT, operationId="createRack", summary="Create a rack", body=thing(*NAMES)),
    "DELETE /racks/{id}": op(TEXT, ID, operationId="deleteRack", summary="Delete a rack"),
    "DELETE /pinned/racks/{id}": op(TEXT, ID, operationId="unpinRack", summary="Delete a rack"),
    "DELETE /racks": op(TEXT, param("id", "query"), operationId="deleteRacks", summary="Delete racks"),
    "POST /racks/{id}/labels": op(TEXT, ID, operationId="addLabel", summary="Add a label", body=thing("label")),
    "POST /rooms.archive": op(TEXT, operationId="archive", summary="Archive a room", body=thing("room")),
    "POST /admin.rooms.archive": op(TEXT, operationId="adminArchive", summary="Archive a room", body=thing("room")),
    "POST /api/v1/jobs": op(TEXT, operationId="createJob1", summary="Create a job", body=thing("name", "queue")),
    "POST /api/v2/jobs": op(TEXT, operationId="createJob2", summary="Create a job", body=thing("name", "queue")),
    "POST /api/v3beta1/jobs": op(TEXT, operationId="createJob3", summary="Create a job", body=thing("name", "queue")),
}


def chosen(question, names, given):
    """What is selected of operations that a retrieval holds for equally good, and whether that is ambiguous."""
    graph = ToolGraph.from_artifact(build(TEAM))
    rows = [{"name": name, "score": 0.5} for name in names]
    found = select_target_candidate(question, rows, graph.tools, entities=given, plugins=bundled())
    return found["selected_target"], found["ambiguous"]


OFFLINE = {"rack id": "R12", "status": "offline"}


@pytest.mark.parametrize("order", [1, -1])
@pytest.mark.parametrize(
    ("question", "names", "given", "expected"),
    [
        ("Set the status of rack R12 to offline", ["replaceRack", "patchRack"], OFFLINE, "patchRack"),
        ("Delete the rack R12", ["deleteRack", "deleteRacks"], {"id": "R12"}, "deleteRack"),
        ("Delete the rack R12", ["deleteRack", "unpinRack"], {"rack": "R12"}, "deleteRack"),
        ("Archive the room garden", ["adminArchive", "archive"], {"room": "garden"}, "archive"),
        (
            "Create a job nightly in queue q1",
            ["createJob1", "createJob2", "createJob3"],
            {"name": "nightly", "queue": "q1"},
            "createJob2",
        ),
    ],
)
def test_what_does_and_needs_the_least_is_taken(question, names, given, expected, order):
    """Where both do what is asked, doing no more than that is no guess."""
    assert (expected, False) == chosen(question, names[::order], given)


def test_deleting_all_is_not_clear_where_one_is_spoken_of():
    """Nobody who speaks of one rack means all of them."""
    assert ("deleteRacks", True) == chosen("Delete the rack", ["deleteRacks"], {})


def test_what_works_on_a_known_thing_makes_no_new_one():
    """A new rack has no labels yet: none is added to one of that name."""
    given = {"name": "R13", "status": "active"}

    assert "createRack" == chosen("Create a rack R13 that is active", ["addLabel", "createRack"], given)[0]


@pytest.mark.parametrize(
    "question",
    [
        "Give the status offline to rack R12",
        "Make R12 an offline rack",
        "The status of rack R12 is now offline",
    ],
)
def test_a_known_thing_is_changed_not_made(question):
    """What is there already is not created."""
    assert "patchRack" == chosen(question, ["createRack", "patchRack"], OFFLINE)[0]


@pytest.mark.parametrize("verb", ["Remove", "Clear"])
def test_to_take_a_field_away_is_an_update(verb):
    """What is null has no place in a deletion."""
    names = ["deleteRack", "patchRack", "createRack"]
    found = chosen(f"{verb} the status of rack R12", names, {"rack id": "R12", "status": None})

    assert ("patchRack", False) == found
