"""Scrubbed records: what is kept of a question and its run, and what cannot get in whatever is tried."""

from __future__ import annotations

import json

import attrs
import pytest
from bundled import bundled
from tiny_api import op, param, thing

from graph_tool_call import ToolGraph
from graph_tool_call.engine import Engine
from graph_tool_call.learning import trace_record
from graph_tool_call.learning.record import ERROR_KINDS
from graph_tool_call.learning.scrub import plain_words
from graph_tool_call.plan import ExecutionTrace, Plan, PlanStep
from graph_tool_call.plan.running import events

pytestmark = pytest.mark.bundled


@pytest.fixture(scope="module", name="graph")
def _graph() -> ToolGraph:
    operations = {
        "/orders": {"get": op(thing("orderId"), operationId="listOrders", summary="List orders of a member")},
        "/orders/{orderId}": {
            "get": op(thing("total"), param("orderId", "path"), operationId="getOrder", summary="Get order detail"),
            "delete": op(None, param("orderId", "path"), operationId="cancelOrder", summary="Cancel an order"),
        },
        "/deliveries": {"get": op(thing("address"), operationId="listDeliveries", summary="List delivery addresses")},
    }
    return ToolGraph.from_openapi({"openapi": "3.0.3", "info": {"title": "Shop", "version": "1"}, "paths": operations})


def record_of(graph, question, *, plan=None, trace=None, values=(), llm_target=None):
    rows = Engine(bundled()).search(graph, question, include_evidence=True)["results"]
    selection = Engine(bundled()).select(question, rows, graph.tools, retrieval_results=rows, llm_target=llm_target)
    return trace_record(graph, question, selection, plan=plan, trace=trace, values=values)


def trace_of(status="completed", **more):
    return ExecutionTrace(plan_id="p", run_id="0b7e", status=status, **more)


def test_a_record_has_names_codes_and_words_of_the_collection(graph):
    """Terms, tools, reasons, status: enough to learn from."""
    plan = Plan("p", steps=[PlanStep("s1", "listOrders"), PlanStep("s2", "getOrder")])
    found = record_of(graph, "please get the order detail", plan=plan, trace=trace_of())

    assert (1, "getOrder", ["listOrders", "getOrder"], "completed") == (
        found["format"],
        found["selected_target"],
        found["steps"],
        found["status"],
    )
    assert {"order", "detail", "get"} == set(found["terms"])
    json.dumps(found)


SECRETS = [
    "kim.chulsoo@example.com",
    "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N",
    "123e4567-e89b-12d3-a456-426614174000",
    "4111 1111 1111 1111",
    "010-1234-5678",
    "sk_live_abcdefghijklmnop",
    "AKIAIOSFODNNEXAMPLE",
    "Bearer abcdefghijklmnopqrstuvwxyz",
    "https://intern.example.com/orders?token=abc",
    "/home/kim/secret.txt",
    "900101-1234567",
    "김철수",
    "田中太郎",
    "Jean-Éric Dupont",
    "hunter two",
    "deadbeefcafebabe",
    "password=opensesame",
    "서울특별시 강남구 테헤란로",
    "$2b$10$N9qo8uLOickgx2ZMRZoMye",
    "-----BEGIN PRIVATE KEY-----",
]


@pytest.mark.parametrize("secret", SECRETS)
@pytest.mark.parametrize(
    "question", ["get order detail of {}", "{}의 주문 상세 조회", "{} cancel order", "order:{}, detail"]
)
def test_values_in_questions_do_not_get_in(graph, secret, question):
    """Addresses, tokens, keys, numbers, cards, paths, names of people: no piece of them stands in the record."""
    text = json.dumps(record_of(graph, question.format(secret)), ensure_ascii=False).lower()

    pieces = [part for part in secret.lower().replace("=", " ").split() if part not in {"bearer", "key", "private"}]
    assert [] == [piece for piece in pieces if piece in text and len(piece) > 1]


