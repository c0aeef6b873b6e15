"""Plans, consent and explanations begin with what was understood."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from graph_tool_call.cli import asking

pytestmark = pytest.mark.bundled

LIBRARY = Path(__file__).resolve().parents[2] / "examples" / "library.yaml"
REPLAY = ("--executor", "replay", "--option", "responses=@answers.json")


@pytest.fixture(name="library", autouse=True)
def _library(tmp_path, monkeypatch):
    """A folder of its own with the library's document, and answers of its operations."""
    monkeypatch.chdir(tmp_path)
    Path("library.yaml").write_bytes(LIBRARY.read_bytes())
    answers = [{"tool": "listMembers", "body": {"items": [{"id": "m1", "name": "Mina"}]}}]
    answers.append({"tool": "closeMembership", "body": {}})
    Path("answers.json").write_text(json.dumps(answers), encoding="utf-8")
    return "library.yaml"


MINA = {
    "id": "t1",
    "noun": "member",
    "where": [{"attribute": "name", "value": "Mina", "word": "member.name", "said_by": "request_attribute"}],
    "roles": ["memberId"],
}


def plan_file(**request):
    """A saved plan that closes the membership of the only Mina, with what was understood."""
    steps = [
        {"id": "s1", "tool": "listMembers", "args": {}},
        {"id": "s2", "tool": "closeMembership", "args": {"memberId": "${s1.items[?name == 'Mina'].id}"}},
    ]
    said = {"target": "closeMembership", "things": [MINA], **request}
    plan = {
        "id": "p1",
        "goal": "close the membership",
        "steps": steps,
        "output_binding": "${s2}",
        "metadata": {"target": "closeMembership", "synthesis": {"request": said}},
    }
    Path("plan.json").write_text(json.dumps(plan), encoding="utf-8")
    return "plan.json"


def test_consent_is_to_a_thing_by_its_description(cli, library):
    """What is changed is told as the request describes it, beside where the key comes from."""
    plan = plan_file()

    refused = cli("run", library, "--plan", plan, *REPLAY, "--json")
    told = cli("run", library, "--plan", plan, *REPLAY, "--yes")

    (argument,) = refused.error["calls"][0]["arguments"]
    assert (5, "member · name 'Mina'", None) == (refused.code, argument["thing"], argument["value"])
    assert "memberId = member · name 'Mina' (s1 listMembers: items → the one whose name is 'Mina' → id)" in told.words


def test_consent_tells_what_a_thing_is_found_by(cli, library):
    """What no input refers to, but the request speaks of; and what of the request was not read."""
    plan = plan_file(things=[{**MINA, "roles": []}], unread=[{"word": "urgently", "reason": "unexplained"}])

    told = cli("run", library, "--plan", plan, *REPLAY, "--yes")

    assert "    by member · name 'Mina'" in told.out.splitlines()
    assert "Given and not read: urgently" in told.out.splitlines()


def test_a_run_begins_with_what_was_understood(cli, library):
    """A line for each thing and setting with its author, before the steps; what has no place stands out."""
    unread = [
        {"word": "shelf", "value": "A3", "considered": ["copy.shelf"]},
        {"word": "title", "value": "Dune", "considered": ["book.title", "series.title"], "reason": "ambiguous"},
    ]
    settings = [{"input": "force", "value": True, "term": "for good", "said_by": "request_verbs"}]

    result = cli("run", library, "--plan", plan_file(unread=unread, settings=settings), *REPLAY, "--yes")

    head, _, _ = result.out.partition("Step ")
    assert head.splitlines() == [
        "Understood",
        "  member · name 'Mina'  → memberId  (request_attribute)",
        "  force = true  said: for good  (request_verbs)",
        "  ! shelf = 'A3': no place found (considered: copy.shelf)",
        "  ! title = 'Dune': ambiguous: book.title or series.title",
        "",
    ]


def test_the_answer_of_a_run_has_the_request(cli, library):
    """With --json it stands beside the result, as data."""
    answer = cli("run", library, "--plan", plan_file(), *REPLAY, "--yes", "--json").json

    assert ("closeMembership", [MINA]) == (answer["request"]["target"], answer["request"]["things"])


