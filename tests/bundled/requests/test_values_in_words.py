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
        ("Close the milestone Lord of the Rings", {"Lord of the Rings": "milestone"}),
        ("Rename the UI label bug", {"UI": "label type", "bug": "label"}),
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
        ("Send it to #launch with the label bug", {"launch": "recipient", "bug": "label"}),
    ],
)
def test_values_have_the_word_they_stand_under(session, question: str, said: dict[object, str]) -> None:
    """Numbers, quotes, names and codes are values; their word is the noun beside them."""
    found = said_in(session, question)

    assert {str(v): w.replace("-", " ") for v, w in found.items()} == {str(v): w for v, w in said.items()}


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("이슈 15 보여줘", {15: "이슈"}),
        ("파트너 한빛상사를 삭제해줘", {"한빛상사": "파트너"}),
        ("푸른식품 파트너의 메모를 '7월부터 월 정산'으로 수정해줘", {"푸른식품": "파트너", "7월부터 월 정산": "메모"}),
        ("결제 pay-017 취소해줘. 사유는 고객 변심", {"pay-017": "결제", "고객 변심": "사유"}),
        ("octo/hello 저장소의 라벨 bug 삭제해줘", {"octo": "owner", "hello": "repo", "bug": "라벨"}),
        ("5000원만 취소해줘", {5000: "금액"}),
    ],
)
def test_korean_values_stand_beside_nouns_and_particles(session, question: str, said: dict[object, str]) -> None:
    """Names and codes have the noun beside them; 을/를 and 는 say what a value is set to."""
    assert said_in(session, question) == said


