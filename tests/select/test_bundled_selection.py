"""Whole selections with the bundled plugins over tiny documents."""

from __future__ import annotations

import pytest
from bundled import bundled
from tiny_api import TEXT, array, build, op, param, thing

from graph_tool_call import ToolGraph
from graph_tool_call.graphify import retrieve_graphify, select_target_candidate

pytestmark = pytest.mark.bundled

RUN = thing("id", "name")


def selection(operations, question, **options):
    """What is selected of *operations* for *question*: METHOD /path, and whether that is ambiguous."""
    # What else is installed may find and weigh otherwise.
    options = {"plugins": bundled(), **options}
    graph = ToolGraph.from_artifact(build(operations))
    found = retrieve_graphify(graph, question, include_evidence=True, **options)["results"]
    chosen = select_target_candidate(question, found, graph.tools, retrieval_results=found, **options)
    tool = graph.tools[chosen["selected_target"]]["metadata"]
    return f"{tool['method'].upper()} {tool['path']}", chosen


RUNS = {
    "POST /flow_runs/bulk_delete": op(RUN, operationId="bulk_delete_flow_runs", summary="Bulk Delete Flow Runs"),
    "POST /flow_runs/{id}/set_state": op(RUN, operationId="set_flow_run_state", body=thing("state")),
    "GET /flow_runs/{id}": op(RUN, operationId="read_flow_run"),
    "POST /flow_runs/filter": op(array(RUN), operationId="read_flow_runs", summary="Read Flow Runs"),
}


@pytest.mark.parametrize("question", ["cancel the flow run etl-run-4", "cancel all flow runs"])
def test_to_cancel_is_not_to_delete_many(question):
    """No service cancels one thing by deleting many: that is not chosen without a question."""
    chosen, selected = selection(RUNS, question)

    assert "POST /flow_runs/bulk_delete" != chosen or selected["ambiguous"]


def test_deleting_many_as_asked_is_clear():
    """What a question asks for in its own words is no guess."""
    chosen, selected = selection(RUNS, "delete all flow runs")

    assert ("POST /flow_runs/bulk_delete", False) == (chosen, selected["ambiguous"])


@pytest.mark.parametrize("question", ["list the deployments", "show all deployments"])
def test_a_search_that_lists_is_a_read_of_the_list(question):
    """POST /deployments/filter answers with a list, and wins over the single where a list is asked for."""
    operations = {
        "POST /deployments/filter": op(
            array(RUN),
            operationId="read_deployments_deployments_filter_post",
            summary="Read Deployments",
            description="Query for deployments.",
        ),
        "GET /deployments/{id}": op(RUN, operationId="read_deployment_deployments__id__get", summary="Read Deployment"),
    }

    chosen, selected = selection(operations, question)

    assert ("POST /deployments/filter", False) == (chosen, selected["ambiguous"])


@pytest.mark.parametrize(
    ("question", "expected"),
    [("what do you remember about me", "GET /memories"), ("remember that I like tea", "POST /memories")],
)
def test_asked_or_told(question, expected):
    """A statement to keep is stored; a question about all that is known reads the collection."""
    operations = {
        "GET /memories": op(array(thing("id", "text")), param("q"), operationId="searchMemories",
                            summary="Search remembered facts"),
        "POST /memories": op(thing("id"), operationId="saveMemory", summary="Save a fact to remember",
                             body=thing("text", required=("text",))),
        "GET /memories/{id}": op(thing("id", "text"), operationId="getMemory", summary="Get one remembered fact"),
        "DELETE /memories/{id}": op(TEXT, operationId="forgetMemory", summary="Forget a fact"),
    }  # fmt: skip

    assert expected == selection(operations, question)[0]


# --- given values ---------------------------------------------------------------------

KEYED = {
    "DELETE /shelves/{shelf_id}": op(operationId="delete_shelf"),
    "DELETE /shelves/{shelf_id}/boxes/{id}": op(operationId="delete_box"),
    "DELETE /shelves/{shelf_id}/boxes/{box_id}/records/{id}": op(operationId="delete_record"),
}


def test_what_takes_all_values_is_chosen():
    """A value without a place in a parent's operation speaks for the operation that has one."""
    given = {"shelf_id": "s1", "box_id": "b1", "record_id": "r1"}

    chosen, selected = selection(KEYED, "delete the record r1 from box b1 of shelf s1", entities=given)

    assert "DELETE /shelves/{shelf_id}/boxes/{box_id}/records/{id}" == chosen
    assert (False, []) == (selected["ambiguous"], selected["no_place"])


