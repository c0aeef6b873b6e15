from __future__ import annotations

import asyncio
import http.client
import json
import os
import signal
import sqlite3
import ssl
import stat
import subprocess
import sys
import threading
import time
import urllib.error
from collections.abc import Iterator
from contextlib import closing
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

from graph_tool_call.hooks import ToolResult
from graph_tool_call.plan import (
    ArgumentError,
    JournalError,
    Plan,
    PlanRunner,
    PlanStep,
    RetryPolicy,
    SqliteStore,
    ToolCallError,
)
from graph_tool_call.plan.running.records import CallMark, CallRecord, idempotency_key, plan_digest

PLAN = Plan(
    id="p",
    steps=[
        PlanStep(id="s1", tool="list"),
        PlanStep(id="s2", tool="ship", args={"no": "${s1.items.0.no}"}),
        PlanStep(id="s3", tool="get", args={"id": "${s2.id}", "loc": "${s2.$headers.Location}"}),
    ],
    output_binding="${s3}",
)
TOOLS = {
    "list": {"metadata": {"method": "get"}},
    "ship": {"metadata": {"method": "post"}},
    "get": {"metadata": {"method": "get"}},
}


@pytest.fixture(name="store")
def _store(tmp_path: Path) -> Iterator[SqliteStore]:
    with closing(SqliteStore(tmp_path / "runs.sqlite")) as store:
        yield store


class Server:
    """Answers, unless told to break down at a tool."""

    def __init__(self, **broken: Exception) -> None:
        self.broken = broken
        self.answers: dict[str, Any] = {}
        self.calls: list[str] = []

    def __call__(self, name: str, args: dict[str, Any]) -> Any:
        self.calls.append(name)
        if name in self.broken:
            raise self.broken[name]
        if name in self.answers:
            return self.answers[name]
        if name == "list":
            return {"items": [{"no": "A1"}]}
        if name == "ship":
            return ToolResult(ok=True, status=201, headers={"Location": "/s/9"}, body={"id": 9})
        return args


def run(server: Server, store: SqliteStore, run_id: str = "r", plan: Plan = PLAN, **options: Any) -> Any:
    return PlanRunner(server, store=store, tools=TOOLS).run(plan, run_id=run_id, **options)


def test_run_is_taken_up_at_the_first_unfinished_step(store: SqliteStore) -> None:
    """Finished steps are not called again; their outputs, headers too, are there for the rest."""
    first = Server(get=ValueError("down"))
    assert run(first, store).resumable
    second = Server()

    trace = run(second, store)

    assert first.calls == ["list", "ship", "get"]
    assert second.calls == ["get"]
    assert trace.output == {"id": 9, "loc": "/s/9"}
    assert [s.status for s in trace.steps] == ["skipped", "skipped", "completed"]
    assert asdict(trace.events[0])["resumed"] is True


def test_finished_run_is_not_run_again(store: SqliteStore) -> None:
    """The same run id gives the same result, without a call."""
    run(Server(), store)
    again = Server()

    assert run(again, store).output == {"id": 9, "loc": "/s/9"}
    assert again.calls == []
    assert store.run_ids("completed") == ("r",)


def test_another_run_id_is_another_run(store: SqliteStore) -> None:
    """Runs do not mix; without an id each run is its own."""
    run(Server(), store)
    other = Server()

    assert run(other, store, "r2").ok
    assert len(other.calls) == 3
    assert PlanRunner(other, store=store).run(PLAN).run_id not in {"r", "r2"}
    assert len(store.run_ids()) == 3


def test_run_resumes_from_the_store_alone(store: SqliteStore) -> None:
    """`resume` needs nothing but the id: plan and inputs are kept."""
    plan = Plan(id="p", steps=[PlanStep(id="s1", tool="get", args={"x": "${input.x}"})])
    PlanRunner(Server(get=ValueError("down")), store=store, tools=TOOLS).run(plan, {"x": 5}, run_id="r")

    events = list(PlanRunner(Server(), store=store, tools=TOOLS).resume("r"))

    assert asdict(events[-1])["output"] == {"x": 5}


