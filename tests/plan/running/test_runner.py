from __future__ import annotations

import json
import threading
import time
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

import pytest
from conventional import worded

from graph_tool_call import ToolGraph
from graph_tool_call.hooks import ToolResult
from graph_tool_call.plan import InvalidPlanError, Plan, PlanRunner, PlanStep, ToolCallError
from graph_tool_call.plan.running.events import ERROR_KINDS, EVENT_TYPES, RunEvent


def tool(*rows: Mapping[str, Any], method: str = "get", **contract: Any) -> dict[str, Any]:
    """A tool dict with these `consumes` rows."""
    return {"metadata": {"method": method, "path": "/x", "api_contract": {"consumes": list(rows), **contract}}}


def plan(*steps: PlanStep, output: str = "", **metadata: Any) -> Plan:
    return Plan(id="p1", goal="test", steps=list(steps), output_binding=output, metadata=metadata)


ORDERS = plan(
    PlanStep(id="s1", tool="listOrders"),
    PlanStep(id="s2", tool="getOrder", args={"orderNo": "${s1.items.0.orderNo}"}, depends_on=["s1"]),
    output="${s2.total}",
)
ANSWERS = {"listOrders": {"items": [{"orderNo": "A1"}]}, "getOrder": {"total": 3}}


class Calls:
    """An adapter that answers from a table and remembers its calls."""

    def __init__(self, answers: Mapping[str, Any]) -> None:
        self.answers = answers
        self.made: list[tuple[str, dict[str, Any]]] = []

    def __call__(self, name: str, args: dict[str, Any]) -> Any:
        self.made.append((name, args))
        answer = self.answers[name]
        if isinstance(answer, Exception):
            raise answer
        return answer(args) if callable(answer) else answer


def types(events: list[RunEvent]) -> list[str]:
    return [event.type for event in events]


# --- the stream ---


def test_events_of_a_run() -> None:
    """Each step starts and completes between the events of the plan."""
    calls = Calls(ANSWERS)

    events = list(PlanRunner(calls).run_stream(ORDERS))

    assert types(events) == [
        "plan.started",
        *("step.started", "step.completed"),
        *("step.started", "step.completed"),
        "plan.completed",
    ]
    assert calls.made == [("listOrders", {}), ("getOrder", {"orderNo": "A1"})]
    assert asdict(events[-1])["output"] == 3


def test_what_every_event_says() -> None:
    """Type, plan, run, stage, number, time, duration, version and the caller's metadata; all of it JSON."""
    ticks = iter(range(100))
    runner = PlanRunner(Calls(ANSWERS), now=lambda: 1700000000.0, clock=lambda: float(next(ticks)))

    events = list(runner.run_stream(ORDERS, trace_metadata={"collection_id": "bo-dev"}, run_id="r1"))

    for number, event in enumerate(events, 1):
        data = json.loads(json.dumps(asdict(event)))
        assert data["plan_id"] == "p1"
        assert data["run_id"] == "r1"
        assert data["sequence"] == number
        assert data["timestamp"] == 1700000000.0
        assert data["library_version"]
        assert data["trace_metadata"] == {"collection_id": "bo-dev"}
        assert data["duration_ms"] > 0
        assert data["stage"]
        assert data["type"] == type(event).TYPE
    steps = [e for e in map(asdict, events) if "step_id" in e]
    assert {("s1", "listOrders"), ("s2", "getOrder")} == {(e["step_id"], e["tool"]) for e in steps}


def test_event_types_are_frozen_and_named_once() -> None:
    """Fifteen kinds of event, each with its own name, none of them changeable."""
    assert len({kind.TYPE for kind in EVENT_TYPES}) == len(EVENT_TYPES) == 15
    event = next(PlanRunner(Calls(ANSWERS)).run_stream(ORDERS))
    with pytest.raises(AttributeError):
        event.sequence = 7  # type: ignore[misc]


def test_trace_of_a_run() -> None:
    """`run` gives outputs for the program, and a record that is JSON."""
    trace = PlanRunner(Calls(ANSWERS)).run(ORDERS)

    assert trace.ok
    assert trace.success
    assert trace.output == 3
    assert trace.outputs == {"s1": ANSWERS["listOrders"], "s2": ANSWERS["getOrder"]}
    assert [(s.step_id, s.status, s.calls) for s in trace.steps] == [("s1", "completed", 1), ("s2", "completed", 1)]
    assert json.loads(json.dumps(trace.to_dict()))["status"] == "completed"