@pytest.mark.parametrize(
    ("operation", "ambiguous"),
    [({"PUT /boxes/{id}": op(operationId="fill_box")}, True), ({"GET /boxes/{id}": op(operationId="show_box")}, False)],
)
def test_a_value_without_a_place_is_told(operation, ambiguous):
    """Where the operation changes something, that makes the selection ambiguous, however clear it is by its words."""
    verb = next(iter(operation.values()))["operationId"].split("_")[0]
    _, without = selection(operation, f"{verb} the box", entities={"id": "b1"})
    _, selected = selection(operation, f"{verb} the box", entities={"id": "b1", "colour": "red"})

    assert (False, []) == (without["ambiguous"], without["no_place"])
    assert (ambiguous, ["colour"]) == (selected["ambiguous"], selected["no_place"])
    assert ambiguous == ("ambiguous_target" in selected["reason_codes"])


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("state", "open"),
        ("issue", 12),
        ("issue_number", 12),
        ("issueNumber", 12),
        ("issue title", "Crash"),
        ("new state", "open"),
        ("word", "closed"),
        ("state", None),
        ("label", "bug"),
    ],
)
def test_places(key, value):
    """By an input in any spelling, the collection before a slot, a member of an enum, what the list shows."""
    operations = {
        "GET /issues": op(array(thing("number", "title", "label"))),
        "PATCH /issues/{number}": op(
            operationId="updateIssue", body=thing(state={"type": "string", "enum": ["open", "closed"]})
        ),
    }

    chosen, selected = selection(operations, "update the issue", entities={key: value})

    assert ("PATCH /issues/{number}", []) == (chosen, selected["no_place"])


def test_a_key_of_another_thing_has_no_place():
    """`id` of a box is no place for the id of a record."""
    _, selected = selection(
        {"DELETE /boxes/{id}": op(operationId="delete_box")}, "delete box", entities={"record_id": 1}
    )

    assert ["record_id"] == selected["no_place"]


def test_a_key_of_another_thing_looks_nothing_up():
    """A list that supplies the shelf shows ids of boxes, too; the id of a box still means a box."""
    operations = {
        "GET /history": op(array(thing("shelf_id", "box_id"))),
        "GET /shelves/{id}": op(thing("name"), operationId="get_shelf"),
        "DELETE /shelves/{shelf_id}": op(operationId="delete_shelf"),
    }
    _, selected = selection(operations, "delete the shelf", entities={"shelf_id": 1, "box_id": 2})

    assert ["box_id"] == selected["no_place"]


def test_values_are_not_searched_for_as_words():
    """A repository called like an operation does not select it."""
    operations = {
        "GET /octocat": op(thing("art"), operationId="get_octocat", summary="Get Octocat"),
        "GET /repos/{owner}/{repo}": op(thing("id"), operationId="get_repo", summary="Get a repository"),
    }

    chosen, _ = selection(operations, "show octocat by kim", entities={"repo": "octocat", "owner": "kim"})

    assert "GET /repos/{owner}/{repo}" == chosen


@pytest.mark.parametrize("nothing", [None, {}])
def test_without_values_nothing_changes(nothing):
    """Rows, scores and the keys of the selection are those of a question alone."""
    graph = ToolGraph.from_artifact(build(KEYED))
    alone = retrieve_graphify(graph, "delete the record", include_evidence=True)
    found = retrieve_graphify(graph, "delete the record", include_evidence=True, entities=nothing)
    rows = found["results"]

    assert alone == found
    chosen = select_target_candidate("delete the record", rows, graph.tools, retrieval_results=rows, entities=nothing)
    assert select_target_candidate("delete the record", rows, graph.tools, retrieval_results=rows) == chosen
    assert "no_place" not in chosen


def test_names_alone_are_chosen_by_given_values():
    """Without a retrieval's scores the values decide as well."""
    graph = ToolGraph.from_artifact(build(KEYED))

    chosen = select_target_candidate(
        "delete it", list(graph.tools), graph.tools, entities={"record_id": 1, "box_id": 2}
    )

    assert "delete_record" == chosen["selected_target"]


def test_a_verb_is_done_by_making_what_it_names():
    """To evict is to make an eviction, where the API has those, and no plain deletion."""
    operations = {
        "DELETE /pods/{name}": op(operationId="deletePod", summary="Delete a pod"),
        "POST /pods/{name}/eviction": op(operationId="createPodEviction", summary="Create eviction of a pod"),
    }

    chosen, selected = selection(operations, "Evict the pod web-1", entities={"name": "web-1"})

    assert ("POST /pods/{name}/eviction", False) == (chosen, selected["ambiguous"])


# --- what a change does that nobody says ------------------------------------------------

