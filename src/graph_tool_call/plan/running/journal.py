"""Keeping a run where a killed process can be taken up again: SQLite, from the standard library.

Each call is written down before it is made and after it has answered. What a store gets
has its credentials masked already (see `redact`), unless it says `keeps_secrets`.
"""

from __future__ import annotations

import base64
import json
import os
import sqlite3
import threading
from collections.abc import Mapping
from typing import Any, Final, Protocol

import attrs

from ...model.digest import digest_of
from ..binding.resolve import Response
from ..errors import JournalError

STARTED: Final = "started"
DONE: Final = "done"
FAILED: Final = "failed"
#: Whether the call took effect is not known.
UNCERTAIN: Final = "uncertain"

#: Version of the tables.
_FORMAT = 1
_TABLES = """
CREATE TABLE IF NOT EXISTS runs (
    run_id TEXT PRIMARY KEY, plan_id TEXT NOT NULL, plan_digest TEXT NOT NULL, plan TEXT NOT NULL,
    inputs TEXT NOT NULL, status TEXT NOT NULL
);
CREATE TABLE IF NOT EXISTS calls (
    run_id TEXT NOT NULL REFERENCES runs (run_id), step_id TEXT NOT NULL, element INTEGER NOT NULL,
    tool TEXT NOT NULL, state TEXT NOT NULL, idempotency_key TEXT NOT NULL, args TEXT NOT NULL,
    output TEXT, headers TEXT, status INTEGER NOT NULL DEFAULT 0, error TEXT,
    PRIMARY KEY (run_id, step_id, element)
);
CREATE TABLE IF NOT EXISTS choices (
    run_id TEXT NOT NULL REFERENCES runs (run_id), key TEXT NOT NULL, answer TEXT NOT NULL,
    PRIMARY KEY (run_id, key)
);
"""


@attrs.frozen(kw_only=True)
class CallMark:
    """Which call of a run: a step, and the element for a `foreach` step (-1 otherwise)."""

    step_id: str
    element: int = -1


@attrs.frozen(kw_only=True)
class CallRecord:
    """What a store knows of one call. `state`: started, done, failed, uncertain."""

    tool: str
    state: str
    idempotency_key: str
    output: Any = attrs.field(default=None, repr=False)
    response: Response = attrs.field(factory=Response, repr=False)
    error: Mapping[str, Any] = attrs.Factory(dict)


@attrs.frozen(kw_only=True)
class RunRecord:
    """What a store knows of one run.

    `status`: running, completed, failed, cancelled, input_required, choice_required.
    """

    run_id: str
    plan_id: str
    plan_digest: str
    plan: Mapping[str, Any] = attrs.field(repr=False)
    inputs: Mapping[str, Any] = attrs.field(repr=False)
    status: str = "running"
    calls: Mapping[CallMark, CallRecord] = attrs.field(factory=dict, repr=False)


class RunStore(Protocol):
    """What a runner needs of a store. Every method returns only when what it wrote will survive the process."""

    #: Whether credentials may be given to it unmasked.
    keeps_secrets: bool

    def load(self, run_id: str) -> RunRecord | None:
        """The run of that id; None when there is none."""

    def create(self, record: RunRecord) -> None:
        """Write a new run down. Raises `JournalError` when the id is taken."""

    def begin(self, run_id: str, mark: CallMark, call: CallRecord, args: Any, *, after: str) -> bool:
        """Write down that a call is about to be made.

        *after* is the state that the record must be in ("" for none yet): False, and
        nothing written, when another process was faster.
        """

    def end(self, run_id: str, mark: CallMark, call: CallRecord) -> None:
        """Write down how a call ended."""

    def set_status(self, run_id: str, status: str) -> None:
        """Write down the status of a run."""

    def replace_plan(self, record: RunRecord) -> None:
        """Go on with another plan: `record.calls` are those that it takes over."""

    def keep_choices(self, run_id: str, choices: Mapping[str, Any]) -> None:
        """Write down which elements of lists the caller has chosen, by the key of the choice."""

    def choices(self, run_id: str) -> Mapping[str, Any]:
        """The choices that were written down for a run."""