def test_run_that_waits_for_input_goes_on(store: SqliteStore) -> None:
    """Missing input is a state of the run, and the inputs given before are kept."""
    plan = Plan(id="p", steps=[PlanStep(id="s1", tool="get", args={"x": "${input.x}", "y": "${input.y}"})])
    runner = PlanRunner(Server(), store=store)

    assert runner.run(plan, {"x": 1}, run_id="r").status == "input_required"
    assert store.run_ids("input_required") == ("r",)
    assert runner.run(plan, {"y": 2}, run_id="r").output == {"x": 1, "y": 2}


def test_unknown_run(store: SqliteStore) -> None:
    """There is nothing to resume, and without a store neither."""
    for runner in (PlanRunner(Server(), store=store), PlanRunner(Server())):
        with pytest.raises(JournalError) as caught:
            runner.resume("nope")
        assert caught.value.code == "unknown_run"


def test_another_plan_is_refused(store: SqliteStore) -> None:
    """A run goes on with the plan it began with."""
    run(Server(get=ValueError("down")), store)

    with pytest.raises(JournalError) as caught:
        run(Server(), store, plan=Plan(id="p", steps=PLAN.steps[:2]))

    assert caught.value.code == "plan_changed"


def test_foreach_goes_on_at_its_element(store: SqliteStore) -> None:
    """Each element is a call of its own in the store."""
    plan = Plan(id="p", steps=[PlanStep(id="s1", tool="get", args={"x": "${item}"}, foreach="${input.xs}")])
    seen: list[Any] = []

    def call_tool(_name: str, args: dict[str, Any]) -> Any:
        seen.append(args["x"])
        if args["x"] == 2 and len(seen) == 2:
            raise ValueError("down")
        return args["x"] * 10

    runner = PlanRunner(call_tool, store=store, tools=TOOLS)
    runner.run(plan, {"xs": [1, 2, 3]}, run_id="r")

    assert runner.run(plan, {"xs": [1, 2, 3]}, run_id="r").output == [10, 20, 30]
    assert seen == [1, 2, 2, 3]


# --- calls whose effect is not known ---


@pytest.mark.parametrize(
    "failure",
    [
        *(TimeoutError(), ConnectionError(), ConnectionResetError(), OSError("no route"), ssl.SSLError("bad record")),
        *(http.client.IncompleteRead(b""), urllib.error.URLError("reset"), json.JSONDecodeError("bad", "{", 1)),
        *(RuntimeError("client bug"), RecursionError(), ValueError("bad redirect"), KeyError("id")),
        *(ToolCallError("broken", status=500), ToolCallError("gateway", status=502), ToolCallError("slow", status=504)),
        *(ToolCallError("busy", status=503), ToolCallError("timed out", status=408), ToolCallError("said no")),
        ToolCallError("moved", status=307),
    ],
    ids=repr,
)
def test_post_of_unknown_effect_is_uncertain(store: SqliteStore, failure: Exception) -> None:
    """Whatever an adapter raises, and whatever a server breaks at: the caller decides after a look."""
    trace = run(Server(ship=failure), store)
    assert (trace.failed_step, trace.error["decisions"]) == ("s2", {"s2": ["retry", "output"]})
    server = Server()

    trace = run(server, store)

    trace = run(server, store)

    assert server.calls == []
    assert (trace.failed_step, trace.error["error_kind"]) == ("s2", "uncertain")
    assert "decisions" in trace.error["message"]
    assert trace.error["decisions"] == {"s2": ["retry", "output"]}


@pytest.mark.parametrize(
    "answer",
    [
        ToolResult(ok=False, status=500, error_kind="http", error="broken", body={"message": "broken"}),
        ToolResult(ok=False, error_kind="tool", error="the tool says that it failed"),
        ToolResult(ok=False, status=200, error_kind="answer", error="no JSON"),
        ToolResult(ok=False, error_kind="connection", error="reset"),
    ],
    ids=lambda answer: f"{answer.status} {answer.error_kind}",
)
def test_failed_result_of_unknown_effect_is_uncertain(store: SqliteStore, answer: ToolResult) -> None:
    """The same for what an executor returns."""
    run(Failing(answer), store)
    server = Server()

    assert run(server, store).error["error_kind"] == "uncertain"
    assert server.calls == []


class Failing(Server):
    """Answers `ship` with one failed result."""

    def __init__(self, answer: Any) -> None:
        super().__init__()
        self.answer = answer

    def __call__(self, name: str, args: dict[str, Any]) -> Any:
        given = super().__call__(name, args)
        return self.answer if name == "ship" else given


