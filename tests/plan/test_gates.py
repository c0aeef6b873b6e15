"""What stops a plan that changes something: a guess, a value without a place, a change of which nothing is said."""

from __future__ import annotations

import copy

import pytest

from graph_tool_call import ToolGraph
from graph_tool_call.plan import EmptyFilterError, PathSynthesizer, PlanRunner, PlanSynthesisError, UnreadValueError

# What is whose key, and what changes something, plugins tell.
pytestmark = pytest.mark.bundled
# Documents are read while the module is imported.
pytest.importorskip("graph_tool_call_bundled")


def param(name, place="path", kind="string", **more):
    return {"name": name, "in": place, "required": place == "path", "schema": {"type": kind}} | more


def json_body(properties, required=()):
    schema = {"type": "object", "properties": properties}
    schema |= {"required": list(required)} if required else {}
    return {"content": {"application/json": {"schema": schema}}, "required": bool(required)}


def answer(schema):
    return {"200": {"description": "ok", "content": {"application/json": {"schema": schema}}}}


def rows(**fields):
    properties = {name: {"type": kind} for name, kind in fields.items()}
    return answer({"type": "array", "items": {"type": "object", "properties": properties}})


def graph(**paths):
    """A graph of operations by "METHOD /path"; the operation id is the keyword."""
    document = {"openapi": "3.0.3", "info": {"title": "A", "version": "1"}, "paths": {}}
    for name, (place, operation) in paths.items():
        method, path = place.split(" ")
        entry = {"operationId": name, "responses": {"204": {"description": "done"}}} | operation
        document["paths"].setdefault(path, {})[method.lower()] = entry
    return ToolGraph.from_openapi(document)


def stopped(tools, target, entities=None, **more):
    """The error that stops the plan."""
    with pytest.raises(PlanSynthesisError) as caught:
        PathSynthesizer(tools).synthesize(target=target, entities=entities, **more)
    return caught.value


def args(tools, target, entities=None, **more):
    """Arguments of the target's call."""
    return PathSynthesizer(tools).synthesize(target=target, entities=entities, **more).steps[-1].args


BRANCHES = graph(
    listBranches=("GET /repos/{repo}/branches", {"parameters": [param("repo")], "responses": rows(name="string")}),
    deleteBranch=("DELETE /repos/{repo}/branches/{branch}", {"parameters": [param("repo"), param("branch")]}),
    showBranch=("GET /repos/{repo}/branches/{branch}", {"parameters": [param("repo"), param("branch")]}),
)

PETS = graph(
    listOwners=("GET /owners", {"parameters": [param("city", "query")], "responses": rows(id="string", name="string")}),
    listPets=("GET /owners/{ownerId}/pets", {"parameters": [param("ownerId")], "responses": rows(id="string")}),
    deletePet=("DELETE /owners/{ownerId}/pets/{petId}", {"parameters": [param("ownerId"), param("petId")]}),
    notifyPets=(
        "POST /notices",
        {"requestBody": json_body({"petIds": {"type": "array", "items": {"type": "string"}}}, ["petIds"])},
    ),
)


def test_that_a_parent_was_named_narrows_nothing_for_a_change():
    """With the repository given, the first of its branches is still a guess: the choice is demanded."""
    error = stopped(BRANCHES, "deleteBranch", {"repo": "hello"})

    assert "dynamic_option_required" == error.reason
    assert ("branch", "listBranches", {"repo": "hello"}) == (
        error.details["parameter"],
        error.details["producer_name"],
        error.details["producer_args"],
    )


def test_a_choice_on_the_way_to_a_change_is_no_guess_either():
    """The pet is given; its owner, who is only on the way, is not the first of a list that a search narrowed."""
    error = stopped(PETS, "deletePet", {"petId": "p1", "city": "Rome"})

    assert ("dynamic_option_required", "ownerId") == (error.reason, error.details["parameter"])


def test_the_choice_is_a_question_where_a_person_is_asked():
    """A plan for a person asks for the branch, and says where the branches are listed."""
    plan = PathSynthesizer(BRANCHES, user_input="always").synthesize(target="deleteBranch", entities={"repo": "hello"})
    (slot,) = plan.metadata["synthesis"]["user_input_slots"]

    assert ("dynamic_option_required", "listBranches") == (slot["reason"], slot["options"]["producer"])
    assert {"repo": "hello", "branch": "${user_input.branch}"} == plan.steps[-1].args


def test_the_first_is_taken_where_the_caller_says_so():
    """`choose="first"` is the caller's own act, and the plan says that it was."""
    plan = PathSynthesizer(BRANCHES, choose="first").synthesize(target="deleteBranch", entities={"repo": "hello"})

    assert "${s1.0.name}" == plan.steps[-1].args["branch"]
    assert ["listBranches"] == [row["producer"] for row in plan.metadata["synthesis"]["assumptions"]]
    assert "first" == plan.metadata["synthesis"]["choose"]


def test_a_reading_plan_takes_the_first():
    """What only reads takes the first branch, and says that this is assumed."""
    plan = PathSynthesizer(BRANCHES).synthesize(target="showBranch", entities={"repo": "hello"})

    assert "${s1.0.name}" == plan.steps[-1].args["branch"]