WATCHED = {
    "POST /issues/{index}/stopwatch/stop": op(operationId="stopStopWatch", summary="Stop a stopwatch on an issue"),
    "GET /issues/{index}": op(thing("index", "title"), operationId="getIssue", summary="Get an issue"),
}
TERMS = {"PUT /terms_statuses/{id}": op(operationId="updateTermsStatus", summary="Change a status")}
CHAT = {"POST /admin.rooms.rename": op(operationId="admin_rooms_rename", summary="Rename a room")}
IMAGES = {
    "POST /images/create": op(
        TEXT, param("name"), operationId="x", summary="Make an image", description="Pull or import an image."
    )
}
HOOKS = {"DELETE /webhookendpoints/{id}": op(operationId="deleteEndpoint", summary="Delete a webhook endpoint")}
LOCKS = {"DELETE /issues/{index}/lock": op(operationId="unlockIssue", summary="Remove what holds an issue")}
MAILS = {"PUT /users/{id}/send-verify-email": op(operationId="sendVerify", summary="Send an email to the user")}
ORGS = {"DELETE /orgs/{org}": op(operationId="orgDelete", summary="Delete an organization")}


@pytest.mark.parametrize(
    ("operations", "question", "given", "unsaid"),
    [
        (WATCHED, "Close the issue Dark mode", {"index": 3}, ("'close'", "'stopwatch', 'stop'")),
        (WATCHED, "Stop the stopwatch of issue 3", {"index": 3}, ()),
        (WATCHED, "Halt the stopwatch of issue 3", {"index": 3}, ()),
        (WATCHED, "Stop it on issue 3", {"index": 3}, ("'stopwatch'",)),
        (WATCHED, "Stop it on issue 3", {"stopwatch index": 3}, ()),
        (TERMS, "Change the status of Marcus", {"id": 1}, ("'terms'",)),
        (TERMS, "Change the status of Marcus", {"id": "terms"}, ()),
        (CHAT, "Rename the room", {}, ("'admin'",)),
        (CHAT, "Rename the room as an admin", {}, ()),
        (IMAGES, "Pull the image redis", {"name": "redis"}, ()),
        (IMAGES, "Push the image redis", {"name": "redis"}, ("'push'",)),
        (HOOKS, "Delete the webhook endpoint w1", {"id": "w1"}, ()),
        (LOCKS, "Remove the issue Lock of the door", {"index": "Lock of the door"}, ("'lock'",)),
        (MAILS, "Send a verification mail to kim", {"id": "kim"}, ()),
        (MAILS, "Send a mail to kim", {"id": "kim"}, ("'verify'",)),
        (ORGS, "Delete the avatar of acme", {"org": "acme"}, ("'avatar'",)),
        (ORGS, "Delete the organization acme", {"org": "acme"}, ()),
        (ORGS, "Delete the organization called acme", {"org": "acme"}, ()),
        (ORGS, "Delete the avatar named acme", {"org": "acme"}, ("'avatar'",)),
        (ORGS, "Delete acme", {"org": "acme"}, ()),
        (ORGS, "Delete the company acme", {"org": "acme"}, ()),
        (ORGS, "Delete the orgs acme and bolt", {"org": ["acme", "bolt"]}, ()),
    ],
)
def test_a_change_is_what_is_said(operations, question, given, unsaid):
    """It is done by the verb that is said, or one that means the same, and to what is said; else it is a guess."""
    graph = ToolGraph.from_artifact(build(operations))
    name = next(name for name, tool in graph.tools.items() if tool["metadata"]["method"].upper() != "GET")

    chosen = select_target_candidate(question, [name], graph.tools, entities=given, plugins=bundled())

    told = " ".join(chosen.get("unsaid", ()))
    assert all(word in told for word in unsaid), told
    assert (bool(unsaid), bool(unsaid)) == (chosen["ambiguous"], "ambiguous_target" in chosen["reason_codes"]), told


def test_what_only_reads_is_no_guess_by_its_words():
    """A read whose words nobody says is selected as before."""
    operations = {"GET /stopwatches": op(array(thing("seconds")), operationId="listStopwatches", summary="Times")}
    _, selected = selection(operations, "show the times")

    assert (False, False) == (selected["ambiguous"], "unsaid" in selected)


def test_a_model_means_the_target_that_it_names():
    """Words that nobody says make no guess of an operation that a model names itself."""
    graph = ToolGraph.from_artifact(build(TERMS))

    chosen = select_target_candidate(
        "Change the status",
        list(graph.tools),
        graph.tools,
        llm_target="updateTermsStatus",
        entities={"id": 1},
        plugins=bundled(),
    )

    assert (False, False) == (chosen["ambiguous"], "unsaid" in chosen)


# --- given values among operations that do the same -----------------------------------