@pytest.mark.parametrize(
    "failure",
    [
        *(ToolCallError("refused", status=status) for status in (400, 401, 403, 404, 409, 422, 429)),
        ToolCallError("busy", status=503, retry_after=2.0),
        ToolCallError("empty path", kind="argument"),
        ToolCallError("a private address", kind="refused"),
        ArgumentError("ship", ("no is missing",)),
        ConnectionRefusedError("nobody listens"),
    ],
    ids=repr,
)
def test_post_that_changed_nothing_is_made_again(store: SqliteStore, failure: Exception) -> None:
    """A server that refused has not done it, and neither has one that was not reached."""
    run(Server(ship=failure), store)
    server = Server()

    assert run(server, store).ok
    assert server.calls == ["ship", "get"]


def test_unanswered_read_is_made_again(store: SqliteStore) -> None:
    """What is idempotent needs no decision."""
    run(Server(get=TimeoutError()), store)
    server = Server()

    assert run(server, store).ok
    assert server.calls == ["get"]


def test_decision_to_call_again(store: SqliteStore) -> None:
    """The word for it is "retry"."""
    run(Server(ship=TimeoutError()), store)
    server = Server()

    assert run(server, store, decisions={"s2": "retry"}).ok
    assert server.calls == ["ship", "get"]


def test_decision_with_an_output(store: SqliteStore) -> None:
    """The caller looked, and says what came of it."""
    plan = Plan(id="p", steps=PLAN.steps[:2])
    run(Server(ship=TimeoutError()), store, plan=plan)
    server = Server()

    trace = run(server, store, plan=plan, decisions={"s2": {"output": {"id": 4}}})

    assert (server.calls, trace.output) == ([], {"id": 4})


def test_output_that_was_decided_is_kept(store: SqliteStore) -> None:
    """It is said once: the next resumption has it from the store."""
    plan = Plan(id="p", steps=[*PLAN.steps[:2], PlanStep(id="s3", tool="get", args={"id": "${s2.id}"})])
    run(Server(ship=TimeoutError()), store, plan=plan)
    down = Server(get=ValueError("down"))
    trace = run(down, store, plan=plan, decisions={"s2": {"output": {"id": 4}}})
    assert (down.calls, trace.failed_step) == (["get"], "s3")
    server = Server()

    trace = run(server, store, plan=plan)

    assert (trace.ok, server.calls, trace.outputs["s2"]) == (True, ["get"], {"id": 4})


def test_two_processes_never_make_one_call_twice(store: SqliteStore, tmp_path: Path) -> None:
    """The one that comes second to write a call down does not make it."""
    started, release = threading.Event(), threading.Event()
    calls: list[str] = []

    def slow(name: str, _args: dict[str, Any]) -> Any:
        calls.append(name)
        started.set()
        release.wait(10)
        return {"id": 1}

    plan = Plan(id="p", steps=[PlanStep(id="s1", tool="ship")])
    first = threading.Thread(target=lambda: PlanRunner(slow, store=store, tools=TOOLS).run(plan, run_id="r"))
    first.start()
    assert started.wait(10)
    with closing(SqliteStore(tmp_path / "runs.sqlite")) as other:
        trace = PlanRunner(slow, store=other, tools=TOOLS).run(plan, run_id="r")
    release.set()
    first.join()

    assert (calls, trace.error["error_kind"]) == (["ship"], "uncertain")


def test_begin_is_refused_when_the_state_has_moved_on(store: SqliteStore) -> None:
    """What another process wrote in between is not overwritten."""
    run(Server(), store, plan=Plan(id="p", steps=PLAN.steps[:1]))
    call = CallRecord(tool="list", state="started", idempotency_key="k")

    assert not store.begin("r", CallMark(step_id="s1"), call, {}, after="")
    assert store.begin("r", CallMark(step_id="s1"), call, {}, after="done")


def test_finished_change_is_never_made_again(store: SqliteStore) -> None:
    """Not even where the caller says so: what it gave is there."""
    run(Server(get=ValueError("down")), store)
    server = Server()

    assert run(server, store, decisions={"s2": "retry"}).ok
    assert server.calls == ["get"]


