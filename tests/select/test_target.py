"""Target selection with evidence made by hand: every reason code, every row of the policy."""

from __future__ import annotations

import json

import pytest
from searching import SHOP, SIGNALS, judges, named, slot, tool

from graph_tool_call.graphify import retrieve_graphify, select_target_candidate
from graph_tool_call.hooks import Preference
from graph_tool_call.select import select_target

KEYS = {
    "selected_target",
    "llm_target",
    "confidence",
    "overrode_llm",
    "ambiguous",
    "reason_codes",
    "margin",
    "llm_margin",
    "policy",
    "rank_signals",
    "candidate_evidence",
    "target_action_priority",
    "result_shape_priority",
    "learning_applied",
}

TWO = named(
    tool("one", "get", "/things/{id}/detail", "One", canonical_action="read", primary_resource="thing"),
    tool("two", "get", "/things", "Two", canonical_action="read", primary_resource="thing"),
)
#: What plugins say of any operation of a kind: here, that the question reads.
READS = Preference(actions={"read": 0.9, "search": 0.6, "create": -1.0, "update": -1.0, "delete": -1.0, "action": -1.0})
BOTH_READ = (READS, ("one", "action", 0.9), ("two", "action", 0.9))


def rows(**scores):
    return [{"name": name, "score": score} for name, score in scores.items()]


def choose(candidates, *said, tools=TWO, **options):
    return select_target("find things", candidates, tools, judges=judges(*said), signals=SIGNALS, **options)


@pytest.mark.parametrize("candidates", [[], ["gone"], [{"name": "gone", "score": 1.0}]])
def test_no_candidates(candidates):
    """Without a valid candidate nothing is selected, and every key is there all the same."""
    selection = choose(candidates)

    assert ({*KEYS}, None, ["no_candidates"]) == (
        set(selection),
        selection["selected_target"],
        selection["reason_codes"],
    )


def test_selected_by_strong_evidence():
    """Two kinds of support and nothing against the first row."""
    selection = choose(rows(one=0.8, two=0.3), *BOTH_READ, ("one", "resource", 1.0))

    assert ("one", ["selected_by_strong_evidence"], 0.5) == (
        selection["selected_target"],
        selection["reason_codes"],
        selection["margin"],
    )


def test_selected_by_rank():
    """The first row wins without any evidence; the code says how little that is."""
    selection = choose(rows(one=0.8, two=0.3))

    assert ("one", ["selected_by_rank"]) == (selection["selected_target"], selection["reason_codes"])


def test_ambiguous_target():
    """Scores that are close are said to be."""
    selection = choose(rows(one=0.51, two=0.5))

    assert (True, ["selected_by_rank", "ambiguous_target"]) == (selection["ambiguous"], selection["reason_codes"])


def test_candidate_tie():
    """Equal scores are a tie, and the retrieval's order decides."""
    selection = choose(rows(two=0.5, one=0.5))

    assert "two" == selection["selected_target"]
    assert ["selected_by_rank", "candidate_tie", "ambiguous_target"] == selection["reason_codes"]


def test_llm_target_that_agrees_is_kept():
    """A model's target that is the winner needs no override."""
    selection = choose(rows(one=0.8, two=0.3), llm_target="one")

    assert ("one", False, 0.0) == (selection["selected_target"], selection["overrode_llm"], selection["llm_margin"])


CONTRADICTED = (
    *BOTH_READ,
    ("two", "shape", -0.6),
    ("one", "shape", 0.6),
    ("one", "surface", 0.9),
    ("two", "surface", 0.5),
    ("one", "resource", 1.0),
    ("two", "resource", 1.0),
)


def test_llm_target_overridden():
    """A contradiction, a second better signal, nothing worse, enough margin: the model's sibling is replaced."""
    selection = choose(rows(one=0.8, two=0.5), *CONTRADICTED, llm_target="two")

    assert ("one", True, ["llm_target_overridden"], 0.3) == (
        selection["selected_target"],
        selection["overrode_llm"],
        selection["reason_codes"],
        selection["llm_margin"],
    )


@pytest.mark.parametrize(
    ("scores", "change"),
    [
        ({"one": 0.55, "two": 0.5}, ()),
        ({"one": 0.8, "two": 0.5}, (("one", "contract", -0.5),)),
        ({"one": 0.8, "two": 0.5}, (("one", "scope", -0.4),)),
        ({"one": 0.8, "two": 0.5}, (Preference(actions={**READS.actions, "delete": 0.8}),)),
    ],
    ids=["margin too small", "contract worse", "scope worse", "two kinds of operation asked for"],
)
def test_llm_target_preserved(scores, change):
    """One doubt is enough to keep what the model chose."""
    changed = {row[:2] for row in change if isinstance(row, tuple)}
    kept = [row for row in CONTRADICTED if (row[:2] not in changed if isinstance(row, tuple) else changed)]
    preferred = () if any(isinstance(row, Preference) for row in (*kept, *change)) else (READS,)
    selection = choose(rows(**scores), *preferred, *kept, *change, llm_target="two")

    assert ("two", False, "llm_target_preserved") == (
        selection["selected_target"],
        selection["overrode_llm"],
        selection["reason_codes"][0],
    )