def test_without_output_binding_the_last_output_counts() -> None:
    """A plan that names no result has the last step's."""
    assert PlanRunner(Calls(ANSWERS)).run(plan(*ORDERS.steps)).output == {"total": 3}


def test_empty_plan_completes() -> None:
    """No step, no call, no result."""
    trace = PlanRunner(Calls({})).run(plan())

    assert (trace.status, trace.output) == ("completed", None)


def test_results_may_carry_status_and_headers() -> None:
    """An adapter that answers with a `ToolResult` lets later steps read headers."""
    made = plan(
        PlanStep(id="s1", tool="create"),
        PlanStep(id="s2", tool="read", args={"id": "${s1.$headers.Location.$last_segment}"}),
    )
    calls = Calls({"create": ToolResult(ok=True, status=201, headers={"location": "/stuff/77?x=1"}), "read": {}})

    trace = PlanRunner(calls).run(made)

    assert trace.ok
    assert calls.made[1] == ("read", {"id": "77"})


def test_observer_sees_every_event_and_cannot_harm() -> None:
    """`on_event` is called with each event; what it raises changes nothing."""
    seen: list[str] = []

    def observe(event: RunEvent) -> None:
        seen.append(event.type)
        raise RuntimeError("observer")

    events = list(PlanRunner(Calls(ANSWERS), on_event=observe).run_stream(ORDERS))

    assert seen == types(events)


# --- inputs ---


def test_missing_input_stops_before_any_step() -> None:
    """All missing inputs are listed at once, with what their slots say, and nothing is called."""
    slots = [{"step_id": "s2", "field_name": "status", "reason": "enum_required", "enum": ["A", "B"]}]
    wanted = plan(
        PlanStep(id="s1", tool="a", args={"q": "${input.q}"}),
        PlanStep(id="s2", tool="b", args={"status": "${user_input.status}", "again": "${user_input.status}"}),
        PlanStep(id="s3", tool="c", args={"x": "${s1[?name == input.who].id}"}),
        output="${s3[?lang == input.lang].text}",
        synthesis={"user_input_slots": slots},
    )
    calls = Calls({})

    events = list(PlanRunner(calls).run_stream(wanted, {"q": None}))

    assert types(events) == ["plan.started", "input.required"]
    assert calls.made == []
    missing = asdict(events[-1])["missing"]
    assert [(m["field_name"], m["step_id"], m["tool"]) for m in missing] == [
        *(("q", "s1", "a"), ("status", "s2", "b"), ("who", "s3", "c"), ("lang", "", ""))
    ]
    assert missing[1]["reason"] == "enum_required"
    assert missing[1]["enum"] == ["A", "B"]


def test_same_plan_goes_on_with_the_inputs() -> None:
    """Giving what was asked for is all it takes."""
    wanted = plan(PlanStep(id="s1", tool="a", args={"s": "${user_input.status}"}))
    calls = Calls({"a": {"done": True}})
    runner = PlanRunner(calls)

    assert runner.run(wanted).status == "input_required"
    assert runner.run(wanted, {"status": "COMPLETE"}).ok
    assert calls.made == [("a", {"s": "COMPLETE"})]


# --- failures ---


@pytest.mark.parametrize(
    ("answer", "kind", "reason", "says"),
    [
        (ValueError("boom"), "tool", "exception", "boom"),
        (KeyError(), "tool", "exception", "KeyError"),
        (ToolCallError("gone", kind="http", status=404), "tool", "http", "gone"),
        (ToolCallError("slow", kind="timeout"), "timeout", "timeout", "slow"),
        (TimeoutError("slow"), "timeout", "timeout", "slow"),
        (ConnectionError("no route"), "tool", "connection", "no route"),
        (ToolResult(ok=False, error_kind="http", status=500, error="broken"), "tool", "http", "broken"),
        (ToolResult(ok=False, error_kind="argument", error="empty"), "argument", "argument", "empty"),
        (ToolResult(ok=False, body={"message": "why"}), "tool", "tool", "why"),
    ],
)
def test_failures_of_a_tool(answer: Any, kind: str, reason: str, says: str) -> None:
    """What an adapter raises or returns becomes a failure with its kind; later steps are not called."""
    calls = Calls({**ANSWERS, "listOrders": answer})

    trace = PlanRunner(calls).run(ORDERS)

    assert (trace.status, trace.failed_step) == ("failed", "s1")
    assert (trace.error["error_kind"], trace.error["reason"]) == (kind, reason)
    assert says in trace.error["message"]
    assert kind in ERROR_KINDS
    assert len(calls.made) == 1
    assert [s.status for s in trace.steps] == ["failed", "pending"]