def test_finished_read_is_made_again_where_the_caller_says_so(store: SqliteStore) -> None:
    """A list that lacked something may have it by now; a run that fails for it says how to go on."""
    empty = Server()
    empty.answers = {"list": {"items": []}}
    trace = run(empty, store)
    assert (trace.failed_step, trace.error["reason"]) == ("s2", "empty_result")
    assert trace.error["decisions"] == {"s1": ["retry"]}
    assert "decisions={'s1': 'retry'}" in trace.error["message"]
    server = Server()

    assert not run(server, store).ok
    assert server.calls == []
    assert run(server, store, decisions={"s1": "retry"}).ok
    assert server.calls == ["list", "ship", "get"]


@pytest.mark.parametrize(("decisions", "listed"), [({"s1": "retry"}, 0), ({"s1": "retry", "s2": "retry"}, 1)])
def test_list_stays_while_calls_for_its_elements_are_on_record(
    store: SqliteStore, decisions: dict[str, str], listed: int
) -> None:
    """Another list would put other elements in the place of those that calls were made for."""
    each = PlanStep(id="s2", tool="get", args={"no": "${item.no}"}, foreach="${s1.items}")
    ship = PlanStep(id="s3", tool="ship", args={"no": "${s2.0.no}"})
    plan = Plan(id="p", steps=[PlanStep(id="s1", tool="list"), each, ship])
    refused = ToolCallError("no", kind="http", status=422)
    assert not run(Server(ship=refused), store, plan=plan).ok
    server = Server()
    server.answers = {"list": {"items": [{"no": "B2"}]}}

    trace = run(server, store, plan=plan, decisions=decisions)

    assert trace.ok
    assert server.calls.count("list") == listed
    assert trace.outputs["s2"] == trace.outputs["s1"]["items"]


# --- answers that are not what the contract promises ---

TYPED = {
    "list": {"metadata": {"method": "get", "api_contract": {"produces": [{"path": "$.items[*].no", "name": "no"}]}}},
    "ship": {"metadata": {"method": "post", "api_contract": {"produces": [{"path": "$.id", "name": "id"}]}}},
    "get": {"metadata": {"method": "get"}},
}


def deep(levels: int) -> Any:
    value: Any = []
    for _ in range(levels):
        value = [value]
    return value


@pytest.mark.parametrize("body", ["<html>Log in</html>", '{"id": "x', b"\x89PNG", 7, True, deep(100_000)], ids=type)
def test_unpromised_answer_is_a_failure(store: SqliteStore, body: Any) -> None:
    """A page instead of fields is no success: a read is made again, a change is uncertain."""
    first = Server()
    first.answers = {"list": body}
    trace = PlanRunner(first, store=store, tools=TYPED).run(PLAN, run_id="r")
    assert (trace.failed_step, trace.error["error_kind"], trace.error["reason"]) == ("s1", "answer", "answer")
    second = Server()
    second.answers = {"ship": body}

    trace = PlanRunner(second, store=store, tools=TYPED).run(PLAN, run_id="r")
    assert (trace.failed_step, trace.error["error_kind"], second.calls) == ("s2", "answer", ["list", "ship"])

    trace = PlanRunner(second, store=store, tools=TYPED).run(PLAN, run_id="r")
    assert (trace.error["error_kind"], second.calls) == ("uncertain", ["list", "ship"])


def test_page_with_another_status_is_no_answer_to_read_from(store: SqliteStore) -> None:
    """A later step needs fields: their absence is told at the call, which may be decided about, and not behind it."""
    tools = json.loads(json.dumps(TYPED))
    tools["ship"]["metadata"]["api_contract"]["result"] = {"status": "201", "content_type": "application/json"}
    page = ToolResult(ok=True, status=200, body="<html>Log in</html>")
    server = Failing(page)

    trace = PlanRunner(server, store=store, tools=tools).run(PLAN, run_id="r")
    assert (trace.failed_step, trace.error["error_kind"]) == ("s2", "answer")
    trace = PlanRunner(server, store=store, tools=tools).run(PLAN, run_id="r")
    assert trace.error["decisions"] == {"s2": ["retry", "output"]}

    alone = Plan(id="p", steps=PLAN.steps[:2])
    assert PlanRunner(Failing(page), tools=tools).run(alone).ok


