"""`plan` and `run` obey a request that is handed back: read before, or corrected."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

pytestmark = pytest.mark.bundled

LIBRARY = Path(__file__).resolve().parents[2] / "examples" / "library.yaml"
CLOSE = ("--target", "closeMembership", "-e", "member.name=Mina Park")
REPLAY = ("--executor", "replay", "--option", "responses=@answers.json")


@pytest.fixture(name="library", autouse=True)
def _library(tmp_path, monkeypatch):
    """A folder of its own with the library's document, and members of whom one is called Mina Park."""
    monkeypatch.chdir(tmp_path)
    Path("library.yaml").write_bytes(LIBRARY.read_bytes())
    members = [{"id": "m1", "name": "Ada Byron"}, {"id": "m2", "name": "Mina Park"}]
    answers = [{"tool": "listMembers", "body": {"items": members}}, {"tool": "closeMembership", "body": {}}]
    Path("answers.json").write_text(json.dumps(answers), encoding="utf-8")
    return "library.yaml"


def understood(cli, library, *given, name="request.json"):
    """The name of a file with what is understood of *given*."""
    assert 0 == cli("understand", library, *given, "-o", name, "--json").code
    return name


def changed(name, **parts):
    """The file *name* with other *parts*."""
    data = json.loads(Path(name).read_bytes())
    Path(name).write_text(json.dumps({**data, **parts}), encoding="utf-8")
    return name


def steps(result):
    return [(step["tool"], step["args"]) for step in result.json["plan"]["steps"]]


def test_a_request_gives_the_plan_that_its_words_gave(cli, library):
    """From the file or from the words: the same calls, and the same is told of what was understood."""
    file = understood(cli, library, *CLOSE)

    by_file, by_words = cli("plan", library, "--request", file, "--json"), cli("plan", library, *CLOSE, "--json")

    assert steps(by_words) == steps(by_file)
    assert "closeMembership" == steps(by_file)[-1][0]
    assert by_words.json["request"] == by_file.json["request"] == json.loads(Path(file).read_bytes())


def test_an_answer_of_plan_is_taken_as_well(cli, library):
    """What `plan --json` tells under "request" need not be cut out of it."""
    Path("plan.json").write_text(cli("plan", library, *CLOSE, "--json").out, encoding="utf-8")

    assert 0 == cli("plan", library, "--request", "plan.json").code


def test_a_corrected_request_is_obeyed(cli, library):
    """Another name in the file: another member is looked for."""
    file = understood(cli, library, *CLOSE)
    (thing,) = json.loads(Path(file).read_bytes())["things"]
    thing["where"][0]["value"] = "Ada Byron"

    result = cli("run", library, "--request", changed(file, things=[thing]), *REPLAY, "--yes", "--json")

    called = [e["args_preview"] for e in result.json["events"] if e["type"] == "step.started"]
    assert {"memberId": "m1"} == called[-1]
    assert "Ada Byron" == result.json["request"]["things"][0]["where"][0]["value"]


def test_a_value_without_place_still_asks(cli, library):
    """Handing a request back waives nothing: what is unread in it stops a change."""
    file = changed(understood(cli, library, *CLOSE), unread=[{"word": "shelf", "value": "A3"}])

    stopped, waived = cli("plan", library, "--request", file), cli("plan", library, "--request", file, "--allow-unread")

    assert (5, 0) == (stopped.code, waived.code)
    assert "error[unread_value]" in stopped.err
    assert "! shelf = 'A3'" in waived.out


@pytest.mark.parametrize(
    ("more", "told"),
    [
        (("--ask", "close it"), "--request FILE says what is meant; it goes without --ask"),
        (("-e", "memberId=m1"), "-e memberId: request.json says what is meant"),
        (("--target", "getMember"), "it is for 'closeMembership', and --target names 'getMember' @ $.target"),
        (("--foreach", "memberId"), "--foreach goes with --target or --ask"),
        (("--workflow", "flow.yaml"), "--workflow goes without --request"),
    ],
)
def test_what_contradicts_a_request_is_refused(cli, library, more, told):
    """There is one say on what is meant."""
    result = cli("plan", library, "--request", understood(cli, library, *CLOSE), *more)

    assert result.code in (2, 3)
    assert told in result.err


def test_a_saved_plan_and_a_request_are_too_much(cli, library):
    """A plan has its request already."""
    result = cli("run", library, "--plan", "plan.json", "--request", "request.json")

    assert (2, True) == (result.code, "--plan goes without --request" in result.err)


def test_a_file_that_is_no_request_is_told_with_its_place(cli, library):
    """As for `understand`: file, place, next step; nothing is planned."""
    file = changed(understood(cli, library, *CLOSE), settings=[{"input": "memberID", "value": "m1"}])

    for command in ("plan", "run"):
        result = cli(command, library, "--request", file)
        assert 3 == result.code
        assert "request.json: there is no input 'memberID'; did you mean 'memberId'?" in result.err
        assert "@ $.settings[0].input" in result.err


# --- secrets ---


def signup(cli):
    """A file with a request whose password was kept out of it."""
    body = {"type": "object", "required": ["login", "password"], "properties": {}}
    body["properties"] = {"login": {"type": "string"}, "password": {"type": "string"}}
    operation = {
        "operationId": "signUp",
        "summary": "Sign up",
        "requestBody": {"required": True, "content": {"application/json": {"schema": body}}},
        "responses": {"200": {"description": "fine"}},
    }
    document = {"openapi": "3.0.3", "info": {"title": "x", "version": "1"}, "paths": {"/users": {"post": operation}}}
    Path("api.json").write_text(json.dumps(document), encoding="utf-8")
    Path("answers.json").write_text(json.dumps([{"tool": "signUp", "body": {"id": 1}}]), encoding="utf-8")
    return understood(cli, "api.json", "--target", "signUp", "-e", "login=mina", "-e", "password=hunter22")


def test_a_secret_that_was_kept_out_is_given_again(cli):
    """It stands in no file and in no plan; the run has it from -e, and without it says so."""
    file = signup(cli)
    assert "hunter22" not in Path(file).read_text(encoding="utf-8")

    missing = cli("run", "api.json", "--request", file, *REPLAY, "--yes")
    plan = cli("plan", "api.json", "--request", file, "-e", "password=hunter22", "--json")
    run = cli("run", "api.json", "--request", file, "-e", "password=hunter22", *REPLAY, "--yes", "--json")

    assert (3, True) == (missing.code, "give it with -e password=VALUE" in missing.err)
    assert (0, 0) == (plan.code, run.code)
    assert "hunter22" not in plan.out + run.out
    (started,) = [e for e in run.json["events"] if e["type"] == "step.started"]
    assert "mina" == started["args_preview"]["login"]
