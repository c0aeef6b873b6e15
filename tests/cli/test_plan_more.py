"""`plan` with alternatives, pictures and fan-out; `explain --why-not`."""

from __future__ import annotations

import pytest

pytestmark = pytest.mark.bundled


def test_other_plans(cli, artifact):
    """As many as are wanted, each dearer than the last, with words for people."""
    answer = cli("plan", artifact, "--target", "getOrder", "--alternatives", "2", "--json").json
    words = cli("plan", artifact, "--target", "getOrder", "--alternatives", "2").words

    assert [2, 3] == [a["rank"] for a in answer["alternatives"]]
    assert 0 <= answer["alternatives"][0]["extra_cost"] <= answer["alternatives"][1]["extra_cost"]
    assert {"getOrder"} == {a["plan"]["steps"][-1]["tool"] for a in answer["alternatives"]}
    assert "Other plans" in words
    assert all(" ".join(a["summary"].split()) in words for a in answer["alternatives"])


def test_without_the_option_there_are_none(cli, artifact):
    """Other plans are looked for on request only."""
    assert [] == cli("plan", artifact, "--target", "getOrder", "--json").json["alternatives"]


@pytest.mark.parametrize(("option", "first"), [("--mermaid", "flowchart TD"), ("--dot", "digraph plan {")])
def test_pictures(cli, artifact, option, first):
    """The picture alone on standard output; with --json a part of the answer."""
    drawn = cli("plan", artifact, "--target", "getOrder", option)

    assert (0, first) == (drawn.code, drawn.out.splitlines()[0])
    assert drawn.out == cli("plan", artifact, "--target", "getOrder", option, "--json").json["picture"]


def test_fan_out(cli, artifact):
    """One call for each element, told among the arguments; given values are used, not left over."""
    words = cli("plan", artifact, "--target", "getOrder", "--foreach", "orderId").words
    given = cli(
        "plan", artifact, "--target", "getOrder", "--foreach", "orderId", "-e", 'orderId=["A","B"]', "--json"
    ).json

    assert "for each s1 searchOrders: items → each" in words
    assert "${s1.items.*}" in words
    assert (["A", "B"], []) == (given["steps"][-1]["foreach"]["value"], given["unread"])
    assert "the values given for orderId" == given["steps"][-1]["foreach"]["how"]


def test_why_not(cli, artifact):
    """A verdict, where the value comes from instead, and the parts of the cost."""
    answer = cli("explain", artifact, "getOrder", "orderId", "--why-not", "listCustomerOrders", "--json").json
    words = cli("explain", artifact, "getOrder", "orderId", "--why-not", "listCustomerOrders").words

    assert ("costs_more", "searchOrders") == (answer["verdict"], answer["chosen"]["producer"])
    assert answer["extra_cost"] == pytest.approx(sum(part["amount"] for part in answer["costs"]))
    assert "The plan has the value from searchOrders" in words
    assert "a call of listCustomers" in words


def test_why_not_knows_what_is_given(cli, artifact):
    """-e and --exclude count as in `plan`."""
    why_not = ("explain", artifact, "getOrder", "orderId", "--json", "--why-not")

    assert "given" == cli(*why_not, "listCustomerOrders", "-e", "orderId=O-1").json["verdict"]
    assert "excluded" == cli(*why_not, "searchOrders", "--exclude", "searchOrders").json["verdict"]
    assert "chosen" == cli(*why_not, "listCustomerOrders", "--exclude", "searchOrders").json["verdict"]


def test_why_not_needs_a_field(cli, artifact):
    """Without a field there is nothing to fill; an unknown one is named with near names."""
    assert (2, True) == (
        (r := cli("explain", artifact, "getOrder", "--why-not", "listOrders")).code,
        "a field" in r.err,
    )
    unknown = cli("explain", artifact, "getOrder", "orderIt", "--why-not", "searchOrders")
    assert (True, True) == ("unknown_field" in unknown.err, "orderId" in unknown.err)