@pytest.mark.parametrize("body", [None, {}, {"id": None}, [], {"data": {"id": 1}}])
def test_answer_in_another_shape_is_no_failure_of_the_call(store: SqliteStore, body: Any) -> None:
    """An empty answer, a field that is missing or another wrapping are for those who read them."""
    server = Server()
    server.answers = {"ship": body}
    plan = Plan(id="p", steps=PLAN.steps[:2])

    assert PlanRunner(server, store=store, tools=TYPED).run(plan, run_id="r").ok


# --- a call that is still on its way ---


@pytest.mark.parametrize("on_loop", [False, True])
def test_changing_call_is_never_on_its_way_twice(on_loop: bool) -> None:
    """A PUT that ran into its timeout may be repeated, but only when the first one is over."""
    inside: list[int] = []
    most: list[int] = []

    def slow(_name: str, _args: dict[str, Any]) -> Any:
        inside.append(1)
        most.append(len(inside))
        time.sleep(0.15)
        inside.pop()
        return {}

    tools = {"put": {"metadata": {"method": "put"}}}
    policy = RetryPolicy(attempts=4, delay=0)
    plan = Plan(id="p", steps=[PlanStep(id="s1", tool="put")])
    runner = PlanRunner(slow, tools=tools, on_error="retry", retry_policy=policy, timeout=0.1)

    trace = asyncio.run(runner.arun(plan)) if on_loop else runner.run(plan)

    assert trace.error["reason"] == "timeout"
    assert (max(most), len(most) > 1) == (1, True)


def test_stopped_run_is_no_running_one(store: SqliteStore) -> None:
    """A task that is cancelled, or events that nobody takes any more, leave a run that says so."""
    plan = Plan(id="p", steps=[PlanStep(id="s1", tool="list"), PlanStep(id="s2", tool="ship")])
    reached: list[asyncio.Event] = []

    async def call(name: str, _args: dict[str, Any]) -> Any:
        if name == "ship":
            reached[-1].set()
            await asyncio.sleep(60)
        return {}

    async def cancelled(limit: int, run_id: str) -> None:
        reached.append(asyncio.Event())
        runner = PlanRunner(call, store=store, tools=TOOLS, max_concurrency=limit)
        task = asyncio.ensure_future(runner.arun(plan, run_id=run_id))
        await reached[-1].wait()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(cancelled(1, "one"))
    asyncio.run(cancelled(4, "four"))
    events = PlanRunner(Server(), store=store, tools=TOOLS).run_stream(plan, run_id="left")
    next(events)
    events.close()  # type: ignore[attr-defined]

    assert store.run_ids("cancelled") == ("four", "left", "one")
    for run_id in ("one", "four"):
        record = store.load(run_id)
        assert record is not None
        assert record.calls[CallMark(step_id="s2")].state == "uncertain"
        assert run(Server(), store, run_id, plan=plan).error["error_kind"] == "uncertain"


def test_loser_of_a_race_leaves_the_run_to_the_winner(store: SqliteStore, tmp_path: Path) -> None:
    """A run that another process has completed stays completed, whatever the slower one met."""
    plan = Plan(id="p", steps=[PlanStep(id="s1", tool="list"), PlanStep(id="s2", tool="ship")])

    with closing(SqliteStore(tmp_path / "runs.sqlite")) as other:

        def overtaken(name: str, _args: dict[str, Any]) -> Any:
            # While this one reads, the other does everything.
            if name == "list":
                assert PlanRunner(lambda _name, _args: {}, store=other, tools=TOOLS).run(plan, run_id="r").ok
            return {}

        trace = PlanRunner(overtaken, store=store, tools=TOOLS).run(plan, run_id="r")

        assert trace.error["error_kind"] == "uncertain"
        assert other.run_ids("completed") == ("r",)


# --- inputs ---

PAY = Plan(
    id="p",
    steps=[
        PlanStep(id="s1", tool="list", args={"who": "${input.who}"}),
        PlanStep(id="s2", tool="ship", args={"of": "${s1.items.0.no}", "amount": "${input.amount}"}),
    ],
)


