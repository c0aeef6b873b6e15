"""Suggestions: derived, merged, promoted by the caller, and what they may do in search and selection."""

from __future__ import annotations

import itertools
import pickle

import pytest
from bundled import bundled
from tiny_api import op, param, thing

from graph_tool_call import ToolGraph
from graph_tool_call.engine import Engine
from graph_tool_call.learning import LearningError, derive, merge, promote, reject

COUNTER = itertools.count()


def record(target="b", terms=("list", "thing"), status="completed", **more):
    made = {"format": 1, "id": f"r{next(COUNTER)}", "collection": "c", "terms": sorted(terms)}
    return {**made, "selected_target": target, "status": status, "failed_tool": None, "error_kind": "", **more}


def failed(**more):
    return record(status="failed", failed_tool="b", error_kind="argument", **more)


def test_one_good_run_suggests_and_three_are_promotable():
    """A suggestion becomes promotable by being right often enough; nothing is promoted by itself."""
    states = [derive([record() for _ in range(count)])[0]["state"] for count in (1, 2, 3, 30)]

    assert ["suggested", "suggested", "promotable", "promotable"] == states


def test_failures_of_the_target_count_against_it():
    """A run that failed in its target speaks against it; one that failed elsewhere or was cancelled says nothing."""
    elsewhere = [
        record(status="failed", failed_tool="a", error_kind="argument"),
        record(status="failed", failed_tool="b", error_kind="timeout"),
        record(status="cancelled"),
        record(status=""),
        record(terms=()),
        record(target=None),
    ]
    (row,) = derive([record(), record(), record(), failed(), *elsewhere])

    assert (3, 1, "suggested", 0.6) == (len(row["support"]), len(row["against"]), row["state"], row["confidence"])


def test_the_same_record_counts_once():
    """Merging what was merged already changes nothing."""
    known = derive([record(), record()])

    assert known == merge(known, known) == merge(merge(known), known)


def test_questions_alike_are_one_suggestion_with_what_they_have_in_common():
    """Half of the words in common is alike; other words, another tool or another collection are apart."""
    alike = derive([record(terms=("list", "thing")), record(terms=("list", "thing", "new"))])
    apart = derive([record(), record(terms=("delete", "user")), record(target="a"), record(collection="d")])

    assert [["list", "thing"]] == [row["terms"] for row in alike]
    assert 4 == len(apart)


def test_promotion_is_the_caller_s_act():
    """Promotable ones can be promoted, suggested ones only by a person who vouches, rejected ones never."""
    (ready,), (early,) = derive([record() for _ in range(3)]), derive([record()])

    assert ["promoted", "promoted"] == [promote(ready)["state"], promote(early, reviewed=True)["state"]]
    for row, reviewed in ((early, False), (reject(ready), True)):
        with pytest.raises(LearningError, match="runs for it") as caught:
            promote(row, reviewed=reviewed)
        again = pickle.loads(pickle.dumps(caught.value))  # noqa: S301 - our own bytes
        assert "not_promotable" == again.to_dict()["reason"]


def test_decisions_stay_when_more_is_learnt():
    """Rejected stays rejected; promoted stays promoted until most runs go wrong."""
    (ready,) = derive([record() for _ in range(3)])
    more = derive([record()])
    wrong = derive([failed() for _ in range(4)])

    assert [["rejected"], ["promoted"], ["suggested"]] == [
        [row["state"] for row in merge(*sets)]
        for sets in (([reject(ready)], more), ([promote(ready)], more), ([promote(ready)], wrong))
    ]


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        ({}, "not_a_suggestion"),
        ("text", "not_a_suggestion"),
        ({"target": "b"}, "wrong_format"),
        ({"target": "b", "format": 2, "state": "promoted"}, "wrong_format"),
        ({"target": "b", "format": 1, "state": "excellent"}, "not_a_suggestion"),
    ],
)
def test_other_rows_are_refused(row, reason):
    """What is no suggestion of this format is an error, not a guess."""
    with pytest.raises(LearningError) as caught:
        merge([row])

    assert reason == caught.value.reason


# --- what they do -------------------------------------------------------------------


@pytest.fixture(scope="module", name="graph")
def _graph() -> ToolGraph:
    operations = {
        "/a": {"get": op(thing("id"), operationId="a", summary="List things")},
        "/b": {"get": op(thing("id"), operationId="b", summary="List things")},
        "/c/{id}": {"delete": op(None, param("id", "path"), operationId="c", summary="Delete all users")},
    }
    return ToolGraph.from_openapi({"openapi": "3.0.3", "info": {"title": "T", "version": "1"}, "paths": operations})


def suggestion(target="b", state="promoted", terms=("list", "thing"), count=9):
    (row,) = derive([record(target=target, terms=terms) for _ in range(count)])
    return {**row, "state": state}


def ask(graph, learning, question="list things"):
    rows = Engine(bundled()).search(graph, question, include_evidence=True, learning_suggestions=learning)["results"]
    chosen = Engine(bundled()).select(
        question, rows, graph.tools, retrieval_results=rows, learning_suggestions=learning
    )
    return rows, chosen


@pytest.mark.bundled
def test_a_promoted_suggestion_decides_between_equals_and_is_seen(graph):
    """It is a rank signal, small and by name."""
    rows, chosen = ask(graph, [suggestion()])

    assert ("b", True) == (chosen["selected_target"], chosen["learning_applied"])
    assert 0 < rows[0]["score_breakdown"]["learning"] <= 0.1
    assert "learning" in chosen["rank_signals"][0]["signals"]


@pytest.mark.bundled
@pytest.mark.parametrize("state", ["suggested", "promotable", "rejected"])
def test_only_promoted_ones_count(graph, state):
    """Anything else leaves rows and selection as they are."""
    rows, chosen = ask(graph, [suggestion(state=state)])

    assert ("a", False) == (chosen["selected_target"], chosen["learning_applied"])
    assert [row["score"] for row in rows] == [row["score"] for row in ask(graph, [])[0]]


@pytest.mark.bundled
@pytest.mark.parametrize("question", ["list things", "list all users"])
def test_contrary_evidence_is_never_beaten(graph, question):
    """However sure a suggestion is, what destroys is not chosen for a question that reads."""
    _, chosen = ask(graph, [suggestion(target="c", terms=question.split(), count=99)], question)

    assert "c" != chosen["selected_target"]


@pytest.mark.bundled
def test_formats_of_other_releases_do_not_count(graph):
    """A suggestion of a later format is left alone."""
    _, chosen = ask(graph, [{**suggestion(), "format": 2}])

    assert not chosen["learning_applied"]


@pytest.mark.bundled
def test_many_suggestions_add_up_to_no_more_than_one(graph):
    """A hundred suggestions for one tool are worth as much as the best of them."""
    one, many = ask(graph, [suggestion()])[0], ask(graph, [suggestion() for _ in range(100)])[0]

    assert [row["score"] for row in one] == [row["score"] for row in many]


@pytest.mark.bundled
def test_names_and_values_in_the_question_do_not_hide_it(graph):
    """A question with a name in it is still alike: the name is no word of the collection."""
    _, chosen = ask(graph, [suggestion()], "list things Kowalski Nakamura Abernathy")

    assert "b" == chosen["selected_target"]