def test_a_single_weak_match_does_not_override():
    """A better surface alone contradicts nothing."""
    said = (*BOTH_READ, ("one", "surface", 0.9), ("two", "surface", 0.2))

    assert "two" == choose(rows(one=0.9, two=0.3), *said, llm_target="two")["selected_target"]


@pytest.mark.parametrize(("said", "remainder", "chosen"), [(0.9, 0.0, "one"), (0.7, 0.0, "two"), (0.9, -0.3, "two")])
def test_an_operation_that_says_what_the_question_says_replaces_a_longer_sibling(said, remainder, chosen):
    """Its words and the question's are the same, and the target has words that nobody asked for."""
    signals = (
        *BOTH_READ,
        ("one", "surface", said),
        ("two", "surface", 0.4),
        ("one", "remainder", remainder),
        ("two", "remainder", -0.1),
        ("one", "shape", 0.3),
    )

    assert chosen == choose(rows(one=0.9, two=0.3), *signals, llm_target="two")["selected_target"]


def test_a_weak_margin_keeps_the_target_and_says_so():
    """Close scores keep the model's target, marked as ambiguous."""
    selection = choose(rows(one=0.55, two=0.5), llm_target="two")

    assert ("two", True) == (selection["selected_target"], selection["ambiguous"])
    assert ["llm_target_preserved", "ambiguous_target"] == selection["reason_codes"]


def test_llm_target_not_in_candidates():
    """A target that no tool has is reported, and the deterministic winner is used."""
    selection = choose(rows(one=0.8, two=0.3), llm_target="invented")

    assert ("one", "invented") == (selection["selected_target"], selection["llm_target"])
    assert ["selected_by_rank", "llm_target_not_in_candidates"] == selection["reason_codes"]


def test_a_known_target_outside_the_candidates_is_compared():
    """It joins the comparison, so that the decision can explain the disagreement."""
    selection = choose(["one"], llm_target="two")

    assert ["one", "two"] == sorted(row["name"] for row in selection["rank_signals"])
    assert [True] == [row["llm_target"] for row in selection["rank_signals"] if row["name"] == "two"]


def test_a_winner_that_only_feeds_the_target_does_not_replace_it():
    """The list that gives the key of the model's target is an earlier step, not the target."""
    tools = named(
        tool(
            "list",
            "get",
            "/things",
            canonical_action="read",
            primary_resource="thing",
            outputs=[{"name": "id", "path": "$[*].id", "semantic_tag": "thing_id"}],
        ),
        tool(
            "detail",
            "get",
            "/catalog/{thingId}",
            canonical_action="read",
            primary_resource="thing",
            inputs=[slot("thingId", "thing_id")],
        ),
    )
    names = {"one": "list", "two": "detail"}
    said = [row if isinstance(row, Preference) else (names[row[0]], *row[1:]) for row in CONTRADICTED]

    selection = choose(rows(list=0.8, detail=0.5), *said, tools=tools, llm_target="detail")

    assert "detail" == selection["selected_target"]


READ_SHOP = (READS, ("deleteOrder", "action", -1.0), ("getOrder", "action", 0.9))


def test_a_question_that_only_reads_never_selects_what_destroys():
    """Not as the first row, and not as the model's target."""
    best_destroys = rows(deleteOrder=0.9, getOrder=0.2)

    assert "getOrder" == choose(best_destroys, *READ_SHOP, tools=SHOP)["selected_target"]
    overridden = choose(best_destroys, *READ_SHOP, tools=SHOP, llm_target="deleteOrder")
    assert ("getOrder", ["llm_target_overridden"]) == (overridden["selected_target"], overridden["reason_codes"])
    assert None is choose(rows(deleteOrder=0.9), *READ_SHOP, tools=SHOP)["selected_target"]


def test_a_target_that_destroys_is_kept_where_no_verb_says_that_the_question_reads():
    """Without any verb that a question reads is only implied: a model may know better."""
    implied = [
        Preference(actions={**READS.actions, "read": 0.75}),
        ("deleteOrder", "action", -1.0),
        ("getOrder", "action", 0.75),
    ]

    assert (
        "deleteOrder"
        == choose(rows(getOrder=0.5, deleteOrder=0.4), *implied, tools=SHOP, llm_target="deleteOrder")[
            "selected_target"
        ]
    )