@pytest.mark.parametrize("given", [{"who": "lee", "amount": 1}, {"who": "kim", "amount": 99}, {"amount": 2}])
def test_run_goes_on_with_the_inputs_that_it_began_with(store: SqliteStore, given: dict[str, Any]) -> None:
    """Other values are refused, also when the run is complete: half of it was done for the first ones."""
    first = Server(ship=ToolCallError("no", status=400))
    PlanRunner(first, store=store, tools=TOOLS).run(PAY, {"who": "kim", "amount": 1}, run_id="r")
    server = Server()
    runner = PlanRunner(server, store=store, tools=TOOLS)

    for _ in range(2):
        with pytest.raises(JournalError, match=r"amount|who") as caught:
            runner.run(PAY, given, run_id="r")
        assert caught.value.code == "inputs_changed"
        assert "lee" not in str(caught.value)
        assert "ship" not in server.calls or given == {}
        server.calls.clear()
        assert runner.run(PAY, {"who": "kim"}, run_id="r").ok
        server.calls.clear()


def test_inputs_that_were_missing_may_be_given(store: SqliteStore) -> None:
    """What a run waited for is kept from then on, too."""
    server = Server(ship=ToolCallError("no", status=400))
    runner = PlanRunner(server, store=store, tools=TOOLS)
    assert runner.run(PAY, {"who": "kim"}, run_id="r").status == "input_required"
    assert runner.run(PAY, {"amount": 3}, run_id="r").failed_step == "s2"

    with pytest.raises(JournalError) as caught:
        runner.run(PAY, {"amount": 4}, run_id="r")
    assert caught.value.code == "inputs_changed"
    server.broken = {}
    assert runner.run(PAY, run_id="r").ok


def test_masking_breaks_no_filter_of_a_resumed_run(store: SqliteStore) -> None:
    """A word under a telling name is kept where it stands elsewhere, so that it can be compared."""
    plan = Plan(
        id="p",
        steps=[
            PlanStep(id="s1", tool="list"),
            PlanStep(id="s2", tool="get", args={"id": "${s1.items[?name == 'main user'].id}"}),
        ],
    )
    broken = Server(get=ValueError("down"))
    broken.answers = {"list": {"auth": "user", "items": [{"name": "main user", "id": 5}]}}
    run(broken, store, plan=plan)

    assert run(Server(), store, plan=plan).output == {"id": 5}


# --- a store that fails ---


def test_store_that_breaks_ends_the_run_with_an_event(store: SqliteStore, tmp_path: Path) -> None:
    """A lost table, as a full disk or a damaged file, is told by the last event; the call is not repeated."""

    def call(name: str, _args: dict[str, Any]) -> Any:
        if name == "ship":
            with closing(sqlite3.connect(tmp_path / "runs.sqlite")) as db:
                db.execute("ALTER TABLE calls RENAME TO lost")
        return {"items": [{"no": 1}]}

    events = list(PlanRunner(call, store=store, tools=TOOLS).run_stream(PLAN, run_id="r"))

    last = asdict(events[-1])
    assert (last["type"], last["error_kind"], last["reason"]) == ("plan.aborted", "journal", "journal_unreadable")
    assert last["failed_step"] == "s2"


@pytest.mark.parametrize(
    ("table", "column", "value"),
    [
        *(
            ("runs", name, bad)
            for name in ("plan", "inputs")
            for bad in ("{", "[]", "null", 7, None, b"\xff", "[" * 99999)
        ),
        ("runs", "status", b"\xff"),
        *(("calls", "state", bad) for bad in ("compensated", "", 3, b"x")),
        *(("calls", "output", bad) for bad in ("{", b"x", "[" * 99999)),
        *(("calls", "headers", bad) for bad in ("[]", "{", 5)),
        *(("calls", "error", bad) for bad in ("[]", "{", 5)),
        *(("calls", "status", bad) for bad in ("many", b"x")),
        *(("calls", "tool", bad) for bad in (b"x",)),
        *(("choices", "answer", bad) for bad in ("{", b"x")),
    ],
)
def test_tampered_record_is_unreadable(tmp_path: Path, table: str, column: str, value: Any) -> None:
    """What cannot be read is told, and nothing is called: an unknown state may be one of a later release."""
    path = tmp_path / "runs.sqlite"
    with closing(SqliteStore(path)) as store:
        run(Server(get=ValueError("down")), store)
        store.keep_choices("r", {"k": 1})
    with closing(sqlite3.connect(path)) as db:
        try:
            db.execute(f"UPDATE {table} SET {column} = ?", (value,))  # noqa: S608 - ours
        except sqlite3.IntegrityError:
            pytest.skip("the column takes no such value")
        db.commit()
    server = Server()

    with closing(SqliteStore(path)) as store, pytest.raises(JournalError) as caught:
        run(server, store)

    assert (caught.value.code, server.calls) == ("journal_unreadable", [])


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such modes")
def test_new_store_is_for_its_owner_alone(tmp_path: Path) -> None:
    """The answers of an API are in it; a file that is there keeps its mode."""
    path = tmp_path / "runs.sqlite"
    SqliteStore(path).close()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600

    path.chmod(0o640)
    SqliteStore(path).close()
    assert stat.S_IMODE(path.stat().st_mode) == 0o640