def test_a_change_does_not_go_to_all_elements_by_itself():
    """A list that a change takes is chosen by a person; nobody said "all"."""
    error = stopped(PETS, "notifyPets", {"ownerId": "o1"})

    assert ("dynamic_option_required", "petIds") == (error.reason, error.details["parameter"])


def test_a_change_with_a_value_that_has_no_place_is_not_planned():
    """The value's key and the nearest inputs are told; the value itself is in no detail."""
    error = stopped(BRANCHES, "deleteBranch", {"repo": "hello", "branch": "x", "branch_owner": "secret"})

    assert isinstance(error, UnreadValueError)
    assert ("unread_value", [{"key": "branch_owner", "considered": ["branch"]}]) == (
        error.reason,
        error.details["unread"],
    )
    assert "secret" not in str(error.to_dict())
    assert error.to_dict() == copy.deepcopy(error).to_dict()


def test_the_caller_may_waive_a_value_without_a_place():
    """`unread="allow"`, for a plan or for a planner: the plan is made, and says what was left out."""
    given = {"repo": "hello", "branch": "x", "colour": "red"}
    plan = PathSynthesizer(BRANCHES).synthesize(target="deleteBranch", entities=given, unread="allow")
    same = PathSynthesizer(BRANCHES, unread="allow").synthesize(target="deleteBranch", entities=given)

    assert {"repo": "hello", "branch": "x"} == plan.steps[-1].args == same.steps[-1].args
    assert ["colour"] == [row["key"] for row in plan.metadata["synthesis"]["unread"]]
    with pytest.raises(ValueError, match="unread must be one of stop, allow"):
        PathSynthesizer(BRANCHES, unread="maybe")


def test_a_reading_plan_says_which_values_have_no_place():
    """What only reads is planned all the same."""
    given = {"repo": "hello", "branch": "x", "colour": "red"}
    plan = PathSynthesizer(BRANCHES).synthesize(target="showBranch", entities=given)

    assert [{"key": "colour", "considered": []}] == plan.metadata["synthesis"]["unread"]
    assert "unread" not in PathSynthesizer(BRANCHES).synthesize(target="showBranch").metadata["synthesis"]


def test_a_value_that_is_null_is_not_just_left_out_where_it_could_be_set():
    """`milestone: null` may mean that the milestone goes: a change that ignores it is not what was said."""
    nullable = {"type": "string", "nullable": True}
    tools = graph(
        patchIssue=(
            "PATCH /issues/{n}",
            {
                "parameters": [param("n")],
                "requestBody": json_body({"milestone": nullable, "title": {"type": "string"}}),
            },
        )
    )
    error = stopped(tools, "patchIssue", {"n": "1", "title": "x", "milestone": None})

    assert [{"key": "milestone", "considered": ["milestone"]}] == error.details["unread"]
    assert {"n": "1", "title": "x"} == args(tools, "patchIssue", {"n": "1", "title": "x", "colour": None})


def test_a_value_that_is_null_is_never_left_out_where_the_question_speaks_of_it():
    """To remove the description of a rack is not to delete the rack."""
    tools = graph(deleteRack=("DELETE /racks/{id}", {"parameters": [param("id")]}))
    given = {"id": "R12", "description": None}
    error = stopped(tools, "deleteRack", given, goal="Remove the description of rack R12")

    assert ["description"] == [row["key"] for row in error.details["unread"]]
    assert {"id": "R12"} == args(tools, "deleteRack", given, goal="Delete rack R12")


ROWS = graph(
    deleteRows=("POST /rows/delete", {"requestBody": json_body({"where": {"type": "object"}})}),
    deleteAll=("DELETE /rows", {"parameters": [param("kind", "query"), param("limit", "query", "integer")]}),
    deleteBelow=("DELETE /tables/{t}/rows", {"parameters": [param("t"), param("kind", "query")]}),
    deleteRow=("DELETE /rows/{id}", {"parameters": [param("id"), param("force", "query", "string")]}),
    archiveRow=(
        "POST /rows/{id}/archive",
        {"parameters": [param("id")], "requestBody": json_body({"note": {"type": "string"}})},
    ),
    patchRow=(
        "PATCH /rows/{id}",
        {"parameters": [param("id")], "requestBody": json_body({"done": {"type": "boolean"}})},
    ),
    createRow=("POST /rows", {"requestBody": json_body({"text": {"type": "string"}})}),
    emptyCart=("DELETE /cart", {}),
    removeByKey=("POST /rows.delete", {"requestBody": json_body({"rowId": {"type": "string"}})}),
)


@pytest.mark.parametrize(
    ("target", "given", "takes"),
    [
        ("deleteRows", {}, ["where"]),
        ("deleteAll", {}, ["kind"]),
        ("deleteBelow", {"t": "a"}, ["kind"]),
        ("patchRow", {"id": "1"}, ["done"]),
        ("createRow", {}, ["text"]),
        ("removeByKey", {}, ["rowId"]),
    ],
)
def test_a_change_of_which_nothing_is_said_is_not_planned(target, given, takes):
    """A bulk removal without a filter, and an update or a creation that sets nothing."""
    error = stopped(ROWS, target, given)

    assert isinstance(error, EmptyFilterError)
    assert ("empty_filter", takes) == (error.reason, error.details["inputs"])
    assert PathSynthesizer(ROWS).synthesize(target=target, entities=given, unread="allow")