class SqliteStore:
    """A store in one SQLite file; many runs, also of several processes.

    Args:
        path: The file; made when it is not there. ":memory:" for tests.
        keep_secrets: Store credentials unmasked, so that a resumed run can use those that
            an earlier step produced. Protect the file accordingly.
    """

    def __init__(self, path: str | os.PathLike[str], *, keep_secrets: bool = False) -> None:
        self.keeps_secrets = keep_secrets
        self._path = os.fspath(path)
        # A generator may be driven from several threads in turn (ASGI servers do that).
        self._lock = threading.RLock()
        try:
            self._db = sqlite3.connect(self._path, check_same_thread=False, isolation_level=None, timeout=30)
        except sqlite3.Error as exc:
            raise JournalError("journal_unreadable", f"{self._path}: {exc}") from exc
        try:
            self._db.execute("PRAGMA synchronous=FULL")
            self._check_format()
        except BaseException as exc:
            self._db.close()
            if isinstance(exc, sqlite3.Error):
                raise JournalError("journal_unreadable", f"{self._path}: {exc}") from exc
            raise

    def _check_format(self) -> None:
        version = self._db.execute("PRAGMA user_version").fetchone()[0]
        if version not in {0, _FORMAT}:
            message = f"{self._path}: store format {version}, this release reads {_FORMAT}"
            raise JournalError("journal_format", message)
        with self._writing():
            for statement in _TABLES.split(";"):
                self._db.execute(statement)
            self._db.execute(f"PRAGMA user_version={_FORMAT}")

    def close(self) -> None:
        """Close the file; `contextlib.closing(store)` does so at the end of a block."""
        self._db.close()

    def __del__(self) -> None:
        # Only what was opened; a store that nobody closed is no reason for a warning.
        if hasattr(self, "_db"):
            self._db.close()

    def run_ids(self, status: str = "") -> tuple[str, ...]:
        """Ids of the runs, in order of id; of those with that status, when given."""
        with self._lock:
            rows = self._db.execute(
                "SELECT run_id FROM runs WHERE ? IN ('', status) ORDER BY run_id", (status,)
            ).fetchall()
        return tuple(row[0] for row in rows)

    def load(self, run_id: str) -> RunRecord | None:
        """The run of that id; None when there is none."""
        with self._lock:
            row = self._db.execute(
                "SELECT plan_id, plan_digest, plan, inputs, status FROM runs WHERE run_id = ?", (run_id,)
            ).fetchone()
            calls = self._db.execute(
                "SELECT step_id, element, tool, state, idempotency_key, output, headers, status, error "
                "FROM calls WHERE run_id = ? ORDER BY rowid",
                (run_id,),
            ).fetchall()
        if row is None:
            return None
        return RunRecord(
            run_id=run_id,
            plan_id=row[0],
            plan_digest=row[1],
            plan=_read(row[2]),
            inputs=_read(row[3]),
            status=row[4],
            calls={CallMark(step_id=call[0], element=call[1]): _call_of(call[2:]) for call in calls},
        )

    def create(self, record: RunRecord) -> None:
        """Write a new run down. Raises `JournalError` when the id is taken."""
        values = (
            *(record.run_id, record.plan_id, record.plan_digest),
            *(_write(record.plan), _write(record.inputs), record.status),
        )
        with self._writing():
            try:
                self._db.execute("INSERT INTO runs VALUES (?, ?, ?, ?, ?, ?)", values)
            except sqlite3.IntegrityError:
                raise JournalError("run_exists", "there is a run of this id already", record.run_id) from None

    def begin(self, run_id: str, mark: CallMark, call: CallRecord, args: Any, *, after: str) -> bool:
        """Write down that a call is about to be made; see `RunStore.begin`."""
        with self._writing():
            found = self._db.execute(
                "SELECT state FROM calls WHERE run_id = ? AND step_id = ? AND element = ?",
                (run_id, mark.step_id, mark.element),
            ).fetchone()
            if (found[0] if found else "") != after:
                return False
            self._insert(run_id, mark, call, args)
            self._db.execute("UPDATE runs SET status = 'running' WHERE run_id = ?", (run_id,))
        return True

    def _insert(self, run_id: str, mark: CallMark, call: CallRecord, args: Any) -> None:
        self._db.execute(
            "INSERT OR REPLACE INTO calls VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                *(run_id, mark.step_id, mark.element, call.tool, call.state, call.idempotency_key, _write(args)),
                *(_write(call.output), _write(dict(call.response.headers)), call.response.status, _write(call.error)),
            ),
        )

    def end(self, run_id: str, mark: CallMark, call: CallRecord) -> None:
        """Write down how a call ended."""
        with self._writing():
            self._db.execute(
                "UPDATE calls SET state = ?, output = ?, headers = ?, status = ?, error = ? "
                "WHERE run_id = ? AND step_id = ? AND element = ?",
                (
                    *(call.state, _write(call.output), _write(dict(call.response.headers)), call.response.status),
                    *(_write(call.error), run_id, mark.step_id, mark.element),
                ),
            )

    def set_status(self, run_id: str, status: str) -> None:
        """Write down the status of a run."""
        with self._writing():
            self._db.execute("UPDATE runs SET status = ? WHERE run_id = ?", (status, run_id))

    def replace_plan(self, record: RunRecord) -> None:
        """Go on with another plan: `record.calls` are those that it takes over."""
        with self._writing():
            self._db.execute(
                "UPDATE runs SET plan_id = ?, plan_digest = ?, plan = ? WHERE run_id = ?",
                (record.plan_id, record.plan_digest, _write(record.plan), record.run_id),
            )
            self._db.execute("DELETE FROM calls WHERE run_id = ?", (record.run_id,))
            for mark, call in record.calls.items():
                self._insert(record.run_id, mark, call, {})

    def keep_choices(self, run_id: str, choices: Mapping[str, Any]) -> None:
        """Write down which elements of lists the caller has chosen, by the key of the choice."""
        rows = [(run_id, key, _write(answer)) for key, answer in choices.items()]
        with self._writing():
            self._db.executemany("INSERT OR REPLACE INTO choices VALUES (?, ?, ?)", rows)

    def choices(self, run_id: str) -> Mapping[str, Any]:
        """The choices that were written down for a run."""
        with self._lock:
            rows = self._db.execute("SELECT key, answer FROM choices WHERE run_id = ?", (run_id,)).fetchall()
        return {key: _read(answer) for key, answer in rows}

    def _writing(self) -> _Transaction:
        return _Transaction(self._db, self._lock)


