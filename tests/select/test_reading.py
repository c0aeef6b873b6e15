"""What of a request can be read for an operation has a say in choosing it."""

from __future__ import annotations

import pytest
from bundled import bundled
from tiny_api import TEXT, array, build, op, param, thing

from graph_tool_call import ToolGraph
from graph_tool_call.graphify import select_target_candidate

pytestmark = pytest.mark.bundled

FORGE = {
    "GET /issues": op(array(thing("number", "title")), operationId="listIssues", summary="List issues"),
    "PATCH /issues/{number}": op(
        TEXT,
        param("number", "path", type="integer"),
        operationId="updateIssue",
        summary="Update an issue",
        body=thing("milestone", title="string", state={"type": "string", "enum": ["open", "closed"]}),
    ),
    "POST /milestones": op(TEXT, operationId="createMilestone", summary="Create a milestone", body=thing("due")),
    "DELETE /milestones/{milestone}": op(
        TEXT, param("milestone", "path"), operationId="deleteMilestone", summary="Delete a milestone"
    ),
    "GET /octocat": op(TEXT, operationId="octocat", summary="Get an octocat"),
    "GET /labels/{name}": op(thing("name"), param("name", "path"), operationId="showLabel", summary="Show a label"),
}


def chosen(question, names, given=None, scores=None):
    """What is selected of operations that a retrieval holds for equally good, unless *scores* say otherwise."""
    graph = ToolGraph.from_artifact(build(FORGE))
    rows = [{"name": name, "score": score} for name, score in zip(names, scores or [0.5] * len(names), strict=True)]
    return select_target_candidate(question, rows, graph.tools, entities=given, plugins=bundled())


def signals(selection, name):
    """The signals of one candidate."""
    return next(row["signals"] for row in selection["rank_signals"] if row["name"] == name)


@pytest.mark.parametrize("order", [1, -1])
def test_operation_that_takes_all_values_is_chosen(order):
    """The milestone that an issue is put into exists: it is neither created nor deleted."""
    names = ["createMilestone", "deleteMilestone", "updateIssue"][::order]

    found = chosen("Put issue 15 into the milestone v2", names, {"issue number": 15, "milestone": "v2"})

    assert "updateIssue" == found["selected_target"]


def test_values_are_read_out_of_the_question_where_none_are_given():
    """A label called octocat is no octocat."""
    found = chosen("Show the label called octocat", ["octocat", "showLabel"], scores=[0.6, 0.5])

    assert "showLabel" == found["selected_target"]


def test_what_cannot_be_read_is_told():
    """The evidence says which values have no place, and what nothing is said of."""
    found = chosen("Delete the milestone v2 for 9 euros", ["deleteMilestone"], {"milestone": "v2", "price": 9})

    (reason,) = (
        one["reason"] for row in found["candidate_evidence"] for one in row["evidence"] if one["signal"] == "reading"
    )
    assert reason == "1 of 2 values are read, not price"
    assert (["price"], True) == (found["no_place"], found["ambiguous"])


def test_key_that_nobody_describes_counts_against_a_change():
    """Of two operations that take the value, the one whose thing is not said stands behind."""
    found = chosen("Set the milestone to v2", ["updateIssue", "deleteMilestone"], {"milestone": "v2"})

    assert signals(found, "updateIssue")["reading"] < signals(found, "deleteMilestone")["reading"]


def test_verb_that_sets_an_input_does_what_is_asked():
    """An issue is closed by an update that sets its state: that is no guess."""
    found = chosen("Close the issue 15", ["updateIssue", "deleteMilestone"])

    assert ("updateIssue", False) == (found["selected_target"], found["ambiguous"])
    assert signals(found, "updateIssue")["sets"] == 1


def test_questions_without_values_are_chosen_as_before():
    """Nothing is read for a question that gives no values: no signal, the scores of the retrieval."""
    found = chosen("List the issues", ["listIssues", "octocat"], scores=[0.6, 0.5])

    assert "reading" not in signals(found, "listIssues")
    assert [0.6, 0.5] == [row["score"] for row in found["rank_signals"]]


def test_a_reading_never_makes_a_read_the_answer_to_a_change():
    """Where an operation does what is asked, a read that has a place for more values is no answer."""
    found = chosen("Delete the milestone v2", ["showLabel", "deleteMilestone"], {"name": "v2"}, scores=[0.6, 0.5])

    assert "deleteMilestone" == found["selected_target"]


def test_scores_stay_between_nothing_and_all():
    """The documented scale holds with readings, too."""
    found = chosen("Show the label called octocat", ["octocat", "showLabel", "deleteMilestone"], scores=[1.0, 1.0, 0.0])

    assert all(0 <= row["score"] <= 1 for row in found["rank_signals"])


def test_verb_says_the_same_as_the_value_that_is_given():
    """Who gives the state that the verb sets has not changed what the verb says."""
    found = chosen("Close the issue 15", ["updateIssue", "deleteMilestone"], {"issue number": 15, "state": "closed"})

    assert ("updateIssue", False) == (found["selected_target"], found["ambiguous"])


def test_value_that_says_otherwise_leaves_the_verb_unsaid():
    """To close by an open state is no closing."""
    found = chosen("Close the issue 15", ["updateIssue", "deleteMilestone"], {"issue number": 15, "state": "open"})

    assert "sets" not in signals(found, "updateIssue")


def test_what_destroys_has_a_place_for_all_that_is_said():
    """To take a label off an issue is not to delete the label: that is asked."""
    operations = {**FORGE, "DELETE /labels/{name}": op(TEXT, param("name", "path"), operationId="deleteLabel")}
    graph = ToolGraph.from_artifact(build(operations))
    given = {"label": "bug", "issue number": 15}

    found = select_target_candidate(
        "Remove the label bug from issue 15", ["deleteLabel"], graph.tools, entities=given, plugins=bundled()
    )

    assert found["ambiguous"]