def test_a_scope_and_a_quantity_are_told(cli, library):
    """All loans of a member, the last one, two of them: in words."""
    loans = {"id": "t2", "noun": "loan", "quantity": "all", "scope": "t1", "roles": ["loanId"]}
    last = {"id": "t3", "noun": "loan", "quantity": "last", "by": "due", "roles": ["other"]}
    two = {"id": "t4", "noun": "loan", "quantity": "some", "count": 2, "roles": ["third"]}
    things = [{**MINA, "roles": []}, loans, last, two]

    result = cli("run", library, "--plan", plan_file(things=things), *REPLAY, "--yes")

    assert "last loan by due → other 2 × loan → third" in result.words
    assert "every loan in member · name 'Mina' → loanId" in result.words


def test_secrets_of_a_request_are_withheld(cli, library):
    """Neither the lines nor the JSON of a plan that has one show it."""
    settings = [{"input": "password", "value": "hunter22", "word": "password", "reason": "hunter22 it is"}]
    plan = plan_file(settings=settings, question="with hunter22")

    shown = cli("run", library, "--plan", plan, *REPLAY, "--yes")
    data = cli("run", library, "--plan", plan, *REPLAY, "--yes", "--json")

    assert "password = [hidden]" in shown.out
    assert "hunter22" not in shown.out + data.out + shown.err


def test_explanations_begin_with_it(cli, library):
    """A selection, and a verdict on a producer, tell what was understood of what is known."""
    asked = ("explain", library, "--ask", "list the loans of a member", "-e", "status=open", "-e", "shelf=A3")
    judged = ("explain", library, "getMember", "memberId", "--why-not", "listMembers", "-e", "shelf=A3")

    for command in (asked, judged):
        assert cli(*command).out.startswith("Understood\n")
        request = cli(*command, "--json").json["request"]
        assert ["shelf"] == [one["word"] for one in request["unread"]]
    assert [("status", "open")] == [(s["input"], s["value"]) for s in cli(*asked, "--json").json["request"]["settings"]]


def test_a_refusal_tells_what_was_understood(cli, library):
    """A script that has to say it otherwise sees each word's place in the error, without secrets."""
    given = ("-e", "isbn=9780441013593", "-e", "name=Mill Street", "-e", "password=hunter22")

    result = cli("plan", library, "--target", "reserveBook", *given, "--json")

    request = result.error["request"]
    assert ("unread_value", "reserveBook") == (result.error["code"], request["target"])
    assert ["isbn"] == [one["input"] for one in request["settings"]]
    assert ["name", "password"] == [one["word"] for one in request["unread"]]
    assert "hunter22" not in result.out


# --- asked at a terminal ---


@pytest.mark.parametrize(("number", "role"), [("1", "memberId"), ("2", "pickupBranchId")])
def test_a_person_says_what_a_word_means(cli, library, monkeypatch, number, role):
    """A name that may be the member's or the branch's is asked about, with the words that would settle it."""
    asked = []
    monkeypatch.setattr(asking, "interactive", lambda: True)
    monkeypatch.setattr("click.termui.visible_prompt_func", lambda text: asked.append(text) or number)
    given = ("--target", "reserveBook", "-e", "isbn=9780441013593", "-e", "name=Mill Street")

    result = cli("plan", library, *given, "--json")

    # Older versions of click write the words themselves, and ask with a blank.
    assert 1 == len(asked)
    assert "What is meant by name = Mill Street: number: " in result.err + asked[0]
    assert "1. member.name (memberId by name)" in result.err
    answer = json.loads(result.out[result.out.index("{") :])
    assert [[role]] == [thing["roles"] for thing in answer["request"]["things"]]


def test_what_no_word_would_settle_is_not_asked(cli, library, monkeypatch):
    """A value that has no place under any word is refused as where nobody is there."""
    monkeypatch.setattr(asking, "interactive", lambda: True)

    result = cli("plan", library, "--target", "closeMembership", "-e", "memberId=12345", "-e", "shelf=A3")

    assert (5, True) == (result.code, result.err.startswith("error[unread_value]"))