def test_failure_events() -> None:
    """`step.failed` names step, tool, kind and exception; `plan.aborted` repeats it and says what is done."""
    events = list(PlanRunner(Calls({**ANSWERS, "getOrder": ValueError("boom")})).run_stream(ORDERS))

    failed, aborted = asdict(events[-2]), asdict(events[-1])
    assert (failed["type"], failed["step_id"], failed["tool"]) == ("step.failed", "s2", "getOrder")
    assert (failed["error_kind"], failed["exception_type"], failed["stage"]) == ("tool", "ValueError", "call")
    assert (aborted["type"], aborted["failed_step"], aborted["completed_steps"]) == ("plan.aborted", "s2", ["s1"])


def test_binding_failure_keeps_earlier_outputs() -> None:
    """An empty list of a producer is a binding failure with its own reason, and what is done stays."""
    calls = Calls({"listOrders": {"items": []}})

    trace = PlanRunner(calls).run(ORDERS)

    assert (trace.failed_step, trace.error["error_kind"], trace.error["reason"]) == ("s2", "binding", "empty_result")
    assert trace.error["binding"] == "${s1.items.0.orderNo}"
    assert trace.outputs == {"s1": {"items": []}}
    assert len(calls.made) == 1


def test_output_binding_failure() -> None:
    """All steps are done, and still the plan gives nothing: that has a kind of its own."""
    trace = PlanRunner(Calls(ANSWERS)).run(plan(*ORDERS.steps, output="${s2.nope}"))

    assert (trace.status, trace.error["error_kind"], trace.failed_step) == ("failed", "output_binding", "")
    assert set(trace.outputs) == {"s1", "s2"}


@pytest.mark.parametrize(
    ("steps", "output", "says"),
    [
        ([PlanStep(id="s1", tool="a"), PlanStep(id="s1", tool="b")], "", "the id occurs twice"),
        ([PlanStep(id="input", tool="a")], "", "not an id for a step"),
        ([PlanStep(id="s1", tool="a", args={"x": "${s2.y}"}), PlanStep(id="s2", tool="b")], "", "comes no earlier"),
        ([PlanStep(id="s1", tool="a", args={"x": "${s1.y}"})], "", "comes no earlier"),
        ([PlanStep(id="s1", tool="a", args={"x": "${s7.y}"})], "", "is no step of this plan"),
        ([PlanStep(id="s1", tool="a", depends_on=["s7"])], "", "is no step of this plan"),
        ([PlanStep(id="s1", tool="a", args={"x": "${s1."})], "", "expected a name"),
        ([PlanStep(id="s1", tool="a")], "${s2}", "output_binding: reads s2"),
    ],
)
def test_plan_that_cannot_run(steps: list[PlanStep], output: str, says: str) -> None:
    """Nothing is called, and every problem is named."""
    calls = Calls({})

    trace = PlanRunner(calls).run(plan(*steps, output=output))

    assert (trace.status, trace.error["error_kind"]) == ("failed", "validation")
    assert not trace.success
    assert trace.error["exception_type"] == InvalidPlanError.__name__
    assert says in trace.error["message"]
    assert calls.made == []


def test_only_plans_are_run() -> None:
    """A stored plan says how it becomes a plan."""
    stored: Any = {"id": "p", "steps": []}
    with pytest.raises(TypeError, match=r"got dict; Plan\.from_dict"):
        PlanRunner(lambda _name, _args: {}).run(stored)


def test_options_are_checked() -> None:
    """A misspelt mode or a limit without meaning is an error at once."""
    for options in ({"validate_args": "maybe"}, {"on_error": "ignore"}, {"timeout": 0}, {"plan_timeout": -1}):
        with pytest.raises(ValueError, match=next(iter(options))):
            PlanRunner(Calls({}), **options)


# --- arguments ---