# --- a killed process ---

WORKER = """
import json, sys, time
from graph_tool_call.plan import Plan, PlanRunner, PlanStep

store, log, hang = sys.argv[1:4]
plan = Plan.from_dict(json.loads(sys.argv[4]))
tools = json.loads(sys.argv[5])

def call_tool(name, args):
    with open(log, "a") as file:
        file.write(name + "\\n")
    if name == hang:
        time.sleep(60)
    return {"items": [{"no": "A1"}], "id": 9, "x": args}

for event in PlanRunner(call_tool, store=store, tools=tools).run_stream(plan, run_id="r"):
    pass
print(json.dumps([event.type, getattr(event, "error_kind", "")]))
"""
KILLABLE = Plan(id="p", steps=[*PLAN.steps[:2], PlanStep(id="s3", tool="get", args={"id": "${s2.id}"})])


def worker(folder: Path, hang: str) -> subprocess.Popen[str]:
    arguments = [str(folder / "runs.sqlite"), str(folder / "log"), hang]
    return subprocess.Popen(
        [sys.executable, "-c", WORKER, *arguments, json.dumps(KILLABLE.to_dict()), json.dumps(TOOLS)],
        stdout=subprocess.PIPE,
        text=True,
    )


def kill_in(folder: Path, tool: str) -> None:
    """Start a run and kill its process while the call of *tool* is on its way."""
    process = worker(folder, tool)
    log = folder / "log"
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and not (log.exists() and log.read_text().endswith(f"{tool}\n")):
        time.sleep(0.02)
    os.kill(process.pid, signal.SIGKILL)
    process.communicate()
    assert process.returncode == -signal.SIGKILL


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")
def test_killed_process_is_taken_up(tmp_path: Path) -> None:
    """Killed in a read: a new process calls what is unfinished, and nothing else."""
    kill_in(tmp_path, "get")

    out, _ = worker(tmp_path, "").communicate(timeout=60)

    assert json.loads(out) == ["plan.completed", ""]
    assert (tmp_path / "log").read_text().split() == ["list", "ship", "get", "get"]


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")
def test_process_killed_in_a_post_is_uncertain(tmp_path: Path) -> None:
    """Killed in a call that must not be made twice: a new process asks."""
    kill_in(tmp_path, "ship")

    out, _ = worker(tmp_path, "").communicate(timeout=60)

    assert json.loads(out) == ["plan.aborted", "uncertain"]
    assert (tmp_path / "log").read_text().split() == ["list", "ship"]


# --- what the file holds ---

LOGIN = Plan(
    id="p",
    steps=[
        PlanStep(id="s1", tool="login", args={"user": "kim", "password": "${input.password}"}),
        PlanStep(id="s2", tool="use", args={"Authorization": "${s1.token}", "x": "${s1.user}"}),
    ],
)


def login(broken: str = "") -> Any:
    def call_tool(name: str, args: dict[str, Any]) -> Any:
        if name == broken:
            raise ToolCallError("not found: tok-4711-secret", status=404)
        return {"token": "tok-4711-secret", "user": "kim"} if name == "login" else args

    return call_tool


def test_store_holds_no_credentials(tmp_path: Path) -> None:
    """Neither arguments, outputs, inputs nor errors bring one into the file."""
    path = tmp_path / "runs.sqlite"
    with PlanRunner(login("use"), store=path) as runner:
        runner.run(LOGIN, {"password": "hunter2!"}, run_id="r")

    with closing(sqlite3.connect(path)) as db:
        held = repr([db.execute(f"SELECT * FROM {table}").fetchall() for table in ("runs", "calls")])  # noqa: S608
    for hidden in ("hunter2!", "tok-4711-secret"):
        assert hidden not in held
        assert hidden.encode() not in path.read_bytes()
    assert "kim" in held


