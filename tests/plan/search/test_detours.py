"""No detours: what was given is used where things are looked up, and never for its own sake."""

from __future__ import annotations

from typing import Any

import pytest
from reading import only_reading

from graph_tool_call.model.contract import ToolContract, read_input, read_output
from graph_tool_call.plan import PathSynthesizer, Plan


def takes(name: str, tag: str = "", location: str = "path", **more: Any) -> dict[str, Any]:
    row = {"name": name, "path": name, "location": location, "required": location == "path", "field_type": "string"}
    return row | ({"semantic_tag": tag, "resource": tag.removesuffix("_id")} if tag else {}) | more


def gives(path: str, tag: str = "") -> dict[str, Any]:
    row = {"name": path.rsplit(".", 1)[-1], "path": path, "field_type": "string"}
    return row | ({"semantic_tag": tag, "resource": tag.removesuffix("_id")} if tag else {})


def tool(
    path: str, consumes: list[Any], produces: list[Any], method: str = "get", resource: str = ""
) -> dict[str, Any]:
    contract = {"consumes": consumes, "produces": produces}
    ai = (
        {"primary_resource": resource, "canonical_action": "create" if method == "post" else "read"} if resource else {}
    )
    return {
        "description": "",
        "metadata": {"method": method, "path": path, "api_contract": contract, "ai_metadata": ai},
    }


def planned(tools: dict[str, Any], target: str, goal: str = "", **entities: Any) -> Plan:
    synthesizer = PathSynthesizer({"tools": tools, "edges": []}, plugins=only_reading())
    return synthesizer.synthesize(target=target, entities=entities, goal=goal)


def steps(tools: dict[str, Any], target: str, goal: str = "", **entities: Any) -> list[str]:
    return [step.tool for step in planned(tools, target, goal, **entities).steps]


GET_FILE = tool("/files/{fileId}", [takes("fileId", "file_id")], [])
LIST_FILES = tool("/files", [], [gives("$[*].id", "file_id"), gives("$[*].name"), gives("$[*].owner")])


def test_one_element_is_all_that_is_said_of_it():
    """Two given values that stand beside each other mean one element: no second list is read for the other one."""
    tools = {
        "getFile": GET_FILE,
        "listFiles": LIST_FILES,
        "listShares": tool(
            "/shares/{ownerId}", [takes("ownerId", "owner_id")], [gives("$[*].file", "file_id"), gives("$[*].name")]
        ),
        "listOwners": tool("/owners", [], [gives("$[*].id", "owner_id"), gives("$[*].owner")]),
    }

    assert ["listFiles", "getFile"] == steps(tools, "getFile", name="plan.txt", owner="Ada")


SWITCHES = (
    takes("fresh", location="query", field_type="boolean"),
    takes("layout", location="query", role="fields"),
    takes("layout", location="query", role="expand"),
    takes("layout", location="query", role="sort"),
)


@pytest.mark.parametrize("switch", SWITCHES, ids=lambda row: str(row.get("role") or row["field_type"]))
def test_how_an_answer_looks_speaks_for_no_producer(switch):
    """A switch, an order or a choice of fields says nothing of which thing is meant: no call is made to have it."""
    tools = {
        "getFile": GET_FILE,
        "listFiles": LIST_FILES,
        "getDesk": tool("/desk", [switch], [gives("$.open[*].stack[*].file", "file_id")]),
    }

    synthesizer = PathSynthesizer({"tools": tools, "edges": []}, plugins=only_reading())
    made = synthesizer.synthesize(target="getFile", entities={switch["name"]: "x"}, unread="allow")

    assert ["listFiles", "getFile"] == [step.tool for step in made.steps]


def test_what_is_looked_for_speaks_for_a_producer():
    """The same call is made for a value that does say which thing is meant."""
    tools = {
        "getFile": GET_FILE,
        "listFiles": LIST_FILES,
        "getDesk": tool("/desk", [takes("room", location="query")], [gives("$.open[*].stack[*].file", "file_id")]),
    }

    assert ["getDesk", "getFile"] == steps(tools, "getFile", room="12")


def test_a_value_under_the_name_it_was_given_is_an_echo():
    """`site_id` for `site_id` comes from who takes it, though its tag in the answer is another one."""
    contract = ToolContract("getSetting", tool("/sites/{site_id}/setting", [takes("site_id", "site_id")], []))
    need = read_input(takes("site_id", "site_site_id", "body", resource="site"))
    own = read_output(gives("$.site_id", "site_site_id") | {"resource": "site"})
    other = read_output(gives("$.site_id", "backup_site_id") | {"resource": "backup"})

    assert contract.echoes(need, own)
    assert not contract.echoes(need, other)


