"""The words of the vocabulary, on little cases of this file: each holds where it is right, and is refused where not."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from casebook import Case
from casebook.subjects import INPUTS, subject_of, verify_case
from casebook.verify import UnreadSentenceError, sentences, verify

pytestmark = pytest.mark.bundled

TEXT = {"type": "string"}
ORDER = {"type": "object", "required": ["orderNo"], "properties": {"orderNo": TEXT, "note": TEXT}}
PARCEL = {
    "type": "object",
    "required": ["weight", "to"],
    "properties": {
        "weight": {"type": "integer"},
        "to": {"type": "object", "required": ["city"], "properties": {"city": TEXT, "street": TEXT}},
        "from": {"type": "object", "required": ["city"], "properties": {"city": TEXT}},
    },
}


def answer(schema: Mapping[str, Any]) -> dict[str, Any]:
    return {"200": {"description": "fine", "content": {"application/json": {"schema": schema}}}}


def body(schema: Mapping[str, Any]) -> dict[str, Any]:
    return {"required": True, "content": {"application/json": {"schema": schema}}}


#: Orders with a key, parcels with a nested body, notes that are one whole list, and a call that needs a token.
DOCUMENT: Mapping[str, Any] = {
    "openapi": "3.0.3",
    "info": {"title": "Orders", "version": "1"},
    "servers": [{"url": "https://api.example.test"}],
    "components": {"securitySchemes": {"desk": {"type": "http", "scheme": "bearer"}}},
    "paths": {
        "/orders": {"get": {"responses": answer({"type": "array", "items": ORDER})}},
        "/orders/{orderNo}": {
            "get": {
                "parameters": [{"name": "orderNo", "in": "path", "required": True, "schema": TEXT}],
                "responses": answer(ORDER),
            }
        },
        "/stock": {"get": {"responses": answer({"type": "object", "additionalProperties": PARCEL})}},
        "/parcels": {"post": {"requestBody": body(PARCEL), "responses": {"204": {"description": "sent"}}}},
        "/notes": {
            "put": {
                "requestBody": body({"type": "array", "items": TEXT}),
                "responses": {"204": {"description": "kept"}},
            }
        },
        "/safe": {"get": {"security": [{"desk": []}], "responses": answer(ORDER)}},
        "/windows": {
            "get": {
                "parameters": [
                    {"name": name, "in": "query", "required": True, "schema": TEXT} for name in ("opens", "closes")
                ],
                "responses": answer(ORDER),
            }
        },
    },
}

OPERATIONS = [f"{method.upper()} {path}" for path, item in DOCUMENT["paths"].items() for method in item]
SLOW = {"when": "GET /orders/A-1", "status": 200, "json": {"orderNo": "A-1"}, "delay_s": 0.2}
LATE_ORDERS = [{"orderNo": "B-2", "note": "late"}, {"orderNo": "C-3", "note": "late"}]
GET_ORDER = {"calls": [{"operation": "GET /orders/{orderNo}", "args": {"orderNo": "A-1"}}]}
PARCELS = {"operation": "POST /parcels"}

#: kind, input, what holds, and of each word something that does not.
WORDS: list[tuple[str, dict[str, Any], dict[str, Any], dict[str, Any]]] = [
    (
        "ingest",
        {},
        {
            "operations": OPERATIONS,
            "no_exception": True,
            "json_serialisable": True,
            "time_limit_s": 10,
            "unique_tool_names": True,
            "stable": "the same bytes when it is built again",
        },
        {"operations": OPERATIONS[1:], "no_exception": False, "json_serialisable": False, "time_limit_s": 0},
    ),
    (
        "contract",
        PARCELS,
        {
            "consumes": [
                {"path": "to.city", "in": "body"},
                {"path": "from.city"},
                {"name": "weight", "in": "body", "type": "integer"},
            ],
            "required": {"weight": True, "to.city": True, "from.city": False},
            "required_if_parent": {"from.city": True},
            "whole_body": False,
            "stable": "with the paths in the opposite order",
            "bounded": "no more than 20 paths in all",
        },
        {
            "consumes": [{"path": "to.town"}],
            "required": {"weight": False},
            "required_if_parent": {"weight": True},
            "whole_body": True,
            "bounded": "no more than 1 paths in all",
        },
    ),
    (
        "contract",
        {"operation": "PUT /notes"},
        {"consumes_exact": [{"in": "body", "whole_body": True}], "whole_body": True},
        {"consumes_exact": [{"name": "note", "in": "body"}], "whole_body": False},
    ),
    (
        "contract",
        {},
        {
            "produces": {"GET /orders": ["[].orderNo"], "GET /stock": ["*.to.city"]},
            "produces_contain": {"GET /orders/{orderNo}": ["note"]},
            "produces_exact": {"GET /orders": ["[].orderNo", "[].note"]},
            "not_produces": {"GET /orders": ["[].city"]},
            "required": {"POST /parcels": {"weight": True}, "GET /orders/{orderNo}": {"orderNo": True}},
            "whole_body": {"PUT /notes": True, "POST /parcels": False},
        },
        {
            "produces": {"GET /stock": ["to.city"]},
            "produces_contain": {"GET /orders": ["note"]},
            "produces_exact": {"GET /orders": ["[].orderNo"]},
            "not_produces": {"GET /orders": ["[].note"]},
            "required": {"POST /parcels": {"weight": False}},
            "whole_body": {"PUT /notes": False},
        },
    ),
    (
        "select",
        {"queries": ["list the orders", "show the order A-1"], "time_limit_s": 10},
        {"top1": ["GET /orders", "GET /orders/{orderNo}"], "max_results": 10},
        {"top1": ["GET /orders/{orderNo}", "GET /orders"], "max_results": 0},
    ),
    (
        "plan",
        {"target": "GET /orders/{orderNo}"},
        {
            "steps": ["GET /orders", "GET /orders/{orderNo}"],
            "bindings": {"orderNo": "${s1.0.orderNo}", "s2.orderNo": "${s1.0.orderNo}"},
            "ask": [],
            "ask_distinct": 0,
            "never_calls": ["POST /parcels"],
            "any_of": [{"ask": ["orderNo"]}, {"last": "GET /orders/{orderNo}", "ask_distinct": 0}],
        },
        {
            "steps": ["GET /orders/{orderNo}"],
            "bindings": {"s2.orderNo": "${s1.1.orderNo}"},
            "ask": ["orderNo"],
            "ask_distinct": 1,
            "never_calls": ["GET /orders"],
            "any_of": [{"ask": ["orderNo"]}, {"ask_distinct": 2}],
        },
    ),
    (
        "plan",
        {"target": "GET /windows"},
        {"ask_distinct": 2, "ask": ["closes", "opens"]},
        {"ask_distinct": 1, "ask": ["opens"]},
    ),
    (
        "run",
        {**GET_ORDER, "options": {"base_url": "https://other.example.test/v2"}},
        {"status": "ok", "requests": ["GET https://other.example.test/v2/orders/A-1"]},
        {"status": "failed", "requests": ["GET https://api.example.test/orders/A-1"]},
    ),
    (
        "run",
        {"calls": [{"operation": "GET /safe"}], "credentials": {"desk": "of-the-desk"}},
        {"status": "ok", "headers": {"GET /safe": {"Authorization": "Bearer of-the-desk"}}},
        {"headers": {"GET /safe": {"Authorization": "Bearer other"}}},
    ),
    (
        "run",
        {**GET_ORDER, "http": [SLOW], "timeout_s": 0.05},
        {"status": "failed", "error": {"kind": "timeout"}},
        {"status": "ok", "error": {"kind": "connection"}},
    ),
    (
        "run",
        {
            "plan": {
                "steps": [
                    {"id": "s1", "operation": "GET /orders"},
                    {"id": "s2", "operation": "GET /orders/{orderNo}", "args": {"orderNo": "${s1.0.orderNo}"}},
                ]
            },
            "http": [{"when": "GET /orders", "status": 200, "json": [{"orderNo": "B-2"}]}],
        },
        {"requests": ["GET https://api.example.test/orders", "GET https://api.example.test/orders/B-2"]},
        {"requests": ["GET https://api.example.test/orders"]},
    ),
    (
        "run",
        {
            "plan": {
                "steps": [
                    {"id": "s1", "operation": "GET /orders"},
                    {"id": "s2", "operation": "PUT /notes", "args": {"body": ["${s1[?note == 'late'].orderNo}"]}},
                ]
            },
            "http": [{"when": "GET /orders", "status": 200, "json": LATE_ORDERS}],
            "choices": {"s1[?note == 'late']": {"orderNo": "C-3"}},
        },
        {"status": "ok", "bodies": {"PUT /notes": ["C-3"]}},
        {"status": "choice_required", "bodies": {"PUT /notes": ["B-2"]}},
    ),
    (
        "run",
        {
            "calls": [
                {"operation": "POST /parcels", "args": {"body": {"weight": 2, "to": {"city": "Oslo"}}}},
                {"operation": "POST /parcels", "args": {"weight": 3, "to": {"city": "Lund"}}},
                {"operation": "PUT /notes", "body": ["a"]},
            ]
        },
        {"bodies": [{"weight": 2, "to": {"city": "Oslo"}}, {"weight": 3, "to": {"city": "Lund"}}, ["a"]]},
        {"bodies": {"2": "a"}},
    ),
]
NAMES = [f"{kind}: {' '.join(sorted({*given, *expected}))}"[:90] for kind, given, expected, _ in WORDS]


@pytest.fixture(name="make")
def _make(tmp_path: Path) -> Callable[..., Case]:
    """Makes a case of this file's document."""
    spec = tmp_path / "spec.json"
    spec.write_text(json.dumps(DOCUMENT), encoding="utf-8")

    def make(kind: str, given: Mapping[str, Any], expected: Mapping[str, Any]) -> Case:
        return Case(id="900-own", kind=kind, folder=tmp_path, spec=spec, input=given, expected=expected)

    return make