@pytest.mark.parametrize(
    "question",
    [
        "Which issues are there?",
        "Get my team information",
        "List files changed in a branch",
        "Show the ORGS team",
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


def target(method: str, path: str, *slots: Slot, action: str = "read") -> Frame:
    """A frame with a target, whose slots are numbered as they come."""
    tool = ToolFacts(name="target", method=method, path=path, action=action, changes_state=method != "get")
    return Frame(tool=tool, slots=slots, kinds=KINDS)


NAMESPACE = slot(0, "namespace", location="path", required=True, tag="namespace_name", resource="namespace")
POD = slot(1, "pod", location="path", required=True, tag="pod_name", resource="pod")


def test_values_that_stand_alone_are_the_keys_that_are_left(session) -> None:
    """The inner thing is said first: the log of a pod in a namespace."""
    frame = target("get", "/namespaces/{namespace}/pods/{pod}/log", NAMESPACE, POD)

    assert said_in(session, "Show the log of web-7f8c in production", frame) == {
        "web-7f8c": "pod",
        "production": "namespace",
    }


def test_object_of_the_verb_is_what_the_target_acts_on(session) -> None:
    """Quoted text after the verb is the thing, where its noun is not said."""
    assignee = slot(1, "assignee", tag="user_id", resource="user")
    issue = slot(0, "issue_id", location="path", required=True, tag="issue_id", resource="issue")
    frame = target("patch", "/issues/{issue_id}", issue, assignee, action="update")

    assert said_in(session, 'Assign "Book venue" to Lena Ortiz', frame) == {
        "Book venue": "issue",
        "Lena Ortiz": "assignee",
    }


def test_values_stand_alone_where_several_inputs_are_left(session) -> None:
    """Nothing is guessed: of two namespaces none is taken."""
    other = slot(1, "other_namespace", location="path", required=True, tag="namespace_name", resource="namespace")
    frame = target("delete", "/{namespace}/links/{other_namespace}", NAMESPACE, other, action="delete")

    assert said_in(session, "Unlink it from production", frame) == {"production": ""}


def test_thing_is_not_called_what_it_belongs_to(session) -> None:
    """The invoice of a customer has no customer's name."""
    invoice = slot(0, "invoice", location="path", required=True, tag="invoice_id", resource="invoice")
    frame = target("delete", "/invoices/{invoice}", invoice, action="delete")

    assert said_in(session, "Void the invoice of Marcus Bell", frame) == {"Marcus Bell": ""}


def test_form_gives_a_word_where_nothing_else_does(session) -> None:
    """A handle is a user's, unless the question or the target says better."""
    invoice = slot(0, "invoice", location="path", required=True, tag="invoice_id", resource="invoice")

    assert said_in(session, "Void invoice 7 for @mona", target("delete", "/invoices/{invoice}", invoice)) == {
        7: "invoice",
        "mona": "user",
    }


def test_number_of_what_is_created_is_no_name(session) -> None:
    """A thing with a number is there already: an issue is not created by the name 15."""
    title = slot(0, "title", required=True)
    tool = ToolFacts(
        name="create", method="post", path="/issues", action="create", resource="issue", changes_state=True
    )

    assert said_in(session, "Put issue 15 there", Frame(tool=tool, slots=(title,), kinds=KINDS)) == {15: "issue number"}


def test_amount_is_no_key(session) -> None:
    """A number with its unit does not say which thing is meant."""
    invoice = slot(0, "invoice", location="path", required=True, tag="invoice_id", resource="invoice")
    frame = target("post", "/invoices/{invoice}/pay", invoice, action="action")

    assert said_in(session, "Pay 15 euros", frame) == {"15 euros": ""}


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


def test_what_holds_a_thing_stands_before_it_in_the_path(session) -> None:
    """Of "X of Y" the second has the first: the container of a pod, whichever order the words have."""
    container = slot(2, "container", location="path", required=True, tag="container_name", resource="container")
    frame = target("get", "/pods/{pod}/containers/{container}/size", POD, container)

    assert said_in(session, "Show the size for sidecar of web-7f8c", frame) == {
        "sidecar": "container",
        "web-7f8c": "pod",
    }


def test_place_of_what_exists_is_no_change_of_its_place(session) -> None:
    """Words that place a thing tell which one it is; where one is made, they put it there."""
    task = slot(0, "task_id", location="path", required=True, tag="task_id", resource="task")
    section = slot(1, "section", tag="section_id", resource="section")
    name = slot(0, "name", type="string")
    update = target("patch", "/tasks/{task_id}", task, section, action="update")
    create = target("post", "/tasks", name, section, action="create")

    assert said_in(session, 'Complete "Book venue" in Backlog', update)["Backlog"] == ""
    assert said_in(session, 'Create "Book venue" in Backlog', create)["Backlog"] == "section"


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("Rename the label bug to known problem", {"bug": "label", "known problem": "new name"}),
        ("Rename the team Web to Weekly digest", {"Web": "team", "Weekly digest": "new name"}),
        ("Invite Priya Nair and Tom Weber to the team Web", {("Priya Nair", "Tom Weber"): "user", "Web": "team"}),
        ("Book -18.90 on the invoice INV-7", {-18.9: "", "INV-7": "invoice"}),
    ],
)
def test_names_go_on_and_numbers_have_a_sign(session, question, said) -> None:
    """A new name ends with the sentence, "and" joins two names, a number keeps its sign."""
    assert said_in(session, question) == said


def test_word_that_means_more_still_names_what_stands_before_it(session) -> None:
    """The namespace "batch" of a path that has that word."""
    frame = target("delete", "/apis/batch/namespaces/{namespace}/pods/{pod}", NAMESPACE, POD, action="delete")

    assert said_in(session, "Delete the pod web-1 from the namespace batch", frame) == {
        "web-1": "pod",
        "batch": "namespace",
    }


def test_what_the_documents_call_a_thing_names_none(session) -> None:
    """The words "the TV show" are what an API with the noun "tv" calls each of them; "the TV dark" is one."""
    tv = slot(0, "tv_id", location="path", required=True, tag="tv_id", resource="tv")
    facts = ToolFacts(
        name="credits", method="get", path="/tv/{tv_id}/credits", action="read", summary="Get the cast of a TV show."
    )
    frame = Frame(tool=facts, slots=(tv,), kinds=(Kind(noun="tv"),))

    assert said_in(session, "Tell me the cast of the TV show", frame) == {}
    assert said_in(session, "Tell me the cast of the TV dark", frame) == {"dark": "tv"}