class _Transaction:
    """One transaction that takes the write lock at once, so that what it reads still holds when it writes."""

    def __init__(self, db: sqlite3.Connection, lock: threading.RLock) -> None:
        self._db = db
        self._lock: Any = lock

    def __enter__(self) -> None:
        self._lock.acquire()
        try:
            self._db.execute("BEGIN IMMEDIATE")
        except BaseException:
            self._lock.release()
            raise

    def __exit__(self, kind: type[BaseException] | None, *_exc: object) -> None:
        try:
            self._db.execute("COMMIT" if kind is None else "ROLLBACK")
        finally:
            self._lock.release()


def open_store(store: RunStore | str | os.PathLike[str]) -> RunStore:
    """A store as it is; a path as a `SqliteStore`."""
    return SqliteStore(store) if isinstance(store, (str, os.PathLike)) else store


def plan_digest(plan: Mapping[str, Any]) -> str:
    """sha256 over the steps and the output binding, hex: two plans of one digest call the same."""
    content = {"steps": plan.get("steps"), "output_binding": plan.get("output_binding")}
    return digest_of(json.dumps(content, sort_keys=True, default=str), 64)


def idempotency_key(run_id: str, mark: CallMark, tool: str) -> str:
    """The key of one call: the same in every process that takes the run up."""
    return digest_of(f"{run_id}\n{mark.step_id}\n{mark.element}\n{tool}", 32)


def _call_of(row: tuple[Any, ...]) -> CallRecord:
    tool, state, key, output, headers, status, error = row
    return CallRecord(
        tool=tool,
        state=state,
        idempotency_key=key,
        output=_read(output),
        response=Response(headers=_read(headers) or {}, status=status),
        error=_read(error) or {},
    )


def _write(value: Any) -> str:
    return json.dumps(value, default=_encode)


def _read(text: str | None) -> Any:
    return None if text is None else json.loads(text, object_hook=_decode)


def _encode(value: Any) -> Any:
    if isinstance(value, bytes):
        return {"$base64": base64.b64encode(value).decode()}
    return dict(value) if isinstance(value, Mapping) else list(value) if isinstance(value, tuple) else str(value)


def _decode(value: dict[str, Any]) -> Any:
    if set(value) == {"$base64"} and isinstance(value["$base64"], str):
        return base64.b64decode(value["$base64"])
    return value
