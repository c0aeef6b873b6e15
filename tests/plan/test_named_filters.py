"""An entity may say whose field it is: `channel_name` picks the channel of that name."""

from __future__ import annotations

import pytest

from graph_tool_call.plan import PathSynthesizer, PlanSynthesisError


def tool(path, consumes=(), produces=(), resource=""):
    contract = {"consumes": list(consumes), "produces": list(produces)}
    ai = {"primary_resource": resource} if resource else {}
    return {"name": "", "metadata": {"method": "get", "path": path, "api_contract": contract, "ai_metadata": ai}}


def made(name, path, tag="", resource=""):
    row = {"name": name, "path": path}
    return row | ({"semantic_tag": tag, "resource": resource} if tag else {})


def needs(name, tag):
    return {"name": name, "path": name, "location": "path", "required": True, "semantic_tag": tag}


TOOLS = {
    "listChannels": tool(
        "/channels",
        produces=[made("id", "$.channels[*].id", "channel_id", "channel"), made("name", "$.channels[*].name")],
        resource="channel",
    ),
    "listTeams": tool(
        "/teams",
        produces=[made("id", "$.teams[*].id", "team_id", "team"), made("name", "$.teams[*].name")],
        resource="team",
    ),
    "getHistory": tool(
        "/teams/{teamId}/channels/{channelId}/history",
        consumes=[needs("teamId", "team_id"), needs("channelId", "channel_id")],
    ),
}


def plan(tools, target, **entities):
    made = PathSynthesizer({"tools": tools, "edges": []}).synthesize(target=target, entities=entities)
    return made.steps[-1].args


@pytest.mark.parametrize("key", ["channel_name", "channelName", "channel.name"])
def test_each_list_is_filtered_by_its_own_name(key):
    """Two lists with a field of one name are told apart by the resource in the entity's name."""
    args = plan(TOOLS, "getHistory", **{key: "general", "team_name": "blue"})

    assert args["channelId"].endswith(".channels[?name == 'general'].id}")
    assert args["teamId"].endswith(".teams[?name == 'blue'].id}")


def test_nested_entities():
    """An entity that is an object names the fields of its resource."""
    args = plan(TOOLS, "getHistory", channel={"name": "general"}, team={"name": "blue"})

    assert "[?name == 'general']" in args["channelId"]
    assert "[?name == 'blue']" in args["teamId"]


def test_a_name_beside_a_foreign_key_is_another_things():
    """In a list of members, `name` is the member's: it picks no branch that a member belongs to, so one asks."""
    tools = {
        "listMembers": tool(
            "/members",
            produces=[
                made("homeBranchId", "$.items[*].homeBranchId", "branch_id", "branch"),
                made("name", "$.items[*].name"),
            ],
            resource="member",
        ),
        "getHours": tool("/branches/{branchId}/hours", consumes=[needs("branchId", "branch_id")]),
    }

    with pytest.raises(PlanSynthesisError) as caught:
        plan(tools, "getHours", branch_name="Mill")

    assert ("dynamic_option_required", "branchId") == (caught.value.reason, caught.value.details["field_name"])


def test_a_bare_name_is_said_of_one_thing():
    """One `name` filters one list, the one named first; the other list is left as it is."""
    args = plan(TOOLS, "getHistory", name="general")
    filtered = [value for value in args.values() if "[?name == 'general']" in value]
    assert 1 == len(filtered)
