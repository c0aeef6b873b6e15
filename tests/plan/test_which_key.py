"""Which key a change takes of what was found, and that it is called once for each of several things."""

from __future__ import annotations

import pytest

from graph_tool_call import ToolGraph
from graph_tool_call.plan import PathSynthesizer, PlanSynthesisError

# What is whose key, and what changes something, plugins tell.
pytestmark = pytest.mark.bundled
# Documents are read while the module is imported.
pytest.importorskip("graph_tool_call_bundled")

TEXT = {"type": "string"}
NUMBER = {"type": "integer"}
GROUP = {"id": NUMBER, "groupId": NUMBER, "name": TEXT}
DEVICE = {"id": NUMBER, "groupId": NUMBER, "name": TEXT, "model": TEXT}
PERSON = {"username": TEXT, "firstName": TEXT, "lastName": TEXT, "email": TEXT}


def body(fields, required=()):
    schema = {"type": "object", "properties": fields, **({"required": list(required)} if required else {})}
    return {"requestBody": {"required": True, "content": {"application/json": {"schema": schema}}}}


def rows(fields):
    schema = {"type": "array", "items": {"type": "object", "properties": fields}}
    return {"responses": {"200": {"description": "ok", "content": {"application/json": {"schema": schema}}}}}


def at(*names, schema=TEXT):
    return {"parameters": [{"name": name, "in": "path", "required": True, "schema": schema} for name in names]}


def graph(**operations):
    """A graph of operations by "METHOD /path"; the operation id is the keyword."""
    document = {"openapi": "3.0.3", "info": {"title": "A", "version": "1"}, "paths": {}}
    for name, (place, operation) in operations.items():
        method, path = place.split(" ")
        entry = {"operationId": name, "responses": {"204": {"description": "done"}}} | operation
        document["paths"].setdefault(path, {})[method.lower()] = entry
    return ToolGraph.from_openapi(document)


def last_step(tools, target, goal, **entities):
    return PathSynthesizer(tools).synthesize(target=target, goal=goal, entities=entities).steps[-1]


FLEET = graph(
    listGroups=("GET /groups", rows(GROUP)),
    updateGroup=("PUT /groups/{id}", at("id", schema=NUMBER) | body(GROUP)),
    listDevices=("GET /devices", rows(DEVICE)),
    updateDevice=("PUT /devices/{id}", at("id", schema=NUMBER) | body(DEVICE)),
    link=("POST /links", body({"deviceId": NUMBER, "groupId": NUMBER}, ["deviceId", "groupId"])),
)


def test_a_thing_is_told_by_its_own_key_and_not_by_that_of_its_parent():
    """The `groupId` of a group is the group that it lies in; elsewhere a `groupId` is the `id` of a group."""
    step = last_step(FLEET, "link", "Link the device Van 12 to the group Night", device="Van 12", group="Night")

    assert {
        "deviceId": "${s1[?name == 'Van 12'].id}",
        "groupId": "${s2[?name == 'Night'].id}",
    } == step.args


def test_a_call_that_takes_one_thing_is_made_for_each_of_several():
    """Two keys in one path name nothing."""
    goal = "Move Van 12 and Van 14 to the group Night"
    step = last_step(FLEET, "updateDevice", goal, devices=["Van 12", "Van 14"], group="Night")

    assert ["${s1[?name == 'Van 12'].id}", "${s1[?name == 'Van 14'].id}"] == step.foreach
    assert "${item}" == step.args["id"]


TEAMS = graph(
    listUsers=("GET /users", rows(PERSON)),
    showUser=("GET /users/{username}", at("username")),
    addMember=("POST /teams/{teamId}/members", at("teamId") | body({"username": TEXT}, ["username"])),
    listMembers=("GET /teams/{teamId}/members", at("teamId") | rows(PERSON)),
    dropMember=(
        "DELETE /teams/{teamId}/members/{username}",
        at("teamId", "username") | body({"replacement": TEXT}, ["replacement"]),
    ),
)


def test_a_full_name_is_no_login():
    """Logins are one word: who is called Dana Kaur is looked up."""
    step = last_step(TEAMS, "addMember", "Add Dana Kaur to the team 7", user="Dana Kaur", team_id="7")

    assert "firstName + ' ' + lastName == 'Dana Kaur'" in step.args["username"]
    assert (
        "dkaur" == last_step(TEAMS, "addMember", "Add dkaur to the team 7", user="dkaur", team_id="7").args["username"]
    )


def test_who_takes_the_place_of_a_person_is_a_person():
    """A replacement is no text where somebody is replaced."""
    goal = "Take Tom Berg off the team 7, the replacement is Dana Kaur"
    step = last_step(TEAMS, "dropMember", goal, member="Tom Berg", team_id="7", replacement="Dana Kaur")

    assert "lastName == 'Dana Kaur'" in step.args["replacement"]
    assert "lastName == 'Tom Berg'" in step.args["username"]


ONE_COURSE = {"type": "object", "properties": {"id": TEXT, "name": TEXT, "rootContentId": TEXT}}
SHOWN = {"responses": {"200": {"description": "ok", "content": {"application/json": {"schema": ONE_COURSE}}}}}
COURSES = graph(
    listCourses=("GET /courses", rows({"id": TEXT, "name": TEXT})),
    showCourse=("GET /courses/{contentId}", at("contentId") | SHOWN),
    openCourse=("POST /courses/{rootContentId}/open", at("rootContentId")),
)


