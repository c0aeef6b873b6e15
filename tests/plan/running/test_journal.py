from __future__ import annotations

import json
import os
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

from graph_tool_call.hooks import ToolResult
from graph_tool_call.plan import JournalError, Plan, PlanRunner, PlanStep, SqliteStore
from graph_tool_call.plan.running.journal import CallMark, CallRecord, idempotency_key, plan_digest

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
        self.calls: list[str] = []

    def __call__(self, name: str, args: dict[str, Any]) -> Any:
        self.calls.append(name)
        if name in self.broken:
            raise self.broken[name]
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

    runner = PlanRunner(call_tool, store=store)
    runner.run(plan, {"xs": [1, 2, 3]}, run_id="r")

    assert runner.run(plan, {"xs": [1, 2, 3]}, run_id="r").output == [10, 20, 30]
    assert seen == [1, 2, 2, 3]


# --- calls whose effect is not known ---


@pytest.mark.parametrize("failure", [TimeoutError(), ConnectionError()])
def test_unanswered_post_is_uncertain(store: SqliteStore, failure: Exception) -> None:
    """It is not made again by itself; the caller decides after a look."""
    run(Server(ship=failure), store)
    server = Server()

    trace = run(server, store)

    assert server.calls == []
    assert (trace.failed_step, trace.error["error_kind"]) == ("s2", "uncertain")
    assert "decisions" in trace.error["message"]


def test_answered_failure_is_certain(store: SqliteStore) -> None:
    """A server that said no has not done it: the call may be made again."""
    run(Server(ship=ValueError("refused")), store)
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
            raise ValueError("down: tok-4711-secret")
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
