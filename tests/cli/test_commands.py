"""The commands on a document: the demo's shop."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

pytestmark = pytest.mark.bundled


# --- build and inspect --------------------------------------------------------------


def test_build(cli, shop):
    """The artifact is written, and the answer says what is in it."""
    result = cli("build", shop, "-o", "out.json", "--json")

    written = json.loads(Path("out.json").read_bytes())
    assert (0, "") == (result.code, result.err)
    assert {
        "output": "out.json",
        "bytes": Path("out.json").stat().st_size,
        "title": "Harbor Store",
        "tools": 15,
        "edges": len(written["edges"]),
        "diagnostics": {},
    } == result.json
    assert 15 == len(written["tools"])


def test_build_is_reproducible(cli, shop):
    """Two builds give the same bytes."""
    cli("build", shop, "-o", "one.json")
    cli("build", shop, "-o", "two.json")

    assert Path("one.json").read_bytes() == Path("two.json").read_bytes()


def test_build_tells_fields(cli, shop):
    """What the command line says of field names wins, beside what the file says."""
    Path("pyproject.toml").write_text(
        "[tool.graph-tool-call.build]\ncontext_field_names = ['city']\n", encoding="utf-8"
    )

    cli("build", shop, "-o", "out.json", "--context-field", "keyword")

    tools = json.loads(Path("out.json").read_bytes())["tools"]
    kinds = {
        row["name"]: row["kind"]
        for name in ("listCustomers", "searchProducts")
        for row in tools[name]["metadata"]["api_contract"]["consumes"]
    }
    assert {"city": "context", "keyword": "context", "limit": "data", "offset": "data"} == kinds


def test_build_of_an_artifact(cli, artifact):
    """Building what is built already is a mistake that is said."""
    result = cli("build", artifact, "-o", "again.json")

    assert (2, False) == (result.code, Path("again.json").exists())
    assert "is an artifact already" in result.err


def test_output_that_cannot_be_written(cli, shop):
    """A folder that is not there is an error with the path in it."""
    result = cli("build", shop, "-o", "nowhere/out.json")

    assert (2, "error[output]: nowhere/out.json: cannot be written: No such file or directory\n") == (
        result.code,
        result.err,
    )


def test_inspect_counts(cli, shop):
    """Counts are those of the document."""
    answer = cli("inspect", shop, "--json").json

    assert ("Harbor Store", "3.1.0", 15, {"GET": 12, "POST": 3}) == (
        answer["title"],
        answer["spec_version"],
        answer["tools"],
        answer["methods"],
    )
    assert (3, 0, True) == (answer["changes_state"], answer["deprecated"], answer["built"])
    assert 1.0 == answer["contract"]["response_schema_coverage"]
    assert answer["readiness"]["ready"]


def test_inspect_for_people(cli, shop):
    """A person sees title, counts, coverage and readiness."""
    words = cli("inspect", shop).words

    assert words.startswith("Harbor Store 1.0.0 specification 3.1.0 tools 15 (12 GET, 3 POST)")
    assert "response schema coverage 100%" in words
    assert "Readiness: ready for planning" in words


def test_artifact_and_document_say_the_same(cli, shop, artifact):
    """An artifact is as good as its document."""
    of_document = cli("inspect", shop, "--json").json
    of_artifact = cli("inspect", artifact, "--json").json

    assert of_document == {**of_artifact, "built": True, "source": shop}


# --- search and select --------------------------------------------------------------


def test_search(cli, artifact):
    """The operation that a question is about comes first, with its score and place."""
    answer = cli("search", artifact, "current location of a shipment", "--json").json

    first = answer["results"][0]
    assert (1, "getShipmentLocation", "GET /shipments/{shipmentId}/location") == (
        first["rank"],
        first["name"],
        first["operation"],
    )
    assert "tool" not in first


def test_search_takes_as_many_as_wanted(cli, artifact):
    """-k bounds the rows."""
    assert 2 == len(cli("search", artifact, "orders of a customer", "-k", "2", "--json").json["results"])


def test_search_evidence_has_its_plugin(cli, artifact):
    """Evidence says who gave it."""
    rows = cli("search", artifact, "list orders", "--evidence", "--json").json["results"]

    assert all(piece["plugin"] for row in rows for piece in row["evidence"])
    assert any(row["evidence"] for row in rows)


def test_search_for_nothing(cli, artifact):
    """A question that nothing fits has no answer: exit code 1."""
    result = cli("search", artifact, "zzz qqq")

    assert (1, "", True) == (result.code, result.out, result.err.startswith("error[no_candidates]: "))


def test_select(cli, artifact):
    """The selection is the selector's own answer, with the question and the compared rows."""
    answer = cli("select", artifact, "list the refunds of an order", "--json").json

    assert "listOrderRefunds" == answer["selected_target"]
    assert {"reason_codes", "margin", "rank_signals", "candidate_evidence", "ambiguous"} <= set(answer)
    assert "listOrderRefunds" in [row["name"] for row in answer["candidates"]]