@pytest.mark.parametrize("quotes", ['"{}"', "'{}'", "“{}”", "「{}」", "`{}`", "‘{}’", '"{}'])
def test_quoted_passages_do_not_get_in(graph, quotes):
    """What stands in quotes is a value, even if its words are the collection's own."""
    assert "deliveri" not in record_of(graph, "get order detail " + quotes.format("delivery addresses"))["terms"]
    assert "delivery" not in json.dumps(record_of(graph, "order " + quotes.format("delivery"))["terms"])


def test_given_values_do_not_get_in(graph):
    """Entities and arguments are taken out of the question, even if they are words of the collection."""
    plan = Plan("p", steps=[PlanStep("s1", "getOrder", args={"orderId": "delivery", "deep": [{"x": "member"}]})])

    found = record_of(graph, "get order detail delivery member list", plan=plan, values={"state": "LIST"})

    assert {"get", "order", "detail"} == set(found["terms"])


def test_what_models_and_runs_say_does_not_get_in(graph):
    """A model's invented target, messages and outputs of runs, and codes that nobody knows are left out."""
    secret = "tok-abcdef"
    error = {"error_kind": secret, "message": secret, "reason": secret}
    trace = trace_of("failed", failed_step="s1", error=error, output={"x": secret}, outputs={"s1": secret})
    plan = Plan(secret, goal=secret, steps=[PlanStep("s1", secret, args={"a": secret})], metadata={"a": secret})
    selection = {
        "selected_target": "getOrder",
        "llm_target": secret,
        "reason_codes": [secret, "selected_by_rank"],
        "rank_signals": [{"name": secret}, {"name": "getOrder", "note": secret}, secret],
        "candidate_evidence": [{"matched": secret}],
    }

    found = trace_record(graph, f"get order {secret}", selection, plan=plan, trace=trace)

    assert secret not in json.dumps(found)
    assert ([], ["getOrder"], ["selected_by_rank"]) == (found["steps"], found["candidates"], found["reason_codes"])


def test_titles_and_run_ids_are_hashed(graph):
    """Which collection and which run it was can be compared, not read."""
    found = record_of(graph, "get order detail", trace=trace_of())
    again = record_of(graph, "get order detail", trace=attrs.evolve(trace_of(), run_id="other"))

    assert "Shop" not in json.dumps(found)
    assert "0b7e" not in json.dumps({**found, "id": ""})
    assert found["collection"] == again["collection"]
    assert found["id"] != again["id"]


def test_korean_questions_keep_the_collection_s_words(graph):
    """Korean words are kept as the English terms that the collection knows."""
    assert {"order", "detail", "get"} <= set(record_of(graph, "김철수 주문 상세 조회")["terms"])


@pytest.mark.parametrize(
    ("question", "kept"),
    [
        ("get order A-12", "get order"),
        ("주문번호A-12를 취소", "주문번호 를 취소"),
        ("API list, please!", "API list please"),
        ("getOrderDetail now", "now"),
        ("self-hosted re-run", "self-hosted re-run"),
        ("x" * 30 + " ok", "ok"),
        ("", ""),
    ],
)
def test_only_plain_words_are_looked_at(question, kept):
    """Runs with digits or marks, and those too long or oddly cased, are no words; punctuation is taken off."""
    assert kept == plain_words(question)


@pytest.mark.parametrize(
    ("question", "values", "kept"),
    [
        ("art of an order", ["a"], "art of an order"),
        ("김철수의 주문", ["김철수"], "의 주문"),
        ("가구 주문", ["가"], "가구 주문"),
        ("order ORDER Orders", ["order"], "Orders"),
    ],
)
def test_values_are_removed_as_wholes(question, values, kept):
    """A value inside a longer word is none; particles may follow one."""
    assert kept == plain_words(question, values)


def test_every_kind_of_error_may_be_kept():
    """Kinds are words of the product; a record has each of them."""
    assert set(events.ERROR_KINDS) <= ERROR_KINDS
