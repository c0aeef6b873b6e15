"""The command line: makes today's records, compares them with those of the repository, or accepts them."""

from __future__ import annotations

import argparse
import multiprocessing
import os
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

from . import commands, events, shared
from .differences import changes, report, summary
from .records import Records, plain, read, write

#: Sections of the repository's own documents: name → its records.
OWN: dict[str, Callable[[], Records]] = {"events": events.records, "commands": commands.records}
SECTIONS = (*shared.SECTIONS, *OWN)
PROCESSES = 2
ACCEPTED = "ACCEPTED.md"
_TITLE = "# Accepted changes\n\nWhat changed in `recorded/`, when, and why; the newest first.\n"


def main(arguments: Sequence[str], folder: Path) -> int:
    """Compare, or accept, the records of *folder*; the exit code."""
    parser = argparse.ArgumentParser(prog="compare.py", description="Compare what the product says with its records.")
    parser.add_argument("--only", action="append", choices=SECTIONS, metavar="SECTION", help=", ".join(SECTIONS))
    parser.add_argument("--accept", metavar="REASON", help="record the new state, and why it is right")
    options = parser.parse_args(arguments)
    if options.accept is not None and not options.accept.strip():
        parser.error("--accept needs a reason")
    begun = time.monotonic()
    wanted = tuple(section for section in SECTIONS if section in (options.only or SECTIONS))
    current = current_records(wanted)
    code = compare(current, folder) if options.accept is None else accept(current, folder, options.accept.strip())
    print(f"{time.monotonic() - begun:.0f} s")
    return code


def shared_folder() -> Path:
    """Where the shared documents are, or would be."""
    root = Path(__file__).resolve().parents[3]
    return Path(os.environ.get("GTC_SHARED", root.parent / "shared"))


def current_records(wanted: Sequence[str]) -> dict[str, Records]:
    """Today's records of the sections *wanted*; those that cannot be made are told and left out."""
    folder, asked = shared_folder(), tuple(section for section in wanted if section in shared.SECTIONS)
    if asked and not folder.is_dir():
        print(f"left out: {', '.join(asked)}: {folder} is absent; set GTC_SHARED to the folder of shared documents")
        asked = ()
    made: dict[str, Records] = {section: {} for section in wanted if section in asked or section in OWN}
    # Each process begins anew, as a user's does, and not with what this one has loaded.
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(PROCESSES, mp_context=context) as pool:
        for part in _finished(pool, folder, asked, [section for section in made if section in OWN]):
            for section, records in part.items():
                made.setdefault(section, {}).update({name: plain(lines) for name, lines in records.items()})
    return made


def _finished(
    pool: ProcessPoolExecutor, folder: Path, asked: tuple[str, ...], own: Sequence[str]
) -> Iterator[dict[str, Records]]:
    futures: list[Future[Any]] = [pool.submit(_own, section) for section in own]
    futures += [pool.submit(shared.work, job) for job in (shared.jobs(folder, asked) if asked else ())]
    for future in as_completed(futures):
        yield future.result()


def _own(section: str) -> dict[str, Records]:
    return {section: OWN[section]()}


def compare(current: dict[str, Records], folder: Path) -> int:
    """Print what differs from the records of *folder*; 1 if anything does."""
    different = False
    for section, records in current.items():
        path = _file(folder, section)
        if not path.is_file():
            print(f"{section}: nothing is recorded; accept a first state: --only {section} --accept REASON")
            different = True
            continue
        found = changes(read(path), records)
        if found:
            print("\n".join(report(section, found, len(records))))
        else:
            print(f"{section}: {len(records)} records, all the same")
        different = different or bool(found)
    if different:
        print('Something differs. If that is meant: --accept "REASON" records the new state.')
    return int(different)


def accept(current: dict[str, Records], folder: Path, reason: str) -> int:
    """Record *current* in *folder*, and *reason* with a summary in its list of accepted changes."""
    told = []
    for section, records in current.items():
        path = _file(folder, section)
        found = changes(read(path), records)
        if found or not path.is_file():
            write(path, records)
            told.append(summary(section, found, len(records)))
    if not told:
        print("nothing has changed, so nothing is recorded")
        return 0
    log = folder / ACCEPTED
    earlier = log.read_text(encoding="utf-8").removeprefix(_TITLE) if log.is_file() else ""
    today = datetime.now(timezone.utc).date().isoformat()
    entry = "\n".join((f"\n## {today}: {reason}\n", *(f"- {line}" for line in told)))
    log.write_text(f"{_TITLE}{entry}\n{earlier}", encoding="utf-8", newline="\n")
    print("\n".join(("recorded:", *told)))
    return 0


def _file(folder: Path, section: str) -> Path:
    return folder / "recorded" / f"{section}.txt"