def test_another_key_of_a_thing_is_not_its_id():
    """What the list shows as the `id` of a course is not its `rootContentId`, which the course itself shows."""
    step = last_step(COURSES, "openCourse", "Open the course Safety", course="Safety")

    assert {"rootContentId": "${s2.rootContentId}"} == step.args


LEARNERS = graph(
    suspend=("PUT /users/{email}/suspend", at("email") | body({"suspended": {"type": "boolean"}})),
    listLearners=("GET /groups/{groupId}/learners", at("groupId") | rows({"email": TEXT})),
    addLearner=("POST /groups/{groupId}/learners", at("groupId") | body({"email": TEXT})),
    refresh=("POST /groups/{groupId}/refresh", at("groupId") | body({"note": TEXT})),
)


@pytest.mark.parametrize(
    ("target", "given", "field"),
    [
        ("suspend", {"email": "a@b.example"}, "suspended"),
        ("addLearner", {"groupId": "g1"}, "email"),
    ],
)
def test_a_change_without_its_only_field_asks_for_it(target, given, field):
    """A suspension may be taken back by the same call; who is put into a group has to be said."""
    with pytest.raises(PlanSynthesisError) as caught:
        last_step(LEARNERS, target, "", **given)

    assert ("empty_filter", field) == (caught.value.reason, caught.value.details["field_name"])
    assert {"groupId": "g1"} == last_step(LEARNERS, "refresh", "", groupId="g1").args


def test_a_sentence_is_no_key():
    """The text of a comment is not sent as its key, though the list calls both `comment`: it is asked about."""
    comment = {"id": TEXT, "comment": TEXT, "user": TEXT, "resolved": {"type": "boolean"}}
    tools = graph(
        listComments=("GET /scores/{score}/comments", at("score") | rows(comment)),
        resolve=("PUT /scores/{score}/comments/{comment}/resolved", at("score", "comment")),
    )

    with pytest.raises(PlanSynthesisError, match="comment"):
        last_step(tools, "resolve", 'Mark "Check bar 12" as resolved', score="s105", comment="Check bar 12")


def test_a_body_that_every_call_has_is_not_sent_empty():
    """PUT …/settings says by its path which warehouse is meant, and not what becomes of it."""
    tools = graph(
        listWarehouses=("GET /warehouses", rows({"id": TEXT, "name": TEXT})),
        settings=("PUT /warehouses/{id}/settings", at("id") | body({"isDefault": {"type": "boolean"}})),
    )

    with pytest.raises(PlanSynthesisError) as caught:
        last_step(tools, "settings", "From now on Leeds North is our main warehouse", warehouse="Leeds North")

    assert ("empty_filter", "isDefault") == (caught.value.code, caught.value.details["field_name"])


SHOP = graph(
    listAccounts=("GET /accounts", rows({"account_id": TEXT, "nickname": TEXT})),
    addFunds=(
        "PUT /accounts/{account_id}/add_funds",
        at("account_id") | body({"amount": {"type": "number"}, "currency": TEXT}, ["amount", "currency"]),
    ),
    getBalance=(
        "GET /insurance/balance",
        {
            "responses": {
                "200": {
                    "description": "ok",
                    "content": {
                        "application/json": {
                            "schema": {
                                "type": "object",
                                "properties": {"amount": {"type": "number"}, "currency": TEXT},
                            }
                        }
                    },
                }
            }
        },
    ),
    listTasks=("GET /tasks", rows({"taskId": NUMBER, "title": TEXT})),
    deleteTask=(
        "DELETE /tasks",
        {"parameters": [{"name": "taskId", "in": "query", "required": True, "schema": NUMBER}]},
    ),
)


def test_an_amount_that_something_else_has_is_no_amount_of_a_change():
    """`amount` of an insurance is spelled like the amount that is paid in; nobody meant it, so a person is asked."""
    plan = PathSynthesizer(SHOP).synthesize(target="addFunds", goal="Top up UPS West", entities={"account": "UPS West"})

    assert ["amount", "currency"] == [slot["field_name"] for slot in plan.metadata["synthesis"]["user_input_slots"]]
    assert ["listAccounts", "addFunds"] == [step.tool for step in plan.steps]


@pytest.mark.parametrize("entities", [{"task": "Old banner"}, {"tasks": ["Old banner", "Print flyers"]}])
def test_what_is_deleted_by_a_key_in_the_query_is_found_by_its_name(entities):
    """`DELETE /tasks?taskId=` has the list of tasks at its own path: what is found there by a description was said."""
    step = last_step(SHOP, "deleteTask", "Delete it", **entities)

    assert "title == 'Old banner'" in str([step.args, step.foreach])


def test_what_the_path_of_a_change_takes_may_be_chosen_from_a_list():
    """A bare `pid` in a path tells which thing is meant, though nothing types it: its list is offered."""
    radio = graph(
        listStations=("GET /stations", rows({"pid": TEXT, "headline": TEXT})),
        follow=("POST /my/follows/{pid}", at("pid") | body({"note": TEXT})),
    )
    with pytest.raises(PlanSynthesisError) as caught:
        PathSynthesizer(radio).synthesize(target="follow", goal="Follow it", entities={"note": "x"})

    assert "listStations" == caught.value.to_dict()["producer_name"]