ACCOUNTS = graph(
    updateAccount=(
        "PUT /accounts/{id}",
        {
            "parameters": [param("id")],
            "requestBody": json_body(
                {
                    "title": {"type": "string"},
                    "is_net_worth": {"type": "boolean"},
                    "commentable": {"type": "boolean"},
                    "needs_review": {"type": "boolean"},
                }
            ),
        },
    ),
)


@pytest.mark.parametrize(
    ("goal", "field"),
    [
        ("Leave account 7 out of my net worth", "is_net_worth"),
        ("disable commenting on account 7", "commentable"),
        ("Mark account 7 as reviewed", "needs_review"),
        ("See to account 7", None),
        ("Mark account 7 as reviewed and leave it out of my net worth", None),
    ],
)
def test_a_state_that_the_request_speaks_of_is_what_a_person_is_asked_for(goal, field):
    """Its value is not read: "as reviewed" makes `needs_review` false. Of two, none is named."""
    error = stopped(ACCOUNTS, "updateAccount", {"id": "7"}, goal=goal)

    assert ("empty_filter", field) == (error.reason, error.details.get("field_name"))


def test_a_misspelt_filter_removes_nothing():
    """What was meant as the filter is told as a value without a place."""
    assert [{"key": "wheer", "considered": ["where"]}] == stopped(ROWS, "deleteRows", {"wheer": {"a": 1}}).details[
        "unread"
    ]


def test_what_legitimately_takes_nothing_is_planned():
    """The key in the path says it all; so does an operation that takes nothing, and a filter that is given empty."""
    assert {"id": "1"} == args(ROWS, "deleteRow", {"id": "1"})
    assert {"id": "1"} == args(ROWS, "archiveRow", {"id": "1"})
    assert {} == args(ROWS, "emptyCart")
    assert {"where": {}} == args(ROWS, "deleteRows", {"where": {}})


def test_a_request_for_all_is_no_empty_filter():
    """That all rows are to go says that there is no filter; no key of a single row follows from it."""
    assert {} == args(ROWS, "deleteAll", goal="delete all rows")
    assert "empty_filter" == stopped(ROWS, "removeByKey", goal="delete all rows").reason


# --- one value, one place ---

TRANSFERS = graph(
    listAccounts=("GET /accounts", {"responses": rows(id="string", owner="string", name="string")}),
    transfer=(
        "POST /transfers",
        {
            "requestBody": json_body(
                {"fromAccountId": {"type": "string"}, "toAccountId": {"type": "string"}, "amount": {"type": "number"}},
                ["fromAccountId", "toAccountId", "amount"],
            )
        },
    ),
)


def test_one_element_is_not_both_ends_of_a_transfer():
    """Whose account it is does not say whether money comes from it or goes to it: both ends are asked for."""
    error = stopped(TRANSFERS, "transfer", {"owner": "Ann", "amount": 5})

    assert "dynamic_option_required" == error.reason
    assert error.details["field_name"] in {"fromAccountId", "toAccountId"}


def test_one_key_is_not_both_ends_of_a_transfer():
    """`accountId` does not say which end is meant."""
    error = stopped(TRANSFERS, "transfer", {"accountId": "a1", "amount": 5})

    assert "dynamic_option_required" == error.reason
    assert error.details["field_name"] in {"fromAccountId", "toAccountId"}


def test_each_role_is_looked_up_by_its_own_name():
    """`from_account_name` and `toAccountName` choose the account of their own end."""
    given = {"from_account_name": "Main", "toAccountName": "Spare", "amount": 5}

    assert {
        "fromAccountId": "${s1[?name == 'Main'].id}",
        "toAccountId": "${s1[?name == 'Spare'].id}",
        "amount": 5,
    } == args(TRANSFERS, "transfer", given)


TEXT = {"type": "string"}
PERSON = {"type": "object", "properties": {"name": TEXT, "email": TEXT, "zip": TEXT}}
USERS = graph(
    patchUser=(
        "PATCH /users/{id}",
        {
            "parameters": [param("id")],
            "requestBody": json_body(
                {
                    "email": TEXT,
                    "status": TEXT,
                    "id": TEXT,
                    "avatar": {
                        "type": "object",
                        "properties": {"uploaded_by": PERSON, "kind": TEXT},
                        "required": ["kind"],
                    },
                    "home": PERSON,
                    "work": PERSON,
                }
            ),
        },
    ),
    sendParcel=("POST /parcels", {"requestBody": json_body({"sender": PERSON, "receiver": PERSON}, ["sender"])}),
)