def test_select_with_a_model(cli, artifact):
    """What a model chose may be named as operation, and is part of the answer."""
    answer = cli(
        "select", artifact, "list the refunds of an order", "--llm-target", "POST /orders/{orderId}/refunds", "--json"
    ).json

    assert "createRefund" == answer["llm_target"]


def test_select_for_people(cli, artifact):
    """A person sees the choice first, and the reason codes in words."""
    words = cli("select", artifact, "list the refunds of an order").words

    assert words.startswith("Selected: listOrderRefunds (margin ")


def test_select_writes_a_page(cli, artifact):
    """--html writes the comparison for a browser; a place that cannot be written to is an error with its path."""
    cli("select", artifact, "list the <b>refunds</b> of an order", "--html", "page.html")
    failed = cli("select", artifact, "list refunds", "--html", "gone/page.html")

    page = Path("page.html").read_text(encoding="utf-8")
    assert "<b>refunds" not in page
    assert page.startswith("<!doctype html>")
    assert (2, True) == (failed.code, "gone/page.html: cannot be written" in failed.err)


# --- plan ---------------------------------------------------------------------------


def test_plan_by_target(cli, artifact):
    """The table says for each argument where its value comes from."""
    words = cli("plan", artifact, "--target", "getShipmentLocation", "-e", "name=Mina Park").words

    assert "s1 listCustomers GET /customers" in words
    assert "the one whose name is 'Mina Park'" in words
    assert "s3: shipmentId is taken from the first element" in words


@pytest.mark.parametrize("target", ["createRefund", "POST /orders/{orderId}/refunds", "post /orders/{orderId}/refunds"])
def test_target_by_any_of_its_names(cli, artifact, target):
    """A target is a tool name or METHOD /path."""
    answer = cli("plan", artifact, "--target", target, "--json").json

    assert "createRefund" == answer["target"] == answer["plan"]["steps"][-1]["tool"]


def test_plan_by_question(cli, artifact):
    """A question selects the target, and the plan keeps the selection."""
    answer = cli("plan", artifact, "--ask", "list the refunds of an order", "-e", "orderId=ord_13", "--json").json

    assert "listOrderRefunds" == answer["target"]
    assert "listOrderRefunds" == answer["plan"]["metadata"]["synthesis"]["target_selector"]["selected_target"]


def test_plan_asks(cli, artifact):
    """What nothing supplies is a question, with the choices of the contract."""
    answer = cli("plan", artifact, "--target", "createRefund", "-e", "orderId=ord_13", "--json").json

    (slot,) = answer["asked"]
    assert ("reason", "enum_required") == (slot["field_name"], slot["reason"])
    assert ["DAMAGED", "LATE", "WRONG_ITEM", "CHANGED_MIND"] == slot["enum"]


def test_numbers_go_where_text_is_wanted(cli, artifact):
    """A value that looks like a number is text where the contract takes text."""
    answer = cli("plan", artifact, "--target", "getOrder", "-e", "orderId=1003", "--json").json

    assert {"orderId": "1003"} == answer["plan"]["steps"][0]["args"]


@pytest.mark.parametrize("value", ["many", '"5"', "true", "1.5"])
def test_entity_of_a_wrong_type(cli, artifact, value):
    """A value that the contract cannot take is a usage error that names field, tool and type."""
    given = ["-e", "orderId=ord_13", "-e", "reason=LATE", "-e", f"amountCents={value}"]

    result = cli("plan", artifact, "--target", "createRefund", *given)

    assert (2, "") == (result.code, result.out)
    assert result.err.startswith("error[invalid_entity]: ")
    assert all(word in result.err for word in ("amountCents", "createRefund", "integer"))


def test_object_where_a_plain_value_is_wanted(cli, artifact):
    """An object is no id."""
    result = cli("plan", artifact, "--target", "getOrder", "-e", 'orderId={"a": 1}')

    assert (2, True) == (result.code, result.err.startswith("error[invalid_entity]: "))


@pytest.mark.parametrize(
    ("target", "near"),
    [
        ("getShipmentLocaton", "getShipmentLocation"),
        ("GET /order/{orderId}", "GET /orders/{orderId}"),
        ("GETSHIPMENTLOCATION", "getShipmentLocation"),
    ],
)
def test_unknown_target(cli, artifact, target, near):
    """An unknown target has no answer; near names are given."""
    result = cli("plan", artifact, "--target", target)

    assert (1, "") == (result.code, result.out)
    assert result.err.startswith(f"error[unknown_target]: there is no operation {target!r} (did you mean ")
    assert near in result.err


def test_exclude(cli, artifact):
    """An excluded operation is not used on the way."""
    used = cli("plan", artifact, "--target", "getOrder", "-e", "orderNumber=A-1", "--json").json
    other = cli(
        "plan", artifact, "--target", "getOrder", "-e", "orderNumber=A-1", "--exclude", "searchOrders", "--json"
    ).json

    assert ["searchOrders", "getOrder"] == [step["tool"] for step in used["steps"]]
    assert "searchOrders" not in [step["tool"] for step in other["steps"]]