def test_masked_output_is_not_sent(tmp_path: Path) -> None:
    """A resumed step that needs a credential which was not kept fails with that reason."""
    with PlanRunner(login("use"), store=tmp_path / "runs.sqlite") as runner:
        runner.run(LOGIN, {"password": "hunter2!"}, run_id="r")
    with PlanRunner(login(), store=tmp_path / "runs.sqlite") as runner:
        trace = runner.run(LOGIN, {"password": "hunter2!"}, run_id="r")

    assert (trace.failed_step, trace.error["error_kind"], trace.error["reason"]) == ("s2", "binding", "not_stored")


def test_masked_input_is_asked_again(tmp_path: Path) -> None:
    """What was not kept counts as not given."""
    with PlanRunner(login("login"), store=tmp_path / "runs.sqlite") as runner:
        runner.run(LOGIN, {"password": "hunter2!"}, run_id="r")
        assert runner.run(LOGIN, run_id="r").status == "input_required"


def test_masked_plan_has_to_be_given(tmp_path: Path) -> None:
    """A plan with a credential in its arguments is not resumable from the store alone."""
    plan = Plan(id="p", steps=[PlanStep(id="s1", tool="login", args={"password": "hunter2!"})])
    with PlanRunner(login("login"), store=tmp_path / "runs.sqlite") as runner:
        runner.run(plan, run_id="r")
        with pytest.raises(JournalError) as caught:
            runner.resume("r")
        assert caught.value.code == "plan_masked"
        assert not runner.run(plan, run_id="r").ok


def test_store_may_keep_credentials(tmp_path: Path) -> None:
    """When the caller says so, a resumed run uses what was produced."""
    with closing(SqliteStore(tmp_path / "runs.sqlite", keep_secrets=True)) as store:
        PlanRunner(login("use"), store=store).run(LOGIN, {"password": "hunter2!"}, run_id="r")
        trace = PlanRunner(login(), store=store).run(LOGIN, run_id="r")

    assert trace.output == {"Authorization": "tok-4711-secret", "x": "kim"}


def test_values_come_back_as_they_were(store: SqliteStore) -> None:
    """Integers of any size, bytes, null and text of any script."""
    body = {"big": 2**80, "raw": b"\x00\xff", "none": None, "text": "주문 ✓", "f": 0.1}
    plan = Plan(id="p", steps=[PlanStep(id="s1", tool="a"), PlanStep(id="s2", tool="b")])

    def call_tool(name: str, _args: dict[str, Any]) -> Any:
        if name == "b":
            raise ValueError("down")
        return body

    PlanRunner(call_tool, store=store).run(plan, run_id="r")

    record = store.load("r")
    assert record is not None
    assert record.calls[CallMark(step_id="s1")].output == body


def test_file_that_is_no_store(tmp_path: Path) -> None:
    """It is named, and left alone."""
    path = tmp_path / "notes.txt"
    path.write_text("these are notes, not a database at all " * 50)

    with pytest.raises(JournalError) as caught:
        SqliteStore(path)

    assert caught.value.code == "journal_unreadable"
    assert path.read_text().startswith("these are notes")


def test_store_of_a_later_format(tmp_path: Path) -> None:
    """It is not touched by a release that does not know it."""
    path = tmp_path / "runs.sqlite"
    with closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA user_version=99")

    with pytest.raises(JournalError) as caught:
        SqliteStore(path)

    assert caught.value.code == "journal_format"


def test_keys_and_digests_are_of_content() -> None:
    """The same in every process, different for every call and every plan."""
    mark = CallMark(step_id="s1")
    assert idempotency_key("r", mark, "t") == idempotency_key("r", mark, "t")
    keys = {
        idempotency_key("r", mark, "t"),
        idempotency_key("r2", mark, "t"),
        idempotency_key("r", CallMark(step_id="s2"), "t"),
        idempotency_key("r", CallMark(step_id="s1", element=0), "t"),
    }
    assert len(keys) == 4
    assert plan_digest(PLAN.to_dict()) == plan_digest({**PLAN.to_dict(), "goal": "worded otherwise"})
    assert plan_digest(PLAN.to_dict()) != plan_digest(KILLABLE.to_dict())