def test_a_name_fills_the_field_nearest_to_the_root():
    """The e-mail of the user is not that of the uploader of the avatar; the key in the path is not set anew."""
    given = {"id": "u1", "email": "kim@example.com"}
    deeper = {"id": "u1", "avatar.uploaded_by.email": "kim@example.com", "avatar.kind": "png"}

    assert {"id": "u1", "body": {"email": "kim@example.com"}} == args(USERS, "patchUser", given)
    assert {"uploaded_by": {"email": "kim@example.com"}, "kind": "png"} == args(USERS, "patchUser", deeper)["body"][
        "avatar"
    ]


def test_a_name_in_two_like_objects_fills_neither():
    """A zip of home or of work: the dotted name says which."""
    error = stopped(USERS, "patchUser", {"id": "u1", "zip": "0815"})

    assert [("zip", ["home.zip", "work.zip"])] == [
        (row["key"], sorted(row["considered"])) for row in error.details["unread"]
    ]
    assert {"zip": "0815"} == args(USERS, "patchUser", {"id": "u1", "home.zip": "0815"})["body"]["home"]


def test_a_nested_field_is_named_after_its_owner():
    """`sender_name` is `sender.name`, also where nothing has a dot."""
    sent = args(USERS, "sendParcel", {"sender_name": "Kim", "receiverName": "Lee"})

    assert {"sender": {"name": "Kim"}, "receiver": {"name": "Lee"}} == sent


@pytest.mark.parametrize("depth", [1, 3, 5])
def test_a_dotted_path_leads_to_a_field_of_any_depth(depth):
    """A name with all its objects is the field itself, and the same as the objects written out."""
    names = ["runs", "state", "type", "of", "any_"][:depth]
    fields = {"type": "array", "items": {"type": "string"}}
    whole = ["A"]
    for name in reversed(names):
        fields, whole = {"type": "object", "properties": {name: fields}}, {name: whole}
    content = {"content": {"application/json": {"schema": fields}}}
    tools = graph(cancelRuns=("POST /runs/cancel", {"requestBody": content}))

    assert whole == args(tools, "cancelRuns", {".".join(names): ["A"]})


def test_ambient_values_reach_optional_inputs():
    """A default for the caller's surroundings is sent where an input takes it, required or not."""
    tools = graph(getOrder=("GET /orders/{id}", {"parameters": [param("id"), param("locale", "query")]}))
    plan = PathSynthesizer(tools, context_defaults={"locale": "ko_KR"}).synthesize(
        target="getOrder", entities={"id": "A"}
    )

    assert {"id": "A", "locale": "ko_KR"} == plan.steps[-1].args
    assert ["locale"] == plan.metadata["synthesis"]["context_defaults"]
    assert {"id": "A"} == args(tools, "getOrder", {"id": "A"})


# --- keys, and what only describes a thing ---

CHAT = graph(
    listChannels=("GET /channels", {"responses": rows(id="string", name="string")}),
    archiveChannel=("POST /channels.archive", {"requestBody": json_body({"channel": TEXT}, ["channel"])}),
    listIssues=("GET /issues", {"responses": rows(number="integer", title="string", state="string")}),
    lockIssue=("PUT /issues/{issue_number}/lock", {"parameters": [param("issue_number", kind="integer")]}),
)


def test_a_name_is_no_key():
    """A channel that is called something is looked up; what can only be a key is taken as it is."""
    assert {"channel": "${s1[?name == 'old-project'].id}"} == args(CHAT, "archiveChannel", {"channel": "old-project"})
    assert {"channel": "C024BE7LH"} == args(CHAT, "archiveChannel", {"channel": "C024BE7LH"})
    assert {"channel": "general"} == args(CHAT, "archiveChannel", {"channel_id": "general"})


def test_the_word_for_a_thing_is_its_number_or_its_title():
    """An issue is given by number, or described by its title."""
    assert {"issue_number": 15} == args(CHAT, "lockIssue", {"issue": 15})
    assert {"issue_number": "${s1[?title == 'Crash on start'].number}"} == args(
        CHAT, "lockIssue", {"issue": "Crash on start"}
    )


def test_a_key_under_the_own_noun_of_a_thing_is_its_name():
    """Where elements carry the key of their database as `database`, the word given for the database is the key."""
    tables = rows(id="string", name="string", database="string")
    tools = graph(
        listDatabases=("GET /databases", {"responses": tables}),
        listTables=("GET /databases/{database}/tables", {"parameters": [param("database")], "responses": tables}),
        dropTable=("DELETE /databases/{database}/tables/{id}", {"parameters": [param("database"), param("id")]}),
    )

    assert {"database": "main", "id": "${s1[?name == 'old'].id}"} == args(
        tools, "dropTable", {"database": "main", "table_name": "old"}
    )


def test_the_parent_of_what_is_named_is_not_what_is_named():
    """The key of an object that lies in an element is not found by the element's name."""
    entry = {
        "type": "object",
        "properties": {"name": TEXT, "parent": {"type": "object", "properties": {"folderId": TEXT, "name": TEXT}}},
    }
    tools = graph(
        search=("GET /entries", {"responses": answer({"type": "array", "items": entry})}),
        deleteFolder=("DELETE /folders/{folderId}", {"parameters": [param("folderId")]}),
    )

    assert {"folderId": "${s1[?parent.name == 'Old'].parent.folderId}"} == args(
        tools, "deleteFolder", {"folder_name": "Old"}
    )
    assert "[?name ==" not in str(
        PathSynthesizer(tools, unread="allow", choose="first")
        .synthesize(target="deleteFolder", entities={"name": "Old"})
        .to_dict()
    )