def test_priorities_say_what_the_question_prefers():
    """Kinds of operation and shapes, as plugins judge them in general."""
    said = (*BOTH_READ, Preference(shapes={"single": 0.6, "list": -0.6}))
    selection = choose(["one", "two"], *said)

    assert {"read": 3, "search": 2} == selection["target_action_priority"]
    assert {"single": 3, "list": 1} == selection["result_shape_priority"]


def test_learning_is_small_visible_and_capped():
    """A promoted suggestion moves a near tie, never a clear order, and is seen as a signal."""
    said = (("two", "learning", 1.0),)
    near = choose(rows(one=0.5, two=0.49), *said, learning_suggestions=[{"target": "two"}])
    clear = choose(rows(one=0.6, two=0.5), *said, learning_suggestions=[{"target": "two"}])

    assert ("two", True, "one") == (near["selected_target"], near["learning_applied"], clear["selected_target"])
    assert 1.0 == near["rank_signals"][0]["signals"]["learning"]


def test_names_alone_are_decided_by_evidence():
    """Candidates without scores keep their order only where evidence says nothing."""
    assert "one" == choose(["one", "two"])["selected_target"]
    assert "two" == choose(["one", "two"], ("two", "surface", 0.9), ("one", "surface", 0.1))["selected_target"]


def test_objects_are_tools_too():
    """Tools may be objects with a name and metadata."""

    class Tool:
        name = "one"
        description = ""
        metadata = TWO["one"]["metadata"]

    selection = choose(["one"], tools={"one": Tool()})

    assert ("one", "GET") == (selection["selected_target"], selection["candidate_evidence"][0]["method"])


def test_retrieval_results_give_scores_to_names():
    """Names may stand in one list and their rows in another."""
    selection = choose(["one", "two"], retrieval_results=rows(two=0.9, one=0.2))

    assert "two" == selection["selected_target"]


def test_scores_of_any_scale_are_taken_as_relative():
    """Rows of another retrieval may score beyond 1."""
    selection = choose(rows(one=12.0, two=3.0))

    assert (1.0, 0.75) == (selection["confidence"], selection["margin"])


def test_a_selection_is_json():
    """It can be stored as it is."""
    selection = choose(rows(one=0.8, two=0.5), *CONTRADICTED, llm_target="two")

    assert selection == json.loads(json.dumps(selection))


def test_unknown_policies_are_refused():
    """The message names what there is."""
    with pytest.raises(ValueError, match="strong_evidence"):
        choose(["one"], policy="bold")


@pytest.mark.parametrize("query", [None, b"order", ["order"]])
def test_question_that_is_no_text(query):
    """It is the caller's mistake, and no plugin is blamed for it."""
    with pytest.raises(TypeError, match="query must be a text, not"):
        select_target_candidate(query, ["getOrder"], {})
    with pytest.raises(TypeError, match="query must be a text, not"):
        retrieve_graphify({"tools": {}}, query)


WIPES = named(
    tool("wipe", "post", "/things/wipe", "Wipe", canonical_action="delete", changes_state=True, destructive=True),
    tool("set", "post", "/things/{id}/set", "Set", canonical_action="update", changes_state=True),
    tool("show", "get", "/things", "Show", canonical_action="read"),
)


@pytest.mark.parametrize(
    ("name", "action", "ambiguous"),
    [
        ("wipe", 1.0, False),
        ("wipe", 0.24, True),
        ("wipe", -0.3, True),
        ("set", 0.2, False),
        ("set", -0.3, False),
        ("set", -0.6, True),
        ("show", -1.0, False),
    ],
)
def test_a_change_that_is_hardly_asked_for_is_ambiguous(name, action, ambiguous):
    """However far ahead: what changes something against the question's verb, or destroys where that only stands in."""
    candidates = rows(**{name: 0.9, "show" if name != "show" else "set": 0.1})

    selection = choose(candidates, (name, "action", action), tools=WIPES)

    assert (name, ambiguous) == (selection["selected_target"], selection["ambiguous"])
    assert ambiguous == ("ambiguous_target" in selection["reason_codes"])


@pytest.mark.parametrize(("other", "ambiguous"), [(0.8, True), (-1.0, False)])
def test_a_small_contradiction_counts_where_another_does_what_is_asked(other, ambiguous):
    """What changes something in nearly another way is taken only where nothing does it as asked."""
    said = (("set", "action", -0.2), ("wipe", "action", other))

    assert ambiguous == choose(rows(set=0.9, wipe=0.1), *said, tools=WIPES)["ambiguous"]