DEPLOYMENTS = {
    "GET /deployments/name/{flow_name}/{deployment_name}": op(
        thing("id", "name"),
        param("flow_name", "path"),
        param("deployment_name", "path"),
        operationId="readDeploymentByName",
        summary="Read a deployment by name",
    ),
    "POST /deployments/{deployment_id}/pause": op(
        TEXT, param("deployment_id", "path"), operationId="pauseDeployment", summary="Pause a deployment"
    ),
    "POST /deployments/{deployment_id}/resume": op(
        TEXT, param("deployment_id", "path"), operationId="resumeDeployment", summary="Resume a deployment"
    ),
}
_VARIABLE = {"$ref": "#/components/schemas/Variable"}
VARIABLES = {
    "PATCH /variables/{id}": op(_VARIABLE, operationId="updateVariable", summary="Update a variable", body=_VARIABLE),
    "PATCH /variables/name/{name}": op(
        _VARIABLE, operationId="updateVariableByName", summary="Update a variable by name", body=_VARIABLE
    ),
    "GET /variables": op(array(_VARIABLE), operationId="listVariables"),
}


@pytest.mark.parametrize("verb", ["pause", "resume"])
def test_values_choose_among_what_does_what_is_asked(verb):
    """A read that takes all names is no answer to a verb that an operation says."""
    given = {"deployment_name": "nightly", "flow_name": "daily"}

    chosen, _ = selection(DEPLOYMENTS, f"{verb} the deployment nightly of flow daily", entities=given)

    assert f"POST /deployments/{{deployment_id}}/{verb}" == chosen


def test_a_read_never_wins_over_the_verb_that_is_said():
    """Whatever a retrieval scores: where an operation does what is asked, one that only reads is no target."""
    graph = ToolGraph.from_artifact(build(DEPLOYMENTS))
    rows = [{"name": "readDeploymentByName", "score": 1.0}, {"name": "pauseDeployment", "score": 0.1}]

    chosen = select_target_candidate("pause the deployment nightly", rows, graph.tools, plugins=bundled())

    assert "pauseDeployment" == chosen["selected_target"]


@pytest.mark.parametrize("scores", [(0.5, 0.495), (0.495, 0.5), (0.5, 0.5)])
def test_ways_to_the_same_thing_are_no_choice(scores):
    """Two operations that change the same of one thing differ in how the thing is named: neither is a guess."""
    components = {"schemas": {"Variable": thing("id", "name", "value")}}
    graph = ToolGraph.from_artifact(build(VARIABLES, components=components))
    names = ("updateVariable", "updateVariableByName")
    rows = [{"name": name, "score": score} for name, score in zip(names, scores, strict=True)]
    given = {"variable_name": "region", "value": "x"}

    chosen = select_target_candidate("set the variable region", rows, graph.tools, entities=given, plugins=bundled())

    # Which of them it is, the reading of the request decides before so small a difference of the scores.
    assert (True, False) == (chosen["selected_target"] in names, chosen["ambiguous"])


@pytest.mark.parametrize(("verb", "ambiguous"), [("pause", False), ("stop or go on with", True)])
def test_opposites_are_a_choice_where_no_verb_tells(verb, ambiguous):
    """What is close by score and does something else is asked about, though method and thing are the same."""
    graph = ToolGraph.from_artifact(build(DEPLOYMENTS))
    rows = [{"name": "pauseDeployment", "score": 0.5}, {"name": "resumeDeployment", "score": 0.495}]

    chosen = select_target_candidate(
        f"{verb} the deployment nightly", rows, graph.tools, entities={"deployment_id": "nightly"}, plugins=bundled()
    )

    assert ("pauseDeployment", ambiguous) == (chosen["selected_target"], chosen["ambiguous"])


MESSAGES = {
    "POST /channels/{channel_id}/messages": op(
        thing("id"), param("channel_id", "path"), operationId="create_message", body=thing("content", "message_id")
    ),
    "PUT /channels/{channel_id}/pins/{message_id}": op(
        None,
        param("channel_id", "path"),
        param("message_id", "path"),
        operationId="create_pin",
        summary="Pin a message",
    ),
}


def test_a_place_for_all_values_is_no_verb():
    """To post could be meant by any verb: where another operation does what is said, that is asked about."""
    graph = ToolGraph.from_artifact(build(MESSAGES))
    rows = [{"name": "create_message", "score": 0.6}, {"name": "create_pin", "score": 0.5}]
    given = {"channel_id": "c1", "message_id": "m1"}

    chosen = select_target_candidate("pin the message m1", rows, graph.tools, entities=given, plugins=bundled())

    assert ("create_message", False) != (chosen["selected_target"], chosen["ambiguous"])