def test_a_filter_is_compared_again_before_a_change():
    """A server that was asked for a city may answer with more than it: the element is chosen by the city as well."""
    tools = graph(
        listOwners=(
            "GET /owners",
            {"parameters": [param("city", "query")], "responses": rows(id="string", city="string")},
        ),
        deleteOwner=("DELETE /owners/{ownerId}", {"parameters": [param("ownerId")]}),
    )
    plan = PathSynthesizer(tools).synthesize(target="deleteOwner", entities={"city": "Rome"})

    assert [{"city": "Rome"}, {"ownerId": "${s1[?city == 'Rome'].id}"}] == [step.args for step in plan.steps]


def test_an_optional_key_of_another_role_stays_out():
    """What says which issue is meant does not say of which it is a duplicate."""
    tools = graph(
        listIssues=("GET /issues", {"responses": rows(id="string", title="string")}),
        addNote=("POST /notes", {"requestBody": json_body({"text": TEXT, "duplicateIssueId": TEXT}, ["text"])}),
    )
    error = stopped(tools, "addNote", {"text": "x", "issue_title": "Crash"})

    assert ["issue_title"] == [row["key"] for row in error.details["unread"]]


def test_credentials_are_not_told_as_unread():
    """A key of the API that is given is the adapter's to send, as every credential."""
    key = param("X-Api-Key", "header")
    tools = graph(removeRow=("DELETE /rows/{id}", {"parameters": [param("id"), key]}))

    assert {"id": "1"} == {"id": args(tools, "removeRow", {"id": "1", "x-api-key": "k"})["id"]}


def test_a_call_that_reads_by_its_name_alone_is_no_source_where_a_list_is():
    """The poll of a worker lists runs, too: it is asked for none of them where the plain list is there."""
    run = {"type": "object", "properties": {"run_id": TEXT, "name": TEXT}}
    listed = answer({"type": "array", "items": run})
    poll = ("POST /pools/{pool}/get_scheduled_runs", {"parameters": [param("pool")], "responses": listed})
    show = ("GET /runs/{run_id}", {"parameters": [param("run_id")], "responses": answer(run)})
    plain = ("GET /runs", {"responses": listed})

    def called(tools):
        return PathSynthesizer(tools).synthesize(target="show", entities={"pool": "p"}, unread="allow").steps[0].tool

    assert "get_scheduled_runs" == called(graph(get_scheduled_runs=poll, show=show))
    assert "plain" == called(graph(get_scheduled_runs=poll, show=show, plain=plain))


DAGS = graph(
    listDags=(
        "GET /dags",
        {
            "parameters": [param("limit", "query", "integer"), param("offset", "query", "integer")],
            "responses": rows(dag_id="string", title="string"),
        },
    ),
    getDag=("GET /dags/{dag_id}", {"parameters": [param("dag_id")]}),
    deleteDag=("DELETE /dags/{dag_id}", {"parameters": [param("dag_id")]}),
)


def test_pages_are_asked_of_the_list_that_is_looked_through():
    """A page size and an offset are inputs of the list, though the target does not take them."""
    given = {"title": "Z", "limit": 100, "offset": 50}
    plan = PathSynthesizer(DAGS).synthesize(target="getDag", entities=given)

    assert [{"limit": 100, "offset": 50}, {"dag_id": "${s1[?title == 'Z'].dag_id}"}] == [s.args for s in plan.steps]
    assert "unread" not in plan.metadata["synthesis"]
    assert {"how": "given", "key": "limit"} == plan.metadata["synthesis"]["origins"]["s1"]["limit"]


def test_a_change_leaves_no_page_of_a_list_out():
    """What must be the only one is not looked for from the fiftieth on."""
    error = stopped(DAGS, "deleteDag", {"title": "Z", "offset": 50})

    assert ["offset"] == [row["key"] for row in error.details["unread"]]


# --- what stops nothing ---


def test_a_choice_that_was_demanded_is_taken_as_it_is():
    """What a person chose from a list is a key, whatever it looks like."""
    demanded = stopped(CHAT, "archiveChannel").details["field_name"]

    assert {"channel": "general"} == args(CHAT, "archiveChannel", {demanded: "general"})


def test_the_parent_of_a_given_key_may_be_given_too():
    """A pet that is given by its key has one owner: that the owner is given contradicts nothing."""
    tools = graph(
        listPets=("GET /owners/{ownerId}/pets", {"parameters": [param("ownerId")], "responses": rows(petId="string")}),
        deletePet=("DELETE /pets/{petId}", {"parameters": [param("petId")]}),
    )
    plan = PathSynthesizer(tools).synthesize(target="deletePet", entities={"petId": "p1", "ownerId": "o1"})

    assert ({"petId": "p1"}, ["ownerId"]) == (
        plan.steps[-1].args,
        [row["key"] for row in plan.metadata["synthesis"]["unread"]],
    )
    assert ["toyId"] == [
        row["key"] for row in stopped(tools, "deletePet", {"petId": "p1", "toyId": "t1"}).details["unread"]
    ]


