"""Values that are read out of a question's own words: what they are, and under which word."""

from __future__ import annotations

import pytest

from graph_tool_call.hooks import Explained, Frame, Kind, Slot, ToolFacts
from graph_tool_call.pluginset import PluginHost, PluginSet
from graph_tool_call.request.read import read_mentions, read_request
from graph_tool_call.request.text import request_text

pytestmark = pytest.mark.bundled

#: A forge: repositories have issues with labels, teams have members, pods lie in namespaces.
NOUNS = (
    "issue label milestone workflow team branch namespace pod invoice customer file folder project section container"
)
KINDS = tuple(Kind(noun=noun) for noun in NOUNS.split())
TOOLS = {
    name: ToolFacts(name=name, method="get", path=path, action="read")
    for name, path in {
        "labels": "/repos/{owner}/{repo}/labels",
        "pulls": "/repos/{owner}/{repo}/pulls/{pull_number}",
        "team": "/orgs/{org}/teams/{team_slug}",
    }.items()
}


@pytest.fixture(scope="module")
def session():
    """All bundled readers over the forge."""
    return PluginHost(PluginSet.installed()).request_session(TOOLS)


def slot(ref: int, name: str, **facts: object) -> Slot:
    """An input in the body, unless said otherwise."""
    return Slot(**{"ref": ref, "place": name, "name": name, "path": f"$.{name}", "location": "body", **facts})


def said_in(session, question: str, frame: Frame | None = None) -> dict[object, str]:
    """Value → the word that it stands under."""
    text, _ = read_mentions(request_text(question), frame or Frame(kinds=KINDS), session.read)
    return {one.value if not isinstance(one.value, list) else tuple(one.value): one.word for one in text.said}


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ('Close the issue titled "Crash on start"', {"Crash on start": "issue title"}),
        ("Close the issue “Crash, then silence”", {"Crash, then silence": "issue"}),
        ("Delete the folder called Old campaigns", {"Old campaigns": "folder"}),
        ("Show issue 15", {15: "issue"}),
        ("Show issue #15", {15: "issue"}),
        ("Show issue number 15", {15: "issue number"}),
        ("Delete the label bug", {"bug": "label"}),
        ("Close the issue Crash on start in octo/hello", {"Crash on start": "issue", "octo": "owner", "hello": "repo"}),
        ('Merge the pull request "Fix typo"', {"Fix typo": "pull request"}),
        ("Send invoice INV-0042 to a@b.example", {"INV-0042": "invoice", "a@b.example": "recipient"}),
        ("Move the due date to 2025-07-01", {"2025-07-01": "due date"}),
        (
            "Remove the secret old-db-password from the default namespace",
            {"old-db-password": "secret", "default": "namespace"},
        ),
        ("Start the CI workflow", {"CI": "workflow"}),
        ("Who is in the team Platform Core of octo-org?", {"Platform Core": "team", "octo-org": ""}),
        ("Assign the issue Crash to mona", {"Crash": "issue", "mona": "assignee"}),
        ("Ask hubot to review it", {"hubot": "reviewer"}),
        ("Rename the file draft.docx to final.docx", {"draft.docx": "file", "final.docx": "new name"}),
        ("What is in the section To do of Product Launch?", {"To do": "section", "Product Launch": ""}),
        ("Put the labels bug, docs and ui on issue 15", {("bug", "docs", "ui"): "label", 15: "issue"}),
        ("Change the customer's e-mail to jenny@new.example", {"jenny@new.example": "e mail"}),
        ("Post it to #launch for @mona", {"launch": "channel", "mona": "user"}),
    ],
)
def test_values_have_the_word_they_stand_under(session, question: str, said: dict[object, str]) -> None:
    """Numbers, quotes, names and codes are values; their word is the noun beside them."""
    found = said_in(session, question)

    assert {str(v): w.replace("-", " ") for v, w in found.items()} == {str(v): w for v, w in said.items()}


@pytest.mark.parametrize(
    "question",
    [
        "Which issues are there?",
        "Close an issue",
        "Show me all of the open issues again, please",
        "Delete the labels that nobody uses",
        "Create a follow-up issue for it",
        "Remove it from the project at once",
    ],
)
def test_questions_without_values_give_none(session, question: str) -> None:
    """Small words, verbs and nouns are no values."""
    assert said_in(session, question) == {}


def test_value_is_not_read_inside_another(session) -> None:
    """What a quoted text or an address holds is part of it."""
    assert said_in(session, 'Close the issue "Label bug of octo/hello is 5 days old"') == {
        "Label bug of octo/hello is 5 days old": "issue"
    }


def test_number_takes_the_input_behind_it(session) -> None:
    """The input whose name ends in the word: 5 replicas, 50 lines."""
    frame = Frame(
        tool=ToolFacts(name="scale", method="put", path="/pods/{name}", changes_state=True),
        slots=(slot(0, "replicas", type="integer"), slot(1, "tailLines", type="integer")),
        kinds=KINDS,
    )

    assert said_in(session, "Scale the pod web to 5 replicas, 50 lines", frame) == {
        "web": "pod",
        5: "replica",
        50: "tailLines",
    }


# --- what is left ---

CLOSE = Frame(
    tool=ToolFacts(
        name="delete_label", method="delete", path="/labels/{name}", summary="Delete a label", changes_state=True
    ),
    slots=(slot(0, "name", path="name", location="path", tag="label_name", resource="label", required=True),),
    kinds=KINDS,
)


def unexplained(session, question: str, entities=None) -> list[str]:
    """Words of the question that nobody explains."""
    request = read_request(request_text(question, entities), CLOSE, session.read)
    return [one.word for one in request.unread if one.reason == "unexplained"]


@pytest.mark.parametrize(
    ("question", "left"),
    [
        ("Delete the label bug", []),
        ("Please remove the label bug now", []),
        ("Delete the label bug unless somebody objects loudly", ["unless", "objects loudly"]),
        ("Delete the label bug weekly", ["bug weekly"]),
        ("Delete the label bug and its colour", ["colour"]),
    ],
)
def test_words_that_nobody_explains_are_unread(session, question: str, left: list[str]) -> None:
    """A change is not made of a question that was understood in part."""
    found = unexplained(session, question)

    assert (found == []) is (left == [])


def test_words_are_not_asked_about_where_values_were_picked(session) -> None:
    """Who picks the values has read the question."""
    assert unexplained(session, "Delete the label bug unless it rains", {"label": "bug"}) == []


def test_answers_of_a_person_are_no_picked_values(session) -> None:
    """A value that does not stand in the question was not picked out of it: the words still count."""
    assert unexplained(session, "Delete the label bug unless it rains", {"token": "xoxp"}) != []


def test_words_of_an_unknown_language_are_left_alone() -> None:
    """Where nobody explains any word, none is said to be unexplained."""
    request = read_request(request_text("Supprime tout"), CLOSE, lambda text, frame: [])

    assert request.unread == ()


def test_explained_words_are_no_reading_of_a_value(session) -> None:
    """Explanations are read for targets only."""
    said = session.read(request_text("Delete the label bug"), Frame(kinds=KINDS))

    assert not any(isinstance(opinion.value, Explained) for opinion in said)
