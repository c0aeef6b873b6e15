"""The demo: the whole way, on loopback, with the core alone."""

from __future__ import annotations

import socket
import time

import pytest

from graph_tool_call.cli import asking
from graph_tool_call.cli.demo import command
from graph_tool_call_shop import QUESTIONS

pytestmark = pytest.mark.bundled

#: Question number → the calls that it takes, and a part of the result.
CALLS = {
    1: (
        ["listCustomers", "listCustomerShipments", "getShipmentLocation"],
        {"place": "Incheon", "shipmentId": "shp_23"},
    ),
    2: (["searchOrders", "createRefund"], {"amountCents": 10300, "reason": "LATE", "orderId": "ord_13"}),
    3: (["searchOrders", "getOrder"], {"orderNumber": "A-1002", "totalCents": 7000}),
    4: (["listCustomers", "listCustomerOrders"], {"total": 0}),
    5: (["searchOrders", "listOrderRefunds"], {"total": 0}),
    6: (["listCustomers", "listCustomerOrders", "cancelOrder"], {"id": "ord_14", "status": "CANCELLED"}),
}
#: The question that must ask which of two orders is meant.
ASKS = 7


@pytest.fixture(name="loopback_only", autouse=True)
def _loopback_only(monkeypatch):
    """Any connection that leaves this machine fails the test."""
    connect = socket.socket.connect

    def guarded(self, address):
        assert address[0] in ("127.0.0.1", "::1"), f"the demo calls {address}"
        return connect(self, address)

    monkeypatch.setattr(socket.socket, "connect", guarded)


def test_every_question_is_tried():
    """The list and this test know the same questions."""
    assert set(range(1, len(QUESTIONS) + 1)) == {*CALLS, ASKS}


@pytest.mark.parametrize("number", sorted(CALLS))
def test_question(cli, number):
    """Each question leads to its calls by the general machinery, and to the right answer."""
    tools, part = CALLS[number]

    result = cli("demo", "--question", str(number), "--yes", "--json")

    assert (0, "") == (result.code, result.err)
    (told,) = result.json["questions"]
    assert tools == [step["tool"] for step in told["plan"]["steps"]]
    assert part == {key: told["result"]["output"][key] for key in part}
    assert tools[-1] == told["selection"]["selected_target"]


def test_a_question_that_must_ask(cli):
    """Two orders fit: both are told, by what people know them, and nothing was changed."""
    told = cli("demo", "--question", str(ASKS), "--yes")
    (data,) = cli("demo", "--question", str(ASKS), "--yes", "--json").json["questions"]

    assert (0, False) == (told.code, data["result"]["ok"])
    assert "Which one is meant has to be asked; nothing was changed" in told.out
    assert "orderNumber A-1003" in told.out
    assert "orderNumber A-1002" in told.out
    assert "→ s3 createRefund" not in told.out
    assert ["ord_13", "ord_12"] == [row["answer"]["id"] for row in data["result"]["choices"][0]["rows"]]


def test_a_person_says_which_one(cli, monkeypatch):
    """At a terminal the orders are offered, and the run goes on with the one that is meant."""
    words = iter(["y", "2"])
    monkeypatch.setattr(asking, "interactive", lambda: True)
    monkeypatch.setattr(command, "interactive", lambda: True)
    monkeypatch.setattr("click.termui.visible_prompt_func", lambda _text: next(words))

    result = cli("demo", "--question", str(ASKS))

    assert (0, True) == (result.code, '"orderId": "ord_12"' in result.out)


def test_story(cli):
    """By itself the demo shows candidates, evidence, what was understood, plan, events, result; and changes nothing."""
    begin = time.process_time()

    result = cli("demo")

    assert time.process_time() - begin < 5
    assert (0, "") == (result.code, result.err)
    parts = (
        "Question: ",
        "Given: ",
        "Candidates and selection",
        "Evidence for ",
        "Plan",
        "Understood",
        "Run",
        "Result",
    )
    for part in parts:
        assert f"\n{part}" in result.out, part
    assert '"place": "Incheon"' in result.out
    assert "nothing was called (--yes goes on)" in result.out
    assert not any(f"→ s3 {changing}" in result.out for changing in ("createRefund", "cancelOrder"))


@pytest.mark.parametrize(("word", "called"), [("y", True), ("n", False)])
def test_consent(cli, monkeypatch, word, called):
    """A person is asked before the refund; a no ends the demo without it."""
    monkeypatch.setattr(asking, "interactive", lambda: True)
    monkeypatch.setattr(command, "interactive", lambda: True)
    monkeypatch.setattr("click.termui.visible_prompt_func", lambda _text: word)

    result = cli("demo", "--question", "2")

    assert called == ("→ s2 createRefund" in result.out)
    assert (0 if called else 5) == result.code


def test_own_question(cli):
    """Any question may be asked, with the values that stand in it."""
    result = cli("demo", "--question", "Show the profile of a customer", "-e", "name=Jonas Weber", "--json")

    (told,) = result.json["questions"]
    assert ("getCustomer", "Hamburg") == (told["target"], told["result"]["output"]["city"])


def test_question_without_an_answer(cli):
    """A question that the shop has nothing for ends with one line."""
    result = cli("demo", "--question", "zzz qqq")

    assert (1, True) == (result.code, result.err.startswith("error[no_candidates]: "))


def test_list(cli):
    """The canned questions are listed with their values."""
    result = cli("demo", "--list")

    assert [f"{i}. {q.text}" for i, q in enumerate(QUESTIONS, 1)] == [
        line for line in result.out.splitlines() if not line.startswith(" ")
    ]
    assert [q.text for q in QUESTIONS] == [row["question"] for row in cli("demo", "--list", "--json").json["questions"]]


def test_number_that_is_not_there(cli):
    """A number beyond the list is a usage error."""
    assert 2 == cli("demo", "--question", "99").code