def test_a_bare_name_is_answered_by_the_words_that_would_do():
    """Whose name it is has to be said where a call is not about the thing itself."""
    tools = graph(
        listMembers=("GET /members", {"responses": rows(id="string", name="string")}),
        reserve=(
            "POST /books/{bookId}/reservations",
            {"parameters": [param("bookId")], "requestBody": json_body({"memberId": TEXT}, ["memberId"])},
        ),
    )
    error = stopped(tools, "reserve", {"bookId": "b1", "name": "Ada"})

    assert "memberId by name" in error.details["unread"][0]["considered"]
    assert {"bookId": "b1", "memberId": "${s1[?name == 'Ada'].id}"} == args(
        tools, "reserve", {"bookId": "b1", "member_name": "Ada"}
    )


@pytest.mark.parametrize(
    ("place", "inputs", "empty"),
    [
        ("POST /containers/{id}/kill", [param("id"), param("signal", "query")], False),
        ("PUT /users/{id}/send-verify-email", [param("id"), param("client", "query")], False),
        ("PUT /guilds/{guildId}/bans/{userId}", [param("guildId"), param("userId")], False),
        ("POST /channels/{id}/invites", [param("id")], False),
        ("PUT /users/{id}", [param("id")], True),
        ("POST /users/{id}", [param("id"), param("X-Tenant", "header", required=True)], True),
        ("POST /tables/{id}/rows/delete", [param("id")], True),
    ],
)
def test_the_path_says_it_all_or_not(place, inputs, empty):
    """An action on a thing, and one thing put to another, need no body; an update, and the removal of many, do."""
    body = {} if any(p["in"] == "query" for p in inputs) else {"requestBody": json_body({"note": TEXT})}
    tools = graph(call=(place, {"parameters": inputs} | body))
    given = {"id": "1", "guildId": "1", "userId": "2", "X-Tenant": "t"}
    entities = {p["name"]: given[p["name"]] for p in inputs if p["name"] in given}

    if empty:
        assert "empty_filter" == stopped(tools, "call", entities).reason
    else:
        assert PathSynthesizer(tools).synthesize(target="call", entities=entities)


USER = {"type": "object", "properties": {"id": TEXT, "name": TEXT, "email": TEXT}}
PEOPLE = graph(
    listUsers=("GET /users", {"responses": answer({"type": "array", "items": USER})}),
    patchUser=(
        "PATCH /users/{userId}",
        {"parameters": [param("userId")], "requestBody": json_body({"name": TEXT, "status": TEXT})},
    ),
)


def test_a_name_that_may_describe_or_be_set_is_asked_about():
    """The user of an e-mail, and a name: is that how the user is called, or shall be called?"""
    error = stopped(PEOPLE, "patchUser", {"user_email": "kim@example.com", "name": "Kim"})

    assert error.reason in {"unread_value", "empty_filter"}
    assert {"userId": "${s1[?email == 'kim@example.com'].id}", "name": "Kim"} == args(
        PEOPLE, "patchUser", {"user_email": "kim@example.com", "body.name": "Kim"}
    )
    assert {"userId": "${s1[?name == 'Kim'].id}", "name": "Kim Lee"} == args(
        PEOPLE, "patchUser", {"user_name": "Kim", "name": "Kim Lee"}
    )
    assert {"userId": "u1", "name": "Kim"} == args(PEOPLE, "patchUser", {"userId": "u1", "name": "Kim"})


def test_which_thing_is_asked_before_what_becomes_of_it():
    """An update of which nothing is known asks for the thing first; with the thing, for what is to change."""
    tools = graph(
        listTasks=("GET /tasks", {"responses": rows(id="string", name="string")}),
        updateTask=(
            "PATCH /tasks/{taskId}",
            {"parameters": [param("taskId")], "requestBody": json_body({"done": {"type": "boolean"}})},
        ),
    )

    assert "dynamic_option_required" == stopped(tools, "updateTask").reason
    assert "empty_filter" == stopped(tools, "updateTask", {"taskId": "t-1"}).reason


def test_what_another_answer_mentions_is_not_what_is_meant():
    """A default that the settings name is not the pool to delete; the pool of what was given is."""
    settings = answer({"type": "object", "properties": {"work_pool_name": TEXT, "theme": TEXT}})
    queue = answer({"type": "object", "properties": {"id": TEXT, "work_pool_name": TEXT}})
    named = {"parameters": [param("work_pool_name")]}
    tools = graph(
        readSettings=("GET /settings", {"responses": settings}),
        readQueue=("GET /queues/{queue_id}", {"parameters": [param("queue_id")], "responses": queue}),
        showPool=("GET /work_pools/{work_pool_name}", named),
        deletePool=("DELETE /work_pools/{work_pool_name}", named),
    )

    assert "dynamic_option_required" == stopped(tools, "deletePool").reason
    assert {"work_pool_name": "${s1.work_pool_name}"} == args(tools, "showPool")
    assert {"work_pool_name": "${s1.work_pool_name}"} == args(tools, "deletePool", {"queue_id": "q-7"})