QTY = tool(
    {"name": "orderNo", "path": "$.orderNo", "location": "body", "required": True, "field_type": "string"},
    {"name": "qty", "path": "$.qty", "location": "body", "field_type": "integer"},
    method="post",
)
SHIP = plan(
    PlanStep(id="s1", tool="list"),
    PlanStep(id="s2", tool="ship", args={"orderNo": "${s1.0.no}", "qty": "${s1.0.qty}"}),
)


@pytest.mark.parametrize("mode", ["off", "check", "coerce"])
def test_argument_modes(mode: str) -> None:
    """What does not fit is sent with "off", refused with "check", and made to fit, with an event, by "coerce"."""
    calls = Calls({"list": [{"no": "0012", "qty": "12"}], "ship": {}})

    events = list(PlanRunner(calls, validate_args=mode, tools={"ship": QTY}).run_stream(SHIP))

    if mode == "check":
        assert asdict(events[-1])["error_kind"] == "argument"
        assert len(calls.made) == 1
    else:
        assert calls.made[1][1] == {"orderNo": "0012", "qty": "12" if mode == "off" else 12}
    changes = [asdict(e)["changes"] for e in events if e.type == "args.coerced"]
    assert changes == (
        [[{"field": "qty", "path": "$.qty", "from": "string", "to": "integer"}]] if mode == "coerce" else []
    )


def test_unfit_argument_is_not_sent() -> None:
    """'12a' for an integer ends the run before the call, naming the field."""
    calls = Calls({"list": [{"no": "A", "qty": "12a"}]})

    trace = PlanRunner(calls, validate_args="coerce", tools={"tools": {"ship": QTY}}).run(SHIP)

    assert (trace.failed_step, trace.error["error_kind"]) == ("s2", "argument")
    assert "qty" in trace.error["message"]
    assert len(calls.made) == 1


# --- foreach ---

EACH = plan(
    PlanStep(id="s1", tool="list"),
    PlanStep(id="s2", tool="get", args={"id": "${item.id}", "from": "${s1.page}"}, foreach="${s1.items}"),
    output="${s2.*.name}",
)


def test_foreach_calls_once_for_each_element() -> None:
    """The outputs make a list that later bindings read."""
    calls = Calls({"list": {"page": 1, "items": [{"id": 1}, {"id": 2}]}, "get": lambda a: {"name": f"n{a['id']}"}})

    trace = PlanRunner(calls).run(EACH)

    assert trace.output == ["n1", "n2"]
    assert [args for name, args in calls.made if name == "get"] == [{"id": 1, "from": 1}, {"id": 2, "from": 1}]


def test_foreach_over_nothing_is_skipped() -> None:
    """No element, no call: an empty list is the output."""
    calls = Calls({"list": {"page": 1, "items": []}})

    events = list(PlanRunner(calls).run_stream(plan(*EACH.steps, output="${s2}")))

    assert types(events)[-2:] == ["step.skipped", "plan.completed"]
    assert asdict(events[-2])["reason"] == "empty_result"
    assert asdict(events[-1])["output"] == []


def test_foreach_fails_with_its_element() -> None:
    """The event says which element it was."""

    def get(args: dict[str, Any]) -> Any:
        if args["id"] == 2:
            raise ValueError("second")
        return {}

    calls = Calls({"list": {"page": 1, "items": [{"id": 1}, {"id": 2}, {"id": 3}]}, "get": get})

    events = list(PlanRunner(calls).run_stream(EACH))

    assert asdict(events[-2])["element"] == 1
    assert len(calls.made) == 3


def test_foreach_needs_a_list() -> None:
    """Anything else is a binding failure."""
    trace = PlanRunner(Calls({"list": {"page": 1, "items": {"id": 1}}})).run(EACH)

    assert (trace.error["error_kind"], trace.error["reason"]) == ("binding", "not_a_container")


# --- time ---


def test_step_timeout() -> None:
    """A slow answer ends at the limit and is dropped; the call is not made again; what is done stays."""
    late = threading.Event()

    def slow(_args: dict[str, Any]) -> Any:
        late.wait(5)
        return {}

    calls = Calls({**ANSWERS, "getOrder": slow})
    started = time.monotonic()

    trace = PlanRunner(calls, timeout=0.1, on_error="retry", sleep=lambda _s: None).run(ORDERS)
    late.set()

    assert time.monotonic() - started < 2
    assert (trace.failed_step, trace.error["error_kind"]) == ("s2", "timeout")
    assert trace.outputs == {"s1": ANSWERS["listOrders"]}
    assert [name for name, _ in calls.made] == ["listOrders", "getOrder"]