@pytest.mark.parametrize(("kind", "given", "expected", "_wrong"), WORDS, ids=NAMES)
def test_word_holds_where_it_is_right(
    make: Callable[..., Case], kind: str, given: Any, expected: Any, _wrong: Any
) -> None:
    """A case that says what is so passes."""
    verify_case(make(kind, given, expected))


@pytest.mark.parametrize(("kind", "given", "_expected", "wrong"), WORDS, ids=NAMES)
def test_word_is_refused_where_it_is_wrong(
    make: Callable[..., Case], kind: str, given: Any, _expected: Any, wrong: Any
) -> None:
    """Each word of a case that says what is not so fails by itself."""
    for word, claim in wrong.items():
        subject, checks = subject_of(make(kind, given, {word: claim}))
        with pytest.raises((AssertionError, LookupError)):
            verify(subject, {word: claim}, checks)


@pytest.mark.parametrize("kind", sorted(INPUTS))
def test_limit_of_time_is_known_to_every_kind(make: Callable[..., Case], kind: str) -> None:
    """`time_limit_s` is input of every kind of case, and a limit that is over before the work fails."""
    given = {"select": {"queries": ["list the orders"]}, "plan": {"target": "GET /orders"}}.get(kind, {})

    verify_case(make(kind, {**given, "time_limit_s": 10}, {}))
    with pytest.raises(AssertionError, match="took "):
        verify_case(make(kind, {**given, "time_limit_s": 0}, {}))


@pytest.mark.parametrize("word", ["also", "bounded", "isolation", "note", "rule", "stable"])
def test_sentence_without_an_assertion_is_a_skip_that_says_so(make: Callable[..., Case], word: str) -> None:
    """A sentence for people that nobody has read is never passed over in silence; all else has to hold."""
    sentence = {word: "mind the gap"}

    with pytest.raises(pytest.skip.Exception, match="mind the gap"):
        verify_case(make("contract", {}, {"no_exception": True, **sentence}))
    with pytest.raises(AssertionError):
        verify_case(make("contract", {}, {**sentence, "no_exception": False}))


def test_sentence_is_asserted_by_what_it_says() -> None:
    """Of several patterns each that fits is asserted."""
    seen: list[str] = []
    check = sentences("rule", {"lists": lambda _s, w: seen.append(w), "texts": lambda _s, _w: seen.append("no")})

    check(None, "lists stay lists")

    assert ["lists stay lists"] == seen
    with pytest.raises(UnreadSentenceError):
        check(None, "numbers stay numbers")