def test_how_many_were_wanted_leads_to_no_key_of_a_change():
    """A number of results is unread by a change: no search is made for it, whose answer would then be changed."""
    found = answer({"type": "object", "properties": {"summary": TEXT, "turn_id": TEXT}})
    many = param("numResults", "query", "integer")
    tools = graph(
        askChat=("GET /chats/{chat_id}/answer", {"parameters": [param("chat_id"), many], "responses": found}),
        showTurn=("GET /turns/{turn_id}", {"parameters": [param("turn_id")]}),
        hideTurn=("POST /chats/{chat_id}/hide", {"parameters": [param("chat_id"), param("turn_id", "query")]}),
    )
    error = stopped(tools, "hideTurn", {"chat_id": "c-1", "numResults": 5})

    assert ["numResults"] == [row["key"] for row in error.details["unread"]]


def test_a_body_that_is_sent_has_the_fields_that_it_requires():
    """Documents often leave out that a body is required; what is sent of one has to be valid all the same."""
    body = json_body({"variant": TEXT, "quantity": {"type": "integer"}}, ["variant", "quantity"])
    body["required"] = False
    tools = graph(addItem=("POST /carts/{id}/items", {"parameters": [param("id")], "requestBody": body}))
    plan = PathSynthesizer(tools).synthesize(target="addItem", entities={"id": "c1", "quantity": 2})

    assert ["variant"] == [slot["field_name"] for slot in plan.metadata["synthesis"]["user_input_slots"]]
    assert "empty_filter" == stopped(tools, "addItem", {"id": "c1"}).reason


@pytest.mark.parametrize(
    ("place", "fields", "empty"),
    [
        ("PUT /meetings/{id}/status", {"action": {"type": "string", "enum": ["end"]}}, True),
        ("PUT /channels/{id}/topic", {"topic": {"type": "string"}}, True),
        ("POST /tasks/{id}/addTag", {"data": {"type": "object", "required": ["tag"], "properties": {"tag": {}}}}, True),
        ("PUT /pulls/{id}/merge", {"message": {"type": "string"}, "merge_method": {"type": "string"}}, False),
    ],
)
def test_a_path_does_not_say_what_its_last_word_becomes(place, fields, empty):
    """A status without a status, a topic without a topic and a tag without a tag are said by no path."""
    tools = graph(call=(place, {"parameters": [param("id")], "requestBody": json_body(fields)}))

    if empty:
        assert "empty_filter" == stopped(tools, "call", {"id": "1"}).reason
    else:
        assert {"id": "1"} == args(tools, "call", {"id": "1"})


def test_what_a_thing_has_already_says_nothing_of_its_update():
    """An update that only writes back what it read is no update."""
    one = {"type": "object", "properties": {"city": TEXT, "phone": TEXT}}
    tools = graph(
        showOwner=("GET /owners/{ownerId}", {"parameters": [param("ownerId")], "responses": answer(one)}),
        setOwner=(
            "PUT /owners/{ownerId}",
            {"parameters": [param("ownerId")], "requestBody": json_body(one["properties"], ["city", "phone"])},
        ),
    )

    assert "empty_filter" == stopped(tools, "setOwner", {"ownerId": "4"}).reason
    assert "1234" == args(tools, "setOwner", {"ownerId": "4", "phone": "1234"})["phone"]


def test_an_update_of_a_whole_list_needs_a_filter():
    """What all of them are to be says nothing of which are meant."""
    body = {"requestBody": json_body({"paused": {"type": "boolean"}}, ["paused"])}
    tools = graph(
        listJobs=("GET /jobs", {"responses": rows(id="string", owner="string")}),
        setJobs=("PATCH /jobs", {"parameters": [param("owner", "query")]} | body),
        setUser=("PATCH /user", {"parameters": [param("locale", "query")]} | body),
    )

    assert ["owner"] == stopped(tools, "setJobs", {"paused": True}).details["inputs"]
    assert {"owner": "hr", "paused": True} == args(tools, "setJobs", {"paused": True, "owner": "hr"})
    assert {"paused": True} == args(tools, "setUser", {"paused": True})


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"comment_id": "First!"}, ["comment_id"]),
        ({"comment_id": "v2"}, ["comment_id"]),
        ({"comment_id": "12"}, None),
        ({"comment_id": "-1"}, None),
        ({"member_id": "Ben Okafor"}, ["member_id"]),
        ({"member_id": "benokafor"}, None),
    ],
)
def test_a_word_is_no_number_and_no_key_has_blanks(given, told):
    """What cannot be a key is never sent as one in a change, whatever it is called."""
    tools = graph(
        deleteComment=("DELETE /comments/{comment_id}", {"parameters": [param("comment_id", kind="integer")]}),
        deleteMember=("DELETE /members/{member_id}", {"parameters": [param("member_id")]}),
    )
    target = "deleteComment" if "comment_id" in given else "deleteMember"

    if told:
        assert told == [row["key"] for row in stopped(tools, target, given).details["unread"]]
    else:
        assert given == args(tools, target, given)