def test_plan_timeout() -> None:
    """The limit of the whole run ends it before the next call."""
    ticks = iter([0.0, *[100.0] * 100])
    calls = Calls(ANSWERS)

    trace = PlanRunner(calls, plan_timeout=10, clock=lambda: next(ticks)).run(ORDERS)

    assert (trace.error["error_kind"], trace.error["reason"]) == ("timeout", "plan")
    assert "10 s of the plan" in trace.error["message"]
    assert calls.made == []


def test_cancelled_between_steps() -> None:
    """The caller's word is asked for before each step."""
    calls = Calls(ANSWERS)

    trace = PlanRunner(calls).run(ORDERS, cancelled=lambda: len(calls.made) == 1)

    assert (trace.status, trace.error["error_kind"]) == ("cancelled", "cancelled")
    assert len(calls.made) == 1


def test_closing_the_stream_ends_the_run() -> None:
    """A reader that goes away stops the calls."""
    calls = Calls(ANSWERS)
    stream = PlanRunner(calls).run_stream(ORDERS)

    while next(stream).type != "step.completed":
        pass
    stream.close()  # type: ignore[attr-defined]

    assert len(calls.made) == 1


# --- envelopes ---

ENVELOPE = {"result": {"path": "$.data", "outcome": {"ok": "$.ok", "code": "$.code", "message": "$.message"}}}


@pytest.mark.parametrize(
    ("body", "fails"),
    [
        ({"ok": False, "message": "not_in_channel", "data": {}}, True),
        ({"ok": True, "data": None, "code": 7}, False),
        ({"code": 4001, "message": "token expired", "data": None}, True),
        ({"code": 4001, "message": "partial", "data": {"x": 1}}, False),
        ({"code": 0, "message": "", "data": None}, False),
        ({"code": "200", "message": "", "data": None}, False),
        ({"code": 31, "message": "操作成功", "data": None}, False),
        ({"data": {"x": 1}}, False),
        (["x"], False),
    ],
)
@pytest.mark.bundled
def test_envelope_of_the_last_step(body: Any, fails: bool) -> None:
    """A false flag, or a code without a payload, is a failure although the status is 200."""
    trace = PlanRunner(Calls({"a": body}), tools={"a": tool(**ENVELOPE)}).run(plan(PlanStep(id="s1", tool="a")))

    assert fails == (not trace.ok)
    if fails:
        assert (trace.error["error_kind"], trace.error["reason"]) == ("tool", "envelope")
        assert body["message"] in trace.error["message"]


@pytest.mark.parametrize(
    ("tables", "fails"),
    [
        ({}, True),
        ({"success_texts": ["Gelukt"]}, False),
        ({"success_codes": ["31"]}, False),
        ({"success_codes": ["-31"]}, True),
    ],
)
def test_what_success_is_called_is_what_plugins_say(tables: Any, fails: bool) -> None:
    """The graph's plugins know the code or the message; with none of them no code is known."""
    graph = ToolGraph.from_artifact({"tools": {"a": tool(**ENVELOPE)}}, plugins=worded(tables=tables))
    body = {"code": 31, "message": "gelukt!", "data": None}

    trace = PlanRunner(Calls({"a": body}), tools=graph).run(plan(PlanStep(id="s1", tool="a")))

    assert fails == (not trace.ok)


def test_envelope_needs_a_contract() -> None:
    """Without a declared envelope a body is a body."""
    body = {"ok": False, "code": 4001, "message": "x", "data": None}

    assert PlanRunner(Calls({"a": body})).run(plan(PlanStep(id="s1", tool="a"))).ok


# --- credentials ---


def test_credentials_stay_out_of_events() -> None:
    """Neither by name, nor by contract, nor by value in a later text; the tool itself gets them."""
    secret = tool(
        {"name": "X-Session", "path": "X-Session", "location": "header", "kind": "auth", "field_type": "string"}
    )
    made = plan(
        PlanStep(id="s1", tool="login", args={"user": "kim", "password": "${input.password}"}),
        PlanStep(id="s2", tool="use", args={"X-Session": "${s1.token}"}),
        output="${s2}",
    )
    calls = Calls(
        {
            "login": {"token": "tok-4711-secret"},
            "use": {"echo": "you sent tok-4711-secret", "h": "Authorization: Bearer abcdef123456"},
        }
    )

    trace = PlanRunner(calls, tools={"use": secret}).run(made, {"password": "hunter2!"}, {"token": "meta-secret"})

    record = json.dumps(trace.to_dict())
    for hidden in ("tok-4711-secret", "hunter2!", "abcdef123456", "meta-secret"):
        assert hidden not in record
    assert "kim" in record
    assert calls.made[1] == ("use", {"X-Session": "tok-4711-secret"})
    assert trace.outputs["s1"] == {"token": "tok-4711-secret"}
    assert "hunter2!" not in repr(trace)
    assert "tok-4711-secret" not in repr(trace)


