"""`run`: recorded answers, and real HTTP against the demo's shop."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from graph_tool_call.cli import asking
from graph_tool_call_shop import running_shop

pytestmark = pytest.mark.bundled

CUSTOMERS = {"items": [{"id": "cus_1", "name": "Ada"}, {"id": "cus_2", "name": "Mina Park"}], "total": 2}
ORDERS = {"items": [{"id": "ord_1", "orderNumber": "A-1"}], "total": 1}
REFUND = {"id": "ref_1", "orderId": "ord_1", "amountCents": 5, "reason": "LATE"}


GUARDED = {
    "openapi": "3.0.3",
    "info": {"title": "Pets", "version": "1"},
    "components": {"securitySchemes": {"staffToken": {"type": "http", "scheme": "bearer"}}},
    "security": [{"staffToken": []}],
    "paths": {"/pets": {"get": {"operationId": "listPets", "responses": {"200": {"description": "ok"}}}}},
}


def replay(*records):
    """Options that answer with *records*: (tool, body)."""
    responses = [
        {"tool": tool, **({"body": body} if not isinstance(body, str) else {"status": 409, "error": body})}
        for tool, body in records
    ]
    Path("records.json").write_text(json.dumps(responses), encoding="utf-8")
    return ["--executor", "replay", "--option", "responses=@records.json"]


@pytest.fixture(name="person")
def _person(monkeypatch):
    """A person at the terminal, who types the given lines."""

    def answers(*lines):
        monkeypatch.setattr(asking, "interactive", lambda: True)
        given = iter(lines)
        monkeypatch.setattr("click.termui.visible_prompt_func", lambda _text: next(given))

    return answers


# --- what is called, and what is shown ------------------------------------------------


def test_plan_events_and_result(cli, artifact):
    """A person sees the plan, each call as it happens, and the result."""
    answers = replay(("listCustomers", CUSTOMERS), ("listCustomerOrders", ORDERS))

    result = cli("run", artifact, "--target", "listCustomerOrders", "-e", "name=Mina Park", *answers)

    assert (0, "") == (result.code, result.err)
    lines = result.out.splitlines()
    assert '→ s2 listCustomerOrders {"customerId": "cus_2"}' in lines
    assert ["→ s1", "✓ s1", "→ s2", "✓ s2"] == [line[:4] for line in lines if line[:1] in "→✓" and line]
    assert ORDERS == json.loads(result.out.partition("Result\n")[2])


def test_pages_of_a_lookup_are_shown_and_bounded(cli, tmp_path):
    """A list that is looked through is read page by page; each is a line, and --lookup-pages says how many at most."""
    number = {"name": "offset", "in": "query", "schema": {"type": "integer"}}
    pet = {"type": "object", "properties": {"id": {"type": "string"}, "name": {"type": "string"}}}
    listed = {"type": "object", "properties": {"pets": {"type": "array", "items": pet}, "total": {"type": "integer"}}}
    answer = {"200": {"description": "ok", "content": {"application/json": {"schema": listed}}}}
    key = {"name": "id", "in": "path", "required": True, "schema": {"type": "string"}}
    paths = {
        "/pets": {"get": {"operationId": "listPets", "parameters": [number], "responses": answer}},
        "/pets/{id}": {
            "get": {"operationId": "getPet", "parameters": [key], "responses": {"200": {"description": "ok"}}}
        },
    }
    spec, plan = tmp_path / "pets.json", tmp_path / "plan.json"
    spec.write_text(json.dumps({"openapi": "3.0.3", "info": {"title": "Pets", "version": "1"}, "paths": paths}))
    steps = [
        {"id": "s1", "tool": "listPets", "args": {}, "depends_on": []},
        {"id": "s2", "tool": "getPet", "args": {"id": "${s1.pets[?name == 'Rex'].id}"}, "depends_on": ["s1"]},
    ]
    plan.write_text(json.dumps({"id": "p", "steps": steps}))
    pages = [{"pets": [{"id": str(at), "name": name}], "total": 3} for at, name in enumerate(["Ada", "Rex", "Leo"])]
    answers = replay(*(("listPets", page) for page in pages), ("getPet", {"id": "1"}))

    found = cli("run", str(spec), "--plan", str(plan), *answers)
    assert "· s1 page 2 of listPets: 2 rows by now, for s1.pets[?name == 'Rex']" in found.out.splitlines()
    assert found.code == 0

    missed = cli("run", str(spec), "--plan", str(plan), "--lookup-pages", "1", *answers)
    assert missed.code == 1
    assert "1 page was read, which is the limit" in " ".join(missed.err.split())


def test_answer_as_json(cli, artifact):
    """With --json there is one document: output, events and the plan."""
    answers = replay(("getOrder", {"id": "ord_1"}))

    result = cli("run", artifact, "--target", "getOrder", "-e", "orderId=ord_1", "--json", *answers)

    answer = result.json
    assert (True, {"id": "ord_1"}, "") == (answer["ok"], answer["output"], result.err)
    assert ["plan.started", "step.started", "step.completed", "plan.completed"] == [e["type"] for e in answer["events"]]
    assert ["getOrder"] == [step["tool"] for step in answer["plan"]["steps"]]


def test_failed_call(cli, artifact):
    """A failed call is exit code 1, with the step and what the API said."""
    result = cli("run", artifact, "--target", "getOrder", "-e", "orderId=ord_1", *replay(("getOrder", "gone fishing")))

    assert 1 == result.code
    assert "✗ s1 tool: " in result.out
    (line,) = result.err.splitlines()
    assert line.startswith("error[")
    assert "s1 getOrder: " in line
    assert "gone fishing" in line


def test_empty_list(cli, artifact):
    """A list without an element is a clear failure, not an index error."""
    answers = replay(("searchOrders", {"items": [], "total": 0}))

    result = cli("run", artifact, "--target", "getOrder", "-e", "orderNumber=A-9", *answers)

    assert (1, True) == (result.code, result.err.startswith("error[empty_result]: s2 getOrder: "))


def test_failure_as_json(cli, artifact):
    """With --json the failure keeps its events."""
    answers = replay(("getOrder", "no"))

    error = cli("run", artifact, "--target", "getOrder", "-e", "orderId=o", "--json", *answers).error

    assert (1, "tool", "plan.aborted") == (error["exit_code"], error["error_kind"], error["events"][-1]["type"])


# --- consent and missing values -------------------------------------------------------

REFUND_IT = ["--target", "createRefund", "-e", "orderId=ord_1"]


def test_changes_need_consent(cli, artifact):
    """Without a terminal and without --yes nothing that changes something is called."""
    result = cli("run", artifact, *REFUND_IT, "-e", "reason=LATE", *replay(("createRefund", REFUND)))

    assert 5 == result.code
    assert result.err.startswith("error[confirmation_required]: this changes something: createRefund (POST /orders/")
    assert "→" not in result.out.partition("changes something")[2].replace("→ first", "")


def test_yes(cli, artifact):
    """--yes is the consent."""
    result = cli("run", artifact, *REFUND_IT, "-e", "reason=LATE", "--yes", "--json", *replay(("createRefund", REFUND)))

    assert (0, REFUND) == (result.code, result.json["output"])


@pytest.mark.parametrize(("word", "code"), [("y", 0), ("n", 5)])
def test_consent_of_a_person(cli, artifact, person, word, code):
    """A person is asked, and a no calls nothing."""
    person(word)

    result = cli("run", artifact, *REFUND_IT, "-e", "reason=LATE", *replay(("createRefund", REFUND)))

    assert code == result.code
    assert ("✓ s1" in result.out) == (word == "y")


def test_missing_values_without_a_terminal(cli, artifact):
    """Missing values are named all at once, before anything is called."""
    result = cli("run", artifact, *REFUND_IT, "--yes", *replay(("createRefund", REFUND)))

    assert 5 == result.code
    assert result.err.startswith(
        "error[input_required]: these values are missing: reason (give each with -e NAME=VALUE)"
    )
    assert "✓" not in result.out


def test_missing_values_are_asked_for(cli, artifact, person):
    """A person chooses among the values of the contract."""
    person("2")

    result = cli("run", artifact, *REFUND_IT, "--yes", "--json", *replay(("createRefund", REFUND)))

    started = next(event for event in result.json["events"] if event["type"] == "step.started")
    assert "LATE" == started["args_preview"]["reason"]


LOGIN = {
    "openapi": "3.0.3",
    "info": {"title": "Login", "version": "1"},
    "paths": {
        "/login": {
            "get": {
                "operationId": "login",
                "parameters": [
                    {"name": name, "in": "query", "required": True, "schema": {"type": kind}}
                    for name, kind in (("password", "string"), ("floor", "integer"))
                ],
                "responses": {"200": {"description": "ok"}},
            }
        }
    },
}


def test_answers_of_a_person(cli, artifact, person, monkeypatch):
    """What a password is asked for is not shown while it is typed; a number that is none is asked for again."""
    Path("login.json").write_text(json.dumps(LOGIN), encoding="utf-8")
    person("first", "1")
    monkeypatch.setattr("click.termui.hidden_prompt_func", lambda _text: "hunter2")

    result = cli("run", "login.json", "--target", "login", *replay(("login", {"ok": True})))

    assert (0, True) == (result.code, "'first' is not a valid integer" in result.err)
    assert '"floor": 1' in result.out
    assert "hunter2" not in result.out + result.err


def test_choices_are_listed_by_calling_the_producer(cli, artifact, person):
    """Where one of a list must be chosen, its producer is called and the elements are offered with their labels."""
    person("2")
    answers = replay(("listCustomers", CUSTOMERS))

    result = cli("run", artifact, "--target", "getCustomer", "--choose", "ask", *answers, "--json")

    # getCustomer itself has no record: what counts is the id that it was called with.
    started = [event for event in result.error["events"] if event["type"] == "step.started"]
    assert {"customerId": "cus_2"} == started[-1]["args_preview"]
    assert "2. cus_2: Mina Park" in result.err


# --- saved plans ----------------------------------------------------------------------


def test_saved_plan(cli, artifact):
    """A plan that was kept is run as it is."""
    cli("plan", artifact, "--target", "getOrder", "-e", "orderId=ord_7", "-o", "plan.json")

    result = cli("run", artifact, "--plan", "plan.json", "--json", *replay(("getOrder", {"id": "ord_7"})))

    assert (0, {"id": "ord_7"}) == (result.code, result.json["output"])


def test_saved_plan_takes_what_it_asks_for(cli, artifact):
    """Values for the questions of a saved plan come from -e."""
    cli("plan", artifact, *REFUND_IT, "-o", "plan.json")
    answers = replay(("createRefund", REFUND))

    missing = cli("run", artifact, "--plan", "plan.json", "--yes", "--json", *answers)
    result = cli("run", artifact, "--plan", "plan.json", "-e", "reason=LATE", "--yes", "--json", *answers)

    assert ("input_required", REFUND) == (missing.error["code"], result.json["output"])


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "not JSON"),
        ("[]", "expected an object"),
        ('{"id": "p"}', "required field missing @ $.steps"),
        ('{"id": "p", "steps": [{"id": "s1", "tool": "nobody"}]}', "has no tool 'nobody'"),
        ('{"id": "p", "steps": [{"id": "s1", "tool": "getOrder", "args": {"orderId": "${s1"}}]}', "closing '}'"),
    ],
)
def test_plan_file_that_is_wrong(cli, artifact, text, message):
    """A plan file that cannot be run is a bad input, and says what is wrong with it."""
    Path("plan.json").write_text(text, encoding="utf-8")

    result = cli("run", artifact, "--plan", "plan.json", *replay())

    assert (3, 1) == (result.code, len(result.err.splitlines()))
    assert message in result.err


def test_plan_or_target(cli, artifact):
    """A saved plan has its target already."""
    assert "--plan goes without" in cli("run", artifact, "--plan", "p.json", "--target", "getOrder", *replay()).err


# --- executors, credentials, journals -------------------------------------------------


def test_unknown_executor(cli, artifact):
    """An executor that nobody offers is named beside those that are there."""
    result = cli("run", artifact, "--target", "getOrder", "-e", "orderId=o", "--executor", "pigeon")

    assert 2 == result.code
    assert result.err.startswith("error[unknown_executor]: there is no executor 'pigeon'; installed: ")
    assert "replay" in result.err


def test_misspelt_option_of_an_executor(cli, artifact):
    """An option that the executor does not take is named with the near one, and nothing is called."""
    given = ["run", artifact, "--target", "getOrder", "-e", "orderId=o", "--executor", "replay"]
    result = cli(*given, "--option", "response=[]")

    assert 3 == result.code
    assert "options of executor 'replay': unknown field 'response' (did you mean 'responses'?)" in result.err


def test_dry_run_wants_an_executor_that_can(cli, artifact):
    """One that would make the calls is refused before anything is planned, and those that can are named."""
    result = cli("run", artifact, "--target", "getOrder", "-e", "orderId=o", "--dry-run", *replay(("getOrder", {})))

    assert 2 == result.code
    assert "error[no_dry_run]: the executor 'replay' cannot show calls without making them; " in result.err


@pytest.mark.parametrize("option", ["-H", "--credential"])
def test_secrets_come_by_name_only(cli, artifact, monkeypatch, option):
    """A variable that is not set is said by its header, and a secret in the wrong place is not repeated."""
    monkeypatch.delenv("SHOP_TOKEN", raising=False)
    base = ["run", artifact, "--target", "getOrder", "-e", "orderId=o", *replay(("getOrder", {}))]

    unset = cli(*base, option, "X-Key=SHOP_TOKEN")
    wrong = cli(*base, option, "s3cr3t")

    assert (5, True) == (unset.code, f"error[credential_missing]: {option} X-Key: " in unset.err)
    assert (2, False) == (wrong.code, "s3cr3t" in wrong.err + wrong.out)


def test_credential_that_nothing_takes(cli, artifact, monkeypatch):
    """A misspelt scheme is said on stderr, with the near name, and the answer stays pure JSON."""
    monkeypatch.setenv("SHOP_TOKEN", "s3cr3t-value")
    Path("open.json").write_text(json.dumps(GUARDED), encoding="utf-8")
    given = ["run", "open.json", "--target", "listPets", "--json", *replay(("listPets", []))]

    wrong = cli(*given, "--credential", "stafToken=SHOP_TOKEN")
    right = cli(*given, "--credential", "staffToken=SHOP_TOKEN")

    assert "warning: no call takes a credential named stafToken; did you mean staffToken?" == wrong.err.strip()
    assert ([], []) == (wrong.json["output"], right.json["output"])
    assert "" == right.err


def test_call_that_wants_a_credential(cli, artifact):
    """An answer of 401 says by which option a credential is given."""
    records = [{"tool": "getOrder", "status": 401, "error_kind": "auth", "error": "who are you"}]
    Path("records.json").write_text(json.dumps(records), encoding="utf-8")
    given = ["--executor", "replay", "--option", "responses=@records.json"]

    result = cli("run", artifact, "--target", "getOrder", "-e", "orderId=o", *given)

    assert "who are you (--credential SCHEME=VARIABLE gives a credential)" in result.err


def test_journal(cli, artifact):
    """A run that failed goes on where it stopped: what is done is not called again."""
    base = [
        "run",
        artifact,
        "--target",
        "getOrder",
        "-e",
        "orderNumber=A-1",
        "--store",
        "runs.sqlite",
        "--run-id",
        "r1",
    ]
    first = cli(*base, "--json", *replay(("searchOrders", ORDERS), ("getOrder", "busy")))

    second = cli(*base, "--json", *replay(("searchOrders", "must not be called"), ("getOrder", {"id": "ord_1"})))

    assert (True, "r1") == (first.error["resumable"], first.error["run_id"])
    assert "--run-id r1 goes on from here" in first.error["message"]
    assert (0, {"id": "ord_1"}) == (second.code, second.json["output"])
    assert ["s1"] == [event["step_id"] for event in second.json["events"] if event["type"] == "step.skipped"]


def test_over_http(cli, artifact, monkeypatch):
    """With the HTTP executor the shop itself answers, and a header's secret is in no output."""
    pytest.importorskip("graph_tool_call_http")
    monkeypatch.setenv("SHOP_TOKEN", "s3cr3t-value")
    given = ["--target", "getShipmentLocation", "-e", "name=Mina Park", "-H", "X-Shop=SHOP_TOKEN"]

    with running_shop() as url:
        result = cli("run", artifact, *given, "--base-url", url, "--json")

    assert (0, "Incheon") == (result.code, result.json["output"]["place"])
    assert "s3cr3t-value" not in result.out


def test_a_change_with_a_value_in_vain_is_not_run(cli, artifact):
    """--yes is consent to what was asked for, and not to a change without a part of it."""
    wish = ["run", artifact, "--target", "cancelOrder", "-e", "orderId=o1", "-e", "colour=red", "--yes"]
    refused = cli(*wish, "--json").json["error"]

    assert (5, "unread_value", ["colour"]) == (
        refused["exit_code"],
        refused["code"],
        [row["key"] for row in refused["unread"]],
    )
    waived = cli(*wish, "--allow-unread", *replay(("cancelOrder", {"id": "o1"})))
    assert 0 == waived.code
    assert "colour = 'red': no place found" in waived.out