def test_a_name_is_no_reference_to_what_is_shown_as_an_object():
    """An assignee that the answer shows with a key is set by a key: a first and a last name are none."""
    shown = {"type": "object", "properties": {"id": TEXT, "title": TEXT, "owner": {"type": "object"}}}
    shown["properties"]["owner"]["properties"] = {"id": TEXT, "name": TEXT}
    update = {"parameters": [param("taskId")], "requestBody": json_body({"owner": TEXT, "title": TEXT})}
    tools = graph(setTask=("PATCH /tasks/{taskId}", update | {"responses": answer(shown)}))

    assert ["owner"] == [
        row["key"] for row in stopped(tools, "setTask", {"taskId": "t1", "owner": "Lena Ortiz"}).details["unread"]
    ]
    assert {"taskId": "t1", "owner": "u7", "title": "On tea"} == args(
        tools, "setTask", {"taskId": "t1", "owner": "u7", "title": "On tea"}
    )


def test_a_title_is_no_slug():
    """A slug has no blanks and no capitals: what has them describes the thing."""
    tools = graph(
        listArticles=("GET /articles", {"responses": rows(slug="string", title="string")}),
        deleteArticle=("DELETE /articles/{slug}", {"parameters": [param("slug")]}),
    )

    assert {"slug": "on-tea"} == args(tools, "deleteArticle", {"article": "on-tea"})
    assert {"slug": "${s1[?title == 'On tea' || slug == 'On tea'].slug}"} == args(
        tools, "deleteArticle", {"article": "On tea"}
    )


def test_a_bare_name_is_not_dropped_as_that_of_a_parent():
    """A name of which nothing is made is told, though a parent is known by its name."""
    tools = graph(
        showSpace=("GET /spaces/{name}", {"parameters": [param("name")]}),
        listAccounts=(
            "GET /spaces/{name}/accounts",
            {"parameters": [param("name")], "responses": rows(accountId="string")},
        ),
        resetAccount=("POST /accounts/{accountId}/reset", {"parameters": [param("accountId")]}),
    )

    assert ["name"] == [
        row["key"] for row in stopped(tools, "resetAccount", {"accountId": "a1", "name": "x"}).details["unread"]
    ]


def test_the_names_of_what_lies_in_a_thing_are_not_its_own():
    """A tag that is called like a job, and carries the key of the job that it lies in, does not lead to that job."""
    tag = {"type": "object", "properties": {"name": TEXT, "job_id": TEXT}}
    job = {"type": "object", "properties": {"job_id": TEXT, "tags": {"type": "array", "items": tag}}}
    answered = {"type": "object", "properties": {"jobs": {"type": "array", "items": job}}}
    tools = graph(
        listJobs=("GET /jobs", {"responses": answer(answered)}),
        deleteJob=("DELETE /jobs/{job_id}", {"parameters": [param("job_id")]}),
    )

    assert ["job"] == [row["key"] for row in stopped(tools, "deleteJob", {"job": "nightly"}).details["unread"]]


def test_a_call_that_acts_on_a_thing_is_told_which():
    """Where the path has no key, one of the keys that the call takes says which thing is meant."""
    fields = {"channel_id": TEXT, "topic": TEXT}
    tools = graph(
        updateTopic=("POST /channels.updateTopic", {"requestBody": json_body(fields)}),
        createTopic=("POST /topics", {"requestBody": json_body(fields)}),
    )

    assert ["channel_id"] == stopped(tools, "updateTopic", {"topic": "Back at 9:00"}).details["inputs"]
    assert {"channel_id": "C7", "topic": "x"} == args(tools, "updateTopic", {"topic": "x", "channel_id": "C7"})
    assert {"topic": "x"} == args(tools, "createTopic", {"topic": "x"})


def test_a_word_is_no_amount():
    """Text where a number is set is refused by its field and type; a number that is written as text is none."""
    tools = graph(
        setPrice=(
            "PUT /items/{itemId}/price",
            {"parameters": [param("itemId")], "requestBody": json_body({"cents": {"type": "integer"}}, ["cents"])},
        )
    )
    error = stopped(tools, "setPrice", {"itemId": "i-1", "cents": "many"})

    assert ("invalid_entity", "cents", "integer") == (
        error.reason,
        error.details["field_name"],
        error.details["expected"],
    )
    assert {"itemId": "i-1", "cents": "12"} == args(tools, "setPrice", {"itemId": "i-1", "cents": "12"})


def test_the_run_of_a_reading_plan_tells_what_is_unread():
    """A value that a read has no place for is named in the first event and in the trace; never the value."""
    tools = graph(listTasks=("GET /tasks", {"responses": rows(id="string", name="string")}))
    plan = PathSynthesizer(tools).synthesize(target="listTasks", entities={"colour": "ruby"})
    trace = PlanRunner(lambda _tool, _args: [{"id": "t-1", "name": "a"}], tools=tools.tools).run(plan)

    assert (True, ["colour"]) == (trace.ok, [row["key"] for row in trace.unread])
    assert trace.to_dict()["events"][0]["unread"] == trace.to_dict()["unread"] == plan.metadata["synthesis"]["unread"]
    assert "ruby" not in str(trace.to_dict())