def test_plan_is_written(cli, artifact):
    """-o keeps the plan for `run --plan`."""
    answer = cli("plan", artifact, "--target", "getOrder", "-e", "orderId=o", "-o", "plan.json", "--json").json

    assert answer["plan"] == json.loads(Path("plan.json").read_text(encoding="utf-8"))


def test_values_given_in_vain_are_said(cli, artifact):
    """A value without a place in the plan is not passed over."""
    answer = cli("plan", artifact, "--target", "getOrder", "-e", "orderId=o", "-e", "colour=red", "--json").json

    assert ["colour"] == [entry["key"] for entry in answer["unread"]]


# --- plugins and explain ------------------------------------------------------------


def test_plugins(cli):
    """Each plugin has id, version, distribution, hooks and status."""
    answer = cli("plugins", "--json").json

    rows = {row["id"]: row for row in answer["plugins"]}
    assert {"active": len(rows)} == answer["counts"]
    assert ("active", "graph-tool-call") == (rows["resources"]["status"], rows["resources"]["distribution"])
    assert "gtc_classify_fields" in rows["resources"]["hooks"]


def test_executors_and_their_plugins(cli):
    """Each executor stands with its plugin, and with what may be relied on and given."""
    answer = cli("plugins", "--json").json
    rows = {row["name"]: row for one in answer["plugins"] for row in one["executors"]}

    assert {"callable", "replay"} <= set(answer["executors"]) == set(rows)
    assert ["responses", "base_url", "headers"] == [option["name"] for option in rows["replay"]["options"]]
    assert {"idempotent": False, "dry_run": False, "concurrency": None}.items() <= rows["replay"].items()
    assert rows["replay"]["description"].startswith("Answers with records")


def test_blocked_plugins_are_listed(cli):
    """A plugin that was left out is there as blocked, with the reason."""
    rows = {row["id"]: row for row in cli("plugins", "--plugins", "-resources", "--json").json["plugins"]}

    assert ("blocked", []) == (rows["resources"]["status"], rows["resources"]["hooks"])
    assert "blocked" in rows["resources"]["why"]


def test_plugins_change_what_is_built(cli, shop):
    """Without the plugin that types identifiers, there are no types."""
    with_all = cli("inspect", shop, "--json").json["contract"]["semantic_tag_coverage"]
    tags = cli("explain", shop, "getOrder", "--plugins", "-resources", "--json").json["fields"]

    assert 1.0 == with_all
    assert {""} == {field["semantic_tag"] for field in tags}


def test_unknown_plugin(cli, monkeypatch):
    """GTC_PLUGINS with a name that no plugin has is exit code 4, with the near name."""
    monkeypatch.setenv("GTC_PLUGINS", "resuorces")

    result = cli("plugins")

    assert (4, True) == (result.code, "did you mean resources" in result.err)


def test_explain_field_names_everybody(cli, shop):
    """From a document the winner and the others are named, and the producers with their signals."""
    answer = cli("explain", shop, "getShipmentLocation", "shipmentId", "--json").json

    taken = next(row for row in answer["rows"] if row["direction"] == "consumes")
    tag = next(d for d in taken["decisions"] if d["part"] == "semantic_tag")
    assert ("shipment_id", "resources") == (tag["value"], tag["plugin"])
    assert tag["reason"]
    assert "listCustomerShipments" in [row["producer"] for row in taken["producers"]]


def test_explain_from_an_artifact(cli, shop, artifact):
    """An artifact keeps who won."""
    of_document = cli("explain", shop, "getOrder", "orderId", "--json").json["rows"][0]["decisions"]
    of_artifact = cli("explain", artifact, "getOrder", "orderId", "--json").json["rows"][0]["decisions"]

    won = {(d["part"], d["value"], d["plugin"], d["reason"]) for d in of_document}
    assert won == {(d["part"], d["value"], d["plugin"], d["reason"]) for d in of_artifact}


def test_explain_the_callers_word(cli, shop):
    """What the configuration says of a field is told as the caller's."""
    Path("pyproject.toml").write_text(
        "[tool.graph-tool-call.build]\ncontext_field_names = ['city']\n", encoding="utf-8"
    )

    (row,) = [
        r for r in cli("explain", shop, "listCustomers", "city", "--json").json["rows"] if r["location"] == "query"
    ]

    assert ("context", "caller") == next((d["value"], d["plugin"]) for d in row["decisions"] if d["part"] == "kind")


def test_explain_operation(cli, shop):
    """What an operation does is told with who said so."""
    answer = cli("explain", shop, "POST /orders/{orderId}/refunds", "--json").json

    said = {d["part"]: (d["value"], bool(d["plugin"])) for d in answer["decisions"]}
    assert (("create", True), (True, True)) == (said["action"], said["changes_state"])


def test_explain_unknown_field(cli, shop):
    """A field that is not there has near names."""
    result = cli("explain", shop, "getOrder", "orderID2")

    assert (1, True) == (result.code, "did you mean orderId" in result.err)


def test_explain_selection(cli, artifact):
    """--ask shows the evidence for every candidate."""
    words = cli("explain", artifact, "--ask", "list the refunds of an order").words

    assert words.startswith("Selected: listOrderRefunds")
    assert "Evidence for" in words
