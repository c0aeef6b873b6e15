"""Keeping a run where a killed process can be taken up again: SQLite, from the standard library.

Each call is written down before it is made and after it has answered. What a store gets
has its credentials masked already (see `redact`), unless it says `keeps_secrets`.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Final

from ..binding.scope import Response
from ..errors import JournalError
from .records import STATES, CallMark, CallRecord, RunRecord, RunStore, object_of, read_back, text_of, written

#: Version of the tables.
_FORMAT: Final = 1
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
        _make_private(self._path)
        with self._told():
            self._db = sqlite3.connect(self._path, check_same_thread=False, isolation_level=None, timeout=30)
        try:
            with self._told():
                self._db.execute("PRAGMA synchronous=FULL")
                self._check_format()
        except BaseException:
            self._db.close()
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
        with self._reading():
            rows = self._db.execute(
                "SELECT run_id FROM runs WHERE ? IN ('', status) ORDER BY run_id", (status,)
            ).fetchall()
        return tuple(row[0] for row in rows)

    def load(self, run_id: str) -> RunRecord | None:
        """The run of that id; None when there is none."""
        with self._reading():
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
        try:
            return RunRecord(
                run_id=run_id,
                plan_id=text_of(row[0]),
                plan_digest=text_of(row[1]),
                plan=object_of(row[2]),
                inputs=object_of(row[3]),
                status=text_of(row[4]),
                calls={_mark_of(call): _call_of(call[2:]) for call in calls},
            )
        except (ValueError, TypeError, RecursionError) as error:
            message = f"{self._path}: the record of the run cannot be read: {error}"
            raise JournalError("journal_unreadable", message, run_id) from None

    def create(self, record: RunRecord) -> None:
        """Write a new run down. Raises `JournalError` when the id is taken."""
        values = (
            *(record.run_id, record.plan_id, record.plan_digest),
            *(written(record.plan), written(record.inputs), record.status),
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
                *(run_id, mark.step_id, mark.element, call.tool, call.state, call.idempotency_key, written(args)),
                *(written(call.output), written(dict(call.response.headers)), call.response.status),
                written(call.error),
            ),
        )

    def end(self, run_id: str, mark: CallMark, call: CallRecord) -> None:
        """Write down how a call ended."""
        with self._writing():
            self._db.execute(
                "UPDATE calls SET state = ?, output = ?, headers = ?, status = ?, error = ? "
                "WHERE run_id = ? AND step_id = ? AND element = ?",
                (
                    *(call.state, written(call.output), written(dict(call.response.headers)), call.response.status),
                    *(written(call.error), run_id, mark.step_id, mark.element),
                ),
            )

    def set_status(self, run_id: str, status: str) -> None:
        """Write down the status of a run; a completed one stays completed until a call begins."""
        with self._writing():
            self._db.execute("UPDATE runs SET status = ? WHERE run_id = ? AND status != 'completed'", (status, run_id))

    def keep_inputs(self, run_id: str, inputs: Mapping[str, Any]) -> None:
        """Write down the inputs of a run that goes on with more of them."""
        with self._writing():
            self._db.execute("UPDATE runs SET inputs = ? WHERE run_id = ?", (written(inputs), run_id))

    def replace_plan(self, record: RunRecord) -> None:
        """Go on with another plan: `record.calls` are those that it takes over."""
        with self._writing():
            self._db.execute(
                "UPDATE runs SET plan_id = ?, plan_digest = ?, plan = ? WHERE run_id = ?",
                (record.plan_id, record.plan_digest, written(record.plan), record.run_id),
            )
            self._db.execute("DELETE FROM calls WHERE run_id = ?", (record.run_id,))
            for mark, call in record.calls.items():
                self._insert(record.run_id, mark, call, {})

    def keep_choices(self, run_id: str, choices: Mapping[str, Any]) -> None:
        """Write down which elements of lists the caller has chosen, by the key of the choice."""
        rows = [(run_id, key, written(answer)) for key, answer in choices.items()]
        with self._writing():
            self._db.executemany("INSERT OR REPLACE INTO choices VALUES (?, ?, ?)", rows)

    def choices(self, run_id: str) -> Mapping[str, Any]:
        """The choices that were written down for a run."""
        with self._reading():
            rows = self._db.execute("SELECT key, answer FROM choices WHERE run_id = ?", (run_id,)).fetchall()
        try:
            return {text_of(key): read_back(answer) for key, answer in rows}
        except (ValueError, TypeError, RecursionError) as error:
            message = f"{self._path}: the choices of the run cannot be read: {error}"
            raise JournalError("journal_unreadable", message, run_id) from None

    @contextmanager
    def _reading(self) -> Iterator[None]:
        with self._lock, self._told():
            yield

    @contextmanager
    def _writing(self) -> Iterator[None]:
        with self._told(), _Transaction(self._db, self._lock):
            yield

    @contextmanager
    def _told(self) -> Iterator[None]:
        """Errors of the database as ours: a file that is damaged, locked for long, or on a full disk."""
        try:
            yield
        except (sqlite3.Error, UnicodeError) as error:
            raise JournalError("journal_unreadable", f"{self._path}: {error}") from error


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
            if kind is None:
                self._db.execute("COMMIT")
            elif self._db.in_transaction:
                self._db.execute("ROLLBACK")
        except sqlite3.Error:
            with contextlib.suppress(sqlite3.Error):
                self._db.rollback()
            raise
        finally:
            self._lock.release()


def _make_private(path: str) -> None:
    """Make the file for its owner alone, when it is not there: answers of an API are nobody else's business."""
    if not path or path == ":memory:" or path.startswith("file:"):
        return
    with contextlib.suppress(OSError):
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))


def open_store(store: RunStore | str | os.PathLike[str]) -> RunStore:
    """A store as it is; a path as a `SqliteStore`."""
    return SqliteStore(store) if isinstance(store, (str, os.PathLike)) else store


def _mark_of(row: tuple[Any, ...]) -> CallMark:
    step_id, element = row[:2]
    if not isinstance(element, int):
        raise TypeError(f"the element of a call is {element!r}")
    return CallMark(step_id=text_of(step_id), element=element)


def _call_of(row: tuple[Any, ...]) -> CallRecord:
    tool, state, key, output, headers, status, error = row
    if state not in STATES:
        raise ValueError(f"a call is in the state {state!r}, which this release does not know")
    if not isinstance(status, int):
        raise TypeError(f"an HTTP status is {status!r}")
    return CallRecord(
        tool=text_of(tool),
        state=state,
        idempotency_key=text_of(key),
        output=read_back(output),
        response=Response(headers=object_of(headers or "{}"), status=status),
        error=object_of(error or "{}"),
    )
