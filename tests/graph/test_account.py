"""The account of a need: which candidates are kept, and why the others, or all of them, are none."""

from __future__ import annotations

from typing import Any

import pytest

from graph_tool_call.graph import CANDIDATE_LIMIT, ProducerIndex
from graph_tool_call.graph.account import Account


def tool(name: str, consumes: Any = (), produces: Any = (), *, method: str = "get", path: str = "") -> dict[str, Any]:
    contract = {"consumes": list(consumes), "produces": list(produces)}
    ai = {"changes_state": method != "get"}
    metadata = {"method": method, "path": path or f"/{name}", "ai_metadata": ai, "api_contract": contract}
    return {"name": name, "metadata": metadata}


def taken(name: str, tag: str = "", location: str = "path", **more: Any) -> dict[str, Any]:
    tagged = {"semantic_tag": tag} if tag else {}
    return {"name": name, "location": location, "path": name, "required": True, "kind": "data", **tagged, **more}


def given(path: str, tag: str = "", **more: Any) -> dict[str, Any]:
    return {"name": path.rpartition(".")[2], "path": path, **({"semantic_tag": tag} if tag else {}), **more}


def account(*made: dict[str, Any]) -> Account:
    """The account of the first input of the tool `use`."""
    index = ProducerIndex({t["name"]: t for t in made})
    consumer = index.contracts["use"]
    return index.account(consumer, consumer.inputs[0])


USE = tool("use", [taken("petId", "pet_id")], path="/pets/{petId}")


def test_a_list_of_candidates_is_short_and_says_how_many_others_there_are():
    """Ten are kept; what lies beyond is counted."""
    found = account(USE, *(tool(f"show{i:03}", (), [given("$.petId", "pet_id")]) for i in range(200)))

    assert CANDIDATE_LIMIT == len(found.kept)
    assert [("beyond_limit", 200 - CANDIDATE_LIMIT)] == [(cut.code, cut.count) for cut in found.cut]


def test_the_own_collection_is_never_beyond_the_limit():
    """However many operations show a pet's id, the list that stands before the parameter is kept, first."""
    shown = [tool(f"a{i:03}", (), [given("$.petId", "pet_id")], path=f"/a{i}") for i in range(99)]
    own = tool("zz", [taken("shop", location="query")], [given("$.data.rows[*].id", "pet_id")], path="/pets")

    assert "zz" == account(USE, *shown, own).kept[0].producer


def test_operations_that_change_state_do_not_crowd_out_reads_nor_vanish():
    """Some creators stay in the list for callers that allow them, behind the reads."""
    reads = [tool(f"r{i:02}", (), [given("$.petId", "pet_id")]) for i in range(30)]
    makers = [tool(f"m{i:02}", (), [given("$.petId", "pet_id")], method="post") for i in range(9)]

    found = account(USE, *makers, *reads)

    methods = [match.producer[0] for match in found.kept]
    assert ["r"] * 7 + ["m"] * 3 == methods


@pytest.mark.parametrize(
    ("producer", "code"),
    [
        (tool("other", [taken("petId", "pet_id")], [given("$.id", "pet_id")]), "needs_it_itself"),
        (tool("other", (), [given("$.pet", "pet_id", field_type="object")]), "incompatible_type"),
        (tool("other", (), [given("$.petId", "whale_id")]), "other_tag"),
    ],
)
def test_what_is_ruled_out_is_counted_by_its_reason(producer, code):
    """An echo, a wrong type and a namesake are no candidates."""
    use = tool("use", [taken("petId", "pet_id", field_type="string")], path="/pets/{petId}")
    found = account(use, producer)

    assert ((), [(code, 1)], "all_cut") == (found.kept, [(cut.code, cut.count) for cut in found.cut], found.reason)


@pytest.mark.parametrize(
    ("need", "reason"),
    [
        (taken("petId", "pet_id"), "not_produced"),
        (taken("mode", enum=["a", "b"]), "enumerated"),
        (taken("mode", enum=["a"]), "fixed"),
        (taken("mode", default="a"), "fixed"),
        (taken("key", kind="auth"), "credential"),
        (taken("tenant", kind="context"), "context"),
        (taken("page", role="paging"), "steering"),
        (taken("filter", field_type="object"), "composite"),
        (taken("title", field_type="string"), "payload"),
    ],
)
def test_an_input_without_candidates_says_why(need, reason):
    """No input is left without a candidate and without a reason."""
    assert ((), reason) == (account(tool("use", [need])).kept, account(tool("use", [need])).reason)


def test_a_name_alone_fills_what_nobody_tags():
    """Equal names are candidates where there are no tags; beside tagged ones only a few."""
    by_name = [tool(f"n{i}", (), [given("$.petId")]) for i in range(9)]
    tagged = tool("list", (), [given("$[*].id", "pet_id")], path="/pets")

    assert 9 == len(account(tool("use", [taken("petId")]), *by_name).kept)
    assert ["tag", "name", "name"] == [match.how for match in account(USE, tagged, *by_name).kept]


def test_a_read_by_another_key_under_the_same_name_gives_nothing_new():
    """`petId` takes an id here and a uuid there: who has neither gets neither from a read that asks for one."""
    by_uuid = taken("petId", "pet_uuid", resource="pet")
    report = tool("report", [by_uuid], [given("$.id", "pet_id", resource="pet")], path="/reports/pets/{petId}")
    use = tool("use", [taken("petId", "pet_id", resource="pet")], path="/pets/{petId}")

    assert ((), "all_cut") == (account(use, report).kept, account(use, report).reason)


def test_the_own_key_of_a_thing_comes_before_its_keys_of_others():
    """`id` before `parent_category_id`, though both are a category's."""
    rows = [given("$[*].parent_category_id", "pet_id"), given("$[*].id", "pet_id")]

    assert "$[*].id" == account(USE, tool("list", (), rows, path="/pets")).kept[0].output.path


@pytest.mark.parametrize(("name", "kept"), [("petId", 0), ("id", 1)])
def test_parts_of_one_thing_point_back_to_it(name, kept):
    """A pet's photos have the petId that was asked for; its children have ids of their own."""
    show = tool(
        "show", [taken("petId", "pet_id", "query", required=False, resource="pet")],
        [given(f"$.parts[*].{name}", "pet_id", resource="pet")], path="/pet.info",
    )  # fmt: skip
    show["metadata"]["ai_metadata"] |= {"primary_resource": "pet", "result_shape": "single"}

    assert kept == len(account(USE, show).kept)