def test_credentials_stay_out_of_failures() -> None:
    """An error text that quotes a credential is masked, in events and in the trace."""
    made = plan(PlanStep(id="s1", tool="a", args={"api_key": "k-123456789"}))

    trace = PlanRunner(Calls({"a": ValueError("GET /x?api_key=k-123456789 failed")})).run(made)

    assert "k-123456789" not in json.dumps(trace.to_dict())
    assert "/x?api_key=[redacted]" in trace.error["message"]


def test_further_names_can_be_masked() -> None:
    """`redact` adds names of the caller's own."""
    made = plan(PlanStep(id="s1", tool="a", args={"residentNo": "900101-1234567", "name": "kim"}))

    record = json.dumps(PlanRunner(Calls({"a": {}}), redact=["resident_no"]).run(made).to_dict())

    assert "900101" not in record
    assert "kim" in record


def test_previews_are_bounded() -> None:
    """A large output makes a small event; the output itself is whole."""
    rows = [{"id": i, "text": "x" * 5000, "more": {"deep": list(range(500))}} for i in range(500)]

    trace = PlanRunner(Calls({"a": rows})).run(plan(PlanStep(id="s1", tool="a")))

    (completed,) = [e for e in trace.events if e.type == "step.completed"]
    assert len(json.dumps(asdict(completed))) < 30_000
    assert "500 elements" in json.dumps(asdict(completed)["output_preview"], ensure_ascii=False)
    assert trace.output == rows


# --- nulls in answers ---


@pytest.mark.parametrize(
    ("args", "place"),
    [
        ({"o": "${s1.o}"}, "o"),
        ({"body": {"a": ["x", "${s1.o}"]}}, "o"),
        ({"o": "${s1.list.0}"}, "list.0"),
    ],
)
@pytest.mark.parametrize("known", [False, True])
def test_null_in_an_answer_is_no_value(args: dict[str, Any], place: str, known: bool) -> None:
    """It is as good as missing: the step fails and nothing is sent."""
    calls = Calls({"a": {"o": None, "list": [None]}, "b": {}})
    tools = {"b": tool({"name": "o", "path": "o", "location": "query"})} if known else None

    trace = PlanRunner(calls, tools=tools).run(
        plan(PlanStep(id="s1", tool="a"), PlanStep(id="s2", tool="b", args=args))
    )

    assert (trace.failed_step, trace.error["error_kind"], trace.error["reason"]) == ("s2", "binding", "null_value")
    assert (trace.error["path"], [name for name, _args in calls.made]) == (place, ["a"])


def test_null_for_an_input_that_may_be_null() -> None:
    """The contract says so, of a parameter and of a field in the body; what the caller gives as null is meant."""
    nullable = {"nullable": True, "field_type": "string"}
    rows = (
        {"name": "q", "path": "q", "location": "query", **nullable},
        {"name": "sub", "path": "$.b.sub", "location": "body", **nullable},
        {"name": "x", "path": "x", "location": "query"},
    )
    calls = Calls({"a": {"o": None}, "b": {}})
    args = {"q": "${s1.o}", "b": {"sub": "${s1.o}"}, "x": None}

    assert (
        PlanRunner(calls, tools={"b": tool(*rows)})
        .run(plan(PlanStep(id="s1", tool="a"), PlanStep(id="s2", tool="b", args=args)))
        .ok
    )
    assert calls.made[-1] == ("b", {"q": None, "b": {"sub": None}, "x": None})


def test_null_as_the_result_of_a_plan() -> None:
    """It is what the last tool gave."""
    trace = PlanRunner(Calls({"a": {"o": None}})).run(plan(PlanStep(id="s1", tool="a"), output="${s1.o}"))

    assert (trace.ok, trace.output) == (True, None)