def test_one_word_is_no_evidence_for_a_key():
    """The `metric` of a route is not what is measured; an `accountName` is an account's wherever it stands."""
    routes = [gives("$[*].metric"), gives("$[*].accountName")]
    tools = {
        "getInsights": tool("/insights/{metric}", [takes("metric", "metric_id")], []),
        "getBalance": tool("/balances/{accountName}", [takes("accountName", "account_name")], []),
        "listRoutes": tool("/routes", [], routes),
    }

    assert ["getInsights"] == steps(tools, "getInsights")
    assert ["listRoutes", "getBalance"] == steps(tools, "getBalance")


def test_things_below_one_parent_share_their_words():
    """The `ref` of an analysis of a repository is one of that repository's; one deep inside it is anything's."""
    repo = takes("repo", "repo_name")
    tools = {
        "getCommit": tool("/repos/{repo}/commits/{ref}", [repo, takes("ref", "commit_ref")], []),
        "getLatest": tool("/repos/{repo}/latest", [repo], [gives("$.ref")]),
    }

    assert ["getLatest", "getCommit"] == steps(tools, "getCommit", repo_name="x")
    tools["getLatest"] = tool("/repos/{repo}/latest", [repo], [gives("$.head.of.ref")])
    assert ["getCommit"] == steps(tools, "getCommit", repo_name="x")


@pytest.mark.parametrize("resource", ["message", "draft"])
def test_what_is_created_is_no_copy(resource):
    """The text of a new message is read neither from an old one nor from a draft: nobody said that it is to be sent."""
    answer = [gives("$.headline"), gives("$.greeting")]
    tools = {
        "send": tool(
            "/messages",
            [takes(n, location="body", path=f"$.{n}", required=True) for n in ("headline", "greeting")],
            [],
            "post",
            "message",
        ),
        "latest": tool(f"/{resource}s/latest", [], answer, resource=resource),
        "typed": tool("/things/{thingId}", [takes("thingId", "thing_id")], []),
    }

    assert ["send"] == steps(tools, "send")


def test_words_of_the_goal_choose_the_list():
    """The "top-rated" files are those that the path calls so; without a word of it, the plain list is taken."""
    tools = {
        "getFile": GET_FILE,
        "listAll": tool("/files", [], [gives("$[*].id", "file_id")]),
        "listTopRated": tool("/files/top_rated", [], [gives("$[*].id", "file_id")]),
    }

    assert ["listAll", "getFile"] == steps(tools, "getFile", "the big files")
    assert ["listTopRated", "getFile"] == steps(tools, "getFile", "the top-rated files")


def test_a_header_is_asked_for_once():
    """A list that asks for the same header (a tenant) as the target costs no second question."""
    tenant = takes("X-Tenant", location="header", required=True)
    tools = {
        "list_files": tool("/files", [tenant], [gives("$[*].id", "file_id")]),
        "get_file": tool("/files/{fileId}", [takes("fileId", "file_id"), tenant], []),
    }
    plan = planned(tools, "get_file")

    assert ["list_files", "get_file"] == [step.tool for step in plan.steps]
    assert ["${user_input.X-Tenant}"] * 2 == [step.args["X-Tenant"] for step in plan.steps]
    assert ["X-Tenant"] == [slot["field_name"] for slot in plan.metadata["synthesis"]["user_input_slots"]]


def test_a_name_stands_where_its_thing_was_listed():
    """The name of a tag comes from the list that has it, not from the tag that the list leads to."""
    answer = [
        gives("$.name", "tag_name") | {"resource": "tag"},
        gives("$.parent.name", "tag_name") | {"resource": "tag"},
    ]
    listed = [gives("$[*].id", "tag_id"), gives("$[*].label", "tag_name") | {"resource": "tag"}]
    tools = {
        "getByName": tool("/tags/byName/{name}", [takes("name", "tag_name", resource="tag")], []),
        "getTag": tool("/tags/{tagId}", [takes("tagId", "tag_id")], answer),
        "listTags": tool("/tags", [], listed),
    }

    assert ["listTags", "getByName"] == steps(tools, "getByName")


def test_the_own_value_of_an_answer_comes_first():
    """Of equal values of one answer that which lies less deep is taken: the review's, not its reply's."""
    answer = [gives("$[*].best.reviewId", "review_id"), gives("$[*].reviewId", "review_id")]
    tools = {
        "getReview": tool("/reviews/{reviewId}", [takes("reviewId", "review_id")], []),
        "listReviews": tool("/reviews", [], answer),
    }

    assert planned(tools, "getReview").steps[-1].args["reviewId"].endswith(".0.reviewId}")


def test_names_are_taken_from_what_was_given():
    """First and last name of the full name that was given."""
    words = [takes(name, location="query", required=True) for name in ("lastName", "firstName")]
    tools = {
        "getOrigin": tool("/origin", words, [], resource="origin"),
        "parse": tool(
            "/parsed", [takes("full", location="query", required=True)], [gives("$.lastName"), gives("$.firstName")]
        ),
        "typed": GET_FILE,
    }

    assert ["parse", "getOrigin"] == steps(tools, "getOrigin", full="Ada Lovelace")
